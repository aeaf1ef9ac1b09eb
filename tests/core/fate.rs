//! The fate of a line, compared with a plain reader of the stream that shares no code with it.

use std::collections::HashSet;
use std::sync::Arc;

use edagari::analysis::{Line, LineFate, PlyEnd, line_fates};
use edagari::game::{AnyGame, AnyPosition, GameSetup, TextbookTree, TicTacToe};
use edagari::language::{Language, with_plain_spaces};
use edagari::score::Score;
use edagari::search::{Algorithm, DepthLimit, PassSetup, TableSetup};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record, record_game};
use proptest::prelude::*;
use serde_json::Value;

use crate::oracles::cases;
use crate::oracles::random_games::setups;
use crate::oracles::random_trees::{orders, trees};
use crate::searches::used_in_practice::searches;
use crate::trace_files::{read_stream, stream_of};

/// A visit as the plain reader stores it.
#[derive(Default)]
struct Seen {
    mv: String,
    is_max: bool,
    children: Vec<usize>,
    window: Value,
    left: Option<(usize, Value)>,
    /// Frame, child and value of each update.
    updates: Vec<(usize, usize, Value)>,
    cut: Option<usize>,
    answered: Option<usize>,
}

/// All visits of a stream, and the visits of the root.
struct Reading {
    seen: Vec<Seen>,
    roots: Vec<usize>,
    fails_hard: bool,
}

fn reading(stream: &[u8]) -> Reading {
    let mut lines = std::str::from_utf8(stream)
        .expect("text")
        .lines()
        .map(|line| -> Value { serde_json::from_str(line).expect("JSON") });
    let header = lines.next().expect("a header");
    let mut reading = Reading { seen: Vec::new(), roots: Vec::new(), fails_hard: header["fail"] == "hard" };
    let mut open: Vec<usize> = Vec::new();
    let mut frame = 0;
    let mut last_child = 0;
    for line in lines {
        let event = line["event"].as_str().expect("an event");
        let seen = &mut reading.seen;
        match event {
            "enter" => {
                let number = seen.len();
                let mv = line["move"].as_str().unwrap_or_default().to_owned();
                let is_max = line["player"] == "max";
                seen.push(Seen { mv, is_max, window: line["window"].clone(), ..Seen::default() });
                match open.last() {
                    Some(&above) => seen[above].children.push(number),
                    None => reading.roots.push(number),
                }
                open.push(number);
            }
            "leave" => {
                let number = open.pop().expect("an open node");
                seen[number].left = Some((frame, line["score"].clone()));
                last_child = number;
            }
            "update" => {
                let above = &mut seen[*open.last().expect("an open node")];
                above.updates.push((frame, last_child, line["value"].clone()));
                if line["cut"] == true {
                    above.cut = Some(frame);
                }
            }
            "lookup" if line["result"] == "returned" => {
                seen[*open.last().expect("an open node")].answered = Some(frame);
            }
            _ => {}
        }
        frame += usize::from(["enter", "leave", "score", "update", "lookup", "store"].contains(&event));
    }
    reading
}

