//! Stepping through frames, moving in the tree, linking the panes.

use edagari::language::Language;
use edagari::trace::{FrameKind, NodeState};
use edagari::viewer::{Action, Command, Edagari, Link, RunId, SettingsStore, ThemeChoice};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

#[test]
fn a_first_picture_is_there_before_the_recording_is_done() {
    let mut harness = builder().build_eframe(|creation| Edagari::new(&creation.egui_ctx, SettingsStore::nowhere()));
    harness.step();
    // The root and its nine children, in both panes, expanded by the rules or already recorded.
    assert!(harness.get_all_by_label_contains("the root").count() >= 2);
    assert!(harness.get_all_by_label_contains("c3, ").count() >= 2);
    wait_for_recordings(&mut harness);
    let [left, right] = &harness.state().session.runs[..] else { panic!("two runs") };
    assert_eq!((left.trace.frame_count(), right.trace.frame_count()), (2_199_782, 73_186));
}

#[test]
fn the_slider_goes_to_any_frame() {
    let mut harness = window();
    harness.get_by_label("Frame slider").set_value_accesskit(126.0);
    harness.run_steps(3);
    assert_eq!(frames(&harness)[1], 126);
    assert!(says(&harness, "β-cut"), "the sentence of the frame");
    let rect = harness.get_by_label("Frame slider").rect();
    harness.drag_at(rect.left_center() + egui::vec2(14.0, 0.0));
    harness.step();
    harness.hover_at(rect.center());
    harness.step();
    harness.drop_at(rect.center());
    harness.run_steps(2);
    let middle = frames(&harness)[1];
    assert!((30_000..43_000).contains(&middle), "{middle}");
}

#[test]
fn buttons_step_and_jump() {
    let mut harness = window();
    for (name, expected) in [
        ("One frame on", 1),
        ("Ten frames on", 11),
        ("One frame back", 10),
        ("Next cut", 19),
        ("Ten frames back", 9),
        ("Next cut", 19),
        ("Last frame", 73_185),
        ("Previous cut", 73_156),
        ("First frame", 0),
    ] {
        click(&mut harness, name);
        let frame = frames(&harness)[1];
        if name == "Previous cut" {
            let trace = &harness.state().session.runs[1].trace;
            assert_eq!(Some(&(frame as u32)), trace.cuts().last());
        } else {
            assert_eq!(frame, expected, "{name}");
        }
    }
    click(&mut harness, "Previous cut");
    assert!(says(&harness, "no cut before"), "it is said that there is none");
}

