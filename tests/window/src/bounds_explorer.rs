//! The explorer of the effect of table bounds on a window.

use std::collections::HashSet;

use edagari::analysis::BoundsCase;
use edagari::language::Language;
use edagari::viewer::{Command, Edagari};
use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::driving::*;

const MARKS: [&str; 4] = ["lower bound l", "upper bound u", "α of the window", "β of the window"];

/// Opens a window and the explorer by its key.
fn explorer() -> Harness<'static, Edagari> {
    let mut harness = small_window();
    press(&mut harness, Key::E);
    harness
}

/// Values of the marks l, u, α, β.
fn marks(harness: &Harness<'_, Edagari>) -> [String; 4] {
    MARKS.map(|name| harness.get_by_label(name).value().expect("a value"))
}

fn drag(harness: &mut Harness<'_, Edagari>, name: &str, by: f32) {
    let from = harness.get_by_label(name).rect().center();
    harness.drag_at(from);
    harness.step();
    harness.hover_at(from + vec2(by, 0.0));
    harness.step();
    harness.drop_at(from + vec2(by, 0.0));
    harness.run_steps(3);
}

#[test]
fn a_key_opens_and_closes_it() {
    let mut harness = explorer();
    assert!(says(&harness, "case 1 of 18"));
    press(&mut harness, Key::E);
    assert!(!says(&harness, "case 1 of 18"));
    press(&mut harness, Key::E);
    press(&mut harness, Key::Escape);
    assert!(!says(&harness, "case 1 of 18"));
}

#[test]
fn buttons_step_through_all_cases() {
    let mut harness = explorer();
    let mut seen = HashSet::new();
    for (index, case) in BoundsCase::all().into_iter().enumerate() {
        assert!(says(&harness, &format!("case {} of 18", index + 1)));
        assert!(says(&harness, &case.relation()), "{}", case.relation());
        assert!(seen.insert(marks(&harness)));
        click(&mut harness, "Next case");
    }
    assert!(says(&harness, "case 1 of 18"), "after the last comes the first");
    click(&mut harness, "Previous case");
    assert!(says(&harness, "α < β < l = u"));
    assert!(says(&harness, "the value is known"));
}

#[test]
fn arrow_keys_move_the_mark_that_has_the_focus_and_not_the_frame() {
    let mut harness = explorer();
    assert!(harness.get_by_label(MARKS[0]).is_focused(), "the first mark has the focus at once");
    assert_eq!(marks(&harness), ["−10", "−6", "−5", "5"]);
    press(&mut harness, Key::Tab);
    assert!(harness.get_by_label(MARKS[1]).is_focused());
    press(&mut harness, Key::ArrowRight);
    assert_eq!(marks(&harness), ["−10", "−5", "−5", "5"]);
    assert!(says(&harness, "l < u = α < β") && says(&harness, "returns u = −5, a fail low"));
    press(&mut harness, Key::ArrowUp);
    press_with(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
    assert!(says(&harness, "l < α < u < β") && says(&harness, "continues with the window (−5, −3)"));
    press(&mut harness, Key::End);
    assert_eq!(marks(&harness), ["−10", "∞", "−5", "5"]);
    assert!(says(&harness, "the window (−5, 5), as without an entry"));
    press(&mut harness, Key::Home);
    assert_eq!(marks(&harness), ["−10", "−10", "−5", "5"], "u stops at l");
    press(&mut harness, Key::ArrowLeft);
    assert!(says(&harness, "l = u < α < β") && says(&harness, "returns it: −10"));
    assert!(harness.get_by_label(MARKS[1]).is_focused(), "arrow keys do not move the focus");
    assert_eq!(frames(&harness), [0, 0]);
    press_with(&mut harness, Modifiers::COMMAND, Key::ArrowRight);
    assert!(frames(&harness)[1] > 0, "other keys do what they always do");
}

#[test]
fn marks_are_dragged_and_stop_where_they_must() {
    let mut harness = explorer();
    drag(&mut harness, MARKS[3], 1.0);
    assert_eq!(marks(&harness), ["−10", "−6", "−5", "5"], "taking hold of a grip moves nothing");
    drag(&mut harness, MARKS[3], -400.0);
    assert_eq!(marks(&harness), ["−10", "−6", "−5", "−4"], "β stays above α");
    drag(&mut harness, MARKS[1], 600.0);
    drag(&mut harness, MARKS[0], -600.0);
    drag(&mut harness, MARKS[2], -600.0);
    assert_eq!(marks(&harness), ["−∞", "∞", "−∞", "−4"]);
    assert!(says(&harness, "l = α < β < u"));
    press(&mut harness, Key::ArrowRight);
    assert_eq!(marks(&harness)[2], "−10", "the mark that was dragged has the focus");
    drag(&mut harness, MARKS[0], 700.0);
    assert_eq!(marks(&harness)[0], "10", "l is never ∞");
    assert!(says(&harness, "returns l = 10, a fail high"));
    harness.get_by_label(MARKS[2]).set_value_accesskit(-7.0);
    harness.run_steps(2);
    assert_eq!(marks(&harness)[2], "−7");
}

#[test]
fn pictures_have_accessible_names() {
    let mut harness = explorer();
    assert!(says(&harness, "window (−5, 5), bounds [−10, −6]"));
    assert!(says(&harness, "window (−5, 5), bounds [−10, −6], score −6"));
    click(&mut harness, "Next case");
    click(&mut harness, "Next case");
    assert!(says(&harness, "window (−5, 0), narrowed from (−5, 5), bounds [−8, 0]"));
    apply(&mut harness, Command::SetLanguage(Language::Japanese));
    assert!(says(&harness, "18 通り中の 3 番目") && says(&harness, "ウィンドウ (−5, 0)、もとのウィンドウ (−5, 5)"));
}
