//! Boards in the labels of a stream whose header has `board: "fen"`: drawn in the picture, checked, and kept in files.

use edagari::analysis::check;
use edagari::game::{Ink, LabelBoard, Mark};
use edagari::language::Language;
use edagari::scene::{Point, Rect, Shape, draw_board};
use edagari::trace::file::{open_trace, save_trace};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Progress, Trace};
use proptest::prelude::*;

const SHOGI: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// A stream of a root with one child, with these labels.
fn stream(header: &str, labels: [&str; 2]) -> String {
    let [root, child] = labels.map(|label| serde_json::to_string(label).expect("a text"));
    format!(
        "{{\"edagari\": 1, \"game\": \"shogi\"{header}}}\n\
         {{\"event\": \"enter\", \"node\": 0, \"player\": \"max\", \"label\": {root}}}\n\
         {{\"event\": \"enter\", \"node\": 1, \"parent\": 0, \"move\": \"7g7f\", \"label\": {child}}}\n\
         {{\"event\": \"leave\", \"node\": 1, \"score\": 5}}\n\
         {{\"event\": \"leave\", \"node\": 0, \"score\": 5}}\n"
    )
}

fn opened(folder: &std::path::Path, text: &str) -> Trace {
    let path = folder.join("a.jsonl");
    std::fs::write(&path, text).expect("written");
    open_trace(&path, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a trace")
}

/// The texts on the board of the start, with their roles.
fn texts(trace: &Trace) -> Vec<(String, Ink)> {
    let board = trace.position(&[]).expect("a start").board();
    let text = |mark: Mark| match mark {
        Mark::Text { text, ink, .. } | Mark::Label { text, ink, .. } => Some((text, ink)),
        _ => None,
    };
    board.marks.into_iter().filter_map(text).collect()
}

fn findings(trace: &Trace) -> Vec<String> {
    let report = check(trace, false, &Progress::default());
    report.findings.iter().map(|finding| finding.sentence(trace, Language::English)).collect()
}

#[test]
fn labels_are_drawn_as_boards_in_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = stream(", \"board\": \"fen\"", [SHOGI, SHOGI]);
    let trace = opened(folder.path(), &text);
    assert_eq!(findings(&trace), [""; 0]);
    let drawn = texts(&trace);
    assert_eq!(drawn.len(), 40);
    assert_eq!((drawn[0].clone(), drawn[39].clone()), (("l".to_owned(), Ink::Min), ("L".to_owned(), Ink::Max)));
    for name in ["b.edagari", "b.jsonl", "b.ron"] {
        let path = folder.path().join(name);
        save_trace(&trace, path.as_path(), &Progress::default()).expect("saved");
        let again = open_trace(&path, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect(name);
        assert_eq!(texts(&again), drawn, "{name}");
    }
    // Without the field, the label is a text.
    let plain = opened(folder.path(), &stream("", [SHOGI, SHOGI]));
    assert_eq!(texts(&plain), [(SHOGI.to_owned(), Ink::Text)]);
}

#[test]
fn long_label_is_broken_into_lines() {
    let label = "4 9 2 7 5 8 1 6 (+0, A to move)";
    let folder = tempfile::tempdir().expect("a folder");
    let trace = opened(folder.path(), &stream("", [label, label]));
    let root = trace.position(&[]).expect("a start");
    for side in [100.0, 200.0, 440.0] {
        let mut shapes = Vec::new();
        draw_board(&root.board(), Rect::square(Point::default(), side), 1.0, &mut shapes);
        let lines = shapes.iter().filter_map(|shape| match shape {
            Shape::Text { text, size, .. } => Some((text.as_str(), *size)),
            _ => None,
        });
        let (lines, sizes): (Vec<&str>, Vec<f32>) = lines.unzip();
        assert_eq!(lines.join(" "), label, "{side}");
        assert!((2..=4).contains(&lines.len()) && sizes.iter().all(|&size| size >= 11.0), "{side}: {sizes:?}");
    }
    // Where no line of it can be read, the picture shows the move.
    let small = trace.position(&[0]).expect("a child").small_board();
    assert!(small.marks.iter().any(|mark| matches!(mark, Mark::Text { text, .. } if text == "7g7f")), "{small:?}");
}

#[test]
fn small_picture_shows_the_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = opened(folder.path(), &stream(", \"board\": \"fen\"", [SHOGI, SHOGI]));
    let board = trace.position(&[0]).expect("a child").small_board();
    assert!(board.marks.iter().any(|mark| matches!(mark, Mark::Text { text, .. } if text == "7g7f")), "{board:?}");
}

#[test]
fn first_label_that_is_no_board_is_one_finding_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    for (label, problem) in [
        ("lnsg/3", "rank 2 from the top has 3 squares, expected 4"),
        ("start", "it has no /, expected ranks with / between them"),
        ("k?/2", "rank 1 from the top contains '?', expected letters and numbers of empty squares"),
        ("2/1+", "rank 2 from the top has a + without a letter after it, expected a letter"),
        ("99/99", "it has more than 30 ranks or squares in a rank, expected at most 30"),
        ("/3", "rank 1 from the top has 0 squares, expected 1"),
    ] {
        let trace = opened(folder.path(), &stream(", \"board\": \"fen\"", [SHOGI, label]));
        let found = findings(&trace);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains(problem) && found[0].contains(label), "{found:?}");
        // The label is drawn as a text.
        assert!(!trace.position(&[0]).expect("a child").board().marks.is_empty());
    }
    let path = folder.path().join("a.jsonl");
    std::fs::write(&path, stream(", \"board\": \"sfen\"", [SHOGI, SHOGI])).expect("written");
    let error =
        open_trace(&path, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect_err("no such notation").to_string();
    assert!(error.contains("`fen`") && !error.contains('\n'), "{error}");
}

proptest! {
    #[test]
    fn any_text_is_read_as_a_board_or_refused_in_one_sentence(text in "([kKpP+歩0-9/ ~\\[]{0,40})|.*") {
        match LabelBoard::read(&text) {
            Ok(board) => {
                prop_assert!((1..=30).contains(&board.width()) && (2..=30).contains(&board.height()));
                let drawn = board.board();
                prop_assert!(drawn.height > 0.0 && drawn.height <= 1.0);
            }
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
        }
    }

    #[test]
    fn board_has_the_pieces_of_its_text(
        ranks in (1..=30_usize).prop_flat_map(|width| {
            let square = prop::option::weighted(0.4, "[+]?[a-zA-Z]");
            prop::collection::vec(prop::collection::vec(square, width), 2..=30)
        }),
        rest in "( [a-z0-9]{0,4}|\\[[pP]{0,4}\\] w)?",
    ) {
        // Runs of empty squares are written as numbers.
        let written: Vec<String> = ranks.iter().map(|rank| {
            let runs = rank.chunk_by(|one, other| one.is_none() && other.is_none());
            runs.map(|run| run[0].clone().unwrap_or_else(|| run.len().to_string())).collect()
        }).collect();
        let board = LabelBoard::read(&(written.join("/") + &rest)).expect("a board");
        prop_assert_eq!((board.width(), board.height()), (ranks[0].len(), ranks.len()));
        for (row, rank) in ranks.iter().enumerate() {
            for (column, piece) in rank.iter().enumerate() {
                prop_assert_eq!(board.piece(column, row), piece.as_deref());
            }
        }
        let count = ranks.iter().flatten().flatten().count();
        let texts = board.board().marks.into_iter().filter(|mark| matches!(mark, Mark::Text { .. })).count();
        prop_assert_eq!(texts, count);
    }
}
