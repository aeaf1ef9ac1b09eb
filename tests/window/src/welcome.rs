//! The first start and the buttons of the welcome page.

use std::path::PathBuf;

use edagari::game::{GameSetup, TicTacToe};
use edagari::search::Algorithm;
use edagari::trace::{FrameKind, NodeId, Process};
use edagari::viewer::{Action, Command, Edagari, Example, Link, Settings, SettingsStore, TreeForm, Workspace};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::driving::*;

const BUTTONS: [&str; 11] = [
    "See a branch cut in one minute",
    "Practise: predict what comes next",
    "Minimax against α-β on tic-tac-toe",
    "Play with the table",
    "Chess: a mate in two",
    "Monte-Carlo tree search",
    "The proof of a mate",
    "Five searches, one tree",
    "Open a trace",
    "Record your own program",
    "Noise laboratory",
];

fn is_welcoming(harness: &Harness<'_, Edagari>) -> bool {
    harness.state().open_panels().contains(&Action::Welcome)
}

/// Opens a window of small runs that shows the welcome page.
fn welcome() -> Harness<'static, Edagari> {
    let mut harness = small_window();
    apply(&mut harness, Command::Do(Action::Welcome));
    assert!(is_welcoming(&harness));
    harness
}

/// Clicks the button on the welcome page; the workspace tab has the same name.
fn choose(harness: &mut Harness<'_, Edagari>, name: &str) {
    let named = harness.get_all_by_role_and_label(Role::Button, name);
    named.last().expect("a button").click();
    harness.run_steps(3);
    assert!(!is_welcoming(harness), "it is out of the way after {name}");
    wait_for_recordings(harness);
}

fn searches(harness: &Harness<'_, Edagari>) -> Vec<(GameSetup, Process, bool)> {
    let setups = harness.state().session.runs.iter().map(|run| run.trace.setup.clone());
    setups.map(|setup| (setup.game, setup.process, setup.table.is_some())).collect()
}

#[test]
fn the_first_start_welcomes_and_the_second_does_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("edagari/settings.ron");
    let mut first = window_with(SettingsStore::at(path.clone()));
    assert!(is_welcoming(&first));
    for name in BUTTONS {
        let button = first.get_all_by_role_and_label(Role::Button, name).last().expect("a button").rect();
        assert!(button.width() > 200.0 && first.ctx.content_rect().contains_rect(button), "{name} {button:?}");
    }
    assert!(first.query_by_label("tree of run 1").is_none(), "it is shown in place of the runs");
    press(&mut first, egui::Key::Escape);
    assert!(!is_welcoming(&first) && first.query_by_label("tree of run 1").is_some());
    first.run_steps((1.5 / STEP) as usize);
    drop(first);

    let mut second = window_with(SettingsStore::at(path));
    assert!(!is_welcoming(&second));
    click(&mut second, "Help");
    click(&mut second, "Welcome");
    assert!(is_welcoming(&second), "the menu brings it back");
    click(&mut second, "Close");
    assert!(!is_welcoming(&second));
}

#[test]
fn files_are_looked_at_without_a_welcome() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SettingsStore::at(folder.path().join("settings.ron"));
    let file = folder.path().join("small.jsonl");
    std::fs::write(&file, "{\"edagari\": 1}\n{\"event\": \"enter\", \"node\": 1}\n").expect("written");
    let harness = builder().build_eframe(|creation| Edagari::with_files(&creation.egui_ctx, store, &[file]));
    assert!(!is_welcoming(&harness));
}

