//! Small streams of programs with faults that authors report, and right ones: each with the verdict that it must get.

use std::num::NonZero;
use std::path::Path;

use edagari::analysis::{Assumption, CheckReport, Verdict, check};
use edagari::game::TicTacToe;
use edagari::language::Language;
use edagari::score::Window;
use edagari::search::{Algorithm, DepthLimit, PassSetup};
use edagari::trace::file::{open_trace, read_trace, write_native, write_ron, write_stream};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Header, Process, Progress, Setup, Trace, record};

use super::silent::{read, told};
use super::stream_verdicts::STREAMS;

pub fn stream(name: &str) -> Trace {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/streams").join(name);
    open_trace(&path, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a stream")
}

pub fn checked(trace: &Trace) -> CheckReport {
    check(trace, false, &Progress::default())
}

fn first_of(report: &CheckReport) -> Vec<(usize, &'static str)> {
    report.findings.iter().take(1).map(|finding| (finding.frame, finding.fault.name())).collect()
}

/// Names of the findings in a stream in which texts are replaced.
fn names_with(name: &str, replaced: &[(&str, &str)]) -> Vec<&'static str> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/streams").join(name);
    let mut text = std::fs::read_to_string(path).expect("a stream");
    for (old, new) in replaced {
        assert!(text.contains(old), "{name} has {old}");
        text = text.replace(old, new);
    }
    checked(&read(&text)).findings.iter().map(|finding| finding.fault.name()).collect()
}

#[test]
fn each_stream_gets_its_verdict() {
    for &(name, expected) in STREAMS {
        let report = checked(&stream(name));
        assert_eq!(first_of(&report), expected, "{name}");
        assert_eq!(report.verdict() == Verdict::Wrong, !expected.is_empty(), "{name}");
    }
}

