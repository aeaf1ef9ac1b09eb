//! Each fault planted in the engine is found where it happens, in two games.

use std::collections::BTreeMap;

use edagari::analysis::{CheckReport, check};
use edagari::language::Language;
use edagari::trace::{Progress, Trace};

use super::super::games::Game;
use super::super::silent::read;
use super::super::story::Story;
use super::bugs::{Bug, Planted};
use super::options::{Options, Passes, Table};
use super::search::Engine;
use crate::oracles::is_whole;

/// Faults that are remarks, for programs can have reasons for them, unless they are proved to be faults.
const REMARKS: &[(Bug, &str)] = &[
    (Bug::NoReSearch, "null-window-taken"),
    (Bug::AgainWithNullWindow, "null-window-taken"),
    (Bug::ReducedScoreTaken, "reduced-score-taken"),
    (Bug::SameWindowAgain, "window-without-score"),
    (Bug::SecondKey, "second-key"),
];

/// Faults that the recording cannot show, with the reason.
#[rustfmt::skip]
const UNSEEN: &[(Bug, &str)] = &[
    (Bug::RepetitionScore, "a draw can have any score: contempt, or a random one"),
    (Bug::NoStandPat, "a node in check has no score of standing pat, and the stream does not record checks"),
    (Bug::StandPatNotTurned, "the program's own evaluation can be seen from another player"),
];

/// Faults that are currently not found in the one place where they are planted, or never planted, with the reason. The list
/// must be exact.
#[rustfmt::skip]
const MISSED: &[(Bug, Game, &str)] = &[
];

/// Faults that the engine has everywhere.
const EVERYWHERE: &[Bug] =
    &[Bug::MateStoredUnadjusted, Bug::KeyCollides, Bug::ExcludedMoveStores, Bug::ExcludedMoveLooksUp];

/// Engines in which faults are planted, those with the most features first.
fn engines(game: Game) -> Vec<Options> {
    // Some faults have no opportunity in the middle of a game.
    let starts = if game == Game::Chess { vec![Game::Chess, Game::ChessEnding] } else { vec![game] };
    starts.into_iter().flat_map(engines_from).collect()
}

fn engines_from(game: Game) -> Vec<Options> {
    let all = Options { game, ..Options::ALL };
    let scout = Options {
        game,
        scouts: true,
        table: Table::Always,
        repetition: true,
        passes: Passes::Deepening,
        ..Options::PLAIN
    };
    vec![
        all,
        Options { is_hard: true, ..all },
        Options { scouts: false, ..all },
        Options { passes: Passes::Deepening, ..all },
        Options { depth: 5, ..scout },
        Options { scouts: false, ..scout },
        Options { is_hard: true, ..scout },
        Options { depth: 5, reductions: true, table: Table::None, passes: Passes::Once, ..scout },
        Options { depth: 5, table: Table::None, ..all },
        Options { depth: 5, futility: false, razoring: false, passes: Passes::Once, ..all },
        Options { depth: 5, futility: false, razoring: false, is_hard: true, ..all },
        Options { depth: 5, mate_distance: false, quiescence: false, null_move: false, ..all },
    ]
}

struct Hunt {
    trace: Trace,
    report: CheckReport,
    first: usize,
    last: usize,
}

/// Plants a fault in a search, if it has an opportunity for it.
fn hunt(bug: Bug, options: Options) -> Option<Hunt> {
    let put = |wait: usize| {
        let engine = Engine::run(options, Planted { bug: Some(bug), wait, lines: None });
        Some((engine.planted.lines?, Story { lines: engine.journal.lines }))
    };
    let ((first, last), story) = [3, 0].into_iter().find_map(put)?;
    let frames = story.frames();
    let frame = |line: usize| frames.get(line).or(frames.last()).copied().unwrap_or(0);
    let text: String = story.lines.iter().flat_map(|line| [line.to_string(), "\n".to_owned()]).collect();
    let trace = read(&text);
    let report = check(&trace, false, &Progress::default());
    Some(Hunt { trace, report, first: frame(first), last: frame(last) })
}

#[test]
fn each_fault_of_an_engine_is_found_where_it_happens() {
    let (mut wrong, mut names) = (Vec::new(), BTreeMap::new());
    let some = |&(number, _): &(usize, &Bug)| is_whole() || number.is_multiple_of(3);
    for (number, &bug) in Bug::ALL.iter().enumerate().filter(some) {
        let remark = REMARKS.iter().find(|(other, _)| *other == bug).map(|&(_, name)| name);
        let is_unseen = UNSEEN.iter().any(|(other, _)| *other == bug);
        let games = [Game::Chess, Game::Rings];
        for game in
            games.into_iter().skip(if is_whole() { 0 } else { number % 2 }).step_by(if is_whole() { 1 } else { 2 })
        {
            let is_missed = MISSED.iter().any(|&(other, of, _)| other == bug && of == game);
            let Some((options, hunt)) =
                engines(game).into_iter().find_map(|options| Some((options, hunt(bug, options)?)))
            else {
                if !is_missed {
                    wrong.push(format!("{bug:?} {game:?}: never planted"));
                }
                continue;
            };
            let Hunt { trace, report, first, last } = hunt;
            let range = first..=last;
            let found = report.findings.first();
            let is_right = match remark {
                _ if is_unseen || is_missed => found.is_none(),
                // Where it is proved to be a fault, it is a finding.
                Some(_) if found.is_some() => {
                    found.is_some_and(|found| range.contains(&found.frame)) && report.findings.len() == 1
                }
                Some(name) => {
                    report.remarks.iter().any(|remark| remark.kind.name() == name && range.contains(&remark.frame))
                }
                None => {
                    found.is_some_and(|found| range.contains(&found.frame))
                        && (report.findings.len() == 1 || EVERYWHERE.contains(&bug))
                }
            };
            if let Some(found) = found {
                names.entry(format!("{bug:?}")).or_insert_with(Vec::new).push(found.fault.name());
            }
            if !is_right {
                let all: Vec<String> = (report.findings.iter().take(4))
                    .map(|found| {
                        format!(
                            "{} at {}: {}",
                            found.fault.name(),
                            found.frame,
                            found.sentence(&trace, Language::English)
                        )
                    })
                    .collect();
                wrong.push(format!("{bug:?} {game:?} at {range:?} of {}: {all:?} {options:?}", trace.frame_count()));
            }
        }
    }
    let names: Vec<String> = names.into_iter().map(|(bug, names)| format!("{bug}: {}", names.join(" "))).collect();
    let names = names.join("\n");
    assert!(wrong.is_empty(), "{} wrong:\n{}\n{names}", wrong.len(), wrong.join("\n"));
}
