//! Opening, saving, checking and comparing traces.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use edagari::game::{Eight, GameSetup};
use edagari::scene::Style;
use edagari::search::Algorithm;
use edagari::trace::file::{open_trace, save_trace};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record};
use edagari::viewer::{Action, Command, Edagari, Run, RunId, Settings, SettingsStore, SharedPage};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::{
    apply, builder, click, frames, huge, press_with, replace_text, says, small_window, wait_for_recordings,
    wait_until_it_says, window, window_with, with_store,
};

fn figure(algorithm: Algorithm) -> Trace {
    let setup = Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
    record(&setup, DEFAULT_MEMORY_LIMIT, &std::sync::Arc::default()).expect("a legal setup")
}

pub fn saved(folder: &Path, name: &str, algorithm: Algorithm) -> PathBuf {
    let path = folder.join(name);
    save_trace(&figure(algorithm), &path, &Progress::default()).expect("saved");
    path
}

pub fn window_with_files(files: &[PathBuf]) -> Harness<'static, Edagari> {
    let files = files.to_vec();
    let open = move |creation: &mut eframe::CreationContext<'_>| {
        Edagari::with_files(&creation.egui_ctx, SettingsStore::nowhere(), &files)
    };
    let mut harness = builder().build_eframe(open);
    wait_for_recordings(&mut harness);
    harness
}

#[test]
fn a_trace_is_saved_and_opened_by_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("figure.jsonl.zst");
    let mut harness = small_window();
    press_with(&mut harness, egui::Modifiers::COMMAND | egui::Modifiers::SHIFT, egui::Key::S);
    apply(&mut harness, Command::SaveTrace { run: RunId(1), path: path.clone() });
    wait_until_it_says(&mut harness, "/figure.jsonl.zst");
    let opened = open_trace(&path, DEFAULT_MEMORY_LIMIT, &std::sync::Arc::default()).expect("what was saved");
    assert_eq!(opened.frame_count(), figure(Algorithm::AlphaBeta).frame_count());

    press_with(&mut harness, egui::Modifiers::COMMAND, egui::Key::O);
    let field = harness.get_all_by_label("File").find(|node| {
        use egui_kittest::kittest::NodeT as _;
        node.accesskit_node().role() == egui::accesskit::Role::TextInput
    });
    let field = field.expect("a field for the name");
    field.focus();
    field.type_text(path.to_str().expect("a name"));
    harness.run_steps(3);
    click(&mut harness, "Open");
    wait_for_recordings(&mut harness);
    let pane = &harness.state().session.runs[1];
    assert_eq!(pane.origin.as_deref(), Some("figure.jsonl.zst"));
    assert_eq!(pane.trace.frame_count(), figure(Algorithm::AlphaBeta).frame_count());
    assert!(says(&harness, "· figure.jsonl.zst"), "the heading names the file");
    assert_eq!(harness.state().session.settings.recent_files, [path]);
}

#[test]
fn invalid_trace_shows_an_error_and_keeps_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("broken.jsonl");
    std::fs::write(&path, "{\"edagari\":1}\n{\"event\":7}\n{}\n").expect("written");
    let mut harness = small_window();
    let before = harness.state().session.runs[0].trace.frame_count();
    apply(&mut harness, Command::OpenTrace { run: RunId(0), path });
    wait_for_recordings(&mut harness);
    let pane = &harness.state().session.runs[0];
    assert_eq!(pane.trace.frame_count(), before);
    let problem = pane.problem().expect("a sentence").to_string();
    assert!(problem.contains("broken.jsonl:2:"), "{problem}");
}

#[test]
fn files_of_the_command_line_fill_the_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = saved(folder.path(), "minimax.edagari", Algorithm::Minimax);
    let second = saved(folder.path(), "alpha-beta.ron", Algorithm::AlphaBeta);
    let one = window_with_files(std::slice::from_ref(&first));
    assert_eq!(one.state().session.runs.len(), 1);
    assert_eq!(one.state().session.runs[0].trace.frame_count(), figure(Algorithm::Minimax).frame_count());
    let two = window_with_files(&[first, second]);
    assert_eq!(two.state().session.runs.len(), 2);
    assert_eq!(two.state().session.runs[1].trace.frame_count(), figure(Algorithm::AlphaBeta).frame_count());
}

