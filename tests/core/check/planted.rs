//! Every fault of a search or its writer must be found where it happens.

use std::collections::{BTreeMap, BTreeSet};

use edagari::analysis::check;
use edagari::trace::Progress;

use super::drivers::Run;
use super::games::Game;
use super::missed::{FOUND_LATE_TODAY, MISSED_TODAY, SEVERAL_TODAY};
use super::names::NAMES;
use super::rewritten::{OF_RULES, REWRITINGS, Rewriting};
use super::silent::read;
use super::slips::{Planted, Slip};
use super::story::Story;
use super::ways::{Degree, Drive, Guess, TableUse, Ways};

/// Searches in which faults are planted; without a fault the check finds nothing in them.
fn scenarios() -> Vec<Run> {
    let table = Some(Ways::TABLE);
    let narrows = Some(TableUse { narrows: true, ..Ways::TABLE });
    let run = |game, ways, limit| Run { game, ways, degree: Degree::Full, limit };
    let by_key = Some(TableUse { tells_keys_alone: true, is_undeclared: true, ..Ways::TABLE });
    let aspiration = Drive::Aspiration { width: 1, growth: 2 };
    vec![
        run(Game::TicTacToe, Ways::SOFT, None),
        run(Game::Tree, Ways::SOFT, None),
        run(Game::TicTacToe, Ways { table, ..Ways::SOFT }, None),
        run(Game::Layers, Ways { table, ..Ways::SOFT }, None),
        run(Game::TicTacToe, Ways::PVS, None),
        run(Game::Tree, Ways::PVS, None),
        run(Game::TicTacToe, Ways { table: narrows, ..Ways::PVS }, None),
        run(Game::Layers, Ways { table: narrows, from_mover: false, ..Ways::PVS }, None),
        run(Game::KnownMates, Ways { table: narrows, from_mover: false, ..Ways::SOFT }, None),
        run(Game::KnownMates, Ways::PVS, None),
        run(Game::ConnectFour, Ways { from_mover: false, ..Ways::SOFT }, Some(3)),
        run(Game::ConnectFour, Ways::PVS, Some(3)),
        run(Game::OpenLines, Ways { evaluation: Some("open-lines"), ..Ways::SOFT }, Some(3)),
        run(Game::OpenLines, Ways { evaluation: Some("open-lines"), table, ..Ways::SOFT }, Some(3)),
        run(Game::OpenLines, Ways { evaluation: Some("open-lines"), table, ..Ways::PVS }, Some(4)),
        run(Game::ExtraTurns, Ways::SOFT, None),
        run(Game::Layers, Ways::MINIMAX, None),
        run(Game::TicTacToe, Ways::MINIMAX, None),
        run(Game::Tree, Ways { cuts_above: true, ..Ways::SOFT }, None),
        run(Game::ConnectFour, Ways { cuts_above: true, ..Ways::SOFT }, Some(3)),
        Run { degree: Degree::Middle, ..run(Game::Tree, Ways::HARD, None) },
        Run { degree: Degree::Middle, ..run(Game::ConnectFour, Ways::HARD, Some(4)) },
        run(Game::KnownMates, Ways { table, drive: Drive::MtdF { guess: 4 }, ..Ways::SOFT }, None),
        run(Game::Layers, Ways { table, drive: Drive::MtdF { guess: 0 }, ..Ways::SOFT }, None),
        run(Game::Layers, Ways { drive: aspiration, ..Ways::SOFT }, None),
        run(Game::ConnectFour, Ways { drive: aspiration, ..Ways::SOFT }, Some(4)),
        run(Game::Layers, Ways { table, drive: Drive::Deepening, ..Ways::PVS }, None),
        run(Game::TicTacToe, Ways { table, drive: Drive::Deepening, ..Ways::PVS }, None),
        run(Game::WholeTicTacToe, Ways { table: by_key, drive: Drive::Deepening, ..Ways::SOFT }, Some(4)),
        run(Game::Layers, Ways { table: by_key, drive: Drive::DeepeningMtdF, ..Ways::SOFT }, None),
        run(Game::Mates, Ways { mate_distance: true, ..Ways::SOFT }, None),
        run(Game::Mates, Ways { mate_distance: true, table, ..Ways::SOFT }, None),
        run(Game::Layers, Ways { table: narrows, ..Ways::SOFT }, None),
        run(Game::Layers, Ways { table: narrows, drive: Drive::Within(-50, 50), ..Ways::SOFT }, None),
        run(Game::Eight, Ways { table: narrows, ..Ways::SOFT }, None),
        run(Game::Layers, Ways { guess: Some(Guess::Quiescence), ..Ways::SOFT }, Some(3)),
        run(Game::ConnectFour, Ways { guess: Some(Guess::Quiescence), ..Ways::SOFT }, Some(3)),
    ]
}

/// A fault by name, and how it is planted in a stream.
#[derive(Clone, Copy)]
enum Plant {
    Slip(Slip),
    Rewriting(Rewriting),
}

impl Plant {
    /// Plants the fault in a search. Returns the stream and the range of frames at which the fault can be seen, or
    /// `None` without an opportunity.
    fn put(self, run: &Run, right: &Story, wait: usize) -> Option<(Story, usize, usize)> {
        let (story, before, (first, last)) = match self {
            Self::Slip(slip) => {
                let planted = Planted { slip: Some(slip), wait, lines: None };
                let (seeker, _) = run.seek_with(planted);
                let lines = seeker.planted.lines?;
                let story = Story { lines: seeker.scribe.lines };
                (story.clone(), story, lines)
            }
            Self::Rewriting(rewrite) => {
                let mut story = right.clone();
                let lines = rewrite(&mut story, wait)?;
                (story, right.clone(), lines)
            }
        };
        // Both streams are equal up to the fault; after it, frames are those of the right stream.
        let frames = before.frames();
        let frame = |line: usize| frames.get(line).or(frames.last()).copied().unwrap_or(0);
        Some((story, frame(first), frame(last)))
    }
}

