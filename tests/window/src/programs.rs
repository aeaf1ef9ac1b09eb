//! *Record a program*: starting, stopping, its standard error and its end, and starting it again.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use edagari::viewer::{Action, Command, Edagari, ProgramEnd, ProgramSetup, Run};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

/// A stream of a root with two leaves.
fn stream(scores: [i32; 2]) -> String {
    let [first, second] = scores;
    let best = first.max(second);
    format!(
        "{{\"edagari\": 1}}\n{{\"event\": \"enter\", \"node\": 1}}\n\
         {{\"event\": \"enter\", \"node\": 2, \"move\": \"a\"}}\n{{\"event\": \"leave\", \"node\": 2, \"score\": {first}}}\n\
         {{\"event\": \"enter\", \"node\": 3, \"move\": \"b\"}}\n{{\"event\": \"leave\", \"node\": 3, \"score\": {second}}}\n\
         {{\"event\": \"leave\", \"node\": 1, \"score\": {best}}}\n"
    )
}

/// A folder with a stream in `stream.jsonl`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("stream.jsonl"), stream([3, 7])).expect("written");
    folder
}

/// A script that answers as an engine: it writes down its input, searches once, and ends only after `quit`.
const ENGINE: &str = r#"while read -r line; do echo "$line" >> input; case "$line" in go*) cat stream.jsonl; echo "bestmove a";; quit) exit 0;; esac; done; exit 9"#;

#[test]
fn chess_engine_searches_a_position_and_quits() {
    for in_file in [false, true] {
        let folder = folder();
        let mut harness = small_window();
        apply(&mut harness, Command::Do(Action::RecordProgram));
        replace_text(&mut harness, "Command", "sh");
        let script = if in_file { ENGINE.replace("stream.jsonl;", "stream.jsonl > out;") } else { ENGINE.to_owned() };
        replace_text(&mut harness, "Arguments", &format!("-c '{script}'"));
        replace_text(&mut harness, "Folder", folder.path().to_str().expect("UTF-8"));
        if in_file {
            replace_text(&mut harness, "File of the stream, if it is not the standard output", "out");
        }
        click(&mut harness, "A chess engine that speaks UCI");
        replace_text(&mut harness, "Position (FEN; empty: the start of the game)", "7k/8/5K2/8/8/8/8/1R6 w - - 0 1");
        click(&mut harness, "Start");
        wait_until(&mut harness, "it ends", |harness| end(harness).is_some());
        assert_eq!(end(&harness), Some(ProgramEnd::Code(0)));
        // Until its stream is read, the former trace stays.
        wait_for_recordings(&mut harness);
        assert_eq!(active(&harness).trace.visit_count(), 3);
        let input = fs::read_to_string(folder.path().join("input")).expect("its input");
        let input: Vec<&str> = input.lines().collect();
        assert_eq!(input, ["uci", "isready", "position fen 7k/8/5K2/8/8/8/8/1R6 w - - 0 1", "go depth 6", "quit"]);
    }
}

/// Opens the form, enters a script for a shell, and starts it.
fn start(harness: &mut Harness<'_, Edagari>, folder: &Path, script: &str) {
    apply(harness, Command::Do(Action::RecordProgram));
    replace_text(harness, "Command", "sh");
    replace_text(harness, "Arguments", &format!("-c '{script}'"));
    replace_text(harness, "Folder", folder.to_str().expect("UTF-8"));
    click(harness, "Start");
}

fn active<'a>(harness: &'a Harness<'_, Edagari>) -> &'a Run {
    harness.state().session.active_run()
}

fn end(harness: &Harness<'_, Edagari>) -> Option<ProgramEnd> {
    active(harness).program.as_ref().and_then(|program| program.end())
}

fn wait_until(harness: &mut Harness<'_, Edagari>, what: &str, is_so: impl Fn(&Harness<'_, Edagari>) -> bool) {
    let begun = Instant::now();
    while !is_so(harness) {
        assert!(begun.elapsed() < Duration::from_secs(30), "{what}");
        sleep(Duration::from_millis(20));
        harness.run_steps(1);
    }
}

/// Returns the process numbers in a file, once there are two.
fn pids(file: &PathBuf) -> Vec<u32> {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.split_whitespace().filter_map(|pid| pid.parse().ok()).collect()
}

/// Whether a process runs: a zombie does not.
fn runs(pid: u32) -> bool {
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    state.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.trim_start().starts_with('Z'))
}

/// A script that starts a process of its own, and does not end.
const ENDLESS: &str = "cat stream.jsonl; sleep 600 & echo $$ $! > pids; wait";

#[test]
fn stream_standard_error_and_exit_code_of_a_program_are_shown() {
    let folder = folder();
    let mut harness = small_window();
    start(&mut harness, folder.path(), "cat stream.jsonl; echo a warning >&2; exit 3");
    wait_until(&mut harness, "it ends", |harness| end(harness).is_some());
    wait_for_recordings(&mut harness);
    harness.run_steps(2);
    assert_eq!(end(&harness), Some(ProgramEnd::Code(3)));
    assert_eq!(active(&harness).trace.visit_count(), 3);
    assert!(says(&harness, "sh ended with exit code 3.") && says(&harness, "a warning"));
    assert_eq!(harness.state().session.notice.as_deref(), Some("sh ended with exit code 3."));
}