#[test]
fn the_form_of_each_run_shows_the_setup_of_that_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = saved(folder.path(), "soft.edagari", Algorithm::AlphaBetaSoft);
    let second = saved(folder.path(), "minimax.ron", Algorithm::Minimax);
    let mut harness = window_with_files(&[first, second]);
    let shown = |harness: &mut Harness<'static, Edagari>, run| {
        apply(harness, Command::OpenSetup(RunId(run)));
        ["Game", "Search"].map(|name| {
            let field = harness.get_by_role_and_label(egui::accesskit::Role::ComboBox, name);
            field.value().expect("what is chosen")
        })
    };
    let recorded = Setup { process: Process::Search(Algorithm::AlphaBetaOneBound), ..huge() };
    apply(&mut harness, Command::AddRun(Box::new(recorded)));
    assert!(harness.state().session.runs[2].is_recording());
    assert_eq!(shown(&mut harness, 0), ["textbook tree", "α-β (fail-soft)"]);
    assert_eq!(shown(&mut harness, 1), ["textbook tree", "minimax"]);
    assert_eq!(shown(&mut harness, 2), ["random tree", "α-β (one bound)"]);
    // The first run is closed, and the second cannot be recorded because its setup is invalid.
    apply(&mut harness, Command::CloseRun(RunId(0)));
    let wrong = Setup {
        after: "nowhere".to_owned(),
        ..Setup::new(GameSetup::from(Eight), Process::Search(Algorithm::AlphaBeta))
    };
    apply(&mut harness, Command::RecordAgain { run: RunId(1), setup: Box::new(wrong) });
    while harness.state().session.runs[0].is_recording() {
        harness.step();
    }
    assert!(harness.state().session.runs[0].problem().is_some());
    assert_eq!(shown(&mut harness, 1), ["Eight", "α-β"]);
    assert_eq!(shown(&mut harness, 2), ["random tree", "α-β (one bound)"]);
    let remembered = &harness.state().session.settings.setups;
    assert_eq!(*remembered, Settings::default().setups, "a plain start records what it did before");
}

#[test]
fn findings_lead_to_their_frames() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wrong.jsonl");
    let right = "{\"edagari\":1,\"search\":\"minimax\"}\n{\"event\":\"enter\",\"node\":0}\n{\"event\":\"enter\",\"node\":1,\"move\":\"a\"}\n{\"event\":\"leave\",\"node\":1,\"score\":4}\n";
    std::fs::write(&path, format!("{right}{{\"event\":\"leave\",\"node\":0,\"score\":5}}\n")).expect("written");
    let mut harness = window_with_files(&[path]);
    apply(&mut harness, Command::Do(Action::CheckTrace));
    wait_until_it_says(&mut harness, "Faults: 1 in 6 frames");
    let consequences = "and 1 more finding that may follow from it";
    harness.query_all_by_label_contains(consequences).next().expect("what follows is folded").click();
    harness.run_steps(3);
    let finding = "The root ends with 5, but its children give 4.";
    let row = harness.query_all_by_label_contains(finding).next().expect("the finding is listed");
    row.click();
    harness.run_steps(3);
    assert_eq!(harness.state().session.runs[0].frame, 5);
}

#[test]
fn finding_with_a_long_path_is_shown_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deep.jsonl");
    let moves = ["knight-f3", "knight-c6", "bishop-b5", "pawn-a6", "bishop-a4"];
    let mut stream = "{\"edagari\":1,\"search\":\"minimax\"}\n{\"event\":\"enter\",\"node\":0}\n".to_owned();
    for (number, mv) in (1..).zip(moves) {
        let _ = writeln!(stream, "{{\"event\":\"enter\",\"node\":{number},\"move\":\"{mv}\"}}");
    }
    // The parent of the leaf returns another score than the leaf.
    for (number, score) in [(5, 4), (4, 5), (3, 5), (2, 5), (1, 5), (0, 5)] {
        let _ = writeln!(stream, "{{\"event\":\"leave\",\"node\":{number},\"score\":{score}}}");
    }
    std::fs::write(&path, stream).expect("written");
    let mut harness = window_with_files(&[path]);
    apply(&mut harness, Command::Do(Action::CheckTrace));
    wait_until_it_says(&mut harness, "Faults: 1 in");
    let row = harness.query_all_by_label_contains("ends with 5, but its children give 4").next().expect("the finding");
    assert!(row.rect().height() > 28.0, "{:?} has one line", row.rect());
}

