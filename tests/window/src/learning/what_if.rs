//! Edited copies of trees: scores, move order, players, the window, and their effect on the search.

use edagari::game::GameSetup;
use edagari::lesson::what_if::Edit;
use edagari::score::Score;
use edagari::search::Expectation;
use edagari::trace::{NodeId, Process, Setup};
use edagari::viewer::{Action, Command, Edagari, RunId, Settings, WhatIfCommand};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

/// Opens an editable copy of α-β on the three-move figure; it is the active run.
fn changing() -> Harness<'static, Edagari> {
    let mut harness = small_window();
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::I);
    assert!(harness.state().open_panels().contains(&Action::WhatIf));
    click(&mut harness, "Change a copy");
    wait_for_recordings(&mut harness);
    harness
}

fn copy(harness: &Harness<'_, Edagari>) -> RunId {
    harness.state().session.active
}

fn value(harness: &Harness<'_, Edagari>) -> Option<Score> {
    harness.state().session.active_run().trace.value()
}

fn select(harness: &mut Harness<'_, Edagari>, path: &[u32]) {
    let run = copy(harness);
    apply(harness, Command::Center { run, path: path.to_vec() });
}

/// Paths to the leaves that a run visits.
fn leaves(harness: &Harness<'_, Edagari>) -> Vec<Vec<u32>> {
    let trace = &harness.state().session.active_run().trace;
    let nodes = (0..trace.node_count() as u32).map(NodeId);
    let visited = nodes.filter(|&node| trace.visit_of(node).is_some_and(|visit| trace.is_leaf_visit(visit)));
    visited.map(|node| trace.path(node)).collect()
}

fn score_of(harness: &Harness<'_, Edagari>, path: &[u32]) -> i32 {
    let what_if = harness.state().session.active_run().what_if.as_ref().expect("a changed tree");
    let tree = what_if.history.tree();
    tree.at(path).and_then(|leaf| tree.score(leaf)).expect("a leaf")
}

#[test]
fn copy_opens_next_to_its_run_with_the_same_result() {
    let harness = changing();
    let session = &harness.state().session;
    assert_eq!(session.runs.len(), 3);
    let [_, from, copy] = &session.runs[..] else { panic!("three runs") };
    assert_eq!(copy.id, session.active);
    assert_eq!(copy.what_if.as_ref().map(|what_if| what_if.from), Some(from.id));
    assert_eq!(copy.trace.value(), from.trace.value());
    assert_eq!(copy.trace.frame_count(), from.trace.frame_count());
    assert_eq!(copy.frame, from.frame, "the copy begins at the frame of the run");
    assert!(says(&harness, "A changed copy of"));
    // The copy is not part of the settings, so the next start does not record it.
    assert_eq!(session.settings.setups.len(), 2);
    assert!(session.compared_with(copy.id).is_some_and(|other| std::sync::Arc::ptr_eq(&other, &from.trace)));
}

#[test]
fn a_score_is_changed_by_keyboard_and_undone() {
    let mut harness = changing();
    let leaf = leaves(&harness)[0].clone();
    select(&mut harness, &leaf);
    let before = (value(&harness), score_of(&harness, &leaf));
    let score = harness.get_by_role_and_label(Role::SpinButton, "Score");
    score.focus();
    harness.run_steps(2);
    press(&mut harness, egui::Key::ArrowUp);
    wait_for_recordings(&mut harness);
    assert_eq!(score_of(&harness, &leaf), before.1 + 1);
    // The text field consumes the keys.
    harness.ctx.memory_mut(egui::Memory::stop_text_input);
    press_with(&mut harness, egui::Modifiers::COMMAND, egui::Key::Z);
    wait_for_recordings(&mut harness);
    assert_eq!((value(&harness), score_of(&harness, &leaf)), before);
    press_with(&mut harness, egui::Modifiers::COMMAND | egui::Modifiers::SHIFT, egui::Key::Z);
    wait_for_recordings(&mut harness);
    assert_eq!(score_of(&harness, &leaf), before.1 + 1);
}

