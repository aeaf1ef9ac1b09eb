//! Keys become actions before any widget sees them: each press by itself, in the order in which they were pressed.

use egui::{Event, Key, KeyboardShortcut, Modifiers, Ui};

use super::edagari::Edagari;
use crate::lesson::note::Answering;
use crate::lesson::practice::{MOST_CHOICES, Stage};
use crate::viewer::commands::{Action, Command, PracticeCommand};
use crate::viewer::panels::bounds_explorer;
use crate::viewer::session::{NoteAnswer, Workspace};

/// The keys of the answers to choose from.
const DIGITS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// A key that was pressed, with the keys held down then.
#[derive(Clone, Copy, Debug)]
struct Pressed {
    key: Key,
    modifiers: Modifiers,
}

impl Pressed {
    const fn of(event: &Event) -> Option<Self> {
        match event {
            Event::Key { key, modifiers, pressed: true, .. } => Some(Self { key: *key, modifiers: *modifiers }),
            _ => None,
        }
    }

    /// egui ignores extra modifiers, so shortcuts with more have to be tried first.
    fn is(self, shortcut: KeyboardShortcut) -> bool {
        self.key == shortcut.logical_key && self.modifiers.matches_logically(shortcut.modifiers)
    }

    fn is_bare(self, key: Key) -> bool {
        self.is(KeyboardShortcut::new(Modifiers::NONE, key))
    }
}

/// Carries out the keys that mean actions, one press after the other, as several can lie between two redraws: what one opens has
/// the keyboard for those after it. Bare keys stay with a text field that has the focus, those that move a mark of the bounds
/// explorer with that mark, and Escape with a menu that is open.
pub(super) fn take_keys(ui: &Ui, app: &mut Edagari) {
    let mut events = std::mem::take(&mut app.held_keys);
    ui.input(|input| events.extend(input.events.iter().cloned()));
    if !events.iter().any(is_of_keyboard) {
        return;
    }
    let shortcuts = shortcuts();
    let mut left = Vec::with_capacity(events.len());
    let (mut is_taken, mut is_awaited) = (false, app.panels.awaits_focus());
    for event in events {
        // The letter of a key that was taken comes right after it, and is not for the field that has opened.
        if std::mem::take(&mut is_taken) && matches!(event, Event::Text(_)) {
            continue;
        }
        if is_awaited && is_of_keyboard(&event) {
            app.held_keys.push(event);
            continue;
        }
        let Some(taken) = Pressed::of(&event).and_then(|pressed| taken_as(ui, app, &shortcuts, pressed)) else {
            left.push(event);
            continue;
        };
        is_taken = true;
        if let Taken::Command(command) = taken {
            let had_palette = app.palette.is_some();
            app.apply(ui.ctx(), command);
            // What comes now is for a field that is drawn first: it gets it with the next redraw.
            is_awaited = app.panels.awaits_focus() || (app.palette.is_some() && !had_palette);
        }
    }
    ui.input_mut(|input| input.events = left);
    if !app.held_keys.is_empty() {
        ui.request_repaint();
    }
}

/// Whether an event comes from a keyboard.
const fn is_of_keyboard(event: &Event) -> bool {
    matches!(event, Event::Key { .. } | Event::Text(_) | Event::Ime(_) | Event::Paste(_) | Event::Copy | Event::Cut)
}

/// All shortcuts, those with more modifiers first.
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

/// The meaning of a key that no widget gets.
#[derive(Debug)]
enum Taken {
    Command(Command),
    /// It has none at the moment, as the number of a choice that a question does not have.
    Nothing,
}

/// The meaning of a key at this moment; `None` if it is left to widgets.
fn taken_as(ui: &Ui, app: &Edagari, shortcuts: &[(Action, KeyboardShortcut)], pressed: Pressed) -> Option<Taken> {
    let is_typing = ui.text_edit_focused() || app.panels.takes_keys() || app.palette.is_some();
    let is_in_menu = egui::Popup::is_any_open(ui.ctx());
    if !is_typing
        && !is_in_menu
        && let Some(taken) = taken_by_practice(ui, app, pressed)
    {
        return Some(taken);
    }
    if !is_typing
        && asks_for_a_choice(app)
        && let Some(at) = DIGITS.iter().position(|&digit| pressed.is_bare(digit))
    {
        return Some(Taken::Command(Command::AnswerNote(Some(NoteAnswer::Choice(at)))));
    }
    let is_replay = app.session.settings.workspace == Workspace::Replay;
    let is_moving_mark = bounds_explorer::has_focus(ui);
    let is_free = |(action, keys): &&(Action, KeyboardShortcut)| {
        let is_escape = keys.logical_key == Key::Escape;
        let held = keys.modifiers;
        let is_letter = !(held.ctrl || held.command || held.mac_cmd || held.alt);
        let is_of_text = is_letter || keys.conflicts_with_text_editing();
        // Escape leaves the field of the palette by itself, and closes a panel whose dialog does not come.
        let is_for_text = is_typing && is_of_text && !(is_escape && app.palette.is_none());
        let is_for_mark = is_moving_mark && bounds_explorer::moves_marks(*keys);
        let is_here = is_replay || action.is_of_every_workspace();
        let is_for_menu = is_in_menu && is_escape;
        is_here && !is_for_text && !is_for_mark && !is_for_menu
    };
    let (action, _) = shortcuts.iter().filter(|(_, keys)| pressed.is(*keys)).find(is_free)?;
    Some(Taken::Command(Command::Do(*action)))
}

/// Whether a lesson asks a question with answers to choose from, which number keys then choose.
fn asks_for_a_choice(app: &Edagari) -> bool {
    let is_seen = app.panels.is_open(Action::ToggleNotes) && app.session.settings.workspace == Workspace::Replay;
    let asked = app.session.notebook.asked().and_then(|at| app.session.notebook.notes.notes[at].question.as_ref());
    is_seen && asked.is_some_and(|question| matches!(question.answer, Answering::Choice(_)))
}

/// The keys of the choices of a question.
const CHOICES: [Key; MOST_CHOICES] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6];

/// The keys that answer a question, and those that go on to the next. Enter stays with a button that has the focus.
fn taken_by_practice(ui: &Ui, app: &Edagari, pressed: Pressed) -> Option<Taken> {
    let is_here = app.session.settings.workspace == Workspace::Replay && pressed.modifiers.is_none();
    let practice = app.session.practice.as_ref().filter(|_| is_here)?;
    let has_focus = ui.memory(egui::Memory::focused).is_some();
    let is_enter = !has_focus && pressed.key == Key::Enter;
    let command = match practice.round.stage() {
        Stage::Asked => {
            let count = practice.round.next().map_or(0, |question| question.choices.len());
            match CHOICES.iter().position(|&choice| pressed.key == choice) {
                Some(place) if place < count => PracticeCommand::Choose(place),
                // Those without a choice do nothing else, either.
                Some(_) => return Some(Taken::Nothing),
                None if is_enter && !practice.marked.is_empty() => PracticeCommand::AnswerMarked,
                None => return None,
            }
        }
        Stage::Answered | Stage::OnTheWay if !app.session.playing && pressed.key == Key::Space => {
            PracticeCommand::GoOn { plays: true }
        }
        Stage::Answered | Stage::OnTheWay if is_enter => PracticeCommand::GoOn { plays: false },
        Stage::Answered | Stage::OnTheWay | Stage::Over => return None,
    };
    Some(Taken::Command(Command::Practice(command)))
}
