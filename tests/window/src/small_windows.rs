//! Small windows and touch: every widget is inside the window and large enough for a finger, at any width, in portrait and landscape.

use edagari::language::Language;
use edagari::viewer::{Action, Command, Edagari, RunId, Settings};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, Pos2, TouchDeviceId, TouchId, TouchPhase, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{By, NodeT as _, Queryable as _};

use crate::driving::*;

/// Sizes of phones, tablets and small windows, in points, in portrait and landscape.
const SIZES: [Vec2; 9] = [
    vec2(360.0, 740.0),
    vec2(390.0, 844.0),
    vec2(600.0, 960.0),
    vec2(768.0, 1024.0),
    vec2(1024.0, 1366.0),
    vec2(740.0, 360.0),
    vec2(844.0, 390.0),
    vec2(960.0, 600.0),
    vec2(1024.0, 768.0),
];
/// Least width and height of a widget that a finger presses.
const TARGET: f32 = 44.0;

/// Whether a widget is operated: texts, groups and nodes of trees are not controls.
const fn is_control(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::CheckBox
            | Role::RadioButton
            | Role::ComboBox
            | Role::Slider
            | Role::SpinButton
            | Role::Tab
            | Role::TextInput
    )
}

/// Names and rectangles of the controls.
fn controls(harness: &Harness<'_, Edagari>) -> Vec<(String, egui::Rect)> {
    let named = By::new().predicate(|node| is_control(node.role()));
    let named = harness.query_all(named).map(|node| {
        let name = node.accesskit_node().label().or_else(|| node.accesskit_node().value()).unwrap_or_default();
        (format!("{:?} {name}", node.accesskit_node().role()), node.rect())
    });
    named.collect()
}

/// Faults of the controls in a window: those that are cut by an edge, overlap, or are too small for a finger.
fn faults(harness: &Harness<'_, Edagari>, size: Vec2, has_touch: bool, scrolls: bool) -> Vec<String> {
    let mut faults = Vec::new();
    let window = egui::Rect::from_min_size(Pos2::ZERO, size).expand(0.5);
    let controls = controls(harness);
    assert!(controls.len() > 8, "{controls:?}");
    for (name, rect) in &controls {
        let is_inside = if scrolls {
            window.x_range().contains(rect.left()) && window.x_range().contains(rect.right())
        } else {
            window.contains_rect(*rect)
        };
        if !is_inside {
            faults.push(format!("{name} is outside: {rect:?}"));
        }
        if has_touch && !scrolls && rect.size().min_elem() < TARGET - 0.5 {
            faults.push(format!("{name} is too small: {:?}", rect.size()));
        }
    }
    for (at, (one, first)) in controls.iter().enumerate() {
        for (other, second) in controls[at + 1..].iter().filter(|_| !scrolls) {
            let common = first.intersect(*second);
            let is_within = first.contains_rect(*second) || second.contains_rect(*first);
            if common.width() > 1.0 && common.height() > 1.0 && !is_within {
                faults.push(format!("{one} and {other} overlap: {first:?} {second:?}"));
            }
        }
    }
    faults
}

fn touch(harness: &mut Harness<'_, Edagari>) {
    let event = |phase| Event::Touch {
        device_id: TouchDeviceId(1),
        id: TouchId(1),
        phase,
        pos: Pos2::new(1.0, 1.0),
        force: None,
    };
    harness.input_mut().events.extend([event(TouchPhase::Start), event(TouchPhase::End)]);
    harness.run_steps(4);
}

fn window_in(language: Language) -> Harness<'static, Edagari> {
    with_store(&Settings { language, ..small_settings() }, window_with)
}

#[test]
fn controls_are_inside_small_windows_and_large_enough_for_fingers() {
    let mut found = Vec::new();
    for language in Language::ALL {
        for has_touch in [false, true] {
            let mut harness = window_in(language);
            if has_touch {
                touch(&mut harness);
            }
            // The inspector scrolls, so its widgets can be outside.
            apply(&mut harness, Command::ClosePanel(Action::ToggleInspector));
            for size in SIZES {
                harness.set_size(size);
                harness.run_steps(4);
                let said = faults(&harness, size, has_touch, false);
                found.extend(said.into_iter().map(|fault| format!("{size:?} {language:?} touch {has_touch}: {fault}")));
            }
        }
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found[..found.len().min(60)].join("\n"));
}