#[test]
fn keys_and_buttons_have_the_same_effect() {
    let mut harness = window();
    press(&mut harness, Key::ArrowRight);
    press_with(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(frames(&harness)[1], 11);
    press_with(&mut harness, Modifiers::COMMAND, Key::ArrowRight);
    assert_eq!(frames(&harness)[1], 19);
    press(&mut harness, Key::ArrowLeft);
    press_with(&mut harness, Modifiers::SHIFT, Key::ArrowLeft);
    assert_eq!(frames(&harness)[1], 8);
    press(&mut harness, Key::End);
    assert_eq!(frames(&harness)[1], 73_185);
    press_with(&mut harness, Modifiers::COMMAND, Key::ArrowLeft);
    assert!(frames(&harness)[1] < 73_185);
    press(&mut harness, Key::Home);
    assert_eq!(frames(&harness)[1], 0);
}

#[test]
fn playing_moves_on_by_time_and_stops_at_the_end() {
    let mut harness = small_window();
    apply(&mut harness, Command::SetSpeed(10.0));
    harness.run_steps(2);
    press(&mut harness, Key::Space);
    assert!(harness.state().session.playing);
    let before = frames(&harness)[1];
    harness.run_steps((1.0 / STEP) as usize);
    let played = frames(&harness)[1] - before;
    assert!((8..=11).contains(&played), "{played} frames in a second at 10 frames a second");
    press(&mut harness, Key::Space);
    assert!(!harness.state().session.playing);
    let paused = frames(&harness)[1];
    harness.run_steps(60);
    assert_eq!(frames(&harness)[1], paused);

    apply(&mut harness, Command::SetSpeed(1000.0));
    click(&mut harness, "Play or pause");
    harness.run_steps(60);
    assert_eq!(frames(&harness)[1], harness.state().session.runs[1].last_frame());
    assert!(!harness.state().session.playing);
    apply(&mut harness, Command::SetSpeed(10.0));
    click(&mut harness, "Play or pause");
    harness.run_steps(1);
    assert!(harness.state().session.playing, "from the end, playing begins anew");
}

#[test]
fn space_presses_the_focused_button_instead_of_playing() {
    let mut harness = small_window();
    let cut = harness.state().session.runs[1].trace.next_cut(0).expect("a cut");
    let button = Action::NextCut.name(Language::English);
    harness.get_by_role_and_label(egui::accesskit::Role::Button, button).focus();
    harness.run_steps(2);
    press(&mut harness, Key::Space);
    assert!(!harness.state().session.playing);
    assert_eq!(frames(&harness)[1], cut);
    harness.get_by_role_and_label(egui::accesskit::Role::CheckBox, "Best line").focus();
    harness.run_steps(2);
    press(&mut harness, Key::Space);
    assert!(harness.state().session.settings.best_line && !harness.state().session.playing);
}

#[test]
fn a_range_is_looped() {
    let mut harness = small_window();
    for (frame, key) in [(5, Key::OpenBracket), (9, Key::CloseBracket)] {
        apply(&mut harness, Command::GoTo { run: RunId(1), frame });
        press(&mut harness, key);
    }
    assert_eq!(harness.state().session.loop_range, Some((5, 9)));
    apply(&mut harness, Command::SetSpeed(30.0));
    press(&mut harness, Key::Space);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..60 {
        harness.step();
        seen.insert(frames(&harness)[1]);
    }
    assert_eq!(seen, (5..=9).collect());
    press(&mut harness, Key::L);
    harness.run_steps(60);
    assert!(frames(&harness)[1] > 9, "without the loop it goes on");
}

#[test]
fn the_frame_number_can_be_typed() {
    let mut harness = window();
    harness.get_by_label("Frame number").click();
    harness.run_steps(3);
    // Digits are no shortcuts while a text field has the focus.
    for digit in ["1", "2", "6"] {
        harness.event(egui::Event::Text(digit.to_owned()));
        harness.step();
    }
    press(&mut harness, Key::Enter);
    harness.run_steps(3);
    assert_eq!(frames(&harness)[1], 126);
    assert_eq!(harness.state().session.settings.link, Link::Place, "2 did not reach the shortcuts");
}

#[test]
fn a_click_on_a_node_makes_it_the_centre() {
    let mut harness = window();
    let node = harness.get_all_by_label_contains("b1, ").next().expect("the node after b1");
    node.click();
    harness.run_steps(3);
    assert_eq!(center(&harness, 0), "b1");
    assert_eq!(center(&harness, 1), "b1", "both panes show the same tree, so both move");
    let child = harness.get_all_by_label_contains("b2, ").next().expect("its child");
    assert_eq!(child.accesskit_node().role(), egui::accesskit::Role::TreeItem);
    click(&mut harness, "Back to the node selected before");
    assert_eq!(center(&harness, 0), "");
    click(&mut harness, "Forward to the node selected next");
    assert_eq!(center(&harness, 0), "b1");
    click(&mut harness, "the root");
    assert_eq!(center(&harness, 0), "", "the breadcrumb leads back");
}

#[test]
fn keys_move_the_centre() {
    let mut harness = window();
    for (key, expected) in [
        (Key::S, "a1"),
        (Key::D, "b1"),
        (Key::S, "b1 a1"),
        (Key::A, "b1 a1"),
        (Key::D, "b1 c1"),
        (Key::W, "b1"),
        (Key::A, "a1"),
        (Key::R, ""),
        (Key::W, ""),
    ] {
        press(&mut harness, key);
        assert_eq!(center(&harness, 1), expected, "{key:?}");
    }
    apply(&mut harness, Command::Do(Action::ToggleFollow));
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: 126 });
    press(&mut harness, Key::C);
    assert_eq!(center(&harness, 1), "a1 b1 c1 a2 b2 c3");
}

