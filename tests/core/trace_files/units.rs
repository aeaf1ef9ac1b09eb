//! Decimal scores: stored exactly in the unit of the header, and shown in it.

use crate::oracles::cases;
use edagari::analysis::{Query, Summary, TraceDiff, check, completions, explain, find, state_text};
use edagari::language::{Language, with_plain_spaces};
use edagari::score::{Bounds, Score, Unit, Window};
use edagari::trace::file::{Enter, FileError, Place, StreamReader, StreamRecorder, read_ron};
use edagari::trace::{ColumnValue, DEFAULT_MEMORY_LIMIT, FrameKind, Header, NodeState, Progress, Trace, VisitId};
use proptest::prelude::*;

use super::round_trips::{check_round_trips, native_of, read_stream, stream_of};

/// α-β with scores in hundredths and a table; `scores` is the point of view.
fn hundredths(header: &str) -> String {
    let events = r#"{"event":"enter","node":1,"label":"r","player":"max","window":[-9.5,"inf"],"moves":["a","b"]}
{"event":"enter","node":2,"move":"a","label":"a","player":"min","window":[-9.5,"inf"]}
{"event":"leave","node":2,"score":0.35}
{"event":"score","node":1,"child":2,"window":[-9.5,"inf"],"score":0.35}
{"event":"update","node":1,"child":2,"window":[0.35,"inf"],"value":0.35,"cut":false}
{"event":"enter","node":3,"move":"b","label":"b","player":"min","window":[0.35,"inf"],"moves":["c","d"]}
{"event":"enter","node":4,"move":"c","label":"c","player":"max","window":[0.35,"inf"]}
{"event":"lookup","node":4,"bounds":["-inf",-3],"result":"returned"}
{"event":"leave","node":4,"score":-3,"bound":"upper"}
{"event":"update","node":3,"window":[0.35,-3.0],"value":-3,"cut":true}
{"event":"leave","node":3,"score":-3}
{"event":"store","node":1,"bounds":[0.35,0.35]}
{"event":"leave","node":1,"score":0.35}
"#;
    format!(r#"{{"edagari":1,"program":"engine","search":"alpha-beta-soft","unit":0.01{header}}}"#) + "\n" + events
}

/// The same search from the point of view of the player to move.
const BY_MOVER: &str = r#"{"edagari":1,"unit":0.01,"scores":"mover"}
{"event":"enter","node":1,"window":[-9.5,"inf"]}
{"event":"enter","node":2,"move":"a","window":["-inf",9.5]}
{"event":"leave","node":2,"score":-0.35}
{"event":"update","node":1,"window":[0.35,"inf"],"value":0.35}
{"event":"leave","node":1,"score":0.35}
"#;

fn refusal(text: &str) -> String {
    let error = StreamReader::new(text.as_bytes(), DEFAULT_MEMORY_LIMIT).read(&Progress::default());
    error.map(drop).expect_err(text).to_string()
}

fn refusal_of_ron(text: &str) -> String {
    let error = read_ron(text.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default());
    error.map(drop).expect_err(text).to_string()
}

#[test]
fn scores_with_a_point_are_kept_as_whole_units() {
    let trace = read_stream(hundredths("").as_bytes());
    assert_eq!(trace.unit(), Unit::of(0.01));
    assert_eq!(trace.value(), Some(Score::new(35)));
    assert_eq!(trace.given_window(VisitId(0)), Window { alpha: Score::new(-950), beta: Score::INFINITY });
    let steps: Vec<_> = (0..trace.frame_count()).filter_map(|frame| trace.step(frame)).collect();
    let scores = steps.iter().filter(|step| step.kind == FrameKind::End).filter_map(|step| step.score);
    assert_eq!(scores.collect::<Vec<_>>(), [35, -300, -300, 35].map(Score::new));
    let bounds = steps.iter().filter(|step| step.kind == FrameKind::Lookup).find_map(|step| step.bounds);
    assert_eq!(bounds, Some(Bounds { lower: Score::NEG_INFINITY, upper: Score::new(-300) }));
    check_round_trips(&trace);

    let by_mover = read_stream(BY_MOVER.as_bytes());
    assert_eq!(by_mover.value(), Some(Score::new(35)));
    assert_eq!(by_mover.given_window(VisitId(1)), Window { alpha: Score::new(-950), beta: Score::INFINITY });
    check_round_trips(&by_mover);
}

#[test]
fn scores_are_written_with_their_point() {
    let trace = read_stream(hundredths("").as_bytes());
    let stream = String::from_utf8(stream_of(&trace)).expect("text");
    for part in [
        r#""unit":0.01"#,
        r#""window":[-9.5,"inf"]"#,
        r#""score":0.35"#,
        r#""value":-3.0"#,
        r#""bounds":["-inf",-3.0]"#,
        r#""bounds":[0.35,0.35]"#,
    ] {
        assert!(stream.contains(part), "{part}\n{stream}");
    }
}

#[test]
fn a_unit_of_one_changes_no_byte_but_that_of_the_header() {
    let plain =
        hundredths("").replace(r#","unit":0.01"#, "").replace("0.35", "35").replace("9.5", "9").replace("-3.0", "-3");
    let with_unit = plain.replacen(r#","search""#, r#","unit":1,"search""#, 1);
    let [plain, with_unit] = [plain, with_unit].map(|text| {
        let trace = read_stream(text.as_bytes());
        check_round_trips(&trace);
        String::from_utf8(stream_of(&trace)).expect("text")
    });
    assert!(!plain.contains('.'), "{plain}");
    assert_eq!(with_unit.replacen(r#","unit":1"#, "", 1), plain);
}

#[test]
fn whole_numbers_too_large_for_a_score_are_infinite() {
    let trace = read_stream(BY_MOVER.replace("-9.5", "-1000000000").as_bytes());
    assert_eq!(trace.given_window(VisitId(0)).alpha, Score::NEG_INFINITY);
}

#[test]
fn the_recorder_writes_scores_in_the_unit_of_its_header() {
    let header = Header { unit: Unit::of(0.25), ..Header::new() };
    let mut recorder = StreamRecorder::new(Vec::new(), header);
    recorder
        .enter(|| Enter { window: Some(Window { alpha: Score::new(-6), beta: Score::new(9) }), ..Enter::default() });
    recorder.leave(Score::new(-5));
    let stream = recorder.finish().expect("memory takes everything");
    let text = String::from_utf8(stream.clone()).expect("text");
    assert!(text.contains(r#""window":[-1.5,2.25]"#) && text.contains(r#""score":-1.25"#), "{text}");
    assert_eq!(read_stream(&stream).value(), Some(Score::new(-5)));
}

#[test]
fn score_off_the_unit_is_refused_with_its_position() {
    let with = |from: &str, to: &str| refusal(&BY_MOVER.replacen(from, to, 1));
    assert_eq!(
        with(r#""score":-0.35"#, r#""score":-0.355"#),
        "4:40: the score -0.355 is no multiple of the unit 0.01, expected one such as -0.36"
    );
    assert_eq!(
        with(r#"["-inf",9.5]"#, r#"["-inf",9.123]"#),
        "3:59: the score 9.123 is no multiple of the unit 0.01, expected one such as 9.12"
    );
    assert_eq!(
        with(r#""value":0.35"#, r#""value":0.30001"#),
        "5:64: the score 0.30001 is no multiple of the unit 0.01, expected one such as 0.3"
    );
    assert_eq!(
        refusal(&BY_MOVER.replacen("0.01", "2", 1).replace("9.5", "9")),
        "2:38: the score -9 is no multiple of the unit 2, expected one such as -10"
    );
    let ron = |score: &str| {
        format!(
            "(\n    header: (edagari: 1, unit: 0.5),\n    events: [(event: \"enter\"), (event: \"leave\", score: {score})],\n)"
        )
    };
    assert_eq!(
        refusal_of_ron(&ron("0.75")),
        "3:56: the score 0.75 is no multiple of the unit 0.5, expected one such as 1"
    );
    let trace = read_ron(ron("-1.5").as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a trace");
    assert_eq!(trace.value(), Some(Score::new(-3)));
    let events_first =
        "(events: [(event: \"enter\"), (event: \"leave\", score: -1.5)], header: (edagari: 1, unit: 0.5))";
    let trace = read_ron(events_first.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a trace");
    assert_eq!(trace.value(), Some(Score::new(-3)));
}

#[test]
fn a_point_without_a_unit_is_refused_with_a_hint() {
    let without = BY_MOVER.replacen(r#","unit":0.01"#, "", 1);
    assert_eq!(
        refusal(&without),
        "2:40: the score -9.5 has a point, expected an integer, or a unit in the header such as \"unit\": 0.01"
    );
}

#[test]
fn a_unit_is_a_decimal_number() {
    for unit in ["0", "-0.01", "1e-10", "2000000"] {
        let shown: f64 = unit.parse().expect("a number");
        let message = refusal(&BY_MOVER.replacen("0.01", unit, 1));
        let sentence = format!(
            "the unit is {shown}, expected a number above 0, at most 1000000, with at most 9 digits behind the point, such as 0.01"
        );
        assert!(message.starts_with("1:") && message.ends_with(&sentence), "{message}");
    }
    for unit in ["\"0.01\"", "\"2/3\"", "\"1/0\"", "\"1/1000000001\""] {
        let message = refusal(&BY_MOVER.replacen("0.01", unit, 1));
        let sentence = "expected a fraction from \"1/1\" to \"1/1000000000\", such as \"1/384\"";
        assert!(message.contains(sentence), "{message}");
    }
    let message = refusal(&BY_MOVER.replacen("0.01", "[1]", 1));
    assert!(message.contains("expected a number such as 0.01, or a fraction"), "{message}");
    for unit in ["1", "0.5", "0.25", "0.01", "0.001", "0.000000001"] {
        let header = format!("{{\"edagari\":1,\"unit\":{unit}}}\n{{\"event\":\"enter\"}}\n");
        let trace = read_stream(header.as_bytes());
        let number: f64 = unit.parse().expect("a number");
        assert_eq!(trace.unit(), Unit::of(number));
        let stream = String::from_utf8(stream_of(&trace)).expect("text");
        assert_eq!(read_stream(stream.as_bytes()).unit(), Unit::of(number));
    }
}

/// A stream of two leaves with scores and windows in a unit, as a program prints them.
fn two_leaves(unit: f64, [first, second]: [i32; 2]) -> Option<(String, Trace)> {
    let unit = Unit::of(unit)?;
    let text = |score: i32| unit.text(Score::new(score)).to_string().replace('−', "-");
    let best = text(first.max(second));
    let stream = format!(
        r#"{{"edagari":1,"unit":{unit}}}
{{"event":"enter","node":1,"window":["-inf",{best}]}}
{{"event":"enter","node":2,"move":"a"}}
{{"event":"lookup","node":2,"bounds":[{first},{first}]}}
{{"event":"leave","node":2,"score":{first}}}
{{"event":"enter","node":3,"move":"b"}}
{{"event":"leave","node":3,"score":{second}}}
{{"event":"leave","node":1,"score":{best}}}
"#,
        first = text(first),
        second = text(second),
    );
    let trace = read_stream(stream.as_bytes());
    Some((stream, trace))
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn every_score_comes_back_from_every_format(
        unit in prop_oneof![Just(0.01), Just(0.001), Just(0.5), Just(0.25), Just(1e-9), Just(0.37), Just(20.0), Just(0.333_333_333)],
        first in prop_oneof![-1000..1000, Score::MIN..=Score::MAX],
        second in prop_oneof![-1000..1000, Score::MIN..=Score::MAX],
    ) {
        let (_, trace) = two_leaves(unit, [first, second]).expect("a unit");
        let ends = (1..3).map(|visit| trace.span(VisitId(visit)).1.and_then(|end| trace.step(end)?.score));
        prop_assert_eq!(ends.collect::<Vec<_>>(), [Some(Score::new(first)), Some(Score::new(second))]);
        prop_assert_eq!(trace.value(), Some(Score::new(first.max(second))));
        check_round_trips(&trace);
        prop_assert!(!native_of(&trace).is_empty());
    }
}

#[test]
fn refusal_of_a_score_has_its_line_number() {
    let text = BY_MOVER.replacen("-0.35", "0.001", 1);
    match StreamReader::new(text.as_bytes(), DEFAULT_MEMORY_LIMIT).read(&Progress::default()) {
        Err(FileError::Malformed { place: Place::Line { line, .. }, .. }) => assert_eq!(line, 4),
        other => panic!("{other:?}"),
    }
}

/// All sentences of a trace.
fn sentences(trace: &Trace, language: Language) -> String {
    let said: String = (0..trace.frame_count()).map(|frame| explain(trace, frame, language) + "\n").collect();
    with_plain_spaces(&said).into_owned()
}

#[test]
fn scores_are_shown_with_all_digits_of_the_unit() {
    let trace = read_stream(hundredths("").as_bytes());
    for language in Language::ALL {
        let said = sentences(&trace, language);
        for text in ["0.35", "−3.00", "(−9.50, ∞)"] {
            assert!(said.contains(text), "{text}\n{said}");
        }
        // No score is shown in multiples of the unit.
        for text in ["35 ", " 35", "300", "950"] {
            assert!(!said.replace("0.35", "").contains(text), "{text}\n{said}");
        }
    }
    let state = |visit: u32, state: NodeState| state_text(&trace, Some(VisitId(visit)), state, Language::English);
    assert!(state(1, trace.state_by(VisitId(1), usize::MAX)).ends_with("= 0.35"));
    assert!(state(0, trace.state_by(VisitId(0), 0)).ends_with("(−9.50, ∞)"));
    let summary = serde_json::to_value(Summary::of(&trace)).expect("JSON");
    assert_eq!(summary["value"], serde_json::json!(0.35));
}

#[test]
fn check_reports_scores_in_the_unit() {
    let right = check(&read_stream(hundredths("").as_bytes()), false, &Progress::default());
    assert!(right.is_right(), "{:?}", right.findings);
    let wrong =
        hundredths("").replacen(r#""window":[0.35,"inf"],"value":0.35"#, r#""window":[0.36,"inf"],"value":0.35"#, 1);
    let trace = read_stream(wrong.as_bytes());
    let report = check(&trace, false, &Progress::default());
    let said = report.findings.first().expect("a finding").sentence(&trace, Language::English);
    let said = with_plain_spaces(&said);
    assert!(said.contains("(0.35, ∞)") && said.contains("(0.36, ∞)"), "{said}");
}

#[test]
fn queries_are_in_the_unit_of_the_trace() {
    let trace = read_stream(hundredths("").as_bytes());
    let found = |text: &str| {
        let query = Query::parse_for(text, &trace).unwrap_or_else(|error| panic!("{text}: {error}"));
        find(&trace, &query, &[], &Progress::default()).expect("no moves").frames.len()
    };
    assert_eq!(found("score ≥ 0.35"), 2);
    assert_eq!(found("score > 0.35"), 0);
    assert_eq!(found("score = -3"), 2);
    assert_eq!(found("score −3.5..0.35"), 4);
    assert_eq!(found("score <= -3.00"), 2);
    Query::parse_for("score 0.355", &trace).expect_err("no multiple of the unit");
    Query::parse("score ≥ 0.35").expect_err("no unit");
    let offered = completions("score ", 6, &trace, Language::English);
    assert!(offered.iter().any(|completion| completion.word == "0.35"), "{offered:?}");
}

#[test]
fn runs_in_different_units_are_compared_by_value() {
    let hundredth = read_stream(hundredths("").as_bytes());
    let thousandth = read_stream(hundredths("").replacen("0.01", "0.001", 1).as_bytes());
    let diff = TraceDiff::of(&hundredth, &thousandth, &Progress::default()).expect("not cancelled");
    assert!(diff.is_empty(), "{diff:?}");
    let other = read_stream(hundredths("").replacen("0.01", "0.001", 1).replace("0.35", "0.351").as_bytes());
    let diff = TraceDiff::of(&hundredth, &other, &Progress::default()).expect("not cancelled");
    assert_eq!(diff.other_scores, 2);
}

#[test]
fn scores_in_other_events_are_columns_with_their_point() {
    let text = hundredths("").replacen(r#""bounds":["-inf",-3],"#, r#""bounds":["-inf",-3],"score":-3.25,"#, 1);
    let trace = read_stream(text.as_bytes());
    let value = trace
        .columns()
        .iter()
        .find(|column| column.name() == "lookup.score")
        .and_then(|column| column.value(VisitId(3)));
    assert_eq!(value, Some(ColumnValue::Float(-3.25)));
    check_round_trips(&trace);
}

#[test]
fn scores_of_a_known_game_are_whole() {
    let stream = r#"{"edagari":1,"unit":0.01,"game":"tic-tac-toe","search":"minimax","after":"a1 b1 a2 b2 b3 c2 c1 c3"}
{"event":"enter","node":1,"player":"max"}
{"event":"enter","node":2,"move":"a3"}
{"event":"leave","node":2,"score":1}
{"event":"leave","node":1,"score":1}
"#;
    let trace = read_stream(stream.as_bytes());
    assert!(trace.rules().is_some());
    assert_eq!(trace.value(), Some(Score::new(100)));
    let report = check(&trace, true, &Progress::default());
    assert_eq!(report.minimax, Some(Score::new(100)));
    let leaf_faults = report.findings.iter().filter(|finding| matches!(finding.frame, 2)).count();
    assert_eq!(leaf_faults, 0, "{:?}", report.findings);
    let derived = read_stream(stream.replacen(r#""node":2,"score":1"#, r#""node":2"#, 1).as_bytes());
    assert_eq!(derived.step(2).and_then(|step| step.score), Some(Score::new(100)));
    check_round_trips(&trace);
}
