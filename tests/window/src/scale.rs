//! Large traces: the strip, jumps by kind, queries, reasons of pruned nodes, whole trees, and the cost of redraws.

use edagari::analysis::{BoundSource, why_pruned};
use edagari::scene::IcicleWidth;
use edagari::trace::{FrameKind, Jump, NodeId, Trace, VisitId};
use edagari::viewer::{Action, Command, RunId, Settings, TreeForm};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

const STRIP: &str = "strip of run 2, α-β, frames";

fn strip(harness: &egui_kittest::Harness<'_, edagari::viewer::Edagari>) -> egui::Rect {
    let whole = harness.get_by_label_contains(STRIP).rect();
    // The strip is after its names and before the right margin.
    egui::Rect::from_min_max(whole.min + vec2(132.0, 0.0), whole.max - vec2(70.0, 0.0))
}

#[test]
fn the_strip_is_the_ruler_of_time() {
    let mut harness = window();
    let rect = strip(&harness);
    // The last move and the release can come between two redraws.
    let near_end = rect.lerp_inside(vec2(0.75, 0.5));
    harness.drag_at(rect.center());
    harness.step();
    harness.event(Event::PointerMoved(near_end));
    harness.drop_at(near_end);
    harness.run_steps(2);
    let moved = frames(&harness)[1];
    assert!((54_700..55_100).contains(&moved), "{moved}");
    harness.hover_at(rect.center());
    harness.step();
    harness.drag_at(rect.center());
    harness.step();
    harness.drop_at(rect.center());
    harness.run_steps(2);
    let middle = frames(&harness)[1];
    assert!((36_400..36_800).contains(&middle), "{middle}");
    // The secondary button selects a part of the run.
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Secondary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let (from, to) = (rect.lerp_inside(vec2(0.25, 0.5)), rect.lerp_inside(vec2(0.5, 0.5)));
    for event in [Event::PointerMoved(from), button(from, true), Event::PointerMoved(from + vec2(20.0, 0.0))] {
        harness.event(event);
        harness.step();
    }
    harness.event(Event::PointerMoved(to));
    harness.step();
    harness.event(button(to, false));
    harness.run_steps(3);
    assert!(says(&harness, "frames 18,2") || says(&harness, "frames 18,3"), "it begins at a quarter");
    press_with(&mut harness, Modifiers::ALT, Key::Z);
    assert!(says(&harness, "frames 0–73,185"));
    for _ in 0..20 {
        press(&mut harness, Key::Z);
    }
    let part = harness.get_by_label_contains(STRIP);
    let label = format!("{part:?}");
    assert!(label.contains(&format!("{},{}", middle / 1000, middle % 1000 / 100)), "around the current frame: {label}");
    // The visible part follows a jump.
    press(&mut harness, Key::End);
    assert!(says(&harness, "–73,185"));
}

#[test]
fn both_strips_can_have_one_scale() {
    let mut harness = window();
    assert!(says(&harness, STRIP) && says(&harness, "frames 0–73,185"));
    click(&mut harness, "Same time scale");
    assert!(!says(&harness, "frames 0–73,185"), "both go to the end of the longer run");
    assert!(harness.state().session.settings.same_scale);
}

#[test]
fn keys_jump_by_kind_both_ways() {
    let mut harness = window();
    let kinds = [(Key::F5, Jump::AlphaRise), (Key::F6, Jump::BetaFall), (Key::F7, Jump::BestMove(VisitId(0)))];
    for (key, jump) in kinds {
        press(&mut harness, Key::R);
        press(&mut harness, Key::Home);
        let trace = harness.state().session.runs[1].trace.clone();
        let first = trace.next_jump(jump, 0).expect("there is one");
        let second = trace.next_jump(jump, first);
        press(&mut harness, key);
        assert_eq!(frames(&harness)[1], first, "{jump:?}");
        // With *Follow*, the view can already show another node.
        press(&mut harness, Key::R);
        press(&mut harness, key);
        assert_eq!(frames(&harness)[1], second.unwrap_or(first), "{jump:?}");
        press(&mut harness, Key::R);
        if second.is_none() {
            press(&mut harness, Key::End);
            press(&mut harness, Key::R);
        }
        press_with(&mut harness, Modifiers::SHIFT, key);
        assert_eq!(frames(&harness)[1], first, "{jump:?}");
    }
    press(&mut harness, Key::F8);
    assert!(says(&harness, "There is no table return after this frame."));
    press(&mut harness, Key::R);
    press_with(&mut harness, Modifiers::COMMAND, Key::End);
    assert_eq!(frames(&harness)[1], 73_185);
}

#[test]
fn table_returns_and_stores_are_jumped_to() {
    let mut harness = with_store(&settings_with_table(), window_with);
    for (key, kind) in [(Key::F8, FrameKind::Lookup), (Key::F9, FrameKind::Store)] {
        press(&mut harness, key);
        let pane = &harness.state().session.runs[1];
        assert_eq!(pane.trace.step(pane.frame).map(|step| step.kind), Some(kind));
    }
}

