//! State of the keyboard between redraws: held events, and the alphabet of its layout as far as typed letters reveal it.

use egui::Event;

/// State of the keyboard from one redraw to the next.
#[derive(Debug, Default)]
pub(super) struct Keyboard {
    /// Events held back for a text field that was not drawn yet.
    pub(super) held: Vec<Event>,
    /// Whether the last event was a key that a command took, whose letter can follow.
    pub(super) has_taken_key: bool,
    /// Alphabet of the keyboard layout, as far as typed letters have shown it.
    pub(super) alphabet: Alphabet,
    /// Whether an input method is composing text.
    pub(super) is_composing: bool,
}

/// The alphabet of a keyboard layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Alphabet {
    /// No letter has been typed since the start.
    #[default]
    Unknown,
    Latin,
    /// Any other, such as Greek or Hebrew: egui has no names for its letters, so it sends them as
    /// the keys at the same positions.
    Other,
}

impl Alphabet {
    /// The alphabet of a letter.
    pub(super) fn of(letter: char) -> Option<Self> {
        let is_latin = letter < '\u{250}' || ('\u{1e00}'..'\u{1f00}').contains(&letter);
        letter.is_alphabetic().then_some(if is_latin { Self::Latin } else { Self::Other })
    }

    /// Returns the alphabet for each event. A typed letter determines the alphabet of its own key and of later ones, except with Shift or
    /// Caps Lock, which write Latin letters on a Hebrew keyboard.
    pub(super) fn of_each(&mut self, events: &[Event]) -> Vec<Self> {
        let next = events.iter().skip(1).map(Some).chain([None]);
        let read = events.iter().zip(next).map(|(event, next)| {
            if let (Event::Key { modifiers, pressed: true, .. }, Some(Event::Text(text))) = (event, next)
                && let Some(letter) = text.chars().next().filter(|letter| !modifiers.shift && !letter.is_uppercase())
            {
                *self = Self::of(letter).unwrap_or(*self);
            }
            *self
        });
        read.collect()
    }
}