/// Outcome of a check for a planted fault.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Outcome {
    Found,
    Elsewhere,
    Missed,
}

/// Findings of a check: frame and name of each.
fn found(stream: &Story) -> Vec<(usize, &'static str)> {
    let text: String = stream.lines.iter().flat_map(|line| [line.to_string(), "\n".to_owned()]).collect();
    let report = check(&read(&text), false, &Progress::default());
    report.findings.iter().map(|finding| (finding.frame, finding.fault.name())).collect()
}

fn plants() -> Vec<(String, Plant, bool)> {
    let slips = Slip::ALL.iter().map(|&slip| (format!("{slip:?}"), Plant::Slip(slip), false));
    let of_all = REWRITINGS.iter().map(|&(name, rewrite)| (name.to_owned(), Plant::Rewriting(rewrite), false));
    let of_rules = OF_RULES.iter().map(|&(name, rewrite)| (name.to_owned(), Plant::Rewriting(rewrite), true));
    slips.chain(of_all).chain(of_rules).collect()
}

/// Searches in which each fault is planted: at most two for each combination of known or unknown game, with or without
/// table.
fn chosen(plant: Plant, needs_rules: bool, scenarios: &[(Run, Story)]) -> Vec<(Run, Story, usize, usize)> {
    let mut seen = BTreeMap::new();
    let mut chosen = Vec::new();
    for (run, right) in scenarios {
        let is_known = run.game.graph().is_known;
        let of_kind = seen.entry((is_known, run.ways.table.is_some())).or_insert(0);
        if *of_kind >= 2 || (needs_rules && !is_known) {
            continue;
        }
        let put = [2, 0].into_iter().find_map(|wait| plant.put(run, right, wait));
        if let Some((story, from, to)) = put {
            *of_kind += 1;
            chosen.push((*run, story, from, to));
        }
    }
    chosen
}

/// The required lines of a list, as source text.
fn as_list(found: &BTreeSet<(String, String)>) -> String {
    found.iter().map(|(fault, run)| format!("    ({fault:?}, {run:?}),\n")).collect::<Vec<_>>().concat()
}

#[test]
fn nothing_is_found_where_no_fault_is_planted() {
    for run in scenarios() {
        let story = Story { lines: run.seek().0.scribe.lines };
        assert_eq!(found(&story), [], "{}", run.name());
        let text: String = story.lines.iter().flat_map(|line| [line.to_string(), "\n".to_owned()]).collect();
        let frames = story.frames();
        assert_eq!(frames.last().map(|last| last + 1), Some(read(&text).frame_count()), "{}", run.name());
    }
}

#[test]
fn each_fault_is_found_where_it_happens() {
    let told = |run: Run| (run, Story { lines: run.seek().0.scribe.lines });
    let scenarios: Vec<(Run, Story)> = scenarios().into_iter().map(told).collect();
    let (mut missed, mut elsewhere) = (BTreeSet::new(), BTreeSet::new());
    let mut several = BTreeSet::new();
    let mut names: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut few = Vec::new();
    let plants = plants();
    assert!(plants.len() >= 90, "{} faults", plants.len());
    let mut count = 0;
    for (name, plant, needs_rules) in plants {
        let chosen = chosen(plant, needs_rules, &scenarios);
        if chosen.len() < 2 {
            few.push((name.clone(), chosen.len()));
        }
        for (run, story, from, to) in chosen {
            count += 1;
            let found = found(&story);
            let outcome = match found.first() {
                None => Outcome::Missed,
                Some((frame, _)) if (from..=to).contains(frame) => Outcome::Found,
                Some(_) => Outcome::Elsewhere,
            };
            if found.len() > 1 {
                several.insert((name.clone(), run.name()));
            }
            names.entry(name.clone()).or_default().extend(found.first().map(|&(_, name)| name));
            match outcome {
                Outcome::Missed => missed.insert((name.clone(), run.name())),
                Outcome::Elsewhere => elsewhere.insert((name.clone(), run.name())),
                Outcome::Found => false,
            };
        }
    }
    assert!(few.is_empty(), "planted in less than two searches: {few:?}");
    let of_list = |list: &[(&str, &str)]| -> BTreeSet<(String, String)> {
        list.iter().map(|&(fault, run)| (fault.to_owned(), run.to_owned())).collect()
    };
    assert!(count >= 200, "{count} faults planted");
    let is_as_listed = missed == of_list(MISSED_TODAY) && elsewhere == of_list(FOUND_LATE_TODAY);
    let (missed, elsewhere) = (as_list(&missed), as_list(&elsewhere));
    assert!(is_as_listed, "missed are by now:\n{missed}and found elsewhere:\n{elsewhere}");
    assert_eq!(several, of_list(SEVERAL_TODAY), "by now, several findings have:\n{}", as_list(&several));
    let found_as: Vec<(&str, Vec<&str>)> =
        names.iter().map(|(fault, names)| (fault.as_str(), names.iter().copied().collect())).collect();
    let as_listed: Vec<(&str, Vec<&str>)> = NAMES.iter().map(|&(fault, names)| (fault, names.to_vec())).collect();
    let list = |found_as: &[(&str, Vec<&str>)]| -> String {
        found_as.iter().map(|(fault, names)| format!("    ({fault:?}, &{names:?}),\n")).collect::<Vec<_>>().concat()
    };
    assert_eq!(found_as, as_listed, "the names are by now:\n{}", list(&found_as));
}
