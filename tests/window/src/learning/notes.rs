//! Notes and lessons: editing, navigation, saving, opening, playing.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use edagari::game::GameSetup;
use edagari::lesson::note::{NodePath, Notes};
use edagari::search::Algorithm;
use edagari::trace::file::save_trace;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
use edagari::viewer::{Action, Command, Edagari};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::driving::*;
use crate::files::window_with_files;

const LESSON: &str = r#"(
    edagari_notes: 1,
    title: (english: "A small lesson", japanese: "小さなレッスン"),
    runs: [(from: Setup((game: "textbook tree", search: "alpha-beta")))],
    notes: [
        (frame: 3, title: "Where it begins", text: "The search has {frames} frames."),
        (frame: 9, title: "A question", question: (
            text: "Which is it?",
            answers: [(text: "this one", right: true), (text: "that one")],
            why: "Because it is.",
        )),
    ],
)
"#;

fn saved_figure(folder: &Path) -> PathBuf {
    let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &std::sync::Arc::default()).expect("a legal setup");
    let path = folder.join("figure.edagari");
    save_trace(&trace, &path, &Progress::default()).expect("saved");
    path
}

fn wait_until(harness: &mut Harness<'_, Edagari>, what: &str, is_so: impl Fn(&Edagari) -> bool) {
    let since = Instant::now();
    while !is_so(harness.state()) {
        assert!(since.elapsed() < Duration::from_mins(1), "{what} never comes");
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    harness.run_steps(3);
}

fn count(app: &Edagari) -> usize {
    app.session.notebook.notes.notes.len()
}

fn note(harness: &mut Harness<'_, Edagari>, frame: usize) {
    let run = harness.state().session.active;
    apply(harness, Command::GoTo { run, frame });
    let before = count(harness.state());
    press(harness, Key::N);
    wait_until(harness, "the note", |app| count(app) == before + 1);
    // The field of the title has the keyboard focus.
    harness.run_steps(5);
}

fn lesson_file(folder: &Path) -> PathBuf {
    let path = folder.join("small.edagari-notes.ron");
    let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
    let setup = ron::to_string(&setup).expect("serialisable");
    let text = LESSON.replace(r#"(game: "textbook tree", search: "alpha-beta")"#, &setup);
    std::fs::write(&path, text).expect("written");
    path
}

/// Types into a multi-line field.
fn type_into(harness: &mut Harness<'_, Edagari>, name: &str, text: &str) {
    harness.get_by_role_and_label(Role::MultilineTextInput, name).focus();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::MultilineTextInput, name).type_text(text);
    harness.run_steps(3);
}

#[test]
fn notes_are_written_played_and_saved_to_the_chosen_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = saved_figure(folder.path());
    let before = std::fs::read(&trace).expect("a trace");
    let mut harness = window_with_files(std::slice::from_ref(&trace));
    note(&mut harness, 5);
    replace_text(&mut harness, "Title of the note", "First");
    type_into(&mut harness, "Text of the note", "It is *here*.");
    press(&mut harness, Key::Tab);
    harness.run_steps(2);
    apply(&mut harness, Command::GoToNote(0));
    harness.run_steps(3);
    assert!(says(&harness, "here"), "rendered");
    note(&mut harness, 12);
    assert!(says(&harness, "First"), "listed");
    press_with(&mut harness, egui::Modifiers::COMMAND | egui::Modifiers::SHIFT, Key::B);
    assert_eq!(harness.state().session.runs[0].frame, 5);
    press_with(&mut harness, egui::Modifiers::COMMAND, Key::B);
    assert_eq!(harness.state().session.runs[0].frame, 12);
    click(&mut harness, "Move up");
    let file = folder.path().join("figure.edagari-notes.ron");
    assert!(!file.exists(), "before one says so");
    apply(&mut harness, Command::SaveNotes(file.clone()));
    wait_until(&mut harness, "the file", |_| {
        Notes::read(&file).is_ok_and(|notes| notes.notes.len() == 2 && notes.notes[0].frame == 12)
    });
    assert_eq!(std::fs::read(&trace).expect("a trace"), before, "never in the trace");
    drop(harness);

    let mut again = window_with_files(&[trace]);
    wait_until(&mut again, "the notes", |app| count(app) == 2);
    assert!(says(&again, "Notes read: 2"));
    press_with(&mut again, egui::Modifiers::COMMAND, Key::B);
    assert_eq!(again.state().session.runs[0].frame, 12);
    click(&mut again, "Delete");
    wait_until(&mut again, "the file", |_| Notes::read(&file).is_ok_and(|notes| notes.notes.len() == 1));
}

#[test]
fn a_lesson_in_a_file_is_played_by_keys() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = window_with_files(&[lesson_file(folder.path())]);
    wait_until_it_says(&mut harness, "Where it begins");
    wait_for_recordings(&mut harness);
    assert!(harness.state().open_panels().contains(&Action::ToggleNotes));
    let frames = harness.state().session.runs[0].trace.frame_count();
    assert!(says(&harness, &format!("The search has {frames} frames.")), "the statement is computed");
    assert_eq!(harness.state().session.runs[0].frame, 3);
    press(&mut harness, Key::ArrowRight);
    press(&mut harness, Key::ArrowRight);
    press_with(&mut harness, egui::Modifiers::SHIFT, Key::B);
    assert_eq!(harness.state().session.runs[0].frame, 3, "one key leads back");
    press_with(&mut harness, egui::Modifiers::COMMAND, Key::B);
    assert_eq!(harness.state().session.runs[0].frame, 9);
    assert!(says(&harness, "Which is it?") && !says(&harness, "Because it is."));
    press(&mut harness, Key::Num2);
    assert!(says(&harness, "Not right. The right answer: this one") && says(&harness, "Because it is."));
    click(&mut harness, "Answer again");
    click(&mut harness, "1 · this one");
    assert!(says(&harness, "Right."));
}