#[test]
fn the_score_of_a_leaf_follows_the_pointer_and_the_search_with_it() {
    let mut harness = changing();
    let leaf = leaves(&harness)[0].clone();
    select(&mut harness, &leaf);
    let before = score_of(&harness, &leaf);
    let session = &harness.state().session;
    let name = edagari::analysis::node_title(&session.active_run().trace, &leaf, session.settings.language);
    let place = harness
        .query_all_by_role(Role::TreeItem)
        .filter(|node| {
            egui_kittest::kittest::NodeT::accesskit_node(node).label().is_some_and(|label| label.starts_with(&name))
        })
        .map(|node| node.rect())
        .max_by(|one, other| one.min.x.total_cmp(&other.min.x))
        .expect("the leaf is in the picture");
    harness.drag_at(place.center());
    harness.run_steps(2);
    for step in 1..=10_i16 {
        harness.hover_at(place.center() - egui::vec2(0.0, 4.0 * f32::from(step)));
        harness.run_steps(1);
    }
    harness.drop_at(place.center() - egui::vec2(0.0, 40.0));
    harness.run_steps(2);
    wait_for_recordings(&mut harness);
    assert_eq!(score_of(&harness, &leaf), before + 5);
    let trace = &harness.state().session.active_run().trace;
    let node = trace.place(&leaf).recorded().expect("a node");
    let visit = trace.visit_of(node).expect("visited");
    let end = trace.span(visit).1.and_then(|end| trace.step(end)).and_then(|step| step.score);
    assert_eq!(end, Some(Score::new(before + 5)));
    press_with(&mut harness, egui::Modifiers::COMMAND, egui::Key::Z);
    wait_for_recordings(&mut harness);
    assert_eq!(score_of(&harness, &leaf), before, "a drag is one change");
}

#[test]
fn moves_are_swapped_cut_off_and_added() {
    let mut harness = changing();
    select(&mut harness, &[1]);
    let names = |harness: &Harness<'_, Edagari>| {
        let run = harness.state().session.active_run();
        let root = run.trace.position(&[]).expect("a root");
        (0..root.move_count()).map(|mv| root.move_text(mv)).collect::<Vec<_>>()
    };
    let before = names(&harness);
    click(&mut harness, "Earlier");
    wait_for_recordings(&mut harness);
    let swapped = names(&harness);
    assert_eq!((&swapped[0], &swapped[1]), (&before[1], &before[0]));
    assert_eq!(harness.state().session.active_run().center, [0], "the same node is still selected");
    click(&mut harness, "Cut off");
    wait_for_recordings(&mut harness);
    assert_eq!(names(&harness).len(), before.len() - 1);
    assert!(harness.state().session.active_run().center.is_empty(), "its parent is selected");
    click(&mut harness, "Add a child");
    wait_for_recordings(&mut harness);
    assert_eq!(names(&harness).len(), before.len());
    for _ in 0..3 {
        press_with(&mut harness, egui::Modifiers::COMMAND, egui::Key::Z);
        wait_for_recordings(&mut harness);
    }
    assert_eq!(names(&harness), before);
    // One more undo removes the copy itself.
    press_with(&mut harness, egui::Modifiers::COMMAND, egui::Key::Z);
    assert!(harness.state().session.runs.iter().all(|run| run.what_if.is_none()));
    press_with(&mut harness, egui::Modifiers::COMMAND | egui::Modifiers::SHIFT, egui::Key::Z);
    wait_for_recordings(&mut harness);
    assert!(harness.state().session.runs.iter().any(|run| run.what_if.is_some()), "redone");
}

#[test]
fn leaf_below_a_chance_node_is_changed_and_its_moves_stay() {
    let lotteries =
        Setup::new(GameSetup::textbook(Some("lotteries".as_ref())), Process::Expect(Expectation::Expectimax));
    let settings = Settings { setups: vec![lotteries], ..small_settings() };
    let mut harness = with_store(&settings, window_with);
    wait_for_recordings(&mut harness);
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::I);
    click(&mut harness, "Change a copy");
    wait_for_recordings(&mut harness);
    assert!(!says(&harness, "Window at the root"), "expected scores have no window");
    let run = copy(&harness);
    let shown = |harness: &Harness<'_, Edagari>| {
        let trace = &harness.state().session.active_run().trace;
        trace.value().map(|value| trace.in_unit(value).to_string())
    };
    assert_eq!(shown(&harness).as_deref(), Some("2.1"));
    // With 2 instead of 1 nine times out of ten, the other lottery is better.
    select(&mut harness, &[1, 0]);
    let leaf = harness.state().session.active_run().what_if.as_ref().and_then(|copy| copy.history.tree().at(&[1, 0]));
    let edit = Edit::SetScore { leaf: leaf.expect("a leaf"), score: 2 };
    apply(&mut harness, Command::WhatIf(WhatIfCommand::Edit { run, edit, goes_on: false }));
    wait_for_recordings(&mut harness);
    assert_eq!(shown(&harness).as_deref(), Some("2.2"));
    for (path, button) in [(&[1, 0][..], "Cut off"), (&[1], "Add a child")] {
        select(&mut harness, path);
        harness.run_steps(2);
        assert!(harness.get_by_role_and_label(Role::Button, button).accesskit_node().is_disabled(), "{button}");
    }
}