/// Expected result for a move: name of its end, frame, place, number of visits, and returned score.
type Expected = (&'static str, usize, Option<usize>, usize, Option<String>);

impl Reading {
    /// Last update that changed the value of a visit: its frame and child.
    fn best(&self, above: &Seen) -> Option<(usize, usize)> {
        let initial = match (self.fails_hard, above.is_max) {
            (true, true) => above.window[0].clone(),
            (true, false) => above.window[1].clone(),
            (false, true) => "-inf".into(),
            (false, false) => "inf".into(),
        };
        let before = std::iter::once(&initial).chain(above.updates.iter().map(|(_, _, value)| value));
        let changed = above.updates.iter().zip(before).filter(|((_, _, value), before)| value != *before);
        changed.last().map(|((frame, child, _), _)| (*frame, *child))
    }

    /// Number of visits, below a visit of the root, of the node that these moves lead to.
    fn visits_in_run(&self, root: usize, moves: &[String]) -> usize {
        let deeper = |visits: Vec<usize>, mv: &String| {
            let children = visits.iter().flat_map(|&visit| &self.seen[visit].children);
            children.copied().filter(|&child| self.seen[child].mv == *mv).collect()
        };
        moves.iter().fold(vec![root], deeper).len()
    }

    fn ply(&self, above: usize, mv: &str, is_over: bool) -> (Expected, Option<usize>) {
        let above = &self.seen[above];
        let mut moves: Vec<&str> = Vec::new();
        for &child in &above.children {
            if !moves.contains(&&*self.seen[child].mv) {
                moves.push(&self.seen[child].mv);
            }
        }
        let place = moves.iter().position(|other| *other == mv).map(|place| place + 1);
        let tried: Vec<usize> = above.children.iter().copied().filter(|&child| self.seen[child].mv == mv).collect();
        let end = above.left.as_ref().map(|(end, _)| *end);
        let Some(&last) = tried.last() else {
            let (name, frame) = match (above.answered, above.cut, end) {
                (Some(frame), ..) => ("table", frame),
                (None, Some(frame), _) => ("pruned", frame),
                (None, None, None) => ("not-begun", usize::MAX),
                (None, None, Some(end)) if is_over => ("leaf", end),
                (None, None, Some(end)) if above.children.is_empty() => ("depth-limit", end),
                (None, None, Some(end)) => ("left-out", end),
            };
            return ((name, frame, None, 0, None), None);
        };
        let update = |child: usize| above.updates.iter().find(|(_, of, _)| *of == child).map(|(frame, ..)| *frame);
        let (name, shown) = match self.best(above) {
            Some((frame, best)) if self.seen[best].mv == mv => ("best", frame),
            Some(_) => ("other-preferred", update(last).expect("it is taken in")),
            None => ("fail-low", update(last).expect("it is taken in")),
        };
        let returned = self.seen[last].left.as_ref().map(|(_, score)| score.to_string().replace('"', ""));
        ((name, shown, place, tried.len(), returned), Some(last))
    }
}

fn text_of(score: Score) -> String {
    match score {
        Score::INFINITY => "inf".to_owned(),
        Score::NEG_INFINITY => "-inf".to_owned(),
        score => score.finite().expect("a number").to_string(),
    }
}

/// A legal line of up to six moves.
fn some_line(trace: &Trace, choices: &[usize]) -> Vec<u32> {
    let mut line = Vec::new();
    for choice in choices {
        let Some(position) = trace.position(&line).filter(|position| position.move_count() > 0) else { break };
        line.push((choice % position.move_count()) as u32);
    }
    line
}

fn compare(trace: &Trace, choices: &[usize]) -> Result<(), TestCaseError> {
    let reading = reading(&stream_of(trace));
    let path = some_line(trace, choices);
    let line = Line::of(trace, &path);
    let fates: Vec<_> = line_fates(trace, &line).collect();
    prop_assert_eq!(fates.len(), reading.roots.len());
    for (fate, &root) in fates.iter().zip(&reading.roots) {
        let mut above = Some(root);
        let mut plies = Vec::new();
        for (ply, mv) in line.texts().iter().enumerate() {
            let Some(visit) = above else { break };
            let here = trace.position(&path[..ply]);
            let (expected, next) = reading.ply(visit, mv, here.as_ref().and_then(AnyPosition::score).is_some());
            plies.push(expected);
            above = next;
        }
        let found: Vec<Expected> = fate
            .plies
            .iter()
            .map(|ply| {
                let returned = ply.returned(trace).map(|(score, _)| text_of(score));
                (ply.end.name(), ply.frame, ply.place, ply.visits, returned)
            })
            .collect();
        prop_assert_eq!(&found, &plies, "{:?} of {:?}", line.texts(), &trace.setup);
        for (place, ply) in fate.plies.iter().enumerate() {
            let in_run = reading.visits_in_run(root, &line.texts()[..=place]);
            prop_assert_eq!(ply.visits + ply.visits_elsewhere, in_run, "{:?} of {:?}", line.texts(), &trace.setup);
        }
        prop_assert_eq!(fate.unreached, path.len() - plies.len());
        let is_best = plies.iter().all(|ply| ply.0 == "best") && fate.unreached == 0;
        prop_assert_eq!(fate.is_best(), is_best);
        for language in Language::ALL {
            let said = fate.sentence(trace, &line, language);
            prop_assert!(!said.is_empty() && !said.contains('{'), "{}", said);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn line_ends_in_random_trees_match_a_plain_reader(
        list in trees(),
        order in orders(),
        (algorithm, passes, depth) in searches(),
        choices in prop::collection::vec(any::<usize>(), 1..6),
    ) {
        let game = AnyGame::from(TextbookTree::from_nodes(&list).expect("a well-formed tree"));
        let limit = depth.map(|depth| DepthLimit { depth, evaluation: 0 });
        let setup = Setup { order, limit, passes, ..Setup::new(GameSetup::textbook(None), Process::Search(algorithm)) };
        let trace = record_game(game, &setup, DEFAULT_MEMORY_LIMIT, &Arc::<Progress>::default()).expect("recorded");
        compare(&trace, &choices)?;
    }

    #[test]
    fn line_ends_in_games_with_tables_match_a_plain_reader(
        setup in setups(),
        (algorithm, passes, depth) in searches(),
        choices in prop::collection::vec(any::<usize>(), 1..6),
    ) {
        let limit = depth.map(|depth| DepthLimit { depth, evaluation: 0 });
        let setup = Setup { process: Process::Search(algorithm), limit, passes, ..setup };
        compare(&record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("recorded"), &choices)?;
    }
}

#[test]
fn line_ends_in_imported_traces_have_the_recorded_reasons() {
    let stream = r#"{"edagari":1,"program":"other","scores":"max","fail":"soft"}
{"event":"pass","kind":"deepening","depth":1}
{"event":"enter","node":"r","player":"max","window":["-inf","inf"],"moves":["a","b","c"]}
{"event":"enter","node":"a","move":"a","player":"min","window":["-inf","inf"]}
{"event":"leave","node":"a","score":2}
{"event":"update","node":"r","child":"a","value":2,"window":[2,"inf"]}
{"event":"enter","node":"b","move":"b","player":"min","window":[2,"inf"],"moves":["x","y"]}
{"event":"leave","node":"b","score":5,"why":"futility"}
{"event":"update","node":"r","child":"b","value":5,"window":[5,"inf"]}
{"event":"skip","node":"r","children":["c"],"why":"late"}
{"event":"leave","node":"r","score":5}
{"event":"pass","kind":"deepening","depth":2}
{"event":"enter","node":"r","player":"max","window":["-inf","inf"],"moves":["b","a","c"]}
{"event":"enter","node":"b","move":"b","player":"min","window":["-inf","inf"],"moves":["x","y"]}
{"event":"update","node":"b","why":"stand-pat","value":4,"window":["-inf",4]}
{"event":"enter","node":"bx","move":"x","player":"max","window":["-inf",4]}
{"event":"leave","node":"bx","score":6}
{"event":"update","node":"b","child":"bx","value":4,"window":["-inf",4]}
{"event":"leave","node":"b","score":4}
{"event":"update","node":"r","child":"b","value":4,"window":[4,"inf"]}
{"event":"enter","node":"n","move":"a","kind":"singular","player":"min","window":[4,5]}
{"event":"leave","node":"n","score":4}
{"event":"enter","node":"c","move":"c","player":"min","window":[4,"inf"]}
"#;
    let trace = read_stream(stream.as_bytes());
    let ends = |text: &str| -> Vec<Vec<&'static str>> {
        let line = Line::parse(&trace, text).expect("a line");
        let fates: Vec<_> = line_fates(&trace, &line).collect();
        fates.iter().map(|fate| fate.plies.iter().map(|ply| ply.end.name()).collect()).collect()
    };
    assert_eq!(ends("a"), [["other-preferred"], ["only-asked"]]);
    assert_eq!(ends("b"), [["best"], ["best"]]);
    assert_eq!(ends("b x"), [["best", "settled"], ["best", "fail-low"]]);
    assert_eq!(ends("c"), [["skipped"], ["open"]]);
    assert_eq!(ends("c q r"), [vec!["skipped"], vec!["open", "not-begun"]]);
    let line = Line::parse(&trace, "c q r").expect("below a node that was not searched, moves are taken as they stand");
    let fates: Vec<_> = line_fates(&trace, &line).collect();
    assert_eq!((fates[0].unreached, fates[1].unreached), (2, 1));
    assert_eq!(fates[0].plies[0].end, PlyEnd::Skipped { why: Some("late".into()) });
    let said = |pass: usize| Language::ALL.map(|language| fates[pass].sentence(&trace, &line, language));
    assert_eq!(said(0)[0], "In pass 1 (deepening), the line ends at move 1 (c): skipped on a guess (late).");
    assert_eq!(said(1)[0], "In pass 2 (deepening), the line ends at move 1 (c): the run ends before it returns.");
    assert!(said(0).iter().chain(&said(1)).all(|said| !said.contains('{')), "{:?}", said(0));
    let error = Line::parse(&trace, "z").expect_err("no such move").to_string();
    assert!(error.contains("move 1 of") && error.contains("z is not a legal move here"), "{error}");
    let names: HashSet<&str> = ends("a").into_iter().flatten().collect();
    assert_eq!(names.len(), 2);
}

#[test]
fn a_line_of_a_plain_search_is_followed_to_its_cut() {
    let setup = Setup {
        passes: PassSetup::default(),
        ..Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta))
    };
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("recorded");
    let line = Line::parse(&trace, "B F").expect("a line of the example");
    let [fate] = &line_fates(&trace, &line).collect::<Vec<_>>()[..] else { panic!("one run") };
    assert_eq!((fate.end(), fate.pass, fate.unreached), (Some(0), None, 0));
    assert!(matches!(fate.plies[0].end, PlyEnd::Other { score, .. } if score == Score::new(3)), "{fate:?}");
    assert!(matches!(fate.plies[1].end, PlyEnd::Pruned { by: Some(_) }), "{fate:?}");
    assert!(Line::parse(&trace, "B X").is_err());
}