#[test]
fn the_keyboard_begins_the_first_example_and_it_plays_slowly() {
    let mut harness = welcome();
    press(&mut harness, egui::Key::Enter);
    assert!(!is_welcoming(&harness));
    wait_for_recordings(&mut harness);
    let figure = (GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta), false);
    assert_eq!(searches(&harness), [figure]);
    let session = &harness.state().session;
    assert!(session.playing && (session.settings.speed - 1.0).abs() < 0.01 && session.runs[0].frame <= 1);
    harness.run_steps((20.0 / STEP) as usize);
    let run = &harness.state().session.runs[0];
    let cuts: Vec<usize> = run.trace.cuts().iter().map(|&cut| cut as usize).collect();
    assert_eq!(run.frame, cuts[0], "it stops at the first cut");
    assert!(!harness.state().session.playing);
    press(&mut harness, egui::Key::Space);
    assert!(harness.state().session.playing, "a person goes on");
    harness.run_steps((60.0 / STEP) as usize);
    let frame = harness.state().session.runs[0].frame;
    assert_eq!(Some(&frame), cuts.get(1), "up to the next cut");
    assert!(harness.state().open_panels().contains(&Action::ToggleInspector), "its sentence tells");
}

#[test]
fn the_second_example_compares_two_linked_runs_at_a_cut() {
    let mut harness =
        with_store(&Settings { one_run: true, tree_form: TreeForm::Icicle, ..small_settings() }, window_with);
    apply(&mut harness, Command::SetLink(Link::Frame));
    apply(&mut harness, Command::Do(Action::Welcome));
    choose(&mut harness, BUTTONS[2]);
    let search = |algorithm| (GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(algorithm), false);
    assert_eq!(searches(&harness), [search(Algorithm::Minimax), search(Algorithm::AlphaBeta)]);
    let session = &harness.state().session;
    assert_eq!((session.settings.link, session.settings.tree_form), (Link::Place, TreeForm::Focus));
    let [minimax, alpha_beta] = &session.runs[..] else { panic!("two runs") };
    assert_eq!(session.active, alpha_beta.id);
    assert!(alpha_beta.trace.step(alpha_beta.frame).is_some_and(|step| step.kind == FrameKind::Update));
    assert_eq!(alpha_beta.trace.cuts().first().map(|&cut| cut as usize), Some(alpha_beta.frame));
    assert!(minimax.followed.is_some() && minimax.frame > 0, "the other follows");
    assert!(harness.query_by_label("tree of run 1").is_some() && harness.query_by_label("tree of run 2").is_some());
}

#[test]
fn the_third_example_shows_the_table_where_it_first_answers() {
    let mut harness = welcome();
    choose(&mut harness, BUTTONS[3]);
    let search = (GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::AlphaBeta), true);
    assert_eq!(searches(&harness), [search]);
    assert!(harness.state().open_panels().contains(&Action::ToggleTablePanel));
    let run = &harness.state().session.runs[0];
    let settles = |frame: usize| {
        let answer = run.trace.step(frame).and_then(|step| step.answer);
        matches!(answer, Some(edagari::score::Answer::Returned { .. }))
    };
    assert_eq!((0..run.trace.frame_count()).find(|&frame| settles(frame)), Some(run.frame));
    assert!(!harness.state().session.playing);
}

#[test]
fn examples_of_sampling_and_proof_show_their_course() {
    let mut harness = welcome();
    choose(&mut harness, BUTTONS[5]);
    let run = &harness.state().session.runs[0];
    let samples = run.trace.samples().expect("a Monte-Carlo tree search");
    assert_eq!(samples.favourite_changes(NodeId::ROOT).last(), Some(run.frame));
    assert!(harness.state().open_panels().contains(&Action::TogglePasses));
    wait_until_it_says(&mut harness, "The favourite changed ");

    let mut harness = welcome();
    choose(&mut harness, BUTTONS[6]);
    let run = &harness.state().session.runs[0];
    let root = run.trace.proofs().and_then(|proofs| proofs.of(NodeId::ROOT, run.frame)).expect("a proof");
    assert!(root.proof == 0 && run.frame + 1 == run.trace.frame_count());
    assert!(harness.state().open_panels().contains(&Action::TogglePasses));
    wait_until_it_says(&mut harness, "the root has pn = 0 and dn = ∞.");
}

