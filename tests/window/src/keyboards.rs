//! Non-US keyboards, input methods, and high-resolution wheels.

use edagari::viewer::{Action, Command, Edagari, TreeForm};
use egui::accesskit::Role;
use egui::{Event, ImeEvent, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

/// Sends the events of a key at a position of the US keyboard, all between two redraws.
fn send_key(harness: &mut Harness<'_, Edagari>, key: Key, place: Key, modifiers: Modifiers, letter: &str) {
    let press = |pressed| Event::Key { key, physical_key: Some(place), pressed, repeat: false, modifiers };
    harness.input_mut().events.extend([press(true), Event::Text(letter.to_owned()), press(false)]);
    harness.run_steps(3);
}

#[test]
fn keys_act_on_french_and_russian_keyboards() {
    let mut harness = small_window();
    apply(&mut harness, Command::Do(Action::FormIcicle));
    send_key(&mut harness, Key::Quote, Key::Num4, Modifiers::NONE, "'");
    assert_eq!(harness.state().session.settings.tree_form, TreeForm::Focus);
    apply(&mut harness, Command::Do(Action::FormIcicle));
    send_key(&mut harness, Key::Num4, Key::Num4, Modifiers::SHIFT, "4");
    assert_eq!(harness.state().session.settings.tree_form, TreeForm::Focus);
    // The Russian letter has no key name of its own; it is sent as the key at its position.
    send_key(&mut harness, Key::I, Key::I, Modifiers::NONE, "ш");
    let is_open = |harness: &Harness<'_, Edagari>, panel| harness.state().open_panels().contains(&panel);
    let had_inspector = is_open(&harness, Action::ToggleInspector);
    send_key(&mut harness, Key::I, Key::I, Modifiers::NONE, "ш");
    assert_ne!(is_open(&harness, Action::ToggleInspector), had_inspector);
    // On-screen keyboards use arbitrary physical keys.
    let before = frames(&harness)[1];
    send_key(&mut harness, Key::ArrowRight, Key::Escape, Modifiers::NONE, "");
    assert_eq!(frames(&harness)[1], before + 1);
    // The question mark of a Russian keyboard.
    send_key(&mut harness, Key::Questionmark, Key::Num7, Modifiers::SHIFT, "?");
    assert!(is_open(&harness, Action::KeyboardHelp));
}

fn typed(harness: &Harness<'_, Edagari>) -> Vec<String> {
    harness.query_all_by_role(Role::TextInput).filter_map(|node| node.accesskit_node().value()).collect()
}

#[test]
fn the_enter_that_commits_a_composed_text_runs_nothing() {
    let enter = || Event::Key {
        key: Key::Enter,
        physical_key: Some(Key::Enter),
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let preedit = |text: &str| Event::Ime(ImeEvent::Preedit { text: text.to_owned(), active_range_chars: None });
    let commit = || Event::Ime(ImeEvent::Commit("静的評価".to_owned()));
    for (panel, is_palette) in [(Action::Find, false), (Action::Palette, true), (Action::AddNote, false)] {
        let ended = || preedit("");
        for committed in [
            vec![commit()],
            vec![enter(), commit()],
            vec![commit(), enter()],
            vec![enter(), ended(), commit()],
            vec![ended(), commit(), enter()],
        ] {
            let mut harness = small_window();
            apply(&mut harness, Command::Do(panel));
            harness.run_steps(10);
            let before = (frames(&harness), harness.state().open_panels());
            for text in ["せ", "せいて", "静的"] {
                harness.input_mut().events.push(preedit(text));
                harness.run_steps(2);
            }
            let order = format!("{panel:?}: {committed:?}");
            harness.input_mut().events.extend(committed);
            harness.run_steps(5);
            assert!(typed(&harness).contains(&"静的評価".to_owned()), "{order}: {:?}", typed(&harness));
            assert_eq!((frames(&harness), harness.state().open_panels()), before, "{order}");
            if is_palette {
                // The next Enter belongs to the palette.
                harness.input_mut().events.push(enter());
                harness.run_steps(5);
                assert!(!typed(&harness).contains(&"静的評価".to_owned()), "{order}");
            }
        }
    }
}

#[test]
fn many_small_turns_of_the_wheel_zoom_as_one_large() {
    let zoomed = |turns: usize, by: f32| {
        let mut harness = small_window();
        harness.run_steps(30);
        let root = |harness: &Harness<'_, Edagari>| {
            harness.query_all_by_role(Role::TreeItem).next().expect("the first node").rect()
        };
        let at = root(&harness).center();
        harness.hover_at(at);
        harness.run_steps(2);
        for _ in 0..turns {
            harness.event(Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: egui::vec2(0.0, by),
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Unknown,
                modifiers: Modifiers::NONE,
            });
            harness.step();
        }
        harness.run_steps(60);
        root(&harness).width()
    };
    let (small, large, none) = (zoomed(100, -1.0), zoomed(1, -100.0), zoomed(0, 0.0));
    assert!((small - large).abs() < 1.0, "{small} by small turns, {large} by one, {none} before");
    assert!(large < none - 5.0, "{large} after {none}");
}