#[test]
fn frames_of_the_selected_node_are_visited_one_after_another() {
    let mut harness = small_window();
    apply(&mut harness, Command::Do(Action::ToggleFollow));
    press(&mut harness, Key::S);
    press(&mut harness, Key::D);
    assert_eq!(center(&harness, 1), "B");
    let mut kinds = Vec::new();
    for _ in 0..6 {
        click(&mut harness, "Next frame of the selected node");
        let pane = &harness.state().session.runs[1];
        let step = pane.trace.step(pane.frame).expect("a frame");
        assert_eq!(Some(step.node), pane.trace.place(&pane.center).recorded());
        kinds.push(step.kind);
    }
    assert_eq!(
        kinds,
        [FrameKind::Start, FrameKind::Score, FrameKind::Update, FrameKind::End, FrameKind::End, FrameKind::End]
    );
    press(&mut harness, Key::PageUp);
    let pane = &harness.state().session.runs[1];
    assert_eq!(pane.trace.step(pane.frame).map(|step| step.kind), Some(FrameKind::Update));
}

#[test]
fn slider_has_frame_and_sentence_for_screen_readers() {
    let mut harness = small_window();
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: 12 });
    let run = &harness.state().session.runs[1];
    let sentence = edagari::analysis::explain(&run.trace, 12, edagari::language::Language::English);
    let slider = harness.get_by_role_and_label(egui::accesskit::Role::Slider, "Frame slider");
    let value = slider.accesskit_node().value().expect("a value in words");
    assert!(value.contains("Frame 12") && value.contains(&sentence), "{value}");
}

#[test]
fn panes_are_linked_in_three_ways() {
    let mut harness = window();
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: 126 });
    let [left, right] = &harness.state().session.runs[..] else { panic!("two runs") };
    let step = left.trace.step(left.frame).expect("a frame");
    assert_eq!(step.kind, FrameKind::Update, "the same moment, not the entry of the node");
    assert_eq!(left.trace.path(step.node), right.trace.path(right.current_node()));

    click(&mut harness, "Link");
    click(&mut harness, "same frame");
    assert_eq!(frames(&harness), [126, 126]);
    press(&mut harness, Key::Num3);
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: 73_185 });
    assert_eq!(frames(&harness), [2_199_781, 73_185]);
    press(&mut harness, Key::Num2);

    // The left pane leads: at a node that α-β prunes, the right pane shows a message.
    let pruned = {
        let [left, right] = &harness.state().session.runs[..] else { panic!("two runs") };
        let cut = right.trace.step(126).expect("the cut");
        let skipped = right.trace.pruned_children(cut.visit).next().expect("a skipped child");
        let place = left.trace.place(&right.trace.path(skipped));
        let visit = place.recorded().and_then(|node| left.trace.visit_of(node)).expect("minimax visits it");
        left.trace.span(visit).0
    };
    apply(&mut harness, Command::GoTo { run: RunId(0), frame: pruned });
    assert_eq!(frames(&harness), [pruned, 126]);
    let right = &harness.state().session.runs[1];
    let left = &harness.state().session.runs[0];
    let place = right.trace.place(&left.trace.path(left.current_node()));
    assert_eq!(right.trace.state(place, right.frame), NodeState::Pruned { frame: 126 });
}

#[test]
fn follow_keeps_the_current_node_and_its_children_in_sight() {
    let mut harness = window();
    for frame in [126, 5_000, 14_325, 40_000, 73_000] {
        apply(&mut harness, Command::GoTo { run: RunId(1), frame });
        let pane = &harness.state().session.runs[1];
        let path = pane.trace.path(pane.current_node());
        let shared = path.iter().zip(&pane.center).take_while(|(a, b)| a == b).count();
        assert!(shared == pane.center.len() || shared == path.len(), "frame {frame}: on one line with the centre");
        let position = pane.trace.position(&path).expect("legal");
        let name = position.move_text(0);
        if position.move_count() > 0 {
            let label = pane.trace.position(&path).expect("legal").move_text(0);
            assert!(harness.get_all_by_label_contains(&format!("{label}, ")).count() > 0, "frame {frame}: {name}");
        }
    }
}

