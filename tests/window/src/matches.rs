//! Kalah, depth limits, matches and experiments in the window.

use edagari::game::{Capture, ConnectFour, GameSetup, Kalah};
use edagari::search::{Algorithm, DepthLimit};
use edagari::trace::{Process, Setup};
use edagari::viewer::{Command, Edagari, RunId, Settings};
use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::driving::*;

/// Opens a window whose two runs are Kalah with a depth limit.
pub fn kalah_settings() -> Settings {
    let setup = |algorithm| Setup {
        limit: Some(DepthLimit { depth: 2, evaluation: 0 }),
        ..Setup::new(GameSetup::from(Kalah::default()), Process::Search(algorithm))
    };
    Settings { setups: vec![setup(Algorithm::Minimax), setup(Algorithm::AlphaBeta)], ..Settings::default() }
}

fn kalah_window() -> Harness<'static, Edagari> {
    with_store(&kalah_settings(), window_with)
}

#[test]
fn a_value_of_kalah_comes_with_its_rule() {
    let mut harness = kalah_window();
    assert!(says(&harness, "Kalah(6, 6), capture if the opposite house holds stones"));
    click(&mut harness, "Set up the run 2");
    click(&mut harness, "Capture");
    click(&mut harness, "always");
    click(&mut harness, "Record");
    wait_for_recordings(&mut harness);
    let setup = &harness.state().session.runs[1].trace.setup;
    assert_eq!(setup.game, GameSetup::from(Kalah { capture: Capture::Always, ..Kalah::default() }));
    assert!(says(&harness, "α-β to depth 2 · Kalah(6, 6), capture always"));
}

#[test]
fn depth_limit_of_the_form_marks_nodes_at_the_limit() {
    let mut harness = kalah_window();
    click(&mut harness, "Set up the run");
    click(&mut harness, "stop after");
    click(&mut harness, "Close");
    assert!(harness.state().session.runs[0].trace.setup.limit.is_some(), "nothing is recorded");

    let trace = &harness.state().session.runs[1].trace;
    let horizon = (0..trace.frame_count())
        .find(|&frame| trace.step(frame).is_some_and(|step| trace.is_horizon(step.visit)))
        .expect("a node at the limit");
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: horizon });
    press(&mut harness, Key::ArrowRight);
    assert!(says(&harness, "evaluated at the depth limit ≈"), "nodes at the limit are marked");
    let path = harness.state().session.runs[1].trace.path(harness.state().session.runs[1].current_node());
    apply(&mut harness, Command::Center { run: RunId(1), path });
    press(&mut harness, Key::S);
    assert!(says(&harness, "unvisited"), "what is below can be looked at");
}

#[test]
fn a_match_is_played_and_stepped_through() {
    let mut harness = kalah_window();
    press(&mut harness, Key::V);
    assert!(says(&harness, "Nothing has been played yet."));
    click(&mut harness, "Play");
    wait_until_it_says(&mut harness, "39–23 after 23 turns");
    assert!(says(&harness, "Turn 1, max: 0 1"));
    click(&mut harness, "Next turn");
    assert!(says(&harness, "Board after 8"));
    click(&mut harness, "Turn 3, max: 2");
    click(&mut harness, "Open search in run 1");
    wait_for_recordings(&mut harness);
    let left = &harness.state().session.runs[0].trace.setup;
    assert_eq!((left.after.as_str(), left.process), ("0 1 8", Process::Search(Algorithm::Minimax)));
    assert_eq!(left.limit, Some(DepthLimit { depth: 2, evaluation: 0 }));
    click(&mut harness, "Previous turn");
    click(&mut harness, "Open search in run 2");
    wait_for_recordings(&mut harness);
    let right = &harness.state().session.runs[1].trace.setup;
    assert_eq!((right.after.as_str(), right.process), ("0 1", Process::Search(Algorithm::AlphaBeta)));
    press(&mut harness, Key::Escape);
    assert!(harness.query_by_label("Play").is_none(), "the panel is closed");
}

