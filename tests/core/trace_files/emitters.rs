//! The programs in `docs/trace-format.md`, in languages other than Rust.

use std::path::Path;
use std::process::Command;

use edagari::analysis::{Summary, check};
use edagari::score::Score;
use edagari::trace::{Ending, Progress, Trace, VisitId};

use super::round_trips::{check_round_trips, read_stream};

const FORMAT: &str = include_str!("../../../docs/trace-format.md");

fn example(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/emit").join(name)
}

/// Output of a program; `None`, with a message, if this machine cannot run it.
fn printed(mut command: Command) -> Option<Vec<u8>> {
    match command.output() {
        Ok(output) => {
            assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
            Some(output.stdout)
        }
        Err(error) => {
            eprintln!("skipped: {command:?} cannot be run here: {error}");
            None
        }
    }
}

/// Nim with heaps of 1, 2 and 2 is won by the first player, who takes the 1.
fn check_nim(trace: &Trace) {
    assert_eq!((trace.ending, trace.value()), (Ending::Complete, Some(Score::new(1))));
    assert_eq!((trace.visit_count(), trace.frame_count()), (58, 230));
    let report = check(trace, true, &Progress::default());
    assert!(report.is_right(), "{:?}", report.findings.first());
    assert_eq!(report.minimax, Some(Score::new(1)));
    check_round_trips(trace);
}

#[test]
fn the_document_shows_the_programs_as_they_are() {
    for name in ["search.py", "search.c", "pvs.py"] {
        let program = std::fs::read_to_string(example(name)).expect("an example");
        assert!(FORMAT.contains(&program), "docs/trace-format.md shows {name} as it is");
    }
}

#[test]
fn a_python_program_is_understood() {
    let mut python = Command::new("python3");
    python.arg(example("search.py"));
    let Some(stream) = printed(python) else { return };
    let trace = read_stream(&stream);
    check_nim(&trace);
    assert!(Summary::of(&trace).cutoffs > 0, "the children that are skipped are named");
}

#[test]
fn a_c_program_is_understood() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("search");
    let mut compiler = Command::new("cc");
    compiler.arg("-o").arg(&program).arg(example("search.c"));
    if printed(compiler).is_none() {
        return;
    }
    let Some(stream) = printed(Command::new(&program)) else { return };
    check_nim(&read_stream(&stream));
}

#[test]
fn a_program_with_passes_re_searches_and_a_table_is_understood() {
    let mut python = Command::new("python3");
    python.arg(example("pvs.py"));
    let Some(stream) = printed(python) else { return };
    let trace = read_stream(&stream);
    assert!(matches!(trace.game, edagari::game::AnyGame::TicTacToe(_)), "the boards are known");
    let depths: Vec<_> = trace.passes().iter().map(|pass| pass.depth).collect();
    assert_eq!((depths, trace.ending), (vec![Some(1), Some(2), Some(3), Some(4)], Ending::Complete));
    let searched_again = |visit: &u32| trace.searched_again(VisitId(*visit)).is_some();
    assert!((0..trace.visit_count() as u32).any(|visit| searched_again(&visit)));
    let report = check(&trace, false, &Progress::default());
    assert!(report.is_right(), "{:?}", report.findings.first());
    check_round_trips(&trace);
}

#[test]
fn events_of_the_format_document_are_understood() {
    let (_, more) = FORMAT.split_once("## Your search has more").expect("the second part");
    let blocks: Vec<&str> =
        more.split("```json\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
    assert!(blocks.len() >= 4);
    for block in blocks {
        let events = format!("{{\"edagari\":1,\"null_windows\":true}}\n{{\"event\":\"enter\",\"node\":0}}\n{block}");
        let whole = format!("{{\"edagari\":1}}\n{block}");
        let (has_header, has_passes) = (block.starts_with(r#"{"edagari""#), block.contains("pass"));
        let trace = read_stream(match (has_header, has_passes) {
            (true, _) => block.as_bytes(),
            (false, true) => whole.as_bytes(),
            (false, false) => events.as_bytes(),
        });
        let visits = block.matches("\"enter\"").count() + usize::from(!has_header && !has_passes);
        assert_eq!((trace.visit_count(), trace.remarks()), (visits, &[][..]), "{block}");
    }
}

#[test]
fn the_smallest_stream_and_its_ron_form_are_the_same() {
    let block = |language: &str| {
        let (_, rest) = FORMAT.split_once(&format!("```{language}\n")).expect("a block");
        rest.split_once("```").expect("its end").0
    };
    let stream = read_stream(block("json").as_bytes());
    let ron =
        edagari::trace::file::read_ron(block("ron").as_bytes(), 1 << 20, &std::sync::Arc::default()).expect("a trace");
    for trace in [&stream, &ron] {
        assert_eq!((trace.frame_count(), trace.value()), (10, Some(Score::new(7))));
    }
}