#[test]
fn ply_text_has_depth_and_source_of_the_score() {
    let stream = r#"{"edagari":1,"program":"other","scores":"max","fail":"soft"}
{"event":"enter","node":"r","player":"max","window":["-inf","inf"],"moves":["a","b","c"],"depth":5}
{"event":"enter","node":"a","move":"a","player":"min","window":["-inf","inf"],"depth":4}
{"event":"leave","node":"a","score":5}
{"event":"enter","node":"b","move":"b","player":"min","window":[5,6],"depth":2,"reduced":2}
{"event":"leave","node":"b","score":3}
{"event":"enter","node":"c","move":"c","player":"min","window":[5,6],"depth":4}
{"event":"leave","node":"c","score":4,"why":"table"}
{"event":"leave","node":"r","score":5}
"#;
    let trace = read_stream(stream.as_bytes());
    let said = |text: &str| {
        let line = Line::parse(&trace, text).expect("a line");
        let fate = line_fates(&trace, &line).next().expect("one run");
        let ply = fate.plies.last().expect("a move");
        Language::ALL.map(|language| (ply.text(&trace, language), ply.depth_text(&trace, language)))
    };
    let [(text, depth), (japanese, _)] = said("b");
    assert_eq!(text, "a is better (5); reduced by 2");
    assert_eq!(depth.as_deref(), Some("depth 2"));
    assert!(!japanese.contains('{'), "{japanese}");
    let [(text, _), (japanese, _)] = said("c");
    assert_eq!(text, "a is better (5); answered by the table");
    assert!(!japanese.contains('{'), "{japanese}");
    assert_eq!(said("a")[0].0, "the best move here");
}

