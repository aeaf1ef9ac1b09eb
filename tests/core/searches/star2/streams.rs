//! Files and streams with probes: round trips, prefixes, faults of other programs, and right streams that leave facts out.

use std::collections::HashMap;

use edagari::analysis::{Finding, Verdict, check, explain};
use edagari::game::{GameSetup, Race, TicTacToe};
use edagari::language::Language;
use edagari::score::Bounds;
use edagari::search::{Expectation, RandomSide};
use edagari::trace::file::{read_native, read_trace, write_native, write_stream};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Progress, Trace, VisitId};
use proptest::prelude::*;

use super::plain::{Plain, Use};
use super::{of_tree, prove, recorded, visits};
use crate::oracles::random_trees::chance_trees;

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn files_keep_probes(tree in chance_trees()) {
        let trace = of_tree(&tree, Expectation::Star2);
        let (mut native, mut stream) = (Vec::new(), Vec::new());
        write_native(&trace, &mut native, &Progress::default()).expect("memory takes everything");
        write_stream(&trace, &mut stream, &Progress::default()).expect("memory takes everything");
        let opened = read_native(native.as_slice(), DEFAULT_MEMORY_LIMIT).expect("a native file");
        let read = read_trace(stream.as_slice(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a stream");
        for other in [&opened, &read] {
            prop_assert_eq!(other.frame_count(), trace.frame_count());
            for frame in 0..trace.frame_count() {
                prop_assert_eq!(trace.step(frame), other.step(frame), "frame {}", frame);
                prop_assert_eq!(trace.value_at_update(frame), other.value_at_update(frame), "frame {}", frame);
                let [one, same] = [&trace, other].map(|trace| explain(trace, frame, Language::English));
                prop_assert_eq!(one, same);
            }
            prop_assert_eq!((trace.tally(), trace.cuts()), (other.tally(), other.cuts()));
            prove(other, "a file");
        }
    }

    #[test]
    fn every_prefix_of_a_right_stream_with_probes_is_not_wrong(tree in chance_trees(), share in 0_usize..100) {
        let lines = lines_of(&of_tree(&tree, Expectation::Star2));
        let kept = 1 + (lines.len() - 1) * share / 100;
        let begun = read(&lines[..kept]);
        let report = check(&begun, false, &Progress::default());
        prop_assert!(report.is_right(), "{:?} {}", report.findings.first(), lines[..kept].join("\n"));
        prop_assert!(report.verdict() != Verdict::Proved || kept == lines.len());
    }

    #[test]
    fn right_stream_without_windows_or_bounds_is_not_wrong(tree in chance_trees(), drops_windows: bool) {
        let lines = lines_of(&of_tree(&tree, Expectation::Star2));
        let dropped: &[&str] = if drops_windows { &["bound", "window"] } else { &["bound"] };
        let mut lines: Vec<String> = lines.iter().map(|line| without(line, dropped)).collect();
        lines[0] = lines[0].replace("\"edagari\":1,", "").replace('{', "{\"edagari\":1,").replace("\"program\":\"edagari\"", "\"program\":\"x\"");
        let report = check(&read(&lines), false, &Progress::default());
        prop_assert!(report.is_right(), "{:?}", report.findings.first());
    }
}

fn lines_of(trace: &Trace) -> Vec<String> {
    let mut stream = Vec::new();
    write_stream(trace, &mut stream, &Progress::default()).expect("memory takes everything");
    String::from_utf8(stream).expect("text").lines().map(str::to_owned).collect()
}

fn read(lines: &[String]) -> Trace {
    let text = lines.join("\n") + "\n";
    read_trace(text.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a stream")
}

/// A line without these fields.
fn without(line: &str, fields: &[&str]) -> String {
    let mut object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).expect("an object");
    object.retain(|key, _| !fields.contains(&key.as_str()));
    serde_json::to_string(&object).expect("text")
}

/// The first finding in a stream: its frame, and the name of its fault.
fn first(lines: &[String]) -> Option<(usize, &'static str)> {
    let report = check(&read(lines), false, &Progress::default());
    report.findings.first().map(|Finding { frame, fault, .. }| (*frame, fault.name()))
}

/// The end of the first probe that is a bound, as the index of its line; and its frame.
fn end_of_probe(trace: &Trace, lines: &[String]) -> (usize, usize) {
    let is_bound = |visit: &VisitId| trace.is_probe(*visit) && trace.chance().probe_bounds(*visit) != Bounds::UNKNOWN;
    let probe = visits(trace).find(is_bound).expect("a probe");
    let frame = trace.span(probe).1.expect("an end");
    let id = format!("\"leave\",\"node\":{},", trace.node_of(probe).0);
    (lines.iter().position(|line| line.contains(&id)).expect("its line"), frame)
}

#[test]
fn wrong_kind_of_a_probe_is_a_fault() {
    let trace = recorded(Race { turns: 1 }, None);
    let lines = lines_of(&trace);
    assert_eq!(first(&lines), None);
    let (line, frame) = end_of_probe(&trace, &lines);
    assert!(lines[line].contains("\"bound\":\"upper\""), "{}", lines[line]);
    for kind in ["exact", "lower"] {
        let mut wrong = lines.clone();
        wrong[line] = lines[line].replace("\"upper\"", &format!("\"{kind}\""));
        assert_eq!(first(&wrong), Some((frame, "wrong-bound")), "{kind}");
    }
}

#[test]
fn probe_without_a_search_of_its_node_is_a_fault() {
    // The program takes the probe of the first child for its score, and does not search it again.
    let trace = recorded(Race { turns: 1 }, None);
    let lines = lines_of(&trace);
    let probe = visits(&trace).find(|&visit| trace.is_probe(visit)).expect("a probe");
    let again = trace.layers(trace.node_of(probe)).nth(1).expect("its search");
    let id = trace.node_of(probe).0;
    let enter = format!("\"enter\",\"node\":{id},");
    let begin = lines.iter().rposition(|line| line.contains(&enter)).expect("its line");
    let update =
        lines.iter().rposition(|line| line.contains("\"update\"") && line.contains(&format!("\"child\":{id},")));
    let mut wrong = lines.clone();
    wrong.drain(begin..=update.expect("its update"));
    let fault = first(&wrong).map(|(_, fault)| fault);
    assert!(["wrong-value", "illegal-score", "skipped-children"].contains(&fault.expect("a fault")), "{fault:?}");
    assert!(trace.chance().probe_before(again) == Some(probe));
}

#[test]
fn wrong_window_of_a_probe_or_after_it_is_a_fault() {
    let trace = recorded(Race { turns: 2 }, None);
    let lines = lines_of(&trace);
    let is_of = |visit: VisitId, probe: bool| {
        let parent = trace.parent_visit(visit).filter(|&parent| trace.is_chance(parent));
        parent.is_some() && trace.is_probe(visit) == probe && (probe || trace.chance().probe_before(visit).is_some())
    };
    for probe in [true, false] {
        // A window inside the range. A wider one can be that of a program that uses no bounds, but for the first probe of a node.
        let range = trace.known_range().expect("a range");
        let inside = |visit: &VisitId| {
            let window = trace.given_window(*visit);
            is_of(*visit, probe) && window.alpha > range.lower && window.beta == range.upper
        };
        let visit = visits(&trace).find(inside).expect("a visit");
        let mut enters = lines.iter().enumerate().filter(|(_, line)| line.contains("\"enter\""));
        let (line, text) = enters.nth(visit.0 as usize).expect("its line");
        let mut object: serde_json::Value = serde_json::from_str(text).expect("an object");
        let alpha = object["window"][0].as_f64().expect("a number");
        for by in if probe { &[32.0, -18.0][..] } else { &[32.0][..] } {
            object["window"][0] = ((alpha * 81.0 + by).round() / 81.0).into();
            let mut wrong = lines.clone();
            wrong[line] = object.to_string();
            let found = first(&wrong);
            assert_eq!(found, Some((trace.span(visit).0, "given-window")), "{probe} {by}");
        }
    }
}

/// The stream of the plain program as another program, with this use of its probes; and the number of its nodes.
fn of_program(game: &GameSetup, rules: &str, random: Option<RandomSide>, after: &str, uses: Use) -> Vec<String> {
    let opened = game.open().expect("a game");
    let start = opened.position(&opened.parse_moves(&[], after).expect("moves")).expect("a position");
    let parts = if random.is_some() { 945 * 384 } else { 81 };
    let mut plain = Plain { uses, parts, ..Plain::of(random, [-1, 1]) };
    plain.search(&start, "", [None, None]);
    let mut header = serde_json::json!({
        "edagari": 1, "program": "x", "game": game.name(), "search": "star2", "scores": "max", "unit": format!("1/{parts}"),
        "after": after, "leaf": "game over", "fail": "soft", "table": "none",
    });
    if let Some(random) = random {
        header["random"] = random.name().into();
    } else {
        header["rules"] = serde_json::from_str(rules).expect("an object");
    }
    let mut lines = vec![header.to_string()];
    lines.append(&mut plain.events);
    lines.push(r#"{"event": "finish", "ending": "complete"}"#.to_owned());
    lines
}

#[test]
fn other_programs_are_proved_or_their_use_of_probes_is_a_fault() {
    let race = |turns| (GameSetup::from(Race { turns }), format!("{{\"turns\": {turns}}}"), None, "");
    let tic_tac_toe = |side, after| (GameSetup::from(TicTacToe::default()), String::new(), Some(side), after);
    let games = [
        race(1),
        race(2),
        tic_tac_toe(RandomSide::Max, "b2 a1 c1"),
        tic_tac_toe(RandomSide::Max, "a1 b2 c3"),
        tic_tac_toe(RandomSide::Min, "b2 a1"),
        tic_tac_toe(RandomSide::Min, "a1 b1"),
    ];
    let mut found = HashMap::new();
    for (game, rules, random, after) in games {
        // With some windows, a bound of the other side is only a bound that is not used.
        let right = [Use::Bound, Use::Nothing].map(|uses| of_program(&game, &rules, random, after, uses));
        for uses in [Use::Bound, Use::Nothing, Use::Exact, Use::OtherSide] {
            let lines = of_program(&game, &rules, random, after, uses);
            let report = check(&read(&lines), false, &Progress::default());
            let what = format!("{game:?} {random:?} {after} {uses:?}: {:?}", report.findings.first());
            match uses {
                Use::Bound => assert_eq!(report.verdict(), Verdict::Proved, "{what} {:?}", report.unjudged),
                Use::Nothing => assert!(report.is_right(), "{what}"),
                Use::Exact | Use::OtherSide if right.contains(&lines) => {}
                Use::Exact | Use::OtherSide => {
                    assert!(!report.is_right(), "{what}");
                    *found.entry(format!("{uses:?}")).or_insert(0) += 1;
                }
            }
        }
    }
    assert!(["Exact", "OtherSide"].iter().all(|uses| found.get(*uses).is_some_and(|&count| count > 1)), "{found:?}");
}
