//! The focus view: names, levels and states for screen readers, opening and selecting nodes.

use edagari::game::{GameSetup, RandomTree};
use edagari::scene::{FocusLayout, FocusOptions, FocusRequest, Form};
use edagari::search::Algorithm;
use edagari::trace::{Process, Setup};
use edagari::viewer::{Action, Command, Edagari, RunId, Settings};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

/// Nodes on screen: names with rectangles.
fn nodes(harness: &Harness<'_, Edagari>) -> Vec<(String, egui::Rect)> {
    let items = harness.query_all_by_role(Role::TreeItem);
    items.map(|item| (item.accesskit_node().label().unwrap_or_default(), item.rect())).collect()
}

#[test]
fn nodes_are_a_tree_with_levels_and_states() {
    let mut harness = small_window();
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: 18 });
    let levels: Vec<Option<usize>> =
        harness.query_all_by_role(Role::TreeItem).map(|item| item.accesskit_node().level()).collect();
    for level in 1..=4 {
        assert!(levels.contains(&Some(level)), "level {level} of {levels:?}");
    }
    for name in ["D, open, α 4 ≥ β 3", "J, pruned at frame 18"] {
        assert!(
            says(&harness, name),
            "{name} among {:?}",
            nodes(&harness).iter().map(|node| &node.0).collect::<Vec<_>>()
        );
    }
    let item = harness.query_all_by_role(Role::TreeItem).find(|item| item.accesskit_node().is_selected() == Some(true));
    assert!(item.is_some(), "one is the selected node");
}

#[test]
fn the_same_frame_gives_the_same_picture_however_one_came_there() {
    let mut stepped = window();
    apply(&mut stepped, Command::Do(Action::ToggleMotion));
    for _ in 0..40 {
        press(&mut stepped, Key::ArrowRight);
    }
    let mut jumped = window();
    apply(&mut jumped, Command::Do(Action::ToggleMotion));
    for frame in [70_000, 126, 3, 40] {
        apply(&mut jumped, Command::GoTo { run: RunId(1), frame });
    }
    assert_eq!(frames(&stepped)[1], 40);
    assert_eq!(nodes(&stepped), nodes(&jumped));
}

#[test]
fn every_frame_shows_its_focus() {
    let mut harness = window();
    for frame in [0, 126, 14_325, 73_185, 5] {
        apply(&mut harness, Command::GoTo { run: RunId(1), frame });
        let run = &harness.state().session.runs[1];
        assert_eq!(run.center, edagari::scene::focus_at(&run.trace, frame), "frame {frame}");
    }
    press_with(&mut harness, Modifiers::SHIFT, Key::F);
    let before = harness.state().session.runs[1].center.clone();
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: 126 });
    assert_eq!(harness.state().session.runs[1].center, before, "without following, the selected node is the focus");
    let current = harness.state().session.runs[1].current_path();
    assert_eq!(current.len(), 6);
    assert!(says(&harness, "b1, open"), "the way to the current node is in sight");
}

#[test]
fn a_folded_subtree_is_opened_and_stays_open_until_it_is_closed() {
    let mut harness = window();
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: 14_325 });
    let open = |harness: &Harness<'_, Edagari>| harness.state().session.runs[1].opened.len();
    press(&mut harness, Key::R);
    let middle = harness.get_by_label("tree of run 2").rect().left();
    let mark = harness.query_all_by_role(Role::Button).find(|button| {
        button.accesskit_node().label().is_some_and(|name| name.starts_with("Keep open, "))
            && button.rect().left() > middle
    });
    mark.expect("a finished child of the root is folded").click();
    harness.run_steps(20);
    assert_eq!(open(&harness), 1);
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: 20_000 });
    assert_eq!(open(&harness), 1, "it stays open at other frames");
    let path = harness.state().session.runs[1].opened.first().cloned().expect("the node that was opened");
    apply(&mut harness, Command::Center { run: RunId(1), path });
    press(&mut harness, Key::K);
    assert_eq!(open(&harness), 0, "the key closes it");
    press(&mut harness, Key::K);
    assert_eq!(open(&harness), 1, "and opens it");
}