#[test]
fn an_answer_of_the_table_leads_to_the_pass_that_wrote_it() {
    let setup = Setup {
        table: Some(TableSetup::default()),
        ..Setup::new(GameSetup::textbook(Some("plaat".as_ref())), Process::Search(Algorithm::SssStar))
    };
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("recorded");
    let line = Line::parse(&trace, "a").expect("a move of the tree");
    let fates: Vec<LineFate> = line_fates(&trace, &line).collect();
    assert_eq!(fates.len(), 4);
    let said: Vec<String> = fates.iter().map(|fate| fate.plies[0].text(&trace, Language::English)).collect();
    assert_eq!(
        with_plain_spaces(&said[2]),
        "b is better (35); answered by the table (≤ 12; written by a in pass 2 (null window) at frame 88)"
    );
    // The first three passes fail low, so the best move there is known only by its bound.
    let best: Vec<bool> = fates.iter().map(|fate| fate.failed(&trace)).collect();
    assert_eq!(best, [true, true, true, false]);
}

#[test]
fn depth_left_is_known_with_a_limit_and_empty_line_has_its_own_sentence() {
    let setup = Setup {
        limit: Some(DepthLimit { depth: 4, evaluation: 0 }),
        ..Setup::new(GameSetup::from(TicTacToe::default()), Process::Search(Algorithm::AlphaBeta))
    };
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("recorded");
    let line = Line::parse(&trace, "a1 b1").expect("a line");
    let fate = line_fates(&trace, &line).next().expect("one run");
    assert_eq!(fate.plies.iter().map(|ply| ply.depth_left(&trace)).collect::<Vec<_>>(), [Some(3), Some(2)]);
    let nothing = Line::parse(&trace, "").expect("no moves");
    let fate = line_fates(&trace, &nothing).next().expect("one run");
    assert_eq!(
        fate.sentence(&trace, &nothing, Language::English),
        "The line has no moves: it is the start of the run."
    );
}