pub fn type_text(harness: &mut egui_kittest::Harness<'_, edagari::viewer::Edagari>, text: &str) {
    harness.event(Event::Text(text.to_owned()));
    harness.run_steps(2);
}

#[test]
fn frames_are_found_by_a_query() {
    let mut harness = window();
    press_with(&mut harness, Modifiers::COMMAND, Key::F);
    type_text(&mut harness, "cut at depth 5 by se");
    assert!(says(&harness, "second"), "the last word is completed");
    press(&mut harness, Key::Tab);
    wait_until_it_says(&mut harness, "184 frames found");
    press_with(&mut harness, Modifiers::COMMAND, Key::G);
    let first = frames(&harness)[1];
    let trace = harness.state().session.runs[1].trace.clone();
    let step = trace.step(first).expect("a frame");
    assert!(step.cut.is_some() && trace.depth_of(step.visit) == 5);
    press_with(&mut harness, Modifiers::COMMAND, Key::G);
    assert!(frames(&harness)[1] > first);
    press_with(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
    assert_eq!(frames(&harness)[1], first);
    type_text(&mut harness, "nonsense");
    wait_until_it_says(&mut harness, "is not understood");
    press(&mut harness, Key::Escape);
    press(&mut harness, Key::Escape);
    assert!(!says(&harness, "is not understood"));
}

#[test]
fn enter_in_find_goes_to_the_first_frame_after_the_last_one() {
    let mut harness = window();
    apply(&mut harness, Command::Do(Action::Last));
    let end = frames(&harness)[1];
    press_with(&mut harness, Modifiers::COMMAND, Key::F);
    type_text(&mut harness, "cut at depth 5 by second ");
    press(&mut harness, Key::Enter);
    wait_until_it_says(&mut harness, "184 frames found");
    harness.run_steps(4);
    let found = frames(&harness)[1];
    let step = harness.state().session.runs[1].trace.step(found).expect("a frame");
    assert!(found < end && step.cut.is_some());
}

#[test]
fn the_word_at_the_cursor_is_completed() {
    let mut harness = window();
    press_with(&mut harness, Modifiers::COMMAND, Key::F);
    type_text(&mut harness, "cu β<=");
    for key in [Key::Home, Key::ArrowRight, Key::ArrowRight, Key::Tab] {
        press(&mut harness, key);
    }
    type_text(&mut harness, "depth 5 ");
    let field = harness.get_by_role_and_label(Role::TextInput, "Query");
    assert_eq!(field.value().as_deref(), Some("cut depth 5 β<="));
}

/// Finds a cut by the bound of a child that has visited children itself, so that the bound comes from a deeper leaf.
/// Returns its frame and a node that it prunes.
pub fn cut_with_a_leaf_farther_down(trace: &Trace) -> (usize, NodeId) {
    let found = trace.cuts().iter().find_map(|&cut| {
        let node = trace.pruned_children(trace.step(cut as usize)?.visit).next()?;
        let BoundSource::Child { child, .. } = why_pruned(trace, trace.place(&trace.path(node)))?.source else {
            return None;
        };
        trace.visited_children(child).next().map(|_| (cut as usize, node))
    });
    found.expect("such a cut")
}

#[test]
fn pruned_node_shows_its_reason() {
    let mut harness = window();
    let trace = harness.state().session.runs[1].trace.clone();
    let (cut, node) = cut_with_a_leaf_farther_down(&trace);
    let path = trace.path(node);
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: cut });
    apply(&mut harness, Command::AskWhy { run: RunId(1), path: path.clone() });
    assert!(says(&harness, "is pruned") && says(&harness, "is the bound of") && says(&harness, "where the game ends"));
    assert_eq!(harness.state().session.runs[1].center, path);
    // A click on the source of the bound goes to its frame; the node stays selected.
    let links: Vec<_> = harness.query_all_by_label_contains("→ Frame").collect();
    assert_eq!(links.len(), 3);
    links[1].click();
    harness.run_steps(3);
    assert!(frames(&harness)[1] < cut);
    assert_eq!(harness.state().session.runs[1].center, path);
    press_with(&mut harness, Modifiers::ALT, Key::Y);
    assert_eq!(frames(&harness)[1], cut);
    apply(&mut harness, Command::AskWhy { run: RunId(1), path });
    press_with(&mut harness, Modifiers::SHIFT, Key::Y);
    assert!(frames(&harness)[1] < cut, "the first frame of what set the bound");
}

#[test]
fn score_shows_its_origin() {
    let mut harness = window();
    press(&mut harness, Key::End);
    press(&mut harness, Key::R);
    press(&mut harness, Key::Y);
    assert!(says(&harness, "comes from this line"));
    assert!(says(&harness, "where the game ends"));
    press(&mut harness, Key::Y);
    assert!(!says(&harness, "where the game ends"));
}

