//! Lessons that come with Edagari: the game, the code, the changed leaf and the exercise beside their texts.

use edagari::lesson::note::ShippedLesson;
use edagari::viewer::{Action, Command, Edagari};
use egui_kittest::Harness;

use crate::driving::*;

fn lesson(name: &str) -> Harness<'static, Edagari> {
    let mut harness = small_window();
    apply(&mut harness, Command::BeginLesson(ShippedLesson::named(name).expect("a lesson")));
    wait_for_recordings(&mut harness);
    harness
}

fn go_to_last_note(harness: &mut Harness<'_, Edagari>) {
    let last = harness.state().session.notebook.notes.notes.len() - 1;
    apply(harness, Command::GoToNote(last));
    wait_for_recordings(harness);
}

#[test]
fn first_lesson_is_a_game_against_minimax() {
    let mut harness = lesson("why");
    wait_until_it_says(&mut harness, "You are max (");
    let open = harness.state().open_panels();
    assert!(open.contains(&Action::ToggleCode) && open.contains(&Action::ToggleNotes), "{open:?}");
    let center = |harness: &Harness<'_, Edagari>| harness.state().session.active_run().center.clone();
    click(&mut harness, "b1");
    assert!(says(&harness, "The game is over, with the score −1."), "minimax takes the row");
    assert_eq!(center(&harness), [0, 0], "the picture shows the end");
    click(&mut harness, "Play again");
    assert_eq!(center(&harness), [0; 0]);
    click(&mut harness, "b2");
    assert!(says(&harness, "Minimax answers b1."));
    click(&mut harness, "a3");
    assert!(says(&harness, "You made no mistake"));
    apply(&mut harness, Command::GoToNote(1));
    assert!(!says(&harness, "Play against minimax"), "the game belongs to its note");
}

#[test]
fn lesson_ends_with_a_changed_leaf_and_an_exercise() {
    let mut harness = lesson("cuts");
    go_to_last_note(&mut harness);
    click(&mut harness, "Do this search by hand");
    let by_hand = harness.state().session.by_hand.as_ref().expect("an exercise");
    assert_eq!(by_hand.exercise().tree().len(), 15);
    assert!(harness.state().open_panels().contains(&Action::ByHand));
    apply(&mut harness, Command::ClosePanel(Action::ByHand));
    click(&mut harness, "Change a leaf");
    wait_for_recordings(&mut harness);
    assert!(harness.state().session.active_run().what_if.is_some(), "a copy of the tree");
    assert!(harness.state().open_panels().contains(&Action::WhatIf));
}

#[test]
fn order_lesson_counts_the_leaves_of_larger_trees() {
    let mut harness = lesson("order");
    go_to_last_note(&mut harness);
    assert!(says(&harness, "all leaves, b^d: 81") && says(&harness, "b^(d/2): 17") && says(&harness, "One leaf in 5"));
}

#[test]
fn lesson_with_many_runs_shows_one_at_a_time_only_while_it_is_played() {
    let mut harness = lesson("horizon");
    let shown = |harness: &Harness<'_, Edagari>| harness.state().session.shown_runs().count();
    let count = harness.state().session.runs.len();
    assert!(count > 2, "{count} runs");
    assert_eq!(shown(&harness), 1);
    apply(&mut harness, Command::Do(Action::OneRun));
    assert_eq!(shown(&harness), count, "the user may see them all");
    apply(&mut harness, Command::Do(Action::OneRun));
    assert_eq!(shown(&harness), 1);
    assert!(!harness.state().session.settings.one_run, "the user's own setting is as before");
    apply(&mut harness, Command::CloseNotes);
    assert_eq!(shown(&harness), count);
}