#[test]
fn a_match_that_takes_long_is_stopped_and_keeps_its_turns() {
    let mut settings = Settings { memory_limit_mib: 4, ..small_settings() };
    settings.setups[1].game = GameSetup::from(ConnectFour::default());
    let mut harness = with_store(&settings, window_with);
    press(&mut harness, Key::V);
    // Without a limit the second player never finishes its search.
    let limits: Vec<_> = harness.query_all_by_label("stop after").collect();
    // The button is scrolled into view.
    limits.last().expect("the second player's").scroll_to_me();
    harness.run_steps(10);
    let limits: Vec<_> = harness.query_all_by_label("stop after").collect();
    limits.last().expect("the second player's").click();
    harness.run_steps(3);
    click(&mut harness, "Play");
    wait_until_it_says(&mut harness, "1 turn so far");
    click(&mut harness, "Cancel");
    assert!(says(&harness, "stopped after 1 turn,"));
    assert!(says(&harness, "Turn 1, max ("));
}

#[test]
fn wrong_moves_before_a_match_are_refused_with_a_sentence() {
    let mut settings = kalah_settings();
    settings.setups[1].after = "0 0".to_owned();
    let mut harness = with_store(&settings, window_with);
    press(&mut harness, Key::V);
    // The run shows only the root because its moves are illegal. The panel reports this when the match is started.
    harness.get_all_by_label("After the moves").next_back().expect("the field").focus();
    harness.run_steps(2);
    harness.get_all_by_label("After the moves").next_back().expect("the field").type_text("7");
    harness.run_steps(2);
    click(&mut harness, "Play");
    wait_until_it_says(&mut harness, "is not a legal move here");
}

#[test]
fn cell_of_an_experiment_opens_its_match() {
    let mut harness = kalah_window();
    press(&mut harness, Key::V);
    click(&mut harness, "Experiment");
    click(&mut harness, "Run");
    wait_until_it_says(&mut harness, "α-β (one bound), depths 2 and 3: 1,757");
    wait_until_it_says(&mut harness, "minimax, depths 2 and 4: 160,765");
    // Rows that arrive later would move the cell away from the pointer.
    wait_while_it_says(&mut harness, "Cancel");
    assert!(says(&harness, "41–31") && says(&harness, "Positions evaluated in a game"));
    click(&mut harness, "α-β (one bound), depths 2 and 3: 1,757");
    // The match is played again and the search at its first turn is recorded, asynchronously.
    wait_until_it_says(&mut harness, "1,757 positions evaluated");
    wait_for_recordings(&mut harness);
    let setup = &harness.state().session.runs[1].trace.setup;
    assert_eq!(setup.process, Process::Search(Algorithm::AlphaBetaOneBound));
    assert_eq!((setup.after.as_str(), setup.limit.map(|limit| limit.depth)), ("", Some(2)));
}

/// Clicks a check box, which can be below the visible part of the form.
fn choose(harness: &mut Harness<'_, Edagari>, name: &str) {
    harness.get_by_role_and_label(egui::accesskit::Role::CheckBox, name).scroll_to_me();
    harness.run_steps(8);
    harness.get_by_role_and_label(egui::accesskit::Role::CheckBox, name).click();
    harness.run_steps(2);
}

#[test]
fn an_experiment_lets_the_searches_play_that_are_chosen() {
    let mut harness = kalah_window();
    press(&mut harness, Key::V);
    click(&mut harness, "Experiment");
    for name in ["minimax", "α-β (one bound)", "PVS", "MTD(f)"] {
        choose(&mut harness, name);
    }
    // The last selected search cannot be deselected.
    for name in ["α-β", "PVS"] {
        choose(&mut harness, name);
    }
    choose(&mut harness, "MTD(f)");
    click(&mut harness, "Run");
    wait_until_it_says(&mut harness, "MTD(f), depths 2 and 4: ");
    wait_while_it_says(&mut harness, "Cancel");
    assert!(!says(&harness, "minimax, depths 2 and 2: ") && !says(&harness, "PVS, depths 2 and 2: "));
    harness.query_all_by_label_contains("MTD(f), depths 2 and 3: ").next().expect("the cell").click();
    wait_until_it_says(&mut harness, "positions evaluated");
    wait_for_recordings(&mut harness);
    let setup = &harness.state().session.runs[1].trace.setup;
    assert_eq!(setup.process, Process::Search(Algorithm::MtdF));
    assert!(setup.table.is_some(), "with the table that belongs to it");
}

#[test]
fn figures_by_depth_and_by_child_are_plotted() {
    let mut harness = small_window();
    assert!(says(&harness, "By depth") && says(&harness, "Cuts by child"));
    click(&mut harness, "What is plotted by depth");
    click(&mut harness, "positions evaluated");
    assert_eq!(harness.state().session.settings.depth_figure, edagari::viewer::DepthFigure::Evaluations);
}