#[test]
fn stopped_program_ends_with_its_group_and_keeps_its_stream() {
    let folder = folder();
    let mut harness = small_window();
    start(&mut harness, folder.path(), ENDLESS);
    let file = folder.path().join("pids");
    wait_until(&mut harness, "it starts", |harness| pids(&file).len() == 2 && says(harness, "sh is running."));
    wait_until(&mut harness, "it is shown", |harness| active(harness).trace.visit_count() == 3);
    assert!(pids(&file).into_iter().all(runs));
    click(&mut harness, "Stop the program");
    wait_until(&mut harness, "it stops", |harness| says(harness, "sh was stopped."));
    wait_until(&mut harness, "its group ends", |_| !pids(&file).into_iter().any(runs));
    wait_for_recordings(&mut harness);
    assert_eq!(active(&harness).trace.visit_count(), 3);
}

#[test]
fn program_ends_with_its_run_and_with_the_window() {
    let folder = folder();
    let file = folder.path().join("pids");
    let mut harness = small_window();
    start(&mut harness, folder.path(), ENDLESS);
    wait_until(&mut harness, "it starts", |_| pids(&file).len() == 2);
    let run = active(&harness).id;
    apply(&mut harness, Command::CloseRun(run));
    wait_until(&mut harness, "its group ends", |_| !pids(&file).into_iter().any(runs));

    fs::remove_file(&file).expect("removed");
    start(&mut harness, folder.path(), ENDLESS);
    wait_until(&mut harness, "it starts", |_| pids(&file).len() == 2);
    drop(harness);
    let begun = Instant::now();
    while pids(&file).into_iter().any(runs) {
        assert!(begun.elapsed() < Duration::from_secs(30), "its group ends");
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn second_run_is_beside_the_former_with_what_changed() {
    let folder = folder();
    let mut harness = small_window();
    let runs = harness.state().session.runs.len();
    start(&mut harness, folder.path(), "cat stream.jsonl");
    wait_until(&mut harness, "it ends", |harness| end(harness).is_some());
    wait_for_recordings(&mut harness);
    click(&mut harness, "Run again");
    wait_until(&mut harness, "they are equal", |harness| says(harness, "Nothing changed: all"));
    assert_eq!(harness.state().session.runs.len(), runs + 1);

    fs::write(folder.path().join("stream.jsonl"), stream([9, 7])).expect("written");
    click(&mut harness, "Run again");
    let changed = "The decision at the root changed from b to a.";
    wait_until(&mut harness, "they differ", |harness| says(harness, changed));
    let session = &harness.state().session;
    assert_eq!(session.runs.len(), runs + 2);
    let last = session.runs.last().expect("the new run");
    assert_eq!(session.active, last.id);
    assert_eq!(last.frame, last.last_frame(), "where the decision is shown");

    // With the same decision, the first frame that differs.
    fs::write(folder.path().join("stream.jsonl"), stream([9, 8])).expect("written");
    click(&mut harness, "Run again");
    wait_until(&mut harness, "they differ", |harness| says(harness, "The decision at the root is still a."));
    let last = harness.state().session.runs.last().expect("the new run");
    assert!(last.frame < last.last_frame());
}

#[test]
fn stream_in_a_file_is_read_from_the_new_run_only() {
    let folder = folder();
    fs::write(folder.path().join("log.jsonl"), "of a former run\n").expect("written");
    let mut harness = small_window();
    apply(&mut harness, Command::Do(Action::RecordProgram));
    replace_text(&mut harness, "File of the stream, if it is not the standard output", "log.jsonl");
    start(&mut harness, folder.path(), "sleep 0.3; cat stream.jsonl > log.jsonl; echo no event");
    wait_until(&mut harness, "it ends", |harness| end(harness).is_some());
    wait_for_recordings(&mut harness);
    assert_eq!(active(&harness).trace.visit_count(), 3);
}

#[test]
fn program_that_cannot_be_used_is_refused_with_the_reason() {
    let mut harness = small_window();
    apply(&mut harness, Command::Do(Action::RecordProgram));
    replace_text(&mut harness, "Command", "no-such-program-here");
    replace_text(&mut harness, "Arguments", "\"open");
    assert!(says(&harness, "an opening quotation mark has no closing one"));
    assert!(harness.get_by_label("Start").accesskit_node().is_disabled());
    replace_text(&mut harness, "Arguments", "closed");
    let environment = |harness: &mut Harness<'_, Edagari>, text: &str| {
        let field = "Environment, NAME=VALUE a line";
        harness.get_by_role_and_label(Role::MultilineTextInput, field).focus();
        harness.run_steps(2);
        harness.get_by_role_and_label(Role::MultilineTextInput, field).type_text(text);
        harness.run_steps(3);
    };
    environment(&mut harness, "NAME");
    assert!(says(&harness, "expected NAME=VALUE"));
    environment(&mut harness, "=value");
    click(&mut harness, "Start");
    wait_until(&mut harness, "it fails", |harness| says(harness, "no-such-program-here: cannot be started"));
    assert_eq!(end(&harness), Some(ProgramEnd::NotStarted));

    // A program without a stream: what it wrote is shown.
    let run = active(&harness).id;
    let setup = ProgramSetup::of_line("sh -c 'echo nothing to see >&2; exit 1'").expect("a command");
    apply(&mut harness, Command::RecordProgram { run: Some(run), setup: Box::new(setup) });
    wait_until(&mut harness, "it ends", |harness| end(harness) == Some(ProgramEnd::Code(1)));
    wait_until(&mut harness, "its error is shown", |harness| says(harness, "nothing to see"));
}
