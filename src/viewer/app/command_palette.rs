//! Every action by name: Ctrl+K, a few letters, Enter.

use egui::{Align2, Key, Modifiers, ScrollArea, TextEdit, Ui, vec2};

use crate::language::{Language, Text};
use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::keys::keys_text;
use crate::viewer::kit::widgets::{choice_ui, set_name};

/// The palette while it is open.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommandPalette {
    typed: String,
    chosen: usize,
}

/// The actions whose name holds all the words that were typed.
fn matching(typed: &str, language: Language) -> Vec<Action> {
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let is_match = |action: &Action| {
        let name = action.name(language).to_lowercase();
        words.iter().all(|word| name.contains(word))
    };
    Action::ALL.iter().copied().filter(|&action| action != Action::Palette).filter(is_match).collect()
}

/// Draws the palette; whether it is done.
pub(super) fn command_palette_ui(
    ui: &mut Ui,
    palette: &mut CommandPalette,
    language: Language,
    commands: &mut Vec<Command>,
) -> bool {
    let [up, down, escape] = ui.input_mut(|input| {
        let keys = [Key::ArrowUp, Key::ArrowDown, Key::Escape];
        keys.map(|key| input.count_and_consume_key(Modifiers::NONE, key))
    });
    let mut done = escape > 0;
    egui::Window::new(language.text(Text::ActPalette))
        .id(egui::Id::unique("command palette"))
        .anchor(Align2::CENTER_TOP, vec2(0.0, 80.0))
        .title_bar(false)
        .resizable(false)
        .show(ui, |ui| {
            ui.set_width(440.0);
            let field = TextEdit::singleline(&mut palette.typed)
                .hint_text(language.text(Text::PaletteHint))
                .id(egui::Id::unique("command palette field"))
                .desired_width(f32::INFINITY);
            // Before the field is drawn, so that it gets what was typed right after the palette was asked for.
            ui.memory_mut(|memory| memory.request_focus(egui::Id::unique("command palette field")));
            let response = ui.add(field);
            set_name(ui, response.id, language.text(Text::PaletteHint));
            if response.changed() {
                palette.chosen = 0;
            }
            let actions = matching(&palette.typed, language);
            let last = actions.len().saturating_sub(1);
            palette.chosen = (palette.chosen + down).min(last).saturating_sub(up);
            // After the field has taken the letters typed before it.
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
                commands.extend(actions.get(palette.chosen).copied().map(Command::Do));
                done = true;
            }
            ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
                for (index, &action) in actions.iter().enumerate() {
                    let is_chosen = index == palette.chosen;
                    let response = action_ui(ui, action, is_chosen, language);
                    if is_chosen && up + down > 0 {
                        response.scroll_to_me(None);
                    }
                    if response.clicked() {
                        commands.push(Command::Do(action));
                        done = true;
                    }
                }
                if actions.is_empty() {
                    ui.label(language.text(Text::PaletteEmpty));
                }
            });
        });
    done
}

/// One action with its keys, as wide as its place.
fn action_ui(ui: &mut Ui, action: Action, is_chosen: bool, language: Language) -> egui::Response {
    let keys: Vec<String> = action.shortcuts().iter().map(|keys| keys_text(ui.ctx(), keys)).collect();
    choice_ui(ui, action.name(language), is_chosen, &keys.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_narrow_the_list() {
        assert_eq!(matching("", Language::English).len(), Action::ALL.len() - 1);
        assert_eq!(matching("next cut", Language::English), [Action::NextCut]);
        assert!(matching("no such action", Language::English).is_empty());
    }
}
