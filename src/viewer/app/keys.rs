//! Keys become actions before any widget sees them.

use egui::{Key, KeyboardShortcut, Ui};

use super::edagari::Edagari;
use crate::viewer::commands::{Action, Command};
use crate::viewer::panels::bounds_explorer;
use crate::viewer::session::Workspace;

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
    ui.input_mut(|input| {
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