#[test]
fn example_shows_five_searches_on_one_tree() {
    use Algorithm::{AlphaBeta, DualStar, MtdF, Pvs, SssStar};
    let plaat = GameSetup::textbook(Some("plaat".as_ref()));
    let begin: [fn(&mut Harness<'_, Edagari>); 2] = [
        |harness| choose(harness, BUTTONS[7]),
        |harness| {
            press(harness, egui::Key::Escape);
            press_with(harness, egui::Modifiers::ALT, egui::Key::Num5);
            wait_for_recordings(harness);
        },
    ];
    for begin in begin {
        let mut harness = welcome();
        begin(&mut harness);
        let searched = |of: Algorithm| (plaat.clone(), Process::Search(of), of.kind().memory.is_some());
        assert_eq!(searches(&harness), [AlphaBeta, Pvs, MtdF, SssStar, DualStar].map(searched));
        let session = &harness.state().session;
        assert_eq!(session.settings.link, Link::Share);
        for (run, visits) in session.runs.iter().zip([25, 39, 35, 41, 53]) {
            assert_eq!(run.trace.visit_count(), visits);
            assert_eq!(run.frame + 1, run.trace.frame_count(), "all stand at the end");
        }
        for number in 1..=5 {
            let tile = harness.get_by_label(&format!("tree of run {number}")).rect();
            assert!(tile.width() > 150.0 && harness.ctx.content_rect().contains_rect(tile), "{number}: {tile:?}");
        }
        assert!(says(&harness, "visited again") && says(&harness, "53.7 %") && says(&harness, "Options that differ"));
        // The runs step back and forward together.
        press(&mut harness, egui::Key::Home);
        assert!(harness.state().session.runs.iter().all(|run| run.frame == 0));
    }
}

#[test]
fn other_buttons_open_the_named_panels() {
    for (name, panel) in [(BUTTONS[8], Action::OpenTrace), (BUTTONS[9], Action::RecordYourOwn)] {
        let mut harness = welcome();
        choose(&mut harness, name);
        assert!(harness.state().open_panels().contains(&panel), "{name}");
    }
    let mut harness = welcome();
    choose(&mut harness, BUTTONS[10]);
    assert_eq!(harness.state().session.settings.workspace, Workspace::Noise);
    // The welcome page can be opened from this workspace too.
    click(&mut harness, "Help");
    click(&mut harness, "Welcome");
    assert!(is_welcoming(&harness));
    assert_eq!(harness.state().session.settings.workspace, Workspace::Replay);
}

#[test]
fn smallest_trace_of_the_guide_can_be_copied() {
    let mut harness = welcome();
    choose(&mut harness, BUTTONS[9]);
    assert!(says(&harness, "examples/record_your_search.rs") && says(&harness, "docs/trace-format.md"));
    harness.get_by_label("Copy: The smallest trace").click();
    // The copied text is in the output of one frame only.
    let copied = (0..3).find_map(|_| {
        harness.step();
        harness.output().platform_output.commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    });
    assert!(copied.is_some_and(|text| text.starts_with("{\"edagari\": 1}\n") && text.lines().count() == 7));
}

#[test]
fn files_opened_before_are_offered() {
    let file = PathBuf::from("/somewhere/nim.jsonl");
    let settings = Settings { recent_files: vec![file.clone()], ..small_settings() };
    let mut harness = with_store(&settings, window_with);
    apply(&mut harness, Command::Do(Action::Welcome));
    choose(&mut harness, "/somewhere/nim.jsonl");
    let problem = harness.state().session.runs[1].problem().expect("there is no such file").to_string();
    assert!(problem.contains("nim.jsonl"), "{problem}");
}

/// A run recorded in the meantime is not used as the example.
#[test]
fn superseded_example_does_not_play() {
    let mut harness = welcome();
    // Both commands are applied before the first recording is done.
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(&ctx, Command::BeginExample(Example::Cut));
    apply(&mut harness, Command::AddRun(Box::new(small_settings().setups[0].clone())));
    wait_for_recordings(&mut harness);
    let session = &harness.state().session;
    assert_eq!(session.runs.len(), 2);
    assert!(!session.playing && session.runs.iter().all(|run| run.frame == 0));
}
