//! Start options of a window, and links that contain them.

use std::path::PathBuf;

use edagari::analysis::corresponding;
use edagari::scene::focus_at;
use edagari::search::Algorithm;
use edagari::viewer::{Action, Command, Edagari, FirstView, RunId, SettingsStore, TreeForm};
use egui_kittest::Harness;

use crate::driving::{apply, builder, press, press_with, says, wait_for_recordings};
use crate::files::saved;

fn window_at(file: PathBuf, words: &[(&str, &str)]) -> Harness<'static, Edagari> {
    window_of([file], words)
}

fn window_of<const N: usize>(files: [PathBuf; N], words: &[(&str, &str)]) -> Harness<'static, Edagari> {
    let first = FirstView::of_words(words.iter().copied());
    let open = move |creation: &mut eframe::CreationContext<'_>| {
        Edagari::with_files(&creation.egui_ctx, SettingsStore::nowhere(), &files).beginning_at(first)
    };
    let mut harness = builder().build_eframe(open);
    wait_for_recordings(&mut harness);
    harness
}

/// Presses the shortcut for copying a link and returns the copied text.
fn copied(harness: &mut Harness<'_, Edagari>) -> String {
    press_with(harness, egui::Modifiers::COMMAND | egui::Modifiers::SHIFT, egui::Key::C);
    let notice = harness.state().session.notice.clone().expect("what was copied");
    let first = notice.lines().next().expect("a line");
    first.trim_start_matches("Copied: ").to_owned()
}

#[test]
fn window_starts_at_the_place_of_its_link() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = saved(folder.path(), "figure.edagari", Algorithm::AlphaBeta);
    let trace =
        edagari::trace::file::open_trace(&file, 1 << 30, &edagari::trace::Progress::default()).expect("a trace");
    let path = vec![1, 0];
    let moves = trace.game.move_texts(&trace.start, &path).join(".");
    let harness = window_at(file.clone(), &[("frame", "12"), ("node", &moves), ("view", "icicle")]);
    let session = &harness.state().session;
    assert_eq!((session.runs[0].frame, &session.runs[0].center), (12, &path));
    assert_eq!(session.settings.tree_form, TreeForm::Icicle);

    let harness = window_at(file.clone(), &[("frame", "999999")]);
    let session = &harness.state().session;
    assert_eq!(session.runs[0].frame, trace.frame_count() - 1, "past the end means the last one");

    let harness = window_at(file.clone(), &[("node", "nowhere"), ("frame", "3")]);
    let session = &harness.state().session;
    let notice = session.notice.as_deref().expect("a sentence");
    assert!(notice.contains("nowhere") && notice.contains("one of"), "{notice}");
    assert_eq!(session.runs[0].frame, 3);

    let harness = window_at(file.clone(), &[("arrangement", "no arrangement")]);
    assert!(harness.state().session.notice.is_some(), "one that cannot be used is said");

    let harness = window_at(file, &[("view", "tree")]);
    assert!(says(&harness, "view=tree: expected focus, whole or icicle"));
}

/// Frames and centres of the two runs.
fn places(harness: &Harness<'_, Edagari>) -> [(usize, Vec<u32>); 2] {
    [0, 1].map(|at| {
        let run = &harness.state().session.runs[at];
        (run.frame, run.center.clone())
    })
}

/// Whether the second run is at the frame and the node that correspond to those of the first.
fn are_linked(harness: &Harness<'_, Edagari>) -> bool {
    let [one, other] = [0, 1].map(|at| &harness.state().session.runs[at]);
    let found = corresponding(&one.trace, one.frame, &other.trace).expect("the same tree");
    other.frame == found.frame && other.center == one.center && one.center == focus_at(&one.trace, one.frame)
}

#[test]
fn linked_runs_are_centred_in_the_first_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let minimax = saved(folder.path(), "minimax.edagari", Algorithm::Minimax);
    let alpha_beta = saved(folder.path(), "alpha-beta.edagari", Algorithm::AlphaBeta);
    for frame in ["3", "7", "14", "22"] {
        let mut harness = window_of([alpha_beta.clone(), minimax.clone()], &[("frame", frame)]);
        let first = places(&harness);
        assert!(are_linked(&harness), "frame {frame}: {first:?}");
        press(&mut harness, egui::Key::ArrowRight);
        press(&mut harness, egui::Key::ArrowLeft);
        assert_eq!(places(&harness), first, "frame {frame}");

        // A run that is opened later begins at the frame that corresponds to the first one's.
        let mut harness = window_at(alpha_beta.clone(), &[("frame", frame)]);
        apply(&mut harness, Command::OpenInNewRun(minimax.clone()));
        wait_for_recordings(&mut harness);
        assert_eq!(places(&harness), first, "frame {frame}");
    }
    // A node that is given with the frame is the centre of both.
    let harness = window_of([alpha_beta, minimax], &[("frame", "14"), ("node", "")]);
    assert_eq!(places(&harness).map(|(_, center)| center), [Vec::<u32>::new(), Vec::new()]);
}

#[test]
fn link_starts_its_query_and_lesson() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = saved(folder.path(), "figure.edagari", Algorithm::AlphaBeta);
    let mut harness = window_at(file.clone(), &[("find", "cut"), ("frame", "2")]);
    for _ in 0..600 {
        if harness.state().session.found.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        harness.step();
    }
    assert_eq!(harness.state().session.runs[0].frame, 2);
    assert!(harness.state().session.found.is_some());

    let harness = window_at(file, &[("lesson", "cuts")]);
    assert!(harness.state().session.notebook.is_lesson);
}

#[test]
fn a_copied_link_leads_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = saved(folder.path(), "figure.edagari", Algorithm::AlphaBeta);
    let mut harness = window_at(file.clone(), &[("frame", "7")]);
    apply(&mut harness, Command::CenterOne { run: RunId(0), path: vec![0] });
    apply(&mut harness, Command::Do(Action::FormWhole));
    let link = copied(&mut harness);
    let moves = {
        let trace = &harness.state().session.runs[0].trace;
        trace.game.move_texts(&trace.start, &[0]).join(" ")
    };
    assert_eq!(link, format!("edagari view {} --frame 7 --node {moves} --view whole", file.display()));
}
