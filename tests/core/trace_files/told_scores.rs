//! Searches whose scores are not minimax scores: recorded scores are shown, and nothing is derived from them.

use edagari::analysis::{Assumption, check, explain};
use edagari::language::Language;
use edagari::score::{BoundKind, Score};
use edagari::trace::{FrameKind, Progress};

use super::round_trips::{check_round_trips, read_stream};

/// Two playouts of MCTS: values rise and fall, and no window closes.
const PLAYOUTS: &str = r#"{"edagari":1,"program":"uct","game":"my game","search":"mcts","judge":false}
{"event":"enter","node":1,"moves":["a","b"]}
{"event":"enter","node":2,"move":"a"}
{"event":"leave","score":7}
{"event":"update","node":1,"value":7}
{"event":"leave","score":7}
{"event":"enter","node":3}
{"event":"enter","node":4,"move":"b"}
{"event":"leave","score":-3}
{"event":"update","node":3,"value":2}
{"event":"leave","score":2}
"#;

#[test]
fn scores_that_are_not_minimax_are_shown_unchanged() {
    let trace = read_stream(PLAYOUTS.as_bytes());
    assert!(!trace.has_minimax_scores());
    assert_eq!(trace.value(), Some(Score::new(2)));
    for frame in 0..trace.frame_count() {
        let step = trace.step(frame).expect("a frame");
        assert_eq!(step.cut, None);
        assert!(step.bound.is_none_or(|bound| bound == BoundKind::Exact));
        let text = explain(&trace, frame, Language::English);
        for claim in ["max node: ", "more than", "greatest", "its value", "improve", "at most", "α", "β"] {
            assert!(!text.contains(claim), "{text}");
        }
        if step.kind == FrameKind::Update {
            assert!(text.contains("now has"), "{text}");
        }
    }
    check_round_trips(&trace);
}

#[test]
fn scores_that_are_not_minimax_are_not_judged() {
    let trace = read_stream(PLAYOUTS.as_bytes());
    let report = check(&trace, true, &Progress::default());
    assert!(report.is_right(), "{:?}", report.findings);
    assert_eq!(report.assumptions, [Assumption::NotJudged]);
    assert_eq!(report.minimax, None);
    let judged = read_stream(PLAYOUTS.replace(r#""search":"mcts","judge":false"#, r#""search":"minimax""#).as_bytes());
    assert!(!check(&judged, false, &Progress::default()).is_right());
    // The order of events is still checked.
    let twice = PLAYOUTS.replace(r#"{"event":"leave","score":-3}"#, r#"{"event":"leave","node":9}"#);
    assert!(!check(&read_stream(twice.as_bytes()), false, &Progress::default()).is_right());
}
