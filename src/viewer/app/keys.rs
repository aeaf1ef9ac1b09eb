//! Keys become actions before any widget sees them.

use egui::{Key, KeyboardShortcut, Modifiers, Ui};

use super::edagari::Edagari;
use crate::lesson::note::Answering;
use crate::lesson::practice::{MOST_CHOICES, Stage};
use crate::viewer::commands::{Action, Command, PracticeCommand};
use crate::viewer::panels::bounds_explorer;
use crate::viewer::session::{NoteAnswer, Workspace};

/// The keys of the answers to choose from.
const DIGITS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// Whether a lesson asks a question with answers to choose from, which number keys then choose.
fn asks_for_a_choice(app: &Edagari) -> bool {
    let is_seen = app.panels.is_open(Action::ToggleNotes) && app.session.settings.workspace == Workspace::Replay;
    let asked = app.session.notebook.asked().and_then(|at| app.session.notebook.notes.notes[at].question.as_ref());
    is_seen && asked.is_some_and(|question| matches!(question.answer, Answering::Choice(_)))
}

/// Takes the keys that mean actions. Bare keys stay with a text field that has the focus, those that move a mark of the
/// bounds explorer with that mark, and Escape with a menu that is open.
pub(super) fn take_keys(ui: &Ui, app: &Edagari, commands: &mut Vec<Command>) {
    let is_typing = ui.text_edit_focused();
    let is_moving_mark = bounds_explorer::has_focus(ui);
    let is_in_menu = egui::Popup::is_any_open(ui.ctx());
    let mut shortcuts: Vec<(Action, KeyboardShortcut)> =
        Action::ALL.iter().flat_map(|&action| action.shortcuts().iter().map(move |&keys| (action, keys))).collect();
    // egui ignores extra modifiers, so those with more come first.
    let modifiers = |keys: &KeyboardShortcut| {
        let m = keys.modifiers;
        u8::from(m.alt) + u8::from(m.shift) + u8::from(m.ctrl || m.command)
    };
    shortcuts.sort_by_key(|(_, keys)| std::cmp::Reverse(modifiers(keys)));
    if !is_typing && app.palette.is_none() && !is_in_menu {
        take_keys_of_practice(ui, app, commands);
    }
    ui.input_mut(|input| {
        if !is_typing && app.palette.is_none() && asks_for_a_choice(app) {
            let number = DIGITS.iter().position(|&digit| input.consume_key(Modifiers::NONE, digit));
            commands.extend(number.map(|at| Command::AnswerNote(Some(NoteAnswer::Choice(at)))));
        }
        for (action, keys) in shortcuts {
            let is_escape = keys.logical_key == Key::Escape;
            let is_for_text = (is_typing || app.palette.is_some()) && (keys.conflicts_with_text_editing() || is_escape);
            let is_for_mark = is_moving_mark && bounds_explorer::moves_marks(keys);
            let is_here = app.session.settings.workspace == Workspace::Replay || action.is_of_every_workspace();
            let is_for_menu = is_in_menu && is_escape;
            if is_here && !is_for_text && !is_for_mark && !is_for_menu && input.consume_shortcut(&keys) {
                commands.push(Command::Do(action));
            }
        }
    });
}

/// The keys of the choices of a question.
const CHOICES: [Key; MOST_CHOICES] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6];

/// Takes the keys that answer a question, and those that go on to the next. Enter stays with a button that has the focus.
fn take_keys_of_practice(ui: &Ui, app: &Edagari, commands: &mut Vec<Command>) {
    let is_here = app.session.settings.workspace == Workspace::Replay && ui.input(|input| input.modifiers.is_none());
    let Some(practice) = app.session.practice.as_ref().filter(|_| is_here) else { return };
    let has_focus = ui.memory(egui::Memory::focused).is_some();
    let takes_enter = |input: &mut egui::InputState| !has_focus && input.consume_key(Modifiers::NONE, Key::Enter);
    let command = ui.input_mut(|input| match practice.round.stage() {
        Stage::Asked => {
            let count = practice.round.next().map_or(0, |question| question.choices.len());
            // Those without a choice do nothing else, either.
            let pressed = (0..MOST_CHOICES).find(|&place| input.consume_key(Modifiers::NONE, CHOICES[place]));
            let chosen = pressed.filter(|&place| place < count).map(PracticeCommand::Choose);
            let answers_marked = chosen.is_none() && !practice.marked.is_empty() && takes_enter(input);
            chosen.or_else(|| answers_marked.then_some(PracticeCommand::AnswerMarked))
        }
        Stage::Answered | Stage::OnTheWay => {
            let is_playing = app.session.playing;
            if !is_playing && input.consume_key(Modifiers::NONE, Key::Space) {
                Some(PracticeCommand::GoOn { plays: true })
            } else if takes_enter(input) {
                Some(PracticeCommand::GoOn { plays: false })
            } else {
                None
            }
        }
        Stage::Over => None,
    });
    commands.extend(command.map(Command::Practice));
}
