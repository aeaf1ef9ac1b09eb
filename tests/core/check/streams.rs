//! Small streams of programs with faults that authors report, and right ones: each with the verdict that it must get.

use std::path::Path;

use edagari::analysis::{CheckReport, Verdict, check};
use edagari::language::Language;
use edagari::trace::file::open_trace;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Progress, Trace};

use super::silent::read;

const RIGHT: &[(usize, &str)] = &[];

/// Streams, with the frame and the name of the first finding, if any.
#[rustfmt::skip]
const STREAMS: &[(&str, &[(usize, &str)])] = &[
    ("small-hard-leaf.jsonl", RIGHT),
    ("small-hard-table.jsonl", RIGHT),
    ("hard_search_soft_table-good.jsonl.zst", RIGHT),
    ("hard_search_soft_table-bad.jsonl.zst", &[(232, "unclipped-return")]),
    ("small-mover-table.jsonl", RIGHT),
    ("small-mate-in-table.jsonl", RIGHT),
    ("mate_ply_in_table-good.jsonl.zst", RIGHT),
    ("mate_ply_in_table-bad.jsonl.zst", &[(137, "mate-not-adjusted")]),
    ("small-closed-window.jsonl", &[(2, "closed-window")]),
    ("table_ignores_depth-good.jsonl.zst", RIGHT),
    ("table_ignores_depth-bad.jsonl.zst", &[(63, "shallow-answer")]),
    ("table_ignores_depth_far-good.jsonl.zst", RIGHT),
    ("table_ignores_depth_far-bad.jsonl.zst", &[(63, "shallow-answer")]),
    ("inner_deepening_turned-good.jsonl.zst", RIGHT),
    ("inner_deepening_turned-bad.jsonl.zst", &[(111, "given-window")]),
    ("window_not_turned-good.jsonl.zst", RIGHT),
    ("window_not_turned-bad.jsonl.zst", &[(15, "given-window")]),
    ("small-not-open.jsonl", &[(0, "not-open")]),
    ("tie_not_zero-good.jsonl.zst", RIGHT),
    ("tie_not_zero-bad.jsonl.zst", &[(11, "wrong-leaf")]),
    ("table_value_for_exact-good.jsonl.zst", RIGHT),
    ("table_value_for_exact-bad.jsonl.zst", &[(52, "wrong-store")]),
    ("late_win-good.jsonl.zst", RIGHT),
    ("late_win-bad.jsonl.zst", RIGHT),
    ("bounds_read_as_scores-good.jsonl.zst", RIGHT),
];

fn stream(name: &str) -> Trace {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/streams").join(name);
    open_trace(&path, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a stream")
}

fn checked(trace: &Trace) -> CheckReport {
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
fn unturned_window_is_named() {
    for name in ["window_not_turned-bad.jsonl.zst", "inner_deepening_turned-bad.jsonl.zst"] {
        let trace = stream(name);
        let sentence = checked(&trace).findings[0].sentence(&trace, Language::English);
        assert!(sentence.contains("unturned"), "{sentence}");
    }
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
fn entries_of_the_other_player_are_shown_as_written() {
    let name = "small-mover-table.jsonl";
    let other = [("\"bounds\": [3, 3], \"entry\": 1, \"result\"", "\"bounds\": [4, 4], \"entry\": 1, \"result\"")];
    assert_eq!(names_with(name, &other)[0], "not-as-stored");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/streams").join(name);
    let text = std::fs::read_to_string(path).expect("a stream").replace(other[0].0, other[0].1);
    let trace = read(&text);
    let sentence = checked(&trace).findings[0].sentence(&trace, Language::English);
    assert!(sentence.contains("[4, 4]") && sentence.contains("[3, 3]"), "{sentence}");
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
