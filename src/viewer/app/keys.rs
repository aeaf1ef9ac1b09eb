//! Conversion of key presses to actions before any widget receives them: each press separately, in the order of pressing.

use egui::{Event, ImeEvent, Key, KeyboardShortcut, Modifiers, Ui};

use super::edagari::Edagari;
use super::keyboard::Alphabet;
use crate::viewer::commands::{Action, Command, PracticeCommand};
use crate::viewer::forms::position_board;
use crate::viewer::panels::explain::bounds_explorer;
use crate::viewer::session::{NoteAnswer, Workspace};
use edagari_teach::note::Answering;
use edagari_teach::practice::{MAX_CHOICES, Stage};

/// Keys that choose answers.
const DIGITS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// A key press with its modifiers.
#[derive(Clone, Copy, Debug)]
struct Pressed {
    /// Key of the character in the keyboard layout, or the same as `place` if egui does not know it.
    key: Key,
    /// Key at the same position on a US keyboard.
    place: Option<Key>,
    modifiers: Modifiers,
    alphabet: Alphabet,
}

impl Pressed {
    const fn of(event: &Event, alphabet: Alphabet) -> Option<Self> {
        match event {
            Event::Key { key, physical_key, modifiers, pressed: true, .. } => {
                Some(Self { key: *key, place: *physical_key, modifiers: *modifiers, alphabet })
            }
            _ => None,
        }
    }

    /// Returns the presses of a US keyboard that this press can mean, the likeliest first. On a
    /// Latin layout, the character on the key takes precedence over its position. But a French
    /// keyboard has `'` at the position of 4, so the position is a second reading. Only punctuation
    /// has a second meaning, and not with Ctrl: Ctrl with `'` on a Dvorak keyboard must not close
    /// the window. On other layouts the position alone counts: a Hebrew keyboard has `/` for Q, a
    /// Greek one `;`, and a Russian one nothing for `{`.
    fn readings(self) -> impl Iterator<Item = Self> {
        let is_command = self.modifiers.ctrl || self.modifiers.command || self.modifiers.mac_cmd;
        let by_place = self.place.filter(|&place| self.is_by_place(place));
        let place = self.place.filter(|_| is_sign(self.key) && !is_command).or(by_place);
        let shifted = place.filter(|_| self.modifiers.shift).and_then(|place| match place {
            Key::OpenBracket => Some(Key::OpenCurlyBracket),
            Key::CloseBracket => Some(Key::CloseCurlyBracket),
            Key::Slash if by_place.is_some() => Some(Key::Questionmark),
            Key::Equals if by_place.is_some() => Some(Key::Plus),
            _ => None,
        });
        // A key with a character unknown to egui is sent as the key at its position.
        let has_own = place != Some(self.key) && by_place.is_none();
        let keys = if has_own { [Some(self.key), shifted, place] } else { [shifted, place.or(Some(self.key)), None] };
        keys.into_iter().flatten().map(move |key| Self { key, ..self })
    }

    /// Whether punctuation at the position of a letter acts by that position alone: on layouts whose letters are not Latin. Elsewhere, such
    /// as `?` on the 7 of a Russian keyboard, the character takes precedence as on all layouts. Before a typed letter has shown
    /// the alphabet, the characters on Q and W of Hebrew and Greek keyboards identify them; no common Latin layout has these there.
    fn is_by_place(self, place: Key) -> bool {
        let is_letter = place.name().len() == 1 && place.name().chars().all(|letter| letter.is_ascii_alphabetic());
        let is_other = match self.alphabet {
            Alphabet::Latin => false,
            Alphabet::Other => true,
            Alphabet::Unknown => {
                matches!((self.key, place), (Key::Slash | Key::Semicolon | Key::Colon, Key::Q) | (Key::Quote, Key::W))
            }
        };
        is_other && is_letter && is_sign(self.key)
    }

