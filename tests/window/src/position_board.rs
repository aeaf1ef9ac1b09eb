//! The board of the set-up form on which a position is edited.

use edagari::language::Language;
use edagari::trace::Setup;
use edagari::viewer::{Action, Command, Edagari, RunId, Settings};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

/// Opens the set-up form of a run.
fn form(words: &str) -> Harness<'static, Edagari> {
    let setups = vec![Setup::of_words(words).expect("a setup")];
    let mut harness = with_store(&Settings { setups, ..Settings::default() }, window_with);
    wait_for_recordings(&mut harness);
    apply(&mut harness, Command::OpenSetup(RunId(0)));
    // A board without a position is folded, so that it does not push the search out of the form.
    if !words.contains("position=") {
        click(&mut harness, "Board");
    }
    harness
}

/// Text of the field of the position.
fn position(harness: &Harness<'_, Edagari>) -> String {
    let field = harness.get_by_role_and_label(Role::TextInput, "Position");
    field.accesskit_node().value().unwrap_or_default()
}

#[test]
fn clicks_on_the_board_write_the_position() {
    let mut harness = form("tic-tac-toe,search=alpha-beta,depth-limit=3");
    assert_eq!(position(&harness), "");
    click(&mut harness, "b2: free");
    assert_eq!(position(&harness), ".../.O./...");
    click(&mut harness, "a3: free");
    click(&mut harness, "a3: O");
    assert_eq!(position(&harness), ".../.O./X..");
    assert!(!says(&harness, "expected as many of both"));
    // An impossible position is refused below the field, and the board shows it.
    click(&mut harness, "b2: O");
    click(&mut harness, "b2: X");
    assert!(says(&harness, "It has 0 O and 1 X, expected as many of both or one O more"));
    assert_eq!(position(&harness), ".../.../X..");
    // The text is the only state: keys of the field undo the clicks one by one.
    for expected in [".../.X./X..", ".../.O./X.."] {
        press_with(&mut harness, Modifiers::COMMAND, Key::Z);
        assert_eq!(position(&harness), expected);
    }
    click(&mut harness, "Record");
    wait_for_recordings(&mut harness);
    let trace = &harness.state().session.runs[0].trace;
    assert_eq!(trace.game.position(&[]).and_then(|start| start.position_text()), Some(".../.O./X..".to_owned()));
}

#[test]
fn entered_text_changes_the_board() {
    let mut harness = form("tic-tac-toe,search=alpha-beta,depth-limit=3");
    replace_text(&mut harness, "Position", "b2 c3");
    assert!(harness.query_by_label("c3: X").is_some());
    replace_text(&mut harness, "Position", "no position");
    assert!(harness.query_by_label("c3: free").is_none(), "there is no board of it");
    assert!(says(&harness, "Move 1 is"));
}

#[test]
fn pieces_of_chess_are_chosen_and_put_on_squares() {
    let mut harness = form("chess,position=8/8/8/4k3/8/8/8/4K3 w - - 0 1,search=alpha-beta,depth-limit=1");
    click(&mut harness, "black queen");
    click(&mut harness, "d4: free");
    assert!(says(&harness, "it is not its turn") || says(&harness, "d4: black queen"));
    assert_eq!(position(&harness), "8/8/8/4k3/3q4/8/8/4K3 w - - 0 1");
    click(&mut harness, "d4: black queen");
    assert_eq!(position(&harness), "8/8/8/4k3/8/8/8/4K3 w - - 0 1");
    click(&mut harness, "White to move");
    assert_eq!(position(&harness), "8/8/8/4k3/8/8/8/4K3 b - - 0 1");
    click(&mut harness, "white king");
    click(&mut harness, "a1: free");
    assert!(says(&harness, "White has 2 kings, expected 1"));
    apply(&mut harness, Command::Do(Action::Language(Language::Japanese)));
    assert!(harness.query_by_label("e5：黒のキング").is_some());
}

#[test]
fn stones_of_kalah_are_added_and_taken() {
    let mut harness = form("kalah,search=alpha-beta,depth-limit=2");
    click(&mut harness, "house 0: 6");
    click(&mut harness, "house 0: 7");
    click(&mut harness, "take a stone");
    click(&mut harness, "house 12: 6");
    click(&mut harness, "first player to move");
    assert_eq!(position(&harness), "[8, 6, 6, 6, 6, 6, 0] [6, 6, 6, 6, 6, 5, 0] second");
}

#[test]
fn squares_are_reached_and_changed_by_keys() {
    let mut harness = form("tic-tac-toe,search=alpha-beta,depth-limit=3");
    harness.get_by_label("a1: free").focus();
    harness.run_steps(2);
    let frame = harness.state().session.runs[0].frame;
    for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowRight, Key::ArrowDown] {
        press(&mut harness, key);
    }
    assert_eq!(harness.state().session.runs[0].frame, frame, "the arrows are for the board");
    assert!(harness.get_by_label("c2: free").accesskit_node().is_focused());
    press(&mut harness, Key::Enter);
    assert_eq!(position(&harness), ".../..O/...");
    press(&mut harness, Key::Space);
    assert_eq!(position(&harness), ".../..X/...");
    press(&mut harness, Key::Delete);
    assert_eq!(position(&harness), ".../.../...");
    press_with(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(position(&harness), ".../..X/...");
    press_with(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(position(&harness), ".../.../...");
    assert!(harness.get_by_label("c2: free").accesskit_node().is_focused());
}
