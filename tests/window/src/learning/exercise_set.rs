//! Sets of exercises for a class.

use edagari::viewer::Edagari;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::driving::*;

#[test]
fn a_set_for_a_class_is_wished_made_and_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = window();
    press_with(&mut harness, egui::Modifiers::ALT, egui::Key::E);
    assert!(says(&harness, "The set appears here"));
    // Contradictory wishes are reported immediately.
    set_number(&mut harness, "Moves from root to leaf: at least", "1");
    set_number(&mut harness, "Moves from root to leaf: at most", "1");
    assert!(says(&harness, "no tree with 2..3 children a node and all leaves 1 move below the root has 16 leaves"));
    set_number(&mut harness, "Moves from root to leaf: at most", "4");
    set_number(&mut harness, "Moves from root to leaf: at least", "4");
    assert!(!says(&harness, "no tree with"));
    set_number(&mut harness, "Cuts: at least", "3");
    set_number(&mut harness, "Cuts above the leaves: at least", "1");
    set_number(&mut harness, "Exercises", "4");
    click(&mut harness, "Make the set");
    wait_until_it_says(&mut harness, "4 exercises, all different");
    let pdf = folder.path().join("sheets.pdf");
    replace_text(&mut harness, "Save the exercises", &pdf.display().to_string());
    press(&mut harness, egui::Key::Enter);
    wait_until_it_says(&mut harness, "Saved as");
    assert!(std::fs::read(&pdf).expect("the sheets").starts_with(b"%PDF"));
    let answers = folder.path().join("x.edagari-answers.json");
    replace_text(&mut harness, "Save the solutions", &answers.display().to_string());
    press(&mut harness, egui::Key::Enter);
    let last = folder.path().join("x-04.edagari-answers.json");
    let since = std::time::Instant::now();
    while !last.exists() {
        assert!(since.elapsed() < std::time::Duration::from_mins(1), "never saved");
        harness.step();
    }
    click(&mut harness, "Do exercise 2 by hand");
    let by_hand = harness.state().session.by_hand.as_ref().expect("begun");
    assert_eq!(by_hand.exercise().tree().leaves().count(), 16);
}

fn set_number(harness: &mut Harness<'_, Edagari>, name: &str, number: &str) {
    harness.get_by_role_and_label(Role::SpinButton, name).focus();
    harness.run_steps(2);
    press_with(harness, egui::Modifiers::COMMAND, egui::Key::A);
    harness.event(egui::Event::Text(number.to_owned()));
    press(harness, egui::Key::Enter);
    harness.run_steps(2);
}