    /// Returns the index of an answer, from 0.
    fn choice(self) -> Option<usize> {
        let held = self.modifiers;
        let is_free = !(held.alt || held.ctrl || held.command || held.mac_cmd);
        let digit = |pressed: Self| DIGITS.iter().position(|&digit| digit == pressed.key);
        self.readings().filter(|_| is_free).find_map(digit)
    }

    /// Whether the key is Space, which clicks the focused widget.
    const fn clicks(self) -> bool {
        let held = self.modifiers;
        matches!(self.key, Key::Space) && !(held.alt || held.ctrl || held.command || held.mac_cmd)
    }

    /// Whether the press matches a shortcut. egui ignores extra modifiers, so shortcuts with more modifiers have to be tried first.
    fn is(self, shortcut: KeyboardShortcut) -> bool {
        self.key == shortcut.logical_key && self.modifiers.matches_logically(shortcut.modifiers)
    }
}

/// Whether a key writes neither a letter nor a digit.
const fn is_sign(key: Key) -> bool {
    matches!(
        key,
        Key::Backtick
            | Key::Quote
            | Key::Semicolon
            | Key::Colon
            | Key::Comma
            | Key::Period
            | Key::Slash
            | Key::Backslash
            | Key::Pipe
            | Key::Questionmark
            | Key::Exclamationmark
            | Key::Minus
            | Key::Plus
            | Key::Equals
            | Key::OpenBracket
            | Key::CloseBracket
            | Key::OpenCurlyBracket
            | Key::CloseCurlyBracket
    )
}

/// Executes the keys that mean actions, one press after the other, because several presses can
/// occur between two redraws, and a panel opened by one press gets the keyboard for the next. The
/// repeats of a held key count once a redraw, so that a slow picture does not run on after the key
/// is released. Bare keys are left to a focused text field, keys that move a mark of the bounds
/// explorer to that mark, arrows and undo to a square of a position or its field, Space to a
/// focused widget, and Escape to an open menu.
pub(super) fn take_keys(ui: &Ui, app: &mut Edagari) {
    let mut events = std::mem::take(&mut app.keyboard.held);
    ui.input(|input| events.extend(input.events.iter().cloned()));
    if !events.iter().any(is_of_keyboard) {
        return;
    }
    let shortcuts = shortcuts();
    let mut left = Vec::with_capacity(events.len());
    let (had_field, mut is_awaited) = (ui.text_edit_focused(), app.panels.awaits_focus());
    let mut is_committed = false;
    let mut repeated: Vec<Key> = Vec::new();
    let alphabets = app.keyboard.alphabet.of_each(&events);
    for (event, alphabet) in events.into_iter().zip(alphabets) {
        // The letter of a key that was taken comes right after it, in a browser sometimes in the next redraw, and is not for the
        // field that has opened.
        if is_of_keyboard(&event) && std::mem::take(&mut app.keyboard.has_taken_key) && matches!(event, Event::Text(_))
        {
            continue;
        }
        if is_awaited && is_of_keyboard(&event) {
            app.keyboard.held.push(event);
            continue;
        }
        if is_of_input_method(ui, app, &event, &mut is_committed) {
            continue;
        }
        let Some(taken) = Pressed::of(&event, alphabet).and_then(|pressed| taken_as(ui, app, &shortcuts, pressed))
        else {
            left.push(event);
            continue;
        };
        app.keyboard.has_taken_key = true;
        if let Event::Key { key, repeat: true, .. } = event {
            if repeated.contains(&key) {
                continue;
            }
            repeated.push(key);
        }
        if let KeyMeaning::Command(command) = taken {
            let had_palette = app.palette.is_some();
            app.apply(ui.ctx(), command);
            // The following keys are for a field that is not drawn yet: it receives them in the
            // next redraw.
            is_awaited = app.panels.awaits_focus() || (app.palette.is_some() && !had_palette);
            // In a browser, the letter of a key comes before it if no field has the keyboard; the field that opens is not to get it.
            if is_awaited && !had_field {
                left.retain(|event| !matches!(event, Event::Text(_)));
            }
        }
    }
    ui.input_mut(|input| input.events = left);
    if !app.keyboard.held.is_empty() {
        ui.request_repaint();
    }
}