#[test]
fn differences_lead_to_frames_in_both_panes() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = saved(folder.path(), "minimax.edagari", Algorithm::Minimax);
    let second = saved(folder.path(), "alpha-beta.jsonl", Algorithm::AlphaBeta);
    let mut harness = window_with_files(&[first, second]);
    apply(&mut harness, Command::Do(Action::Differences));
    wait_until_it_says(&mut harness, "First difference: frame");
    let row = harness.query_all_by_label_contains("cut only in run 2").next().expect("a row");
    row.click();
    harness.run_steps(3);
    let [left, right] = frames(&harness);
    let panes = &harness.state().session.runs;
    assert!(panes[1].trace.cuts().contains(&(right as u32)), "at a cut");
    let node = |pane: usize, frame| panes[pane].trace.path(panes[pane].trace.step(frame).expect("a frame").node);
    assert_eq!(node(0, left), node(1, right), "the same node in the first run");
}

#[test]
fn cause_of_a_different_decision_is_gone_to_step_by_step() {
    let words = |evaluation| format!("chess,search=alpha-beta,depth-limit=2,evaluation={evaluation}");
    let setups = ["material", "piece-square"]
        .map(|evaluation| edagari::trace::Setup::of_words(&words(evaluation)).expect("a setup"));
    let settings = edagari::viewer::Settings { setups: setups.to_vec(), ..Default::default() };
    let mut harness = with_store(&settings, window_with);
    wait_for_recordings(&mut harness);
    apply(&mut harness, Command::Do(Action::Differences));
    wait_until_it_says(&mut harness, "First difference: frame");
    click(&mut harness, "Find the cause");
    assert!(says(&harness, "Step 1 of 3") && says(&harness, "The decision at the root: "));
    for step in ["Step 2 of 3", "Step 3 of 3"] {
        click(&mut harness, "Next step");
        assert!(says(&harness, step), "{step}");
    }
    assert!(says(&harness, "The cause: the leaf Na3 a5 was evaluated as 0.00 and 0.15."));
    let session = &harness.state().session;
    for run in &session.runs {
        let step = run.trace.step(run.frame).expect("a frame");
        assert_eq!(run.trace.path(step.node).len(), 2, "at the leaf");
    }
    click(&mut harness, "Previous step");
    assert!(says(&harness, "Step 2 of 3"));
}

#[test]
fn an_animation_is_drawn_with_its_progress_and_can_be_cancelled() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("search.gif");
    let file = folder.path().join("search").display().to_string();
    let mut harness = small_window();
    press_with(&mut harness, egui::Modifiers::COMMAND, egui::Key::S);
    replace_text(&mut harness, "File name", &file);
    click(&mut harness, "GIF");
    wait_until_it_says(&mut harness, "search.gif");
    assert!(std::fs::read(&path).expect("saved").starts_with(b"GIF89a"));
    std::fs::write(&path, "old").expect("written");
    // The background writer shares ownership of the trace, so a dropped reference proves that it can no longer write.
    let trace = std::sync::Arc::clone(&harness.state().session.active_run().trace);
    let holders = std::sync::Arc::strong_count(&trace);
    press_with(&mut harness, egui::Modifiers::COMMAND, egui::Key::S);
    replace_text(&mut harness, "File name", &file);
    click(&mut harness, "GIF");
    wait_until_it_says(&mut harness, " pictures");
    click(&mut harness, "Cancel");
    let since = std::time::Instant::now();
    while std::sync::Arc::strong_count(&trace) > holders {
        assert!(since.elapsed().as_secs() < 60, "the drawing never stops");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(std::fs::read(&path).expect("there"), b"old", "what is cancelled replaces nothing");
}

#[test]
fn saving_a_large_trace_shows_progress_and_can_be_cancelled() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.jsonl");
    let mut harness = window();
    apply(&mut harness, Command::SaveTrace { run: RunId(0), path });
    wait_until_it_says(&mut harness, "Saving large.jsonl");
    assert!(harness.query_by_role(egui::accesskit::Role::ProgressIndicator).is_some(), "how far it is");
    click(&mut harness, "Cancel large.jsonl");
    assert!(!says(&harness, "large.jsonl"));
    let since = std::time::Instant::now();
    while std::fs::read_dir(folder.path()).expect("a folder").next().is_some() {
        assert!(since.elapsed().as_secs() < 10, "nothing is left over");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(harness.state().session.notice, None);
}

const MOTION: &str = "Animate between frames";
const STEP: &str = "Three pictures: before, during, after";

