//! The window opens on runs that a program recorded itself, of a game that Edagari does not have.

use edagari::search::{Algorithm, TableSetup};
use edagari::trace::{NodeState, Process, Setup};
use edagari::viewer::{Action, Command, Edagari, RunId, SettingsStore};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::driving::{apply, builder, click, replace_text, says, wait_for_recordings, wait_until_it_says};
use crate::your_game::{Chomp, search};

fn window_with_chomp() -> Harness<'static, Edagari> {
    let runs = [("plain", None), ("remembering", Some(TableSetup::default()))];
    let traces = runs.map(|(name, table)| (name.to_owned(), search(table).expect("recorded")));
    let mut harness = builder().build_eframe(move |creation| {
        Edagari::with_traces(&creation.egui_ctx, SettingsStore::nowhere(), traces.into())
    });
    harness.step();
    // Its tree is shown from the first redraw.
    assert!(harness.query_all_by_label_contains("b2, ").count() >= 2);
    wait_for_recordings(&mut harness);
    harness
}

#[test]
fn name_moves_and_boards_of_the_other_game_are_shown() {
    let mut harness = window_with_chomp();
    for title in ["1 · α-β · Chomp · plain", "2 · α-β + table · Chomp · remembering"] {
        assert!(says(&harness, title), "{title}");
    }
    let run = &harness.state().session.runs[0];
    let frame = run.trace.cuts()[0] as usize;
    assert!(run.trace.game.other_as::<Chomp>().is_some(), "the boards are those of the game");
    apply(&mut harness, Command::GoTo { run: RunId(0), frame });
    assert!(says(&harness, "α-cut after c3 b3 a3"), "the sentence of the frame");
    assert!(harness.query_all_by_label_contains("b1, ").next().is_some(), "a node is called by its move");
}

#[test]
fn other_game_explains_pruned_nodes() {
    let mut harness = window_with_chomp();
    let run = &harness.state().session.runs[0];
    let (trace, id) = (run.trace.clone(), run.id);
    let cut = trace.cuts()[0] as usize;
    let visit = trace.step(cut).expect("a frame").visit;
    let pruned = trace.path(trace.pruned_children(visit).next().expect("a node"));
    assert!(matches!(trace.state(trace.place(&pruned), cut), NodeState::Pruned { .. }));
    apply(&mut harness, Command::GoTo { run: RunId(0), frame: cut });
    apply(&mut harness, Command::AskWhy { run: id, path: pruned });
    let why = harness.state().session.why.as_ref().expect("an answer");
    let sentence = why.reasons.first().expect("a reason").sentence.clone();
    assert!(sentence.contains("a2") && sentence.contains("−1"), "{sentence}");
    assert!(says(&harness, &sentence), "it is on screen: {sentence}");
}

#[test]
fn other_game_is_checked_and_recorded_again() {
    let mut harness = window_with_chomp();
    apply(&mut harness, Command::Do(Action::CheckTrace));
    wait_until_it_says(&mut harness, "follow from those before them");
    // The form lists the game together with the built-in ones.
    apply(&mut harness, Command::OpenSetup(RunId(0)));
    let field = harness.get_by_role_and_label(egui::accesskit::Role::ComboBox, "Game");
    assert_eq!(field.value().as_deref(), Some("Chomp"));
    replace_text(&mut harness, "After the moves", "c3 b2");
    click(&mut harness, "Record");
    wait_for_recordings(&mut harness);
    check_chomp(&harness, 0, "c3 b2", Algorithm::AlphaBeta);
    let minimax =
        Setup { process: Process::Search(Algorithm::Minimax), ..harness.state().session.runs[1].trace.setup.clone() };
    apply(&mut harness, Command::RecordAgain { run: RunId(1), setup: Box::new(minimax) });
    wait_for_recordings(&mut harness);
    check_chomp(&harness, 1, "", Algorithm::Minimax);
    apply(&mut harness, Command::Do(Action::AddRun));
    wait_for_recordings(&mut harness);
    check_chomp(&harness, 2, "c3 b2", Algorithm::AlphaBeta);
}

fn check_chomp(harness: &Harness<'_, Edagari>, place: usize, after: &str, algorithm: Algorithm) {
    let run = &harness.state().session.runs[place];
    assert_eq!(run.problem(), None);
    assert_eq!((run.trace.setup.after.as_str(), run.trace.setup.process), (after, Process::Search(algorithm)));
    assert!(run.trace.frame_count() > 100 && run.trace.game.other_as::<Chomp>().is_some());
}
