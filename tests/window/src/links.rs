//! Start options of a window, and links that contain them.

use std::path::PathBuf;

use edagari::analysis::corresponding;
use edagari::game::{GameSetup, RandomTree};
use edagari::lesson::note::ShippedLesson;
use edagari::scene::focus_at;
use edagari::search::Algorithm;
use edagari::trace::{Process, Setup};
use edagari::viewer::{Action, Command, Edagari, FirstView, Link, RunId, SettingsStore, TreeForm};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::driving::{apply, builder, press, press_with, says, small_window, wait_for_recordings};
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

/// Splits a command line into its arguments.
fn arguments(command: &str) -> Vec<String> {
    let (mut arguments, mut is_quoted) = (vec![String::new()], false);
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        let last = arguments.last_mut().expect("one");
        match letter {
            '\'' => is_quoted = !is_quoted,
            '\\' if !is_quoted => last.extend(letters.next()),
            ' ' if !is_quoted => arguments.push(String::new()),
            letter => last.push(letter),
        }
    }
    arguments
}

/// Opens a new window by a copied link.
fn opened_by(link: &str) -> Harness<'static, Edagari> {
    let arguments = arguments(link);
    assert_eq!(arguments[..2], ["edagari", "view"]);
    let files = arguments[2..].iter().take_while(|argument| !argument.starts_with("--"));
    let files: Vec<PathBuf> = files.map(PathBuf::from).collect();
    let words = &arguments[2 + files.len()..];
    let words = words.chunks(2).map(|pair| (pair[0].trim_start_matches("--"), pair[1].as_str()));
    let first = FirstView::of_words(words);
    let view = first.clone().expect("a view");
    let open = move |creation: &mut eframe::CreationContext<'_>| {
        Edagari::with_view(&creation.egui_ctx, SettingsStore::nowhere(), &files, view)
    };
    let mut harness = builder().build_eframe(open);
    wait_for_recordings(&mut harness);
    harness
}

/// State of a window that a link restores.
#[derive(PartialEq, Debug)]
struct Shown {
    runs: Vec<(edagari::trace::Setup, usize, Vec<u32>)>,
    active: usize,
    form: TreeForm,
    link: Link,
    strip: Vec<(u64, u64)>,
    lesson: Option<(&'static str, Option<usize>)>,
    trees: Vec<bool>,
}

fn shown(harness: &Harness<'_, Edagari>) -> Shown {
    let session = &harness.state().session;
    let range = |range: std::ops::Range<f64>| (range.start.round() as u64, range.end.round() as u64);
    Shown {
        runs: session.runs.iter().map(|run| (run.trace.setup.clone(), run.frame, run.looked_at().to_vec())).collect(),
        active: session.number(session.active),
        form: session.settings.tree_form,
        link: session.settings.link,
        strip: [session.active].map(|run| range(session.frames_shown(run))).to_vec(),
        lesson: session.notebook.lesson.map(|name| (name, session.notebook.current)),
        trees: (1..=session.runs.len())
            .map(|run| harness.query_by_label(&format!("tree of run {run}")).is_some())
            .collect(),
    }
}

#[test]
fn copied_link_opens_the_same_view_in_a_new_window() {
    let random = |algorithm| Setup::new(GameSetup::from(RandomTree::default()), Process::Search(algorithm));
    let cases: Vec<Vec<Command>> = vec![
        vec![],
        vec![Command::GoTo { run: RunId(1), frame: 21 }],
        vec![Command::GoTo { run: RunId(0), frame: 17 }, Command::Do(Action::FormIcicle)],
        vec![Command::Center { run: RunId(0), path: vec![1, 0] }],
        vec![Command::SetLink(Link::Share), Command::GoTo { run: RunId(0), frame: 30 }],
        vec![Command::SetLink(Link::Frame), Command::GoTo { run: RunId(1), frame: 9 }, Command::Do(Action::FormWhole)],
        vec![Command::AddRun(Box::new(random(Algorithm::Pvs))), Command::Do(Action::NextCut)],
        vec![Command::CloseRun(RunId(0)), Command::Do(Action::Last)],
        vec![Command::GoTo { run: RunId(0), frame: 12 }, Command::ShowFrames { run: RunId(0), part: Some(5.0..25.0) }],
        vec![Command::OpenPanel(Action::ToggleOrder), Command::GoTo { run: RunId(0), frame: 3 }],
        vec![Command::BeginLesson(ShippedLesson::named("cuts").expect("a lesson"))],
        vec![Command::BeginLesson(ShippedLesson::named("cuts").expect("a lesson")), Command::GoToNote(2)],
        vec![
            Command::BeginLesson(ShippedLesson::named("cuts").expect("a lesson")),
            Command::GoToNote(1),
            Command::Do(Action::FrameOn),
        ],
    ];
    for commands in cases {
        let mut harness = small_window();
        for command in commands.clone() {
            apply(&mut harness, command);
            wait_for_recordings(&mut harness);
        }
        let before = shown(&harness);
        let link = copied(&mut harness);
        let mut again = opened_by(&link);
        assert_eq!(shown(&again), before, "{commands:?}: {link}");
        // Tiles have other numbers in another window.
        let is_arranged = link.contains("--arrangement");
        assert!(is_arranged || copied(&mut again) == link, "{commands:?}: {link}");
        let opens_panel = matches!(commands.first(), Some(Command::OpenPanel(_)));
        assert_eq!(is_arranged, opens_panel, "{commands:?}: {link}");
        assert!(again.state().open_panels().contains(&Action::ToggleOrder) || !opens_panel);
    }
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
    let last = format!("the frames of this run are 0 to {}", trace.frame_count() - 1);
    assert!(session.notice.as_deref().is_some_and(|notice| notice.contains(&last)), "{:?}", session.notice);

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
