//! Replaying a search with a transposition table.

use edagari::game::{GameSetup, LayeredGraph};
use edagari::search::{Algorithm, TableKey, TableSetup};
use edagari::trace::{FrameKind, Process, Setup, Step, Trace};
use edagari::viewer::{Action, Command, Edagari, RunId, Settings};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::driving::*;

fn window_with_table() -> Harness<'static, Edagari> {
    with_store(&settings_with_table(), window_with)
}

/// First frame that satisfies the predicate.
pub fn first_frame(trace: &Trace, wanted: impl Fn(&Step) -> bool) -> usize {
    let is_wanted = |&frame: &usize| trace.step(frame).is_some_and(|step| wanted(&step));
    (0..trace.frame_count()).find(is_wanted).expect("there is such a frame")
}

fn go_to(harness: &mut Harness<'_, Edagari>, wanted: impl Fn(&Step) -> bool) -> usize {
    let frame = first_frame(&harness.state().session.runs[1].trace, wanted);
    apply(harness, Command::GoTo { run: RunId(1), frame });
    frame
}

#[test]
fn keys_and_buttons_go_from_a_lookup_to_its_store_and_back() {
    let mut harness = window_with_table();
    let lookup = go_to(&mut harness, |step| step.kind == FrameKind::Lookup);
    assert!(says(&harness, "· Lookup") && says(&harness, "The table has the position after"));
    let trace = std::sync::Arc::clone(&harness.state().session.runs[1].trace);
    let store = trace.step(lookup).and_then(|step| step.store).expect("the store");
    let stored = trace.table().stored(store).expect("written").frame;

    press(&mut harness, Key::T);
    assert_eq!(frames(&harness)[1], stored);
    assert!(says(&harness, "· Store") && says(&harness, "The table stores for the position after"));
    press(&mut harness, Key::U);
    assert_eq!(frames(&harness)[1], lookup, "the first use");
    click(&mut harness, "To where this table entry was written");
    assert_eq!(frames(&harness)[1], stored);
    click(&mut harness, "To where this table entry is found next");
    assert_eq!(frames(&harness)[1], lookup);

    press(&mut harness, Key::Home);
    press(&mut harness, Key::T);
    assert_eq!(frames(&harness)[1], 0);
    assert!(says(&harness, "has found no entry in the table"), "it is said that there is nothing to go to");
}

#[test]
fn node_answered_by_the_table_links_to_the_stored_visit() {
    let mut harness = window_with_table();
    let answered = go_to(&mut harness, |step| {
        step.kind == FrameKind::Lookup && matches!(step.answer, Some(edagari::score::Answer::Returned { .. }))
    });
    let trace = std::sync::Arc::clone(&harness.state().session.runs[1].trace);
    let store = trace.step(answered).and_then(|step| step.store).expect("the store");
    let stored = trace.table().stored(store).expect("written").frame;
    press(&mut harness, Key::ArrowRight);
    assert!(says(&harness, "from the table; nothing below it was searched"));
    harness.get_by_label(&format!("To where this table entry was written, Frame {stored}")).click();
    harness.run_steps(3);
    assert_eq!(frames(&harness)[1], stored);
}

#[test]
fn number_line_shows_table_bounds_and_the_removed_part() {
    let mut harness = window_with_table();
    go_to(&mut harness, |step| matches!(step.answer, Some(edagari::score::Answer::Narrowed(_))));
    assert!(says(&harness, "narrowed from") && says(&harness, "bounds ["));
    assert!(says(&harness, "narrows to"));
}