#[test]
fn entry_may_be_overwritten_by_one_that_can_differ() {
    let names = |replaced: &[(&str, &str)]| names_with("small-contradicts-exact.jsonl", replaced);
    let later = r#""node":7,"move":"r","player":"min","window":[5,"inf"],"depth":1,"key":"same","moves":["u","v"]"#;
    // Another depth, another position, and a search that guesses below.
    let deeper = (r#""bounds":[6,6],"depth":1"#, r#""bounds":[6,6],"depth":2"#);
    assert_eq!(names(&[deeper]), [""; 0]);
    assert_eq!(names(&[(later, &later.replace("same", "new"))]), [""; 0]);
    let reduced = later.replace(r#""depth":1"#, r#""depth":1,"reduced":1"#);
    assert_eq!(names(&[(later, &reduced)]), [""; 0]);
    // A bound that leaves room for the value, and one that does not.
    let bounds = |bounds: &str| names(&[(r#""bounds":[6,6],"depth":1"#, &format!(r#""bounds":{bounds},"depth":1"#))]);
    assert_eq!(bounds(r#"["-inf",6]"#).iter().filter(|name| **name == "contradicts-exact").count(), 0);
    assert_eq!(bounds(r#"["-inf",4]"#).first(), Some(&"wrong-store"));
}

#[test]
fn stopped_nodes_have_no_score() {
    let trace = stream("small-stopped.jsonl");
    assert_eq!(trace.value(), None);
    // No score is drawn in the box of the stopped leaf.
    let tree = trace.recorded_tree().expect("a tree of another program");
    let stopped = trace.step(13).expect("a frame").node;
    assert_eq!(tree.nodes()[stopped.0 as usize].score, None);
    assert_eq!(trace.step(13).map(|step| step.score), Some(None), "{:?}", trace.step(13));
    assert_eq!(checked(&trace).verdict(), Verdict::NothingFound);
    let stated = [(r#""node":5,"why":"stopped""#, r#""node":5,"score":0,"why":"stopped""#)];
    assert_eq!(names_with("small-stopped.jsonl", &stated), [""; 0]);
    let taken = [stated[0], (r#""node":3,"why":"stopped""#, r#""node":3,"score":0,"why":"stopped""#)];
    assert_eq!(names_with("small-stopped.jsonl", &taken), [""; 0]);
}

#[test]
fn best_moves_in_another_notation_are_not_judged() {
    let other = [(r#""window":[2,"inf"]}"#, r#""window":[2,"inf"],"name":"Rook"}"#)];
    assert_eq!(names_with("small-best-is-no-move.jsonl", &other), [""; 0]);
    assert_eq!(names_with("small-best-is-no-move.jsonl", &[(r#""best":"q""#, r#""best":"none""#)]), [""; 0]);
}

#[test]
fn stopped_search_is_one_finding() {
    assert_eq!(checked(&stream("stopped_search_scores-bad.jsonl.zst")).finding_count, 1);
}

/// Runs of Edagari, as streams.
fn own_runs() -> Vec<String> {
    let of = |algorithm: Algorithm, passes: PassSetup| {
        let mut setup = Setup::new(TicTacToe::default().into(), Process::Search(algorithm));
        (setup.limit, setup.passes) = (Some(DepthLimit { depth: 2, evaluation: 0 }), passes);
        let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
        let mut stream = Vec::new();
        write_stream(&trace, &mut stream, &Progress::default()).expect("a stream");
        String::from_utf8(stream).expect("a text")
    };
    let deepening = PassSetup { deepening: NonZero::new(1), ..PassSetup::default() };
    vec![
        of(Algorithm::AlphaBeta, PassSetup::default()),
        of(Algorithm::AlphaBeta, deepening),
        of(Algorithm::MtdF, deepening),
        of(Algorithm::MtdF, PassSetup { window: Window::new(5, 6), ..deepening }),
    ]
}

#[test]
fn beginnings_of_right_streams_are_not_wrong() {
    for (name, _) in STREAMS.iter().filter(|(_, expected)| expected.is_empty()) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/streams").join(name);
        let file = std::fs::read(&path).expect("a stream");
        let is_packed = path.extension().is_some_and(|extension| extension == "zst");
        let bytes = if is_packed { zstd::decode_all(file.as_slice()).expect("a stream") } else { file };
        let text = String::from_utf8(bytes).expect("UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        // Of a long stream, a part of the beginnings, so that the test stays short.
        for kept in (1..lines.len()).step_by(lines.len().div_ceil(150)) {
            let report = checked(&read(&lines[..kept].join("\n")));
            assert_ne!(report.verdict(), Verdict::Wrong, "{kept} lines of {name}: {:?}", report.findings.first());
        }
    }
}

#[test]
fn beginnings_of_right_runs_are_neither_wrong_nor_proved() {
    for run in own_runs() {
        assert_eq!(checked(&read(&run)).verdict(), Verdict::Proved, "{run}");
        let lines: Vec<&str> = run.lines().collect();
        for kept in 1..lines.len() {
            let report = checked(&read(&lines[..kept].join("\n")));
            assert_eq!(report.verdict(), Verdict::NothingFound, "{kept} lines: {:?}", report.findings.first());
        }
    }
}

/// Names of the findings in the stream with these lines.
fn names_in(lines: &[&str]) -> Vec<&'static str> {
    checked(&read(&lines.join("\n"))).findings.iter().map(|finding| finding.fault.name()).collect()
}

#[test]
fn moves_can_be_listed_in_parts() {
    let begin = [
        r#"{"edagari": 1, "search": "alpha-beta-soft", "scores": "max", "fail": "soft", "cut": ">="}"#,
        r#"{"event": "enter", "node": 1, "window": ["-inf", "inf"], "moves": ["a"]}"#,
        r#"{"event": "enter", "node": 2, "move": "a", "window": ["-inf", "inf"]}"#,
        r#"{"event": "leave", "node": 2, "score": 3}"#,
        r#"{"event": "moves", "node": 1, "moves": ["b"]}"#,
    ];
    let second = [
        r#"{"event": "enter", "node": 3, "move": "b", "window": [3, "inf"]}"#,
        r#"{"event": "leave", "node": 3, "score": 2}"#,
    ];
    let end = [r#"{"event": "leave", "node": 1, "score": 3}"#, r#"{"event": "finish", "ending": "complete"}"#];
    assert_eq!(names_in(&[&begin[..], &second, &end].concat()), [""; 0]);
    assert_eq!(names_in(&[&begin[..4], &second, &end].concat()), ["not-listed"]);
    assert!(!names_in(&[&begin[..], &end].concat()).is_empty());
}

#[test]
fn null_move_that_drops_into_quiescence_is_speculative() {
    let lines = [
        r#"{"edagari": 1, "search": "alpha-beta-soft", "scores": "max", "fail": "soft", "cut": ">="}"#,
        r#"{"event": "enter", "node": 1, "window": ["-inf", "inf"]}"#,
        r#"{"event": "enter", "node": 2, "move": "a", "window": ["-inf", "inf"]}"#,
        r#"{"event": "leave", "node": 2, "score": 3}"#,
        r#"{"event": "enter", "node": 3, "move": "null", "window": [3, 4], "kind": ["null-move", "quiescence"]}"#,
        r#"{"event": "leave", "node": 3, "score": 9}"#,
        r#"{"event": "leave", "node": 1, "score": 3}"#,
    ];
    assert_eq!(names_in(&lines), [""; 0]);
}

#[test]
fn windows_narrowed_to_the_nearest_mates_need_no_event() {
    let names = |mates: &str, child: &str| {
        let header = format!(
            r#"{{"edagari": 1, "search": "alpha-beta-soft", "scores": "mover", "fail": "soft", "table": "none"{mates}}}"#
        );
        let lines = [
            header,
            r#"{"event": "enter", "node": 1, "window": ["-inf", "inf"]}"#.to_owned(),
            format!(r#"{{"event": "enter", "node": 2, "move": "a", "window": {child}}}"#),
            r#"{"event": "leave", "node": 2, "score": 3}"#.to_owned(),
            format!(r#"{{"event": "enter", "node": 3, "move": "b", "window": {}}}"#, child.replace(" 1000", " 3")),
            r#"{"event": "leave", "node": 3, "score": 4}"#.to_owned(),
            r#"{"event": "leave", "node": 1, "score": -3}"#.to_owned(),
            r#"{"event": "finish", "ending": "complete"}"#.to_owned(),
        ];
        names_in(&lines.each_ref().map(String::as_str))
    };
    let declared = r#", "mates": {"from": 1000, "by": "ply"}"#;
    // A win with the next move is 999, though many programs do not exclude 1000.
    for (mates, child) in
        [declared, ""].into_iter().flat_map(|mates| [(mates, "[-999, 1000]"), (mates, "[-1000, 1000]")])
    {
        assert_eq!(names(mates, child), [""; 0], "{mates} {child}");
    }
    assert_eq!(names(declared, "[-998, 1000]").first(), Some(&"given-window"));
    assert_eq!(names(declared, "[-999, 999]").first(), Some(&"given-window"));
    assert_eq!(names("", "[-3, 1000]").first(), Some(&"given-window"));
}

#[test]
fn chance_node_that_is_left_early_can_have_more_children() {
    let names = |moves: &str, score: &str| {
        let lines = [
            r#"{"edagari": 1, "search": "star1", "range": [-10, 10], "scores": "max"}"#.to_owned(),
            r#"{"event": "enter", "node": 1, "player": "max", "window": [-10, 10]}"#.to_owned(),
            r#"{"event": "enter", "node": 2, "move": "a", "player": "max", "window": [-10, 10]}"#.to_owned(),
            r#"{"event": "leave", "node": 2, "score": 7}"#.to_owned(),
            format!(
                r#"{{"event": "enter", "node": 3, "move": "b", "player": "max", "kind": "chance", "window": [7, 10]{moves}}}"#
            ),
            r#"{"event": "enter", "node": 4, "move": "x", "player": "max", "window": [4, 10]}"#.to_owned(),
            format!(r#"{{"event": "leave", "node": 4, "score": {score}}}"#),
            format!(r#"{{"event": "leave", "node": 3, "score": {}}}"#, if score == "3" { "7" } else { score }),
            format!(r#"{{"event": "leave", "node": 1, "score": {}}}"#, if score == "3" { "7" } else { score }),
        ];
        names_in(&lines.each_ref().map(String::as_str))
    };
    assert_eq!(names("", "3"), [""; 0]);
    assert_eq!(names(r#", "moves": ["x", "y"]"#, "3"), [""; 0]);
    // One child alone has the window of its parent.
    assert_eq!(names("", "8").first(), Some(&"given-window"));
}

#[test]
fn bound_at_the_end_of_the_range_is_stored_as_exact() {
    let stream = |score: &str| {
        let lines = [
            r#"{"edagari": 1, "game": "tic-tac-toe", "after": "a1 a2 b1 b2", "search": "alpha-beta-soft", "scores": "max", "fail": "soft", "cut": ">=", "table": {"key": "Position"}}"#.to_owned(),
            r#"{"event": "enter", "node": 1, "window": [0, 1]}"#.to_owned(),
            r#"{"event": "enter", "node": 2, "move": "c1", "window": [0, 1]}"#.to_owned(),
            r#"{"event": "leave", "node": 2, "score": 1}"#.to_owned(),
            format!(r#"{{"event": "store", "node": 1, "bounds": {score}}}"#),
            r#"{"event": "leave", "node": 1, "score": 1}"#.to_owned(),
        ];
        names_in(&lines.each_ref().map(String::as_str))
    };
    assert_eq!(stream("[1, 1]"), [""; 0]);
    assert_eq!(stream("[1, \"inf\"]"), [""; 0]);
    assert_eq!(stream("[\"-inf\", 1]").first(), Some(&"wrong-store"));
    assert_eq!(stream("[2, 2]").first(), Some(&"wrong-store"));
}

#[test]
fn beginnings_of_runs_of_other_programs_are_not_wrong() {
    for told in told().iter().step_by(23) {
        let lines: Vec<&str> = told.stream.lines().collect();
        for eighth in 1..8 {
            let kept = (lines.len() * eighth / 8).max(1);
            let report = checked(&read(&lines[..kept].join("\n")));
            let first = report.findings.first();
            assert!(report.is_right(), "{} {:?}, {kept} of {} lines: {first:?}", told.name, told.degree, lines.len());
        }
    }
}

#[test]
fn unturned_window_is_named() {
    for name in ["window_not_turned-bad.jsonl.zst", "inner_deepening_turned-bad.jsonl.zst"] {
        let trace = stream(name);
        let sentence = checked(&trace).findings[0].sentence(&trace, Language::English);
        assert!(sentence.contains("without negation"), "{sentence}");
    }
    // The fault is at a min node, where the program's numbers have the opposite signs of the picture's.
    let trace = stream("window_not_turned-bad.jsonl.zst");
    let finding = &checked(&trace).findings[0];
    let visit = trace.step(finding.frame).expect("a frame").visit;
    assert!(trace.is_written_negated(visit));
    let sentence = finding.sentence(&trace, Language::English);
    assert!(sentence.contains("as the program wrote them; elsewhere they are seen from"), "{sentence}");
}

#[test]
fn mates_in_the_table_are_adjusted_once() {
    let name = "small-mate-in-table.jsonl";
    let declared = ("\"order\": \"any\"", "\"order\": \"any\", \"mates\": {\"from\": 1000, \"by\": \"ply\"}");
    assert_eq!(names_with(name, &[declared]), [""; 0]);
    let read = |score: &str| {
        let bounds = format!("\"bounds\": [{score}, {score}], \"entry\": 7, \"result\"");
        let left = format!("\"node\": 6, \"score\": {score}");
        let replaced = [
            declared,
            ("\"bounds\": [996, 996], \"entry\": 7, \"result\"", bounds.as_str()),
            ("\"node\": 6, \"score\": 996", left.as_str()),
        ];
        names_with(name, &replaced).first().copied()
    };
    assert_eq!(read("998"), Some("mate-not-adjusted"));
    assert_eq!(read("994"), Some("mate-adjusted-twice"));
    assert_eq!(read("990"), Some("not-as-stored"));
    // The entry itself, in which the mate is counted from the node.
    let stored = ("\"bounds\": [998, 998], \"entry\": 7", "\"bounds\": [999, 999], \"entry\": 7");
    let found = ("\"bounds\": [996, 996], \"entry\": 7", "\"bounds\": [999, 999], \"entry\": 7");
    assert_eq!(names_with(name, &[declared, stored, found]), [""; 0]);
    // A single mate does not show that scores change with the distance.
    let unchanged = [
        ("\"bounds\": [996, 996]", "\"bounds\": [998, 998]"),
        ("\"node\": 6, \"score\": 996", "\"node\": 6, \"score\": 998"),
        ("\"node\": 5, \"score\": -996", "\"node\": 5, \"score\": -998"),
        ("\"node\": 4, \"score\": 996", "\"node\": 4, \"score\": 998"),
        ("\"node\": 1, \"score\": -996", "\"node\": 1, \"score\": -998"),
    ];
    assert_eq!(names_with(name, &unchanged), [""; 0]);
}

#[test]
fn declared_mates_are_saved_in_every_format() {
    let declared = "\"order\": \"any\", \"mates\": {\"from\": 1000, \"by\": \"ply\"}";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/streams/small-mate-in-table.jsonl");
    let text = std::fs::read_to_string(path).expect("a stream").replace("\"order\": \"any\"", declared);
    let (trace, progress) = (read(&text), Progress::default());
    let (mut stream, mut native, mut ron) = (Vec::new(), Vec::new(), Vec::new());
    write_stream(&trace, &mut stream, &progress).expect("a stream");
    write_native(&trace, &mut native, &progress).expect("a native trace");
    write_ron(&trace, &mut ron, &progress).expect("a RON file");
    for file in [stream, native, ron] {
        let saved = read_trace(file.as_slice(), DEFAULT_MEMORY_LIMIT, &progress).expect("a trace");
        assert_eq!(Header::of(&saved).mates, Header::of(&trace).mates);
        let report = checked(&saved);
        assert!(report.is_right() && !report.assumptions.contains(&Assumption::Mates));
    }
    let undeclared = self::stream("small-mate-in-table.jsonl");
    assert!(checked(&undeclared).assumptions.contains(&Assumption::Mates));
}

#[test]
fn entries_of_the_other_player_are_shown_as_written() {
    let name = "small-mover-table.jsonl";
    let other = [("\"bounds\": [3, 3], \"entry\": 1, \"result\"", "\"bounds\": [4, 4], \"entry\": 1, \"result\"")];
    assert_eq!(names_with(name, &other)[0], "not-as-stored");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/streams").join(name);
    let text = std::fs::read_to_string(path).expect("a stream").replace(other[0].0, other[0].1);
    let trace = read(&text);
    let sentence = checked(&trace).findings[0].sentence(&trace, Language::English).replace('\u{a0}', " ");
    assert!(sentence.contains("[4, 4]") && sentence.contains("[3, 3]"), "{sentence}");
}

#[test]
fn scores_that_move_toward_0_are_recognized() {
    let declared = r#", "decay": {"by": 1}"#;
    assert_eq!(names_with("small-scores-decay.jsonl", &[(declared, "")]), [""; 0]);
    // A score that is two nearer to 0.
    let other = [(declared, ""), (r#""node": 2, "score": 30"#, r#""node": 2, "score": 29"#)];
    assert!(!names_with("small-scores-decay.jsonl", &other).is_empty());
}

#[test]
fn best_move_with_only_a_bound_is_found_without_lists_of_moves() {
    let name = "small-best-is-a-bound.jsonl";
    let untold = [
        (", \"moves\": [\"a\", \"b\"]", ""),
        (", \"moves\": [\"c\", \"e\"]", ""),
        ("{\"event\": \"prune\", \"node\": 3, \"children\": [\"e\"]}\n", ""),
    ];
    assert_eq!(names_with(name, &untold), ["best-is-bound"]);
    assert_eq!(names_with(name, &[("\"best\": \"b\"", "\"best\": \"a\"")]), [""; 0]);
    // A leaf with the same score is as good.
    let leaf = [
        ("\"player\": \"min\", \"moves\": [\"c\", \"e\"]}", "\"player\": \"min\"}"),
        ("{\"event\": \"enter\", \"node\": 4, \"move\": \"c\", \"window\": [3, \"inf\"], \"player\": \"min\"}\n", ""),
        ("{\"event\": \"leave\", \"node\": 4, \"score\": 3}\n", ""),
        ("{\"event\": \"prune\", \"node\": 3, \"children\": [\"e\"]}\n", ""),
    ];
    assert_eq!(names_with(name, &leaf), [""; 0]);
}

#[test]
fn fail_hard_clips_answers_and_may_clip_leaves() {
    let name = "small-hard-table.jsonl";
    let unclipped = ("\"node\": 2, \"score\": 9", "\"node\": 2, \"score\": 12");
    assert_eq!(names_with(name, &[unclipped]), ["unclipped-return"]);
    let soft = ("\"fail\": \"hard\"", "\"fail\": \"soft\"");
    assert_eq!(names_with(name, &[soft]).first(), Some(&"unjustified-return"));
    let leaf = ("\"node\": 2, \"score\": 1", "\"node\": 2, \"score\": 0");
    assert_eq!(names_with("small-hard-leaf.jsonl", &[leaf]), [""; 0]);
    let other = ("\"node\": 2, \"score\": 1", "\"node\": 2, \"score\": 2");
    assert_eq!(names_with("small-hard-leaf.jsonl", &[other]), ["wrong-leaf"]);
}
