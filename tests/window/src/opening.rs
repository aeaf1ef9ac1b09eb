//! Opening of traces: what is in front, what is shown meanwhile, and how a refusal is shown.

use std::path::{Path, PathBuf};

use edagari::language::Language;
use edagari::search::Algorithm;
use edagari::viewer::{Action, Command, Edagari, RunId, SettingsStore};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;
use crate::files::{saved, window_with_files};

/// A file that is no trace.
fn broken(folder: &Path) -> PathBuf {
    let path = folder.join("broken.jsonl");
    std::fs::write(&path, "no trace\n").expect("written");
    path
}

/// Whether the sentence that refuses the file of a run is on screen.
fn says_problem(harness: &Harness<'_, Edagari>, run: usize) -> bool {
    let problem = harness.state().session.runs[run - 1].problem().expect("refused").sentence(Language::English);
    assert!(problem.contains("broken.jsonl"), "{problem}");
    says(harness, &problem)
}

fn has_tree(harness: &Harness<'_, Edagari>, run: usize) -> bool {
    harness.query_by_label(&format!("tree of run {run}")).is_some()
}

/// A window of small runs with its welcome page over them.
fn welcome() -> Harness<'static, Edagari> {
    let mut harness = small_window();
    apply(&mut harness, Command::Do(Action::Welcome));
    assert!(!has_tree(&harness, 1) && !has_tree(&harness, 2));
    harness
}

#[test]
fn opened_trace_is_in_front_of_every_other_tile() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = saved(folder.path(), "figure.edagari", Algorithm::AlphaBeta);
    let mut harness = welcome();
    apply(&mut harness, Command::OpenTrace { run: RunId(0), path: file.clone() });
    wait_for_recordings(&mut harness);
    assert!(has_tree(&harness, 1), "in front of the welcome page");

    let mut harness = welcome();
    apply(&mut harness, Command::OpenInNewRun(file.clone()));
    wait_for_recordings(&mut harness);
    assert!(has_tree(&harness, 3), "a new run too");

    let mut harness = small_window();
    apply(&mut harness, Command::MaximisePanel(Action::ToggleInspector));
    assert!(!has_tree(&harness, 1));
    apply(&mut harness, Command::OpenTrace { run: RunId(0), path: file.clone() });
    wait_for_recordings(&mut harness);
    assert!(has_tree(&harness, 1), "in front of a maximised panel");

    let mut harness = small_window();
    apply(&mut harness, Command::Do(Action::WorkspaceNoise));
    apply(&mut harness, Command::OpenTrace { run: RunId(0), path: file });
    wait_for_recordings(&mut harness);
    assert!(has_tree(&harness, 1), "in front of the noise laboratory");
}

#[test]
fn refused_file_is_said_in_front_and_not_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = broken(folder.path());
    let mut harness = welcome();
    apply(&mut harness, Command::OpenTrace { run: RunId(0), path: path.clone() });
    wait_for_recordings(&mut harness);
    assert!(says_problem(&harness, 1), "over the run that stays");
    assert!(has_tree(&harness, 1));

    let mut harness = small_window();
    let place = |harness: &Harness<'_, Edagari>| harness.get_by_label("tree of run 1").rect();
    let before = place(&harness);
    apply(&mut harness, Command::OpenTrace { run: RunId(0), path: path.clone() });
    wait_for_recordings(&mut harness);
    assert!(says_problem(&harness, 1));
    assert_eq!(place(&harness), before, "the message moves nothing");
    press(&mut harness, Key::Escape);
    assert_eq!(harness.state().session.runs[0].problem(), None, "and goes");

    let mut harness = welcome();
    apply(&mut harness, Command::OpenInNewRun(path));
    wait_for_recordings(&mut harness);
    assert!(says_problem(&harness, 3) && says(&harness, "This run has no trace."));
    assert!(!has_tree(&harness, 3), "nothing of another game");
    assert!(harness.state().session.settings.recent_files.is_empty());
    click(&mut harness, "Close this run 3");
    assert_eq!(harness.state().session.runs.len(), 2);

    let file = saved(folder.path(), "figure.edagari", Algorithm::AlphaBeta);
    apply(&mut harness, Command::OpenInNewRun(file.clone()));
    wait_for_recordings(&mut harness);
    assert_eq!(harness.state().session.settings.recent_files, [file]);
}

#[test]
fn window_without_its_trace_says_why_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = window_with_files(&[broken(folder.path())]);
    assert!(says_problem(&harness, 1) && !has_tree(&harness, 1));
    for name in ["Open a trace", "Begin without it"] {
        assert!(harness.get_all_by_role_and_label(Role::Button, name).next().is_some(), "{name}");
    }
    click(&mut harness, "Begin without it");
    wait_for_recordings(&mut harness);
    assert!(has_tree(&harness, 1) && !says(&harness, "broken.jsonl"));

    // The other traces are shown.
    let file = saved(folder.path(), "figure.edagari", Algorithm::AlphaBeta);
    let harness = window_with_files(&[broken(folder.path()), file]);
    assert!(says_problem(&harness, 1) && has_tree(&harness, 2));
}

#[cfg(unix)]
#[test]
fn trace_that_is_being_opened_shows_its_name_and_nothing_of_another_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("slow.jsonl");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.is_ok_and(|status| status.success()), "a pipe, which is read once somebody writes");
    let file = path.clone();
    let open = move |creation: &mut eframe::CreationContext<'_>| {
        Edagari::with_files(&creation.egui_ctx, SettingsStore::nowhere(), &[file])
    };
    let mut harness = builder().build_eframe(open);
    apply(&mut harness, Command::OpenPanel(Action::ToggleInspector));
    assert!(says(&harness, "slow.jsonl") && says(&harness, "Opening…"));
    for other in ["tic-tac-toe", "minimax", "tree of run", "unvisited", "Frame 0"] {
        assert!(!says(&harness, other), "{other} is of another game");
    }
    let slider = harness.get_by_role_and_label(Role::Slider, "Frame slider").accesskit_node().max_numeric_value();
    assert!(slider.is_none_or(|last| last < 1.0), "{slider:?} frames");
    std::fs::write(&path, "{\"edagari\": 1}\n{\"event\": \"enter\", \"node\": 1}\n").expect("written");
    wait_for_recordings(&mut harness);
    assert!(has_tree(&harness, 1) && !says(&harness, "Opening…"));
}