#[test]
fn the_table_panel_lists_sorts_filters_and_goes_to_frames() {
    let mut harness = window_with_table();
    press(&mut harness, Key::End);
    press(&mut harness, Key::H);
    assert!(says(&harness, "404 entries at frame 5,277, 404 shown"));
    assert!(harness.get_all_by_label_contains("entry of ").count() < 60, "only the rows on screen are drawn");

    // Sorted by use: the entry with the most hits first.
    click(&mut harness, "Found");
    click(&mut harness, "Found");
    let trace = std::sync::Arc::clone(&harness.state().session.runs[1].trace);
    let most = (0..404)
        .filter_map(|entry| trace.table().entry_at(edagari::trace::EntryId(entry), 5277))
        .max_by_key(|e| e.uses);
    let most = most.expect("an entry").uses.to_string();
    assert!(says(&harness, &most));

    click(&mut harness, "found at least once");
    assert!(!says(&harness, "404 shown"));
    click(&mut harness, "found at least once");

    harness.get_by_label("moves contain").focus();
    harness.run_steps(2);
    harness.get_by_label("moves contain").type_text("a1 b1 c1 a2 b2");
    harness.run_steps(3);
    let listed = harness.get_all_by_label_contains("entry of a1 b1 c1 a2 b2").count();
    assert!(listed > 0);
    let row = harness.get_all_by_label_contains("entry of a1 b1 c1 a2 b2").next().expect("a row").rect();
    harness.hover_at(row.center());
    harness.run_steps(2);
    harness.drag_at(row.center());
    harness.run_steps(1);
    harness.drop_at(row.center());
    harness.run_steps(3);
    let frame = frames(&harness)[1];
    assert!(frame < 5277 && trace.step(frame).is_some_and(|step| step.kind == FrameKind::Store), "frame {frame}");

    press(&mut harness, Key::Escape);
    assert!(!says(&harness, "entries at frame"));
}

#[test]
fn nodes_with_the_same_position_are_listed_and_lead_there() {
    let mut harness = window_with_table();
    // a1 and its three symmetric positions.
    apply(&mut harness, Command::Center { run: RunId(1), path: vec![0] });
    press(&mut harness, Key::M);
    for _ in 0..200 {
        if says(&harness, "Nodes with this position in this run: 4") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        harness.step();
    }
    assert!(says(&harness, "Nodes with this position in this run: 4"));
    let row = harness.get_all_by_label_contains("· c3 ·").next().expect("a row");
    row.click();
    harness.run_steps(3);
    assert_eq!(center(&harness, 1), "c3");
    press(&mut harness, Key::M);
    assert!(!says(&harness, "Nodes with this position in this run"));
}

#[test]
fn a_table_is_chosen_in_the_setup_form() {
    let mut harness = small_window();
    let mut setup =
        Setup::new(edagari::game::GameSetup::from(edagari::game::Eight), Process::Search(Algorithm::AlphaBeta));
    apply(&mut harness, Command::Record { run: RunId(1), setup: Box::new(setup.clone()), memory_limit_mib: 64 });
    wait_for_recordings(&mut harness);
    let plain = harness.state().session.runs[1].trace.visit_count();
    apply(&mut harness, Command::OpenSetup(RunId(1)));
    click(&mut harness, "Transposition table");
    click(&mut harness, "of bounds");
    click(&mut harness, "intersect new bounds with the old");
    click(&mut harness, "limited size");
    click(&mut harness, "Record");
    wait_for_recordings(&mut harness);
    setup.table = Some(TableSetup {
        key: TableKey::Position,
        intersection: true,
        size: std::num::NonZeroU32::new(1000),
        ..TableSetup::default()
    });
    let trace = &harness.state().session.runs[1].trace;
    assert_eq!(trace.setup, setup);
    assert!(trace.visit_count() < plain);
    assert!(says(&harness, "α-β + table"));
    assert!(says(&harness, "table entries"), "the comparison has the table's figures");
}

#[test]
fn every_position_is_checked_for_a_best_move() {
    let mut harness = window_with_table();
    press_with(&mut harness, egui::Modifiers::COMMAND, Key::E);
    wait_until_it_says(&mut harness, "431 of 431");
    assert!(says(&harness, "The search chooses a best move in all"));
    press(&mut harness, Key::Escape);
    assert!(!says(&harness, "431 of 431"));
}

