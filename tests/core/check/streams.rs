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
    ("small-one-key.jsonl", &[(11, "one-key-two-positions")]),
    ("key_without_king-good.jsonl.zst", RIGHT),
    ("key_without_king-bad.jsonl.zst", &[(147, "one-key-two-positions")]),
    ("small-best-is-a-bound.jsonl", &[(13, "best-is-bound")]),
    ("stale_line-good.jsonl.zst", RIGHT),
    ("stale_line-bad.jsonl.zst", &[(171, "stale-line")]),
    ("stopped_search_scores-good.jsonl.zst", RIGHT),
    ("stopped_search_scores-bad.jsonl.zst", &[(781, "stopped-in-middle")]),
    ("pvs_without_research_plain-bad.jsonl.zst", &[(327, "bound-taken")]),
    ("small-no-repetition.jsonl", RIGHT),
    ("small-no-repetition-by-label.jsonl", RIGHT),
    ("lmr_without_research-good.jsonl.zst", RIGHT),
    ("lmr_without_research-bad.jsonl.zst", RIGHT),
    ("small-shallow-lookup.jsonl", &[(17, "bound-taken")]),
    ("small-best-beside-a-guess.jsonl", &[(17, "best-is-bound")]),
    ("small-key-without-player.jsonl", &[(12, "one-key-two-positions")]),
    ("small-end-of-range.jsonl", RIGHT),
    ("small-mate-distance.jsonl", RIGHT),
    ("small-mate-distance-untold.jsonl", RIGHT),
    ("small-mate-distance-clipped.jsonl", RIGHT),
    ("small-clipped-mate.jsonl", RIGHT),
    ("small-counters-of-ten-ranks.jsonl", RIGHT),
    ("small-contradicts-exact.jsonl", &[(32, "contradicts-exact")]),
    ("small-stopped.jsonl", RIGHT),
    ("small-stopped-store.jsonl", &[(14, "wrong-store")]),
    ("small-stopped-child.jsonl", &[(14, "stopped-child")]),
    ("small-best-is-no-move.jsonl", &[(9, "best-no-move")]),
    ("small-best-is-pruned.jsonl", &[(10, "best-not-searched")]),
    ("small-vacuous-store.jsonl", &[(10, "vacuous-store")]),
    ("small-inner-window.jsonl", RIGHT),
    ("small-repetition-settled-by-table.jsonl", RIGHT),
    ("small-second-line-is-better.jsonl", RIGHT),
    ("small-value-stored-as-lower-bound.jsonl", RIGHT),
    ("small-exact-stored-as-lower-bound.jsonl", &[(15, "loose-store")]),
    ("small-inner-search-as-deep.jsonl", RIGHT),
    ("small-depth-grows.jsonl", RIGHT),
    ("small-extended-not-singular.jsonl", RIGHT),
    ("small-excluded-move-searched.jsonl", &[(3, "excluded-move-searched")]),
    ("small-pass-of-other-depth.jsonl", RIGHT),
    ("small-moves-left-out.jsonl", RIGHT),
    ("small-decay-by-windows.jsonl", RIGHT),
    ("small-decay-of-lone-mate.jsonl", RIGHT),
    ("small-decay-fail-hard.jsonl", RIGHT),
    ("listed_after_unseen_cut-good.jsonl.zst", RIGHT),
    ("small-few-root-moves.jsonl", RIGHT),
    ("small-few-root-moves-missing-one.jsonl", &[(0, "legal-not-listed")]),
    ("small-scouts-off-their-bound.jsonl", &[(6, "given-window")]),
    ("small-searched-again-too-wide.jsonl", &[(41, "given-window")]),
    ("small-line-ends-at-table.jsonl", RIGHT),
    ("window_without_the_score-good.jsonl.zst", RIGHT),
    ("window_without_the_score-bad.jsonl.zst", RIGHT),
    ("small-shallow-entry.jsonl", RIGHT),
    ("small-bounds-meet.jsonl", RIGHT),
    ("small-quiescence-cut.jsonl", RIGHT),
    ("small-sampling-unit.jsonl", RIGHT),
    ("small-sampling-known-unit.jsonl", RIGHT),
    ("small-chance-float.jsonl", RIGHT),
    ("small-chance-no-probability.jsonl", &[(1, "wrong-probability")]),
    ("small-chance-sum.jsonl", &[(9, "probability-sum")]),
    ("small-chance-by-header.jsonl", RIGHT),
    ("small-chance-half.jsonl", RIGHT),
    ("small-chance-rounded-child.jsonl", RIGHT),
    ("small-star1-no-windows.jsonl", RIGHT),
    ("small-star1-hard.jsonl", RIGHT),
    ("small-star1-unclipped.jsonl", RIGHT),
    ("small-dfpn-ties.jsonl", RIGHT),
    ("small-dfpn-left-late.jsonl", &[(6, "left-late")]),
    ("small-dfpn-of-kalah.jsonl", RIGHT),
    ("small-pns-without-moves.jsonl", RIGHT),
    ("small-puct-finished-game.jsonl", RIGHT),
    ("small-puct-children.jsonl", RIGHT),
    ("small-puct-first-play.jsonl", RIGHT),
    ("small-puct-kept-tree.jsonl", RIGHT),
    ("small-uct-view.jsonl", &[(55, "wrong-view")]),
    ("small-unjudged-proof.jsonl", RIGHT),
    ("small-mate-entry-of-root.jsonl", RIGHT),
    ("small-probcut-after-null-move.jsonl", RIGHT),
    ("small-mate-distance-first.jsonl", RIGHT),
    ("small-mate-found.jsonl", RIGHT),
    ("small-hard-narrow-root.jsonl", RIGHT),
    ("small-hard-without-windows.jsonl", RIGHT),
    ("small-bare-chance.jsonl", RIGHT),
    ("small-quiet-by-other-reason.jsonl", RIGHT),
    ("small-bare-root.jsonl", &[(9, "illegal-score")]),
    ("small-bare-negamax.jsonl", &[(10, "illegal-score")]),
    ("small-null-move-refuted.jsonl", &[(5, "refuted-cut")]),
    ("small-verification-refuted.jsonl", &[(9, "refuted-cut")]),
    ("small-probcut-refuted.jsonl", &[(5, "refuted-cut")]),
    ("small-stand-pat-elsewhere.jsonl", &[(11, "skipped-children")]),
    ("small-exact-over-older.jsonl", &[(17, "wrong-store")]),
    ("small-singular-reads.jsonl", &[(15, "excluded-entry")]),
    ("small-raised-by-skip.jsonl", &[(7, "wrong-leaf")]),
    ("small-mate-leaf.jsonl", &[(3, "wrong-leaf")]),
    ("small-mate-counted-from-node.jsonl", RIGHT),
    ("small-scout-beside-thread.jsonl", RIGHT),
    ("small-entry-beside-thread.jsonl", RIGHT),
    ("small-listed-move-skipped.jsonl", &[(5, "listed-not-searched")]),
    ("small-store-after-stop.jsonl", &[(6, "wrong-store")]),
    ("small-mate-distance-too-narrow.jsonl", &[(2, "wrong-update")]),
    ("small-ends-at-bound.jsonl", &[(15, "failed-window-taken")]),
    ("small-won-at-bound.jsonl", RIGHT),
    ("small-settled-window.jsonl", RIGHT),
    ("small-scout-elsewhere.jsonl", &[(5, "given-window")]),
    ("small-scout-after-fail-low.jsonl", &[(13, "searched-twice")]),
    ("small-null-move-closed.jsonl", &[(2, "closed-window")]),
    ("small-null-move-turned.jsonl", &[(1, "given-window")]),
    ("small-null-move-at-equality.jsonl", RIGHT),
    ("small-multicut-refuted.jsonl", &[(9, "refuted-cut")]),
    ("small-razoring-refuted.jsonl", &[(5, "refuted-cut")]),
    ("small-two-static-scores.jsonl", RIGHT),
    ("small-mate-astray.jsonl", &[(31, "wrong-leaf")]),
    ("small-mate-wrong-sign.jsonl", &[(35, "wrong-leaf")]),
    ("small-fail-firm.jsonl", RIGHT),
    ("small-fail-firm-told.jsonl", RIGHT),
    ("small-fail-firm-update.jsonl", RIGHT),
    ("small-one-score-between.jsonl", &[(62, "illegal-score")]),
    ("small-tablebase-bound.jsonl", RIGHT),
    ("small-null-window-untold.jsonl", RIGHT),
    ("small-cut-after-win.jsonl", RIGHT),
    ("small-cut-after-mate.jsonl", RIGHT),
    ("small-return-after-win.jsonl", RIGHT),
    ("small-hard-answer-untold.jsonl", RIGHT),
    ("small-proved-entry.jsonl", RIGHT),
    ("small-narrowed-unseen.jsonl", RIGHT),
    ("small-narrowed-for-one-child.jsonl", &[(1, "given-window")]),
    ("small-one-bound-table.jsonl", RIGHT),
    ("small-hard-alpha.jsonl", RIGHT),
    ("small-guess-stored-as-exact.jsonl", &[(2, "wrong-store")]),
    ("small-futility-inside-window.jsonl", &[(1, "unjustified-cut")]),
    ("small-all-moves-skipped.jsonl", &[(2, "unshown-score")]),
    ("small-contradicts-bound.jsonl", &[(8, "contradicts-entry")]),
    ("small-probcut-unturned.jsonl", &[(1, "given-window")]),
    ("small-verification-turned.jsonl", &[(5, "given-window")]),
    ("small-razoring-turned.jsonl", &[(1, "given-window")]),
    ("small-null-move-same-player.jsonl", &[(1, "wrong-player")]),
    ("small-alpha-kept.jsonl", &[(15, "failed-window-taken")]),
    ("small-root-without-move.jsonl", RIGHT),
    ("small-table-move-again.jsonl", RIGHT),
    ("small-entry-by-depth.jsonl", RIGHT),
    ("small-two-tables.jsonl", RIGHT),
    ("small-slot-overwritten.jsonl", RIGHT),
    ("small-lookup-before-store.jsonl", RIGHT),
    ("small-leaf-equals-bound.jsonl", RIGHT),
    ("small-best-in-uci.jsonl", RIGHT),
    ("small-keys-of-64-bits.jsonl", RIGHT),
    ("small-depth-at-root.jsonl", RIGHT),
    ("small-lookup-after-inner-search.jsonl", RIGHT),
    ("small-answer-after-inner-search.jsonl", RIGHT),
    ("small-store-before-search.jsonl", RIGHT),
    ("small-stalemate-in-quiescence.jsonl", RIGHT),
    ("small-mate-distance-at-stalemate.jsonl", RIGHT),
    ("small-contempt.jsonl", RIGHT),
    ("small-bare-kings.jsonl", RIGHT),
    ("small-line-in-known-game.jsonl", &[(9, "stale-line")]),
    ("small-line-in-uci.jsonl", &[(13, "stale-line")]),
    ("small-best-wrong-in-uci.jsonl", &[(9, "best-is-bound")]),
    ("small-line-is-a-tie.jsonl", &[(13, "stale-line")]),
    ("small-line-after-mate.jsonl", &[(9, "stale-line")]),
    ("small-stored-move-is-bound.jsonl", &[(9, "stored-move-is-bound")]),
    ("small-other-stored-move.jsonl", &[(8, "not-of-stored-move")]),
    ("small-label-not-the-position.jsonl", &[(5, "other-board")]),
    ("small-other-key-of-node.jsonl", RIGHT),
    ("small-second-score-of-node.jsonl", RIGHT),
    ("small-reduced-stored-full.jsonl", RIGHT),
    ("small-quiescence-stored-deep.jsonl", RIGHT),
    ("small-moves-as-numbers.jsonl", RIGHT),
    ("small-singular-writes.jsonl", &[(7, "excluded-entry")]),
    ("small-cut-in-unknown-window.jsonl", RIGHT),
    ("small-mate-at-horizon.jsonl", RIGHT),
    ("small-mate-missed-at-horizon.jsonl", &[(6, "wrong-leaf")]),
    ("small-table-move-of-other-node.jsonl", RIGHT),
    ("small-fail-firm-without-windows.jsonl", RIGHT),
    ("small-blended-once.jsonl", &[(22, "illegal-score")]),
    ("small-second-line-of-root.jsonl", RIGHT),
    ("small-root-leaves-out-other-move.jsonl", &[(31, "skipped-children")]),
    ("small-searchmoves.jsonl", RIGHT),
    ("small-pass-with-searchmoves.jsonl", RIGHT),
    ("small-line-beyond-horizon.jsonl", RIGHT),
    ("small-line-from-table.jsonl", RIGHT),
    ("small-mates-without-reasons.jsonl", RIGHT),
    ("small-null-move-by-name.jsonl", RIGHT),
    ("small-key-and-depth.jsonl", RIGHT),
    ("small-exact-by-tablebase.jsonl", RIGHT),
    ("small-cut-by-unseen-table.jsonl", RIGHT),
    ("small-scores-decay.jsonl", RIGHT),
    ("small-mates-decay.jsonl", RIGHT),
    ("small-received-score-decays.jsonl", RIGHT),
    ("small-score-receives-other.jsonl", &[(6, "illegal-score")]),
    ("small-move-scores.jsonl", RIGHT),
    ("small-one-path-two-boards.jsonl", &[(7, "other-board")]),
    ("small-depth-falls-in-loop.jsonl", RIGHT),
    ("small-evaluation-with-other-sign.jsonl", RIGHT),
    ("small-null-move-mate.jsonl", RIGHT),
    ("small-longer-mate.jsonl", RIGHT),
    ("small-wider-window.jsonl", RIGHT),
    ("small-late-table-move.jsonl", RIGHT),
    ("small-probcut-fails-low.jsonl", RIGHT),
    ("small-probcut-shows-nothing.jsonl", &[(10, "unjustified-cut")]),
    ("small-quiescence-in-place.jsonl", RIGHT),
    ("small-decay-cut-off.jsonl", RIGHT),
    ("small-null-windows-meet.jsonl", RIGHT),
    ("small-null-windows-apart.jsonl", &[(43, "bounds-apart")]),
    ("small-root-lists-unsearched.jsonl", &[(9, "listed-not-searched")]),
    ("small-chosen-moves-among-listed.jsonl", RIGHT),
    ("small-won-exactly.jsonl", RIGHT),
    ("small-drawn-exactly.jsonl", &[(15, "wrong-store")]),
    ("small-bound-at-end-of-range.jsonl", RIGHT),
    ("small-shared-moves.jsonl", RIGHT),
    ("small-shared-moves-wrong.jsonl", &[(15, "illegal-score")]),
    ("small-quiescence-keeps-bounds.jsonl", RIGHT),
    ("small-firm-answers.jsonl", RIGHT),
    ("small-firm-answer-once.jsonl", &[(16, "unjustified-return")]),
    ("small-unnamed-chance.jsonl", RIGHT),
    ("small-unnamed-chance-wrong.jsonl", &[(25, "illegal-score")]),
    ("small-star1-stores-no-windows.jsonl", RIGHT),
    ("small-win-beside-unseen-table.jsonl", RIGHT),
    ("small-unseen-root-window.jsonl", RIGHT),
];

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