/// Whether a key belongs to an input method: keys pressed while it composes text, and the Enter that commits the text, which some
/// input methods also send to the window. Updates the state of the composition.
fn is_of_input_method(ui: &Ui, app: &mut Edagari, event: &Event, is_committed: &mut bool) -> bool {
    app.keyboard.is_composing &= ui.text_edit_focused();
    match event {
        // An empty text ends a composition; some input methods send it before the commit.
        Event::Ime(ImeEvent::Preedit { text, .. }) => {
            let was_composing = std::mem::replace(&mut app.keyboard.is_composing, !text.is_empty());
            *is_committed |= was_composing && text.is_empty();
        }
        Event::Ime(ImeEvent::Commit(_)) => *is_committed |= std::mem::take(&mut app.keyboard.is_composing),
        Event::Key { key, pressed: true, .. } => {
            return app.keyboard.is_composing || (*is_committed && *key == Key::Enter);
        }
        _ => {}
    }
    false
}

/// Whether an event comes from a keyboard.
const fn is_of_keyboard(event: &Event) -> bool {
    matches!(event, Event::Key { .. } | Event::Text(_) | Event::Ime(_) | Event::Paste(_) | Event::Copy | Event::Cut)
}

/// Returns all shortcuts, those with more modifiers first.
fn shortcuts() -> Vec<(Action, KeyboardShortcut)> {
    let mut shortcuts: Vec<(Action, KeyboardShortcut)> =
        Action::ALL.iter().flat_map(|&action| action.shortcuts().iter().map(move |&keys| (action, keys))).collect();
    let modifiers = |keys: &KeyboardShortcut| {
        let m = keys.modifiers;
        u8::from(m.alt) + u8::from(m.shift) + u8::from(m.ctrl || m.command)
    };
    shortcuts.sort_by_key(|(_, keys)| std::cmp::Reverse(modifiers(keys)));
    shortcuts
}

/// Meaning of a key press that is not passed to widgets.
#[derive(Debug)]
enum KeyMeaning {
    Command(Command),
    /// Consumed without an effect, such as the number of a choice that a question does not have.
    Nothing,
}

/// Returns the meaning of a key press at this moment; `None` if it is left to the widgets.
fn taken_as(ui: &Ui, app: &Edagari, shortcuts: &[(Action, KeyboardShortcut)], pressed: Pressed) -> Option<KeyMeaning> {
    let is_typing = ui.text_edit_focused() || app.panels.takes_keys() || app.palette.is_some();
    let is_in_menu = egui::Popup::is_any_open(ui.ctx());
    if !is_typing
        && !is_in_menu
        && let Some(taken) = taken_by_practice(ui, app, pressed)
    {
        return Some(taken);
    }
    // During practice, Space continues the round, as the panel announces, even if one of its
    // buttons has the focus.
    if pressed.clicks() && ui.memory(egui::Memory::focused).is_some() {
        return None;
    }
    if !is_typing
        && asks_for_a_choice(app)
        && let Some(at) = pressed.choice()
    {
        return Some(KeyMeaning::Command(Command::AnswerNote(Some(NoteAnswer::Choice(at)))));
    }
    let is_replay = app.session.settings.workspace == Workspace::Replay;
    let is_moving_mark = bounds_explorer::has_focus(ui);
    let is_on_square = position_board::has_focus(ui);
    let is_free = |(action, keys): &&(Action, KeyboardShortcut)| {
        let is_escape = keys.logical_key == Key::Escape;
        let held = keys.modifiers;
        let is_letter = !(held.ctrl || held.command || held.mac_cmd || held.alt);
        let is_of_text = is_letter || keys.conflicts_with_text_editing();
        // Escape leaves the palette's field by itself, and closes a panel whose dialog does not appear.
        let is_for_text = is_typing && is_of_text && !(is_escape && app.palette.is_none());
        let is_for_mark = is_moving_mark && bounds_explorer::moves_marks(*keys);
        let is_here = is_replay || action.is_of_every_workspace();
        let is_for_menu = is_in_menu && is_escape;
        let is_for_square = is_on_square && position_board::takes(*keys);
        is_here && !is_for_text && !is_for_mark && !is_for_square && !is_for_menu
    };
    let action = meant(shortcuts, pressed, is_free)?;
    Some(KeyMeaning::Command(Command::Do(action)))
}