#[test]
fn arrows_and_questions_are_written_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = saved_figure(folder.path());
    let mut harness = window_with_files(&[trace]);
    wait_for_recordings(&mut harness);
    note(&mut harness, 5);
    assert!(says(&harness, "Select another node in the picture"));
    let run = harness.state().session.active;
    let from = harness.state().session.notebook.notes.notes[0].node.clone().expect("a node");
    let last = harness.state().session.runs[0].trace.position(&[]).expect("a start").move_count() as u32 - 1;
    apply(&mut harness, Command::Center { run, path: vec![last] });
    let to = NodePath::of(&harness.state().session.runs[0].trace, &[last]).0;
    let from = if from.0.is_empty() { "the root".to_owned() } else { from.0 };
    click(&mut harness, &format!("Arrow from {from} to {to}"));
    replace_text(&mut harness, "Words beside arrow 1", "here, at frame {frame}");
    let arrows = |harness: &Harness<'_, Edagari>| {
        let session = &harness.state().session;
        let arrows = session.note_arrows(session.active_run());
        arrows.iter().map(|arrow| (arrow.to.clone(), arrow.label.clone())).collect::<Vec<_>>()
    };
    assert_eq!(arrows(&harness), [(vec![last], "here, at frame 5".to_owned())]);
    click(&mut harness, "Add a question");
    type_into(&mut harness, "Question", "Where is it?");
    replace_text(&mut harness, "Answer 1", "here");
    assert!(!says(&harness, "are right, expected"), "one is right");
    replace_text(&mut harness, "Answer 2", "there");
    type_into(&mut harness, "Why: shown after the answer", "One sees it.");
    click(&mut harness, "Play as a lesson");
    harness.run_steps(3);
    assert!(says(&harness, "Where is it?") && says(&harness, "here, at frame 5"));
    press(&mut harness, Key::Num1);
    assert!(says(&harness, "Right.") && says(&harness, "One sees it."));
    apply(&mut harness, Command::GoTo { run, frame: 6 });
    assert_eq!(arrows(&harness), [], "only where the note is");
    press_with(&mut harness, egui::Modifiers::SHIFT, Key::B);
    assert_eq!(arrows(&harness).len(), 1);
    let file = folder.path().join("figure.edagari-notes.ron");
    assert!(!file.exists(), "before one says so");
    apply(&mut harness, Command::SaveNotes(file.clone()));
    wait_until(&mut harness, "the file", |_| {
        Notes::read(&file).is_ok_and(|notes| notes.notes[0].question.is_some() && notes.notes[0].arrows.len() == 1)
    });
}

#[test]
fn panel_without_notes_lists_the_lessons() {
    let mut harness = small_window();
    apply(&mut harness, Command::OpenPanel(Action::ToggleNotes));
    harness.run_steps(3);
    let lesson = &edagari::lesson::note::LESSONS[0];
    let title = lesson.title().expect("a title").text(edagari::language::Language::English);
    assert!(says(&harness, &format!("1 · {title}")));
}

#[test]
fn broken_notes_show_an_error_and_keep_the_current_notes() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = saved_figure(folder.path());
    let file = folder.path().join("figure.edagari-notes.ron");
    std::fs::write(&file, "(edagari_notes: 99)").expect("written");
    let mut harness = window_with_files(&[trace]);
    wait_until_it_says(&mut harness, "notes of version 99");
    note(&mut harness, 5);
    harness.run_steps(20);
    assert_eq!(std::fs::read_to_string(&file).expect("there"), "(edagari_notes: 99)");
}

#[test]
fn note_shows_the_run_beside_its_own_among_many() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("three.edagari-notes.ron");
    let run = |algorithm| {
        let setup = Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
        format!("(from: Setup({}))", ron::to_string(&setup).expect("serialisable"))
    };
    let runs = [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs].map(run).join(", ");
    let notes =
        r#"(frame: 3, title: "One"), (run: 2, frame: 9, beside: 1, title: "Two"), (run: 3, frame: 4, title: "Three")"#;
    std::fs::write(&path, format!("(edagari_notes: 1, runs: [{runs}], notes: [{notes}])")).expect("written");
    let mut harness = window_with_files(std::slice::from_ref(&path));
    wait_until(&mut harness, "the notes", |app| count(app) == 3);
    apply(&mut harness, Command::PlayNotes(true));
    wait_for_recordings(&mut harness);
    let shown = |harness: &Harness<'_, Edagari>| -> Vec<(bool, usize)> {
        let session = &harness.state().session;
        session.shown_runs().map(|run| (run.id == session.active, run.frame)).collect()
    };
    let go = |harness: &mut Harness<'_, Edagari>, at: usize, frame: usize| {
        apply(harness, Command::GoToNote(at));
        wait_until(harness, "the note's run", |app| app.session.active_run().frame == frame);
    };
    go(&mut harness, 0, 3);
    assert_eq!(shown(&harness), [(true, 3)]);
    go(&mut harness, 1, 9);
    let [(false, beside), (true, 9)] = shown(&harness)[..] else { panic!("{:?}", shown(&harness)) };
    assert!(beside > 0, "it is at the corresponding frame");
    go(&mut harness, 2, 4);
    assert_eq!(shown(&harness), [(true, 4)]);
    // The user sees what they chose.
    apply(&mut harness, Command::Do(Action::OneRun));
    assert_eq!(shown(&harness).len(), 3);
    apply(&mut harness, Command::Do(Action::OneRun));
    go(&mut harness, 1, 9);
    assert_eq!(shown(&harness).len(), 1);
}