#[test]
fn picture_form_describes_its_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = small_window();
    press_with(&mut harness, egui::Modifiers::COMMAND, egui::Key::S);
    for name in ["PNG", "SVG", "TikZ", "GIF", "APNG", "Style", "from", "to", "Every", "Time per frame", MOTION, STEP] {
        assert!(harness.query_all_by_label(name).next().is_some(), "{name} is on the form");
    }
    let path = folder.path().join("figure.tex");
    let save = |before_after, path: &Path| Command::SavePicture {
        run: RunId(0),
        style: Style::Print,
        before_after,
        path: path.to_owned(),
    };
    apply(&mut harness, save(false, &path));
    wait_until_it_says(&mut harness, "/figure.tex");
    assert!(std::fs::read_to_string(&path).expect("saved").contains("tikzpicture"));
    let before = std::fs::read_to_string(&path).expect("saved");
    apply(&mut harness, Command::Do(Action::FrameOn));
    apply(&mut harness, save(true, &path));
    wait_until_it_says(&mut harness, "/figure-3.tex");
    let step =
        [1, 2, 3].map(|at| std::fs::read_to_string(folder.path().join(format!("figure-{at}.tex"))).expect("saved"));
    assert!(step[0] == before && step[1] != before && step[2] != step[1]);
}

#[test]
fn runs_are_shared_as_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("figure.html");
    let mut harness = small_window();
    press_with(&mut harness, egui::Modifiers::ALT | egui::Modifiers::SHIFT, egui::Key::S);
    assert!(says(&harness, "An animated figure of") && says(&harness, "The whole program, with all runs"));
    replace_text(&mut harness, "File", &path.display().to_string());
    click(&mut harness, "Save");
    wait_until_it_says(&mut harness, "/figure.html");
    let frames = harness.state().session.active_run().trace.frame_count();
    let opened = open_trace(&path, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("the trace in the page");
    assert_eq!(opened.frame_count(), frames);
    // A small page replaces the program.
    let program = folder.path().join("program.html");
    std::fs::write(&program, "<!DOCTYPE html><title>Edagari</title><!-- files -->").expect("written");
    let path = folder.path().join("app.html");
    apply(&mut harness, Command::SharePage { page: SharedPage::App(program), path: path.clone() });
    wait_until_it_says(&mut harness, "/app.html");
    let page = std::fs::read_to_string(&path).expect("saved");
    let runs = harness.state().session.runs.len();
    assert_eq!(page.matches("type=\"application/octet-stream\"").count(), runs, "all runs");
    assert!(page.contains("[\"view\",\"focus\"]"), "where it begins");
    assert!(page.contains("[\"arrangement\","), "how its tiles lie");

    apply(&mut harness, Command::OpenInNewRun(path));
    wait_for_recordings(&mut harness);
    let session = &harness.state().session;
    assert_eq!(session.runs.len(), 2 * runs, "each run of the page is opened");
    let [before, after] = [&session.runs[..runs], &session.runs[runs..]];
    let counts = |runs: &[Run]| {
        let mut counts: Vec<usize> = runs.iter().map(|run| run.trace.frame_count()).collect();
        counts.sort_unstable();
        counts
    };
    assert_eq!(counts(before), counts(after));
}

/// Drops a file on the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn files_are_dropped_on_the_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = [("minimax.edagari", Algorithm::Minimax), ("alpha-beta.jsonl", Algorithm::AlphaBeta)];
    let paths = paths.map(|(name, algorithm)| saved(folder.path(), name, algorithm));
    let mut harness = small_window();
    let active = harness.state().session.active;
    let dropped = paths.clone().map(|path| std::sync::Arc::new(Dropped(path)) as egui::DroppedFileHandle);
    harness.input_mut().dropped_files.extend(dropped);
    harness.run_steps(3);
    wait_for_recordings(&mut harness);
    let session = &harness.state().session;
    let opened = session.runs.last().expect("a run of its own");
    let origins = [session.run(active).and_then(|run| run.origin.clone()), opened.origin.clone()];
    assert_eq!(origins, [Some("minimax.edagari".to_owned()), Some("alpha-beta.jsonl".to_owned())]);
}

#[test]
fn suggested_name_of_a_picture_follows_the_frame_until_it_is_changed() {
    let mut harness = small_window();
    apply(&mut harness, Command::Do(Action::SavePicture));
    let name = |harness: &Harness<'_, Edagari>| {
        let field = harness.get_by_role_and_label(egui::accesskit::Role::TextInput, "File name");
        field.accesskit_node().value()
    };
    let run = harness.state().session.active;
    for frame in [3, 13] {
        apply(&mut harness, Command::GoTo { run, frame });
        harness.run_steps(3);
        assert_eq!(name(&harness), Some(format!("edagari-frame-{frame}")));
    }
    replace_text(&mut harness, "File name", "mine");
    apply(&mut harness, Command::GoTo { run, frame: 5 });
    harness.run_steps(3);
    assert_eq!(name(&harness).as_deref(), Some("mine"));
}