/// Returns the action of a key press among the allowed shortcuts.
fn meant(
    shortcuts: &[(Action, KeyboardShortcut)],
    pressed: Pressed,
    is_free: impl Fn(&&(Action, KeyboardShortcut)) -> bool,
) -> Option<Action> {
    let of_reading = |read: Pressed| shortcuts.iter().filter(|(_, keys)| read.is(*keys)).find(&is_free);
    pressed.readings().find_map(of_reading).map(|&(action, _)| action)
}

/// Whether a lesson has an open question with choices, which number keys then answer.
fn asks_for_a_choice(app: &Edagari) -> bool {
    let is_seen = app.panels.is_open(Action::ToggleNotes) && app.session.settings.workspace == Workspace::Replay;
    let open_question =
        app.session.notebook.open_question().and_then(|at| app.session.notebook.notes.notes[at].question.as_ref());
    is_seen && open_question.is_some_and(|question| matches!(question.answer, Answering::Choice(_)))
}

/// Returns the meaning of a key that answers a practice question or continues with the next one. Enter is left to a focused button.
fn taken_by_practice(ui: &Ui, app: &Edagari, pressed: Pressed) -> Option<KeyMeaning> {
    let is_here = app.session.settings.workspace == Workspace::Replay;
    let is_bare = pressed.modifiers.is_none();
    let practice = app.session.practice.as_ref().filter(|_| is_here)?;
    let has_focus = ui.memory(egui::Memory::focused).is_some();
    let is_enter = is_bare && !has_focus && pressed.key == Key::Enter;
    let command = match practice.round.stage() {
        Stage::Question => {
            let count = practice.round.next().map_or(0, |question| question.choices.len());
            match pressed.choice().filter(|&place| place < MAX_CHOICES) {
                Some(place) if place < count => PracticeCommand::Choose(place),
                // Digits without a choice are consumed too.
                Some(_) => return Some(KeyMeaning::Nothing),
                None if is_enter && !practice.marked.is_empty() => PracticeCommand::AnswerMarked,
                None => return None,
            }
        }
        Stage::Answered | Stage::OnTheWay if is_bare && !app.session.playing && pressed.key == Key::Space => {
            PracticeCommand::GoOn { plays: true }
        }
        Stage::Answered | Stage::OnTheWay if is_enter => PracticeCommand::GoOn { plays: false },
        Stage::Answered | Stage::OnTheWay | Stage::Over => return None,
    };
    Some(KeyMeaning::Command(Command::Practice(command)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys of a US keyboard, row by row.
    const PLACES: &str = r"`1234567890-=qwertyuiop[]asdfghjkl;'\zxcvbnm,./";

    /// Characters that keyboards have only at these positions, with Shift, and with `AltGr`, which
    /// no program sees as Alt; `¨` is a dead key.
    const LAYOUTS: [(&str, [&str; 3]); 10] = [
        (
            "us",
            [
                r"`1234567890-=qwertyuiop[]asdfghjkl;'\zxcvbnm,./",
                r#"~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"|ZXCVBNM<>?"#,
                "",
            ],
        ),
        (
            "de",
            [
                "¨1234567890ß¨qwertzuiopü+asdfghjklöä#yxcvbnm,.-",
                r#"°!"§$%&/()=?¨QWERTZUIOPÜ*ASDFGHJKLÖÄ'YXCVBNM;:_"#,
                r"¨¨¨¨¨¨¨{[]}\¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨",
            ],
        ),
        (
            "fr",
            [
                r#"²&é"'(-è_çà)=azertyuiop¨$qsdfghjklmù*wxcvbn,;:!"#,
                "~1234567890°+AZERTYUIOP¨£QSDFGHJKLM%µWXCVBN?./§",
                r"¨¨¨¨{[|`\¨¨]}¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨",
            ],
        ),
        (
            "jp",
            [
                "¨1234567890-^qwertyuiop@[asdfghjkl;:]zxcvbnm,./",
                r##"¨!"#$%&'()~=~QWERTYUIOP`{ASDFGHJKL+*}ZXCVBNM<>?"##,
                "",
            ],
        ),
        (
            "ru",
            [
                r"ё1234567890-=йцукенгшщзхъфывапролджэ\ячсмитьбю.",
                r#"Ё!"№;%:?*()_+ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭ/ЯЧСМИТЬБЮ,"#,
                "",
            ],
        ),
        (
            "gr",
            [
                r"`1234567890-=;ςερτυθιοπ[]ασδφγηξκλ¨'\ζχψωβνμ,./",
                r#"~!@#$%^&*()_+:ΣΕΡΤΥΘΙΟΠ{}ΑΣΔΦΓΗΞΚΛ¨"|ΖΧΨΩΒΝΜ<>?"#,
                r"`¨¨¨¨¨¨¨¨¨¨¨=¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨\¨¨¨¨¨¨¨¨¨/",
            ],
        ),
        (
            "il",
            [
                r";1234567890-=/'קראטוןםפ][שדגכעיחלךף,\זסבהנמצתץ.",
                r#"~!@#$%^&*)(_+QWERTYUIOP}{ASDFGHJKL:"|ZXCVBNM><?"#,
                "",
            ],
        ),
        (
            "es",
            [
                "º1234567890'¡qwertyuiop¨+asdfghjklñ¨çzxcvbnm,.-",
                r#"ª!"·$%&/()=?¿QWERTYUIOP¨*ASDFGHJKLÑ¨ÇZXCVBNM;:_"#,
                r"\|¨¨¨¨¨{[]}\¨¨¨¨¨¨¨¨¨¨¨[]¨¨¨¨¨¨¨¨¨¨{}¨¨¨¨¨¨¨¨¨¨",
            ],
        ),
        (
            "se",
            [
                "§1234567890+¨qwertyuiopå¨asdfghjklöä'zxcvbnm,.-",
                r##"½!"#¤%&/()=?¨QWERTYUIOPÅ¨ASDFGHJKLÖÄ*ZXCVBNM;:_"##,
                r"¨¨¨¨¨¨¨{[]}\¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨¨",
            ],
        ),
        (
            "dvorak",
            [
                r"`1234567890[]',.pyfgcrl/=aoeuidhtns-\;qjkxbmwvz",
                r#"~!@#$%^&*(){}"<>PYFGCRL?+AOEUIDHTNS_|:QJKXBMWVZ"#,
                "",
            ],
        ),
    ];

    /// The presses of a keyboard with the characters they write, as the window receives them: a
    /// character for which egui has no key name is sent as the key at its position.
    fn presses(layout: [&'static str; 3]) -> impl Iterator<Item = (char, Pressed)> {
        let letters = layout[0].chars().filter_map(Alphabet::of);
        let alphabet = if letters.clone().any(|of| of == Alphabet::Other) { Alphabet::Other } else { Alphabet::Latin };
        let shown = [Modifiers::NONE, Modifiers::SHIFT, Modifiers::NONE];
        layout.into_iter().zip(shown).enumerate().flat_map(move |(level, (signs, modifiers))| {
            let places = PLACES.chars().map(|place| Key::from_name(&place.to_string()));
            signs.chars().zip(places).filter(move |&(sign, _)| level < 2 || sign != '¨').filter_map(
                move |(sign, place)| {
                    let key = Key::from_name(&sign.to_string()).or(place)?;
                    Some((sign, Pressed { key, place, modifiers, alphabet }))
                },
            )
        })
    }

    fn action(pressed: Pressed) -> Option<Action> {
        meant(&shortcuts(), pressed, |_| true)
    }

    #[test]
    fn every_shortcut_is_reachable_on_every_keyboard() {
        let held = [Modifiers::NONE, Modifiers::COMMAND, Modifiers::ALT];
        let with_held =
            |(_, pressed): (char, Pressed)| held.map(|held| Pressed { modifiers: pressed.modifiers | held, ..pressed });
        // Other keys, such as arrows, are the same on all layouts.
        let written: Vec<Key> = presses(LAYOUTS[0].1).map(|(_, pressed)| pressed.key).collect();
        for (name, layout) in LAYOUTS {
            assert!(layout[..2].iter().all(|signs| signs.chars().count() == PLACES.chars().count()), "{name}");
            let reached: Vec<Action> = presses(layout).flat_map(with_held).filter_map(action).collect();
            for action in Action::ALL {
                let mut keys = action.shortcuts().iter().map(|keys| keys.logical_key);
                let is_written =
                    keys.next().is_some_and(|key| written.contains(&key)) && keys.all(|key| written.contains(&key));
                assert!(!is_written || reached.contains(action), "{name}: {action:?}");
            }
        }
    }

    #[test]
    fn character_has_the_same_action_on_every_latin_keyboard() {
        let us = LAYOUTS[0].1;
        for (name, layout) in LAYOUTS {
            for (sign, pressed) in presses(layout).filter(|(_, pressed)| pressed.alphabet == Alphabet::Latin) {
                let by_sign = |(_, pressed): (char, Pressed)| action(Pressed { place: None, ..pressed });
                let on_us = presses(us).find(|&(of_us, _)| of_us == sign).and_then(by_sign);
                if on_us.is_some() && Key::from_name(&sign.to_string()).is_some() {
                    assert_eq!(action(pressed), on_us, "{name}: {sign}");
                }
            }
        }
    }

    #[test]
    fn keys_without_a_known_character_act_by_position() {
        let press = |layout: &str, sign: char| {
            let (_, signs) = LAYOUTS.iter().find(|(name, _)| *name == layout).expect("a layout");
            presses(*signs).find(|&(written, _)| written == sign).expect("a key").1
        };
        let act = |layout, sign| action(press(layout, sign));
        assert_eq!(act("ru", 'ф'), Some(Action::PreviousSibling));
        assert_eq!(act("ru", 'Ф'), Some(Action::PanLeft));
        assert_eq!(act("ru", 'х'), Some(Action::LoopStart));
        assert_eq!(act("ru", 'Х'), Some(Action::LessBelow));
        assert_eq!(act("gr", ';'), Some(Action::Practice));
        assert_eq!(act("fr", '\''), Some(Action::FormFocus));
        assert_eq!(act("fr", '4'), Some(Action::FormFocus));
        assert_eq!(act("fr", '-'), Some(Action::ZoomOut), "its sign comes first");
        assert_eq!(act("de", 'ß'), Some(Action::ZoomOut));
        for (place, sign) in "&é\"'(-è_ç".chars().enumerate() {
            assert_eq!(press("fr", sign).choice(), Some(place), "{sign}");
        }
        assert_eq!(press("fr", '6').choice(), Some(5), "with Shift");
        assert_eq!(press("us", 'q').choice(), None);
        // On-screen keyboards and keyboards of other machines may number their keys arbitrarily.
        for alphabet in [Alphabet::Unknown, Alphabet::Latin, Alphabet::Other] {
            let (key, place) = (Key::Insert, Some(Key::Escape));
            assert_eq!(action(Pressed { key, place, modifiers: Modifiers::NONE, alphabet }), None);
        }
    }

    #[test]
    fn every_letter_key_of_a_non_latin_layout_acts_as_the_us_key_at_its_position() {
        let held = [Modifiers::NONE, Modifiers::COMMAND, Modifiers::ALT];
        let us: Vec<Pressed> = presses(LAYOUTS[0].1).map(|(_, pressed)| pressed).collect();
        let mut others = 0;
        for (name, layout) in LAYOUTS {
            let is_other = |(_, pressed): &(char, Pressed)| {
                let place = pressed.place.expect("a place").name();
                pressed.alphabet == Alphabet::Other
                    && place.chars().all(|letter| letter.is_ascii_alphabetic())
                    && place.len() == 1
            };
            // With AltGr, only the written character counts.
            for (sign, pressed) in presses([layout[0], layout[1], ""]).filter(is_other) {
                let at_place = |us: &&Pressed| us.place == pressed.place && us.modifiers == pressed.modifiers;
                let on_us = us.iter().find(at_place).expect("a key of the US keyboard");
                for held in held {
                    let with = |pressed: Pressed| Pressed { modifiers: pressed.modifiers | held, ..pressed };
                    assert_eq!(action(with(pressed)), action(with(*on_us)), "{name}: {sign} with {held:?}");
                }
                others += 1;
            }
        }
        assert_eq!(others, 3 * 2 * 26);
    }

    #[test]
    fn characters_on_q_and_w_identify_a_layout_before_a_letter_is_typed() {
        let press =
            |key, place, modifiers| action(Pressed { key, place: Some(place), modifiers, alphabet: Alphabet::Unknown });
        assert_eq!(press(Key::Slash, Key::Q, Modifiers::NONE), Some(Action::Practice));
        assert_eq!(press(Key::Quote, Key::W, Modifiers::NONE), press(Key::W, Key::W, Modifiers::NONE));
        for sign in [Key::Slash, Key::Semicolon, Key::Colon] {
            assert_eq!(press(sign, Key::Q, Modifiers::COMMAND), Some(Action::Quit), "{sign:?}");
        }
        assert_eq!(press(Key::Slash, Key::Slash, Modifiers::NONE), Some(Action::Find));
        assert_eq!(press(Key::Quote, Key::Q, Modifiers::COMMAND), None, "Dvorak");
    }

    #[test]
    fn typed_letter_determines_the_alphabet_until_another_differs() {
        let key = |place, modifiers| Event::Key {
            key: place,
            physical_key: Some(place),
            pressed: true,
            repeat: false,
            modifiers,
        };
        let text = |text: &str| Event::Text(text.to_owned());
        let mut alphabet = Alphabet::default();
        let mut last = |events: &[Event]| {
            alphabet.of_each(events);
            alphabet
        };
        assert_eq!(last(&[key(Key::Num1, Modifiers::NONE), text("1")]), Alphabet::Unknown);
        assert_eq!(last(&[key(Key::F, Modifiers::NONE), text("כ")]), Alphabet::Other);
        assert_eq!(last(&[key(Key::F, Modifiers::SHIFT), text("F")]), Alphabet::Other, "Shift writes Latin letters");
        assert_eq!(last(&[key(Key::F, Modifiers::COMMAND)]), Alphabet::Other);
        assert_eq!(last(&[key(Key::F, Modifiers::NONE), text("f")]), Alphabet::Latin);
        assert_eq!(last(&[text("я")]), Alphabet::Latin, "no key typed it");
    }

    #[test]
    fn control_ignores_the_position_of_latin_keys() {
        let held = |(_, pressed): (char, Pressed)| Pressed { modifiers: Modifiers::COMMAND, ..pressed };
        for (name, layout) in LAYOUTS {
            let quitting = presses(layout).filter(|&press| action(held(press)) == Some(Action::Quit));
            let signs: String = quitting.map(|(sign, _)| sign).collect();
            let expected = match name {
                "ru" => "йЙ",
                "gr" => ";:",
                "il" => "/Q",
                // Shift with `'` writes a character that egui does not know.
                "dvorak" => "q\"Q",
                _ => "qQ",
            };
            assert_eq!(signs, expected, "{name}");
        }
    }
}