#[test]
fn a_whole_tree_gives_way_to_the_nodes_of_an_answer() {
    let mut harness = window();
    press(&mut harness, Key::End);
    press(&mut harness, Key::R);
    press(&mut harness, Key::Num5);
    let whole_trees = |harness: &egui_kittest::Harness<'_, edagari::viewer::Edagari>| {
        let names = harness.query_all_by_label("Collapse below");
        names.filter(|node| node.accesskit_node().role() == Role::Label).count()
    };
    assert_eq!(whole_trees(&harness), 2);
    press(&mut harness, Key::Y);
    assert!(says(&harness, "where the game ends"));
    assert_eq!(whole_trees(&harness), 1, "the arrows are between nodes that can be seen");
    press(&mut harness, Key::Y);
    assert_eq!(whole_trees(&harness), 2);
}

pub fn wait_for_whole_trees(harness: &mut egui_kittest::Harness<'_, edagari::viewer::Edagari>) {
    for _ in 0..2000 {
        if harness.state().session.runs.iter().all(|run| harness.state().has_whole_tree(run.id)) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        harness.step();
    }
    harness.run_steps(3);
}

#[test]
fn the_whole_tree_is_on_one_screen() {
    let mut harness = with_store(&Settings { follow: false, ..Settings::default() }, window_with);
    press(&mut harness, Key::End);
    press(&mut harness, Key::Num5);
    wait_for_whole_trees(&mut harness);
    assert!(says(&harness, "3,610 shown") && says(&harness, "268 shown"));
    assert!(!says(&harness, "minimap"), "nothing is out of sight");
    apply(&mut harness, Command::SetCollapseBelow(1));
    wait_for_whole_trees(&mut harness);
    assert!(says(&harness, "549,946 shown"));
    // From 549,946 nodes to a board: every zoom step shows a part of the previous picture.
    let trace = harness.state().session.runs[0].trace.clone();
    let path = trace.game.parse_moves(&[], "a1 b2 c3").expect("legal moves");
    let node = trace.place(&path).recorded().expect("it was visited");
    apply(&mut harness, Command::CenterOne { run: RunId(0), path });
    apply(&mut harness, Command::ZoomToNode { run: RunId(0), node });
    assert!(says(&harness, "minimap"));
    apply(&mut harness, Command::SetCollapseBelow(300));
    apply(&mut harness, Command::GoTo { run: RunId(0), frame: 0 });
    wait_for_whole_trees(&mut harness);
    apply(&mut harness, Command::ZoomToNode { run: RunId(0), node });
    assert!(
        says(&harness, "unvisited, 174 nodes in all") && !says(&harness, "% pruned"),
        "the outcome is not told ahead"
    );
    apply(&mut harness, Command::GoTo { run: RunId(0), frame: trace.frame_count() - 1 });
    assert!(says(&harness, "nodes in all, 0 % pruned, scores −1 to 1"));
    press(&mut harness, Key::F);
    assert!(!says(&harness, "minimap"));
    press(&mut harness, Key::Num4);
    assert_eq!(harness.state().session.settings.tree_form, TreeForm::Focus);
}

#[test]
fn the_icicle_counts_visits_or_leaves() {
    let mut harness = with_store(&Settings { follow: false, ..Settings::default() }, window_with);
    press(&mut harness, Key::Num6);
    // The root and its children have accessible names in both panes.
    assert!(harness.query_all_by_label_contains("the root, open").count() >= 2);
    assert!(harness.query_all_by_label_contains("59,705\u{a0}nodes in all").count() >= 1);
    apply(&mut harness, Command::SetIcicleWidth(IcicleWidth::Leaves));
    assert!(says(&harness, "leaves"));
    click_box(&mut harness, "59,705\u{a0}nodes in all");
    assert_eq!(center(&harness, 0), "a1");
}

fn click_box(harness: &mut egui_kittest::Harness<'_, edagari::viewer::Edagari>, name: &str) {
    harness.query_all_by_label_contains(name).next().expect("on screen").click();
    harness.run_steps(3);
}

#[test]
fn cost_of_redraws_is_shown() {
    let mut harness = small_window();
    press(&mut harness, Key::F12);
    for text in ["last redraw", "over 8 ms, of all", "nodes drawn", "bytes a frame"] {
        assert!(says(&harness, text), "{text}");
    }
    let (count, over) = harness.state().redraw_times(&harness.ctx).counts();
    assert!(count > 3 && over <= count);
}

#[test]
fn new_actions_have_names_and_shortcuts() {
    let harness = small_window();
    let language = harness.state().session.settings.language;
    for action in [Action::NextRise, Action::PreviousPass, Action::Find, Action::Why, Action::FormIcicle] {
        assert!(!action.name(language).is_empty() && !action.shortcuts().is_empty(), "{action:?}");
    }
}