#[test]
fn panels_are_inside_small_windows() {
    let mut found = Vec::new();
    for (size, has_touch) in [(vec2(360.0, 740.0), true), (vec2(768.0, 1024.0), false)] {
        for panel in Edagari::all_panels() {
            let mut harness = small_window();
            harness.set_size(size);
            if has_touch {
                touch(&mut harness);
            }
            apply(&mut harness, Command::OpenPanel(panel));
            harness.run_steps(6);
            let said = faults(&harness, size, has_touch, true);
            found.extend(said.into_iter().map(|fault| format!("{size:?} {panel:?}: {fault}")));
        }
        let mut harness = small_window();
        harness.set_size(size);
        apply(&mut harness, Command::Do(Action::WorkspaceNoise));
        harness.run_steps(6);
        found.extend(
            faults(&harness, size, has_touch, true).into_iter().map(|fault| format!("{size:?} noise: {fault}")),
        );
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found[..found.len().min(60)].join("\n"));
}

fn has_tree(harness: &Harness<'_, Edagari>, run: usize) -> bool {
    harness.query_by_label(&format!("tree of run {run}")).is_some()
}

#[test]
fn narrow_window_shows_one_tile_at_a_time_with_tabs() {
    let mut harness = small_window();
    harness.set_size(vec2(390.0, 844.0));
    harness.run_steps(4);
    let fronts = |harness: &Harness<'_, Edagari>| [1, 2].map(|run| has_tree(harness, run));
    assert_eq!(fronts(&harness), [false, true], "the active run");
    let tabs = harness.query_all_by_role(Role::Tab).count();
    assert_eq!(tabs, 2 + harness.state().open_panels().len());
    harness.query_all_by_role(Role::Tab).next().expect("a tab").click();
    harness.run_steps(3);
    assert_eq!((fronts(&harness), harness.state().session.active), ([true, false], RunId(0)));

    apply(&mut harness, Command::OpenPanel(Action::Glossary));
    assert_eq!(fronts(&harness), [false, false], "a panel that opens is in front");
    press_with(&mut harness, Modifiers::COMMAND, Key::PageDown);
    assert_eq!(fronts(&harness), [true, false], "the tile after the last one");
    click(&mut harness, "Words");
    assert_eq!(fronts(&harness), [false, false]);
    click(&mut harness, "Close Words");
    assert_eq!(fronts(&harness), [true, false]);
}

#[test]
fn menu_of_a_narrow_window_has_all_menus() {
    let mut harness = small_window();
    let size = vec2(360.0, 740.0);
    harness.set_size(size);
    touch(&mut harness);
    click(&mut harness, "Menu");
    for name in ["File", "Edit", "View", "Go", "Analyse", "Learn", "Help"] {
        let rect = harness.get_by_role_and_label(Role::DisclosureTriangle, name).rect();
        assert!(rect.height() >= TARGET - 0.5 && rect.right() <= size.x, "{name} {rect:?}");
    }
    click(&mut harness, "Help");
    harness.run_steps(20);
    click(&mut harness, "Welcome");
    assert!(harness.state().open_panels().contains(&Action::Welcome));
}

#[test]
fn turning_a_phone_back_and_forth_loses_nothing() {
    let mut harness = small_window();
    harness.set_size(vec2(1280.0, 800.0));
    apply(&mut harness, Command::OpenPanel(Action::ToggleInspector));
    apply(&mut harness, Command::OpenPanel(Action::Find));
    press(&mut harness, Key::ArrowRight);
    press(&mut harness, Key::ArrowRight);
    let state = |harness: &Harness<'_, Edagari>| {
        let session = &harness.state().session;
        let runs: Vec<_> = session.runs.iter().map(|run| (run.frame, run.center.clone())).collect();
        (runs, session.active, harness.state().open_panels(), session.settings.arrangement.clone())
    };
    let places =
        |harness: &Harness<'_, Edagari>| [1, 2].map(|run| harness.get_by_label(&format!("tree of run {run}")).rect());
    harness.run_steps(4);
    let before = (state(&harness), places(&harness));
    for size in [vec2(390.0, 844.0), vec2(844.0, 390.0), vec2(390.0, 844.0), vec2(1280.0, 800.0)] {
        harness.set_size(size);
        harness.run_steps(4);
        let (runs, active, panels, _) = state(&harness);
        assert_eq!((&runs, active, &panels), (&before.0.0, before.0.1, &before.0.2), "{size:?}");
    }
    let after = places(&harness);
    for (one, other) in before.1.iter().zip(after) {
        assert!((one.min - other.min).length() < 2.0 && (one.max - other.max).length() < 2.0, "{one:?} {other:?}");
    }
}