#[test]
fn the_palette_finds_commands_by_name() {
    let mut harness = window();
    press_with(&mut harness, Modifiers::COMMAND, Key::K);
    harness.get_by_label("Type a command").type_text("next cut");
    harness.run_steps(3);
    press(&mut harness, Key::Enter);
    assert_eq!(frames(&harness)[1], 19);
    assert!(harness.query_by_label("Type a command").is_none(), "it closes");
    press_with(&mut harness, Modifiers::COMMAND, Key::K);
    press(&mut harness, Key::Escape);
    assert!(harness.query_by_label("Type a command").is_none());
}

#[test]
fn language_and_theme_change_at_once() {
    let mut harness = window();
    click(&mut harness, "日本語");
    assert_eq!(harness.state().session.settings.language, Language::Japanese);
    assert!(says(&harness, "ファイル"));
    click(&mut harness, "English");
    assert!(says(&harness, "File"));
    for (name, dark) in [("Light theme", false), ("Dark theme", true)] {
        click(&mut harness, "Theme");
        click(&mut harness, name);
        assert_eq!(harness.ctx.global_style().visuals.dark_mode, dark, "{name}");
    }
    assert_eq!(harness.state().session.settings.theme, ThemeChoice::Dark);
}

#[test]
fn every_action_can_be_done_at_any_time() {
    let mut harness = small_window();
    for round in 0..3 {
        for &action in Action::ALL.iter().filter(|&&action| action != Action::Quit) {
            apply(&mut harness, Command::Do(action));
        }
        apply(&mut harness, Command::GoTo { run: RunId(round as u32 % 2), frame: round * 7 });
    }
}

#[test]
fn all_frames_are_drawn_and_explained_in_both_languages() {
    let mut harness = small_window();
    for language in Language::ALL {
        apply(&mut harness, Command::SetLanguage(language));
        for frame in 0..=harness.state().session.runs[1].last_frame() {
            apply(&mut harness, Command::GoTo { run: RunId(1), frame });
            let sentence = edagari::analysis::explain(&harness.state().session.runs[1].trace, frame, language);
            assert!(says(&harness, &sentence), "{sentence}");
        }
    }
}

#[test]
fn the_keyboard_pans_the_tree() {
    let mut harness = window();
    let place = |harness: &egui_kittest::Harness<'_, Edagari>| harness.get_by_label("the root, open").rect().center();
    let before = place(&harness);
    press_with(&mut harness, Modifiers::SHIFT, Key::A);
    press_with(&mut harness, Modifiers::SHIFT, Key::W);
    press_with(&mut harness, Modifiers::SHIFT, Key::W);
    press_with(&mut harness, Modifiers::SHIFT, Key::S);
    assert_eq!(harness.state().session.active, RunId(1), "the right pane is the active one, and the left one stays");
    assert_eq!(place(&harness), before);
    press(&mut harness, Key::X);
    press_with(&mut harness, Modifiers::SHIFT, Key::A);
    press_with(&mut harness, Modifiers::SHIFT, Key::W);
    let moved = place(&harness) - before;
    assert!((moved - egui::vec2(60.0, 60.0)).length() < 0.01, "{moved:?}");
    assert_eq!(center(&harness, 0), "", "the centre stays");
    press_with(&mut harness, Modifiers::SHIFT, Key::D);
    press_with(&mut harness, Modifiers::SHIFT, Key::S);
    press(&mut harness, Key::F);
    assert_eq!(place(&harness), before);
}

#[test]
fn the_picture_of_a_pane_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = small_window();
    press_with(&mut harness, egui::Modifiers::COMMAND, egui::Key::S);
    harness.get_by_role_and_label(egui::accesskit::Role::TextInput, "File name").focus();
    harness.run_steps(2);
    press_with(&mut harness, egui::Modifiers::COMMAND, egui::Key::A);
    let file = folder.path().join("tree").display().to_string();
    harness.get_by_role_and_label(egui::accesskit::Role::TextInput, "File name").type_text(&file);
    harness.run_steps(3);
    click(&mut harness, "SVG");
    wait_until_it_says(&mut harness, "/tree.svg");
    let svg = std::fs::read_to_string(folder.path().join("tree.svg")).expect("written");
    assert!(svg.contains(">R</text>"), "{svg}");
}