#[test]
fn changed_window_is_applied_and_invalid_window_is_reported() {
    let mut harness = changing();
    replace_text(&mut harness, "Window at the root", "100..200");
    wait_for_recordings(&mut harness);
    let run = harness.state().session.active_run();
    assert_eq!(run.trace.setup.passes.window.to_string(), "(100, 200)");
    assert_eq!(run.trace.kind_of_value(), Some(edagari::score::BoundKind::Upper));
    replace_text(&mut harness, "Window at the root", "5..2");
    assert!(says(&harness, "with α below β"));
}

#[test]
fn the_smallest_change_is_found_and_made() {
    let mut harness = changing();
    let run = copy(&harness);
    let cut = harness.state().session.active_run().trace.cuts()[0] as usize;
    let cuts = |harness: &Harness<'_, Edagari>| harness.state().session.active_run().trace.cuts().len();
    let before = cuts(&harness);
    apply(&mut harness, Command::GoTo { run, frame: cut });
    click(&mut harness, "… that makes this cut vanish");
    wait_until_it_says(&mut harness, "Make this change");
    click(&mut harness, "Make this change");
    wait_for_recordings(&mut harness);
    assert!(cuts(&harness) < before, "{} cuts", cuts(&harness));
}

#[test]
fn a_changed_tree_is_saved_and_opens_again() {
    let mut harness = changing();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("changed.ron");
    let run = copy(&harness);
    apply(&mut harness, Command::WhatIf(WhatIfCommand::Save { run, path: path.clone() }));
    wait_until_it_says(&mut harness, "changed.ron");
    let tree = edagari::game::TextbookTree::read(&path).expect("a tree");
    assert_eq!(tree.len(), edagari::game::TextbookTree::three_move_figure().len());
}

#[test]
fn a_changed_tree_becomes_an_exercise() {
    let mut harness = changing();
    select(&mut harness, &[1]);
    click(&mut harness, "Earlier");
    wait_for_recordings(&mut harness);
    click(&mut harness, "Search it by hand");
    let session = &harness.state().session;
    let by_hand = session.by_hand.as_ref().expect("an exercise");
    let run = session.active_run();
    let root = run.trace.position(&[]).expect("a root");
    let tree = by_hand.exercise().tree();
    let names: Vec<&str> = tree.children(0).iter().map(|&child| tree.name(child)).collect();
    assert_eq!(names, (0..root.move_count()).map(|mv| root.move_text(mv)).collect::<Vec<_>>());
    assert_eq!(Some(by_hand.made.model.value), run.trace.value());
}

#[test]
fn unchangeable_values_show_a_reason() {
    let mut harness = window();
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::I);
    click(&mut harness, "Change a copy");
    assert!(says(&harness, "more than 4,096 nodes"));
    assert_eq!(harness.state().session.runs.len(), 2);
}

#[test]
fn a_changed_tree_can_be_noted_and_searched_by_other_means() {
    let mut harness = changing();
    press(&mut harness, egui::Key::N);
    assert_eq!(harness.state().session.notebook.notes.notes.len(), 1);
    press_with(&mut harness, egui::Modifiers::COMMAND, egui::Key::N);
    wait_for_recordings(&mut harness);
    let session = &harness.state().session;
    assert_eq!(session.runs.len(), 4);
    assert!(session.runs.iter().all(|run| run.problem().is_none()));
    assert_eq!(session.settings.setups.len(), 2);
}

#[test]
fn copy_reports_differences_from_its_run() {
    use edagari::game::Kalah;
    use edagari::search::{Algorithm, DepthLimit, TableSetup};
    use edagari::trace::{Process, Setup};
    use edagari::viewer::Settings;

    let kalah = Kalah { houses: 3, stones: 2, ..Kalah::default() };
    let mut setup = Setup::new(kalah.into(), Process::Search(Algorithm::AlphaBetaSoft));
    setup.limit = Some(DepthLimit { depth: 3, evaluation: 0 });
    setup.table = Some(TableSetup::BOTH_BOUNDS);
    setup.passes.deepening = std::num::NonZeroU32::new(1);
    let settings = Settings { setups: vec![setup], ..Settings::default() };
    let mut harness = with_store(&settings, window_with);
    wait_for_recordings(&mut harness);
    let before = value(&harness);
    press_with(&mut harness, egui::Modifiers::SHIFT, egui::Key::I);
    click(&mut harness, "Change a copy");
    wait_for_recordings(&mut harness);
    assert_eq!(value(&harness), before);
    assert!(says(&harness, "That run uses iterative deepening"));
    assert!(says(&harness, "That run has a table that recognizes equal positions"));
}

#[test]
fn tree_can_be_saved_under_the_suggested_name() {
    let harness = changing();
    let mut saves = harness.query_all_by_role(Role::Button);
    let is_save = |name: Option<String>| name.as_deref() == Some("Save");
    assert!(saves.any(|button| is_save(button.accesskit_node().label()) && !button.accesskit_node().is_disabled()));
}
