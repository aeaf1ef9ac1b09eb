//! Reports of the check and facts of the trace claim no more than what is known.

use edagari::analysis::{Unjudged, Verdict, check};
use edagari::score::BoundKind;
use edagari::trace::file::StreamReader;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Ending, Header, Progress};
use serde_json::{Value, json};

use super::drivers::Run;
use super::games::Game;
use super::silent::read;
use super::ways::{Degree, Drive, Ways};

fn stream(lines: &[Value]) -> String {
    lines.iter().flat_map(|line| [line.to_string(), "\n".to_owned()]).collect()
}

/// Kind of the value of a root that is left immediately, or after a null move, with a reason.
fn kind_of_root(why: &str, score: i32, asks: bool) -> Option<BoundKind> {
    let asked = [
        json!({"event": "enter", "node": 2, "move": "null", "kind": "null-move", "window": [-3, -2]}),
        json!({"event": "leave", "node": 2, "score": -5}),
    ];
    let mut lines = vec![
        json!({"edagari": 1, "scores": "mover", "search": "alpha-beta-soft"}),
        json!({"event": "enter", "node": 1, "window": [0, 3]}),
        json!({"event": "leave", "node": 1, "score": score, "why": why}),
    ];
    lines.splice(2..2, asked.into_iter().take(if asks { 2 } else { 0 }));
    read(&stream(&lines)).kind_of_value()
}

#[test]
fn a_root_that_no_move_settled_has_the_bound_that_is_known() {
    for why in ["table", "stand-pat", "futility", "probcut"] {
        assert_eq!(kind_of_root(why, 5, false), Some(BoundKind::Lower), "{why}");
        assert_eq!(kind_of_root(why, -1, false), Some(BoundKind::Upper), "{why}");
    }
    assert_eq!(kind_of_root("table", 2, false), Some(BoundKind::Exact));
    assert_eq!(kind_of_root("stand-pat", 2, false), Some(BoundKind::Lower));
    assert_eq!(kind_of_root("razor", 2, false), Some(BoundKind::Upper));
    assert_eq!(kind_of_root("mate", 5, false), Some(BoundKind::Exact));
    assert_eq!(kind_of_root("null-move", 5, true), Some(BoundKind::Lower));
    assert_eq!(kind_of_root("null-move", 2, true), Some(BoundKind::Lower));
}

#[test]
fn unknown_evaluation_leaves_the_check_unproved() {
    let run = Run { game: Game::TicTacToe, ways: Ways::SOFT, degree: Degree::Full, limit: Some(2) };
    let mut lines = run.seek().0.scribe.lines;
    for (program, evaluation) in [("mine", None), ("edagari", Some("nope")), ("mine", Some("open-lines"))] {
        let header = lines[0].as_object_mut().expect("a header");
        for field in ["depth_limit", "leaf", "evaluation"] {
            header.remove(field);
        }
        header.insert("program".to_owned(), json!(program));
        header.extend(evaluation.map(|name| ("evaluation".to_owned(), json!(name))));
        for against_minimax in [false, true] {
            let report = check(&read(&stream(&lines)), against_minimax, &Progress::default());
            assert_eq!(report.verdict(), Verdict::NothingFound, "{program} {evaluation:?}");
            assert!(report.unjudged.contains(&Unjudged::Evaluation), "{program} {evaluation:?}: {:?}", report.unjudged);
        }
    }
}

#[test]
fn a_file_that_ends_with_a_pass_is_incomplete() {
    let ways = Ways { drive: Drive::Deepening, ..Ways::SOFT };
    let mut lines = Run { game: Game::Layers, ways, degree: Degree::Thin, limit: None }.seek().0.scribe.lines;
    assert_eq!(read(&stream(&lines)).ending, Ending::Complete);
    lines.push(json!({"event": "pass", "kind": "deepening", "depth": 7}));
    assert_eq!(read(&stream(&lines)).ending, Ending::CutShort);
}

#[test]
fn unknown_names_in_a_stream_are_refused_or_reported() {
    let header = r#"{"edagari": 1, "table": {"key": "Position", "symmetric": true}}"#;
    let read = StreamReader::new(header.as_bytes(), DEFAULT_MEMORY_LIMIT).read(&Progress::default());
    let error = read.expect_err("an unknown key").to_string();
    assert!(error.contains("symmetric") && error.contains("symmetry"), "{error}");
    for (order, remarks) in [("natural", 0), ("center", 0), ("shuffled:3", 0), ("naturally", 1), ("captures first", 0)]
    {
        let header = Header { order: Some(order.to_owned()), ..Header::new() };
        assert_eq!(header.unknown_names().len(), remarks, "{order}");
    }
}