#[test]
fn impossible_check_shows_a_reason_and_long_check_can_be_cancelled() {
    let mut harness = small_window();
    let generation = Process::Generate(edagari::trace::Traversal::DepthFirst);
    let setup = Setup::new(edagari::game::GameSetup::from(edagari::game::Eight), generation);
    apply(&mut harness, Command::Record { run: RunId(1), setup: Box::new(setup), memory_limit_mib: 64 });
    wait_for_recordings(&mut harness);
    apply(&mut harness, Command::Do(Action::SolveCheck));
    wait_until_it_says(&mut harness, "does not choose moves");
    click(&mut harness, "Close Is every choice a best move?");
    assert!(!says(&harness, "does not choose moves"));

    let tree = edagari::game::RandomTree { depth: 12, branching: 3, ..edagari::game::RandomTree::default() };
    let setup = Setup::new(edagari::game::GameSetup::from(tree), Process::Search(Algorithm::Minimax));
    apply(&mut harness, Command::Record { run: RunId(1), setup: Box::new(setup), memory_limit_mib: 1 });
    wait_for_recordings(&mut harness);
    apply(&mut harness, Command::Do(Action::SolveCheck));
    assert!(says(&harness, "Is every choice a best move?"));
    click(&mut harness, "Cancel");
    assert!(!says(&harness, "Is every choice a best move?"));
}

/// A run with enough visits and entries that scans over them take a while.
fn long_table() -> Setup {
    let graph = LayeredGraph { depth: 18, width: 20_000, branching: 4, ..LayeredGraph::default() };
    Setup {
        table: Some(TableSetup::default()),
        ..Setup::new(GameSetup::from(graph), Process::Search(Algorithm::Minimax))
    }
}

/// Whether a panel offers to cancel its work within 100 redraws.
fn can_be_cancelled(harness: &mut Harness<'_, Edagari>) -> bool {
    (0..100).any(|_| {
        harness.step();
        harness.query_by_role_and_label(Role::Button, "Cancel").is_some()
    })
}

fn wait_until_done(harness: &mut Harness<'_, Edagari>) {
    let since = std::time::Instant::now();
    while says(harness, "Cancelled.") || harness.query_by_role_and_label(Role::Button, "Cancel").is_some() {
        assert!(since.elapsed().as_secs() < 120, "it never ends");
        std::thread::sleep(std::time::Duration::from_millis(5));
        harness.step();
    }
    harness.run_steps(3);
}

/// Opens a panel and cancels its work. If the work ends before the click, it retries.
fn cancel_in_panel(harness: &mut Harness<'_, Edagari>, panel: Action) {
    for _ in 0..20 {
        apply(harness, Command::OpenPanel(panel));
        if panel == Action::ToggleTablePanel {
            replace_text(harness, "moves contain", "no such move");
        }
        if can_be_cancelled(harness) {
            assert!(harness.query_by_role(Role::ProgressIndicator).is_some(), "{panel:?} says how far it is");
            click(harness, "Cancel");
            if says(harness, "Cancelled.") {
                return;
            }
        }
        apply(harness, Command::ClosePanel(panel));
    }
    panic!("{panel:?} always ends before it can be cancelled");
}

#[test]
fn sorting_and_looking_for_equal_positions_are_cancelled_and_begun_again() {
    let settings = Settings { setups: vec![long_table()], ..Settings::default() };
    let mut harness = with_store(&settings, window_with);
    let last = harness.state().session.runs[0].trace.frame_count();
    apply(&mut harness, Command::GoTo { run: RunId(0), frame: last });
    for (panel, ending) in [
        (Action::ToggleTablePanel, ", 0 shown"),
        (Action::ToggleEqualPositions, "Nodes with this position in this run"),
    ] {
        cancel_in_panel(&mut harness, panel);
        assert!(harness.query_by_role_and_label(Role::Button, "Cancel").is_none(), "{panel:?} was cancelled");
        harness.run_steps(30);
        assert!(says(&harness, "Cancelled."), "{panel:?} does not begin by itself");
        click(&mut harness, "Begin again");
        wait_until_done(&mut harness);
        assert!(says(&harness, ending), "{panel:?} has come to its end");
        apply(&mut harness, Command::ClosePanel(panel));
    }
}