#[test]
fn more_room_goes_below_by_key_and_back() {
    let mut harness = window();
    let weight = |harness: &Harness<'_, Edagari>| harness.state().session.settings.weight_below;
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: 126 });
    let before = nodes(&harness);
    press_with(&mut harness, Modifiers::COMMAND, Key::ArrowUp);
    assert_eq!(weight(&harness), -1);
    for _ in 0..9 {
        press_with(&mut harness, Modifiers::COMMAND, Key::ArrowDown);
    }
    assert_eq!(weight(&harness), 3, "at most");
    press(&mut harness, Key::Num0);
    assert_eq!(weight(&harness), 0);
    assert_eq!(nodes(&harness), before);
}
/// Opens a window with a run whose nodes have `branching` children; a thousand children are drawn as bars.
fn wide_window(branching: u32) -> Harness<'static, Edagari> {
    let tree = RandomTree { branching, depth: 2, ..RandomTree::default() };
    let setups = vec![Setup::new(GameSetup::from(tree), Process::Search(Algorithm::AlphaBeta))];
    with_store(&Settings { setups, motion: false, ..Settings::default() }, window_with)
}

#[test]
fn thin_bar_under_the_pointer_shows_its_move_and_state() {
    let mut harness = wide_window(1000);
    let last = harness.state().session.runs[0].trace.frame_count() - 1;
    apply(&mut harness, Command::GoTo { run: RunId(0), frame: last });
    let tree = harness.query_by_role(Role::Tree).expect("the tree of the run").rect();
    let run = &harness.state().session.runs[0];
    let options = FocusOptions {
        width: tree.width().floor(),
        height: tree.height().floor(),
        scores: run.trace.finite_scores(),
        ..FocusOptions::default()
    };
    let request =
        FocusRequest { trace: &run.trace, focus: &[], in_sight: &[], opened: &run.opened, other: None, options };
    let layout = FocusLayout::new(&request).expect("there is a root");
    for mv in [0, 470, 999] {
        let bar = &layout.nodes[layout.node_at_path(&[mv]).expect("each has its bar")];
        assert!(bar.form == Form::Bar && bar.rect.width() < 12.0, "{:?}", bar.rect);
        let center = bar.rect.center();
        harness.hover_at(tree.min + egui::vec2(center.x, center.y));
        harness.run_steps((1.0 / STEP) as usize);
        let name = format!("{}, scored", mv + 1);
        assert!(says(&harness, &name), "{name}");
        assert!(says(&harness, "nodes below"));
    }
}

#[test]
fn every_child_of_a_wide_family_can_be_reached_by_key_and_opens_to_a_board() {
    let mut harness = wide_window(150);
    press(&mut harness, Key::S);
    for mv in 1..=150 {
        let selected =
            harness.query_all_by_role(Role::TreeItem).find(|item| item.accesskit_node().is_selected() == Some(true));
        let selected = selected.expect("one is selected");
        let name = selected.accesskit_node().label().unwrap_or_default();
        assert!(name.starts_with(&format!("{mv}, ")), "{name} is the {mv}th");
        assert!(selected.rect().width().min(selected.rect().height()) >= 40.0, "{name} opens: {:?}", selected.rect());
        press(&mut harness, Key::D);
    }
}

#[test]
fn the_chip_of_unvisited_siblings_opens_to_a_list_that_leads_to_each() {
    let mut harness = wide_window(12);
    apply(&mut harness, Command::Center { run: RunId(0), path: vec![0] });
    let open = |harness: &mut Harness<'_, Edagari>| {
        let items = harness.query_all_by_role(Role::TreeItem);
        let is_group = |name: &str| name.contains("11 unvisited");
        let group = items.into_iter().find(|item| item.accesskit_node().label().is_some_and(|name| is_group(&name)));
        group.expect("the others of the root are one chip").click();
        harness.run_steps(20);
    };
    open(&mut harness);
    assert_eq!(harness.state().session.runs[0].center, [0], "opening the list selects nothing");
    harness.get_by_role_and_label(Role::Button, "7, unvisited").click();
    harness.run_steps(20);
    assert_eq!(harness.state().session.runs[0].center, [6]);
    assert!(harness.query_by_role_and_label(Role::Button, "12, unvisited").is_none(), "the list is closed");
    apply(&mut harness, Command::Center { run: RunId(0), path: vec![0] });
    open(&mut harness);
    press(&mut harness, Key::Escape);
    assert!(harness.query_by_role_and_label(Role::Button, "12, unvisited").is_none(), "Escape closes it too");
}

#[test]
fn the_pointer_on_the_chip_of_unvisited_siblings_lists_their_moves() {
    let mut harness = wide_window(12);
    apply(&mut harness, Command::Center { run: RunId(0), path: vec![0] });
    let group = nodes(&harness).into_iter().find(|(name, _)| name.contains("11 unvisited"));
    let (_, place) = group.expect("the others of the root are one chip");
    harness.hover_at(place.center());
    harness.run_steps((1.0 / STEP) as usize);
    for mv in 2..=12 {
        assert!(says(&harness, &format!("{mv}, unvisited")), "{mv} is in the list");
    }
}
