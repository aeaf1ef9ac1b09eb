//! The command palette: finds every action by name, from Ctrl+K, a few letters and Enter.

use egui::{Align2, Key, Modifiers, ScrollArea, TextEdit, Ui, vec2};

use crate::viewer::commands::{Action, Command, synonyms};
use crate::viewer::kit::keys::keys_text;
use crate::viewer::kit::widgets::{choice_ui, set_name};
use edagari_core::language::{Language, Text};

/// The open command palette.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommandPalette {
    typed: String,
    chosen: usize,
}

/// Returns the actions whose name contains all typed words, followed by those that match by synonyms or by their name in another language,
/// the most likely first.
fn matching(typed: &str, language: Language) -> Vec<Action> {
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let mut found: Vec<(usize, Action)> = Action::ALL
        .iter()
        .copied()
        .filter(|&action| action != Action::Palette && action.is_possible())
        .filter_map(|action| Some((place(action, &words, language)?, action)))
        .collect();
    found.sort_by_key(|&(place, _)| place);
    found.into_iter().map(|(_, action)| action).collect()
}

/// Returns the place of an action among those found by the words: 0 if its name contains all of them, otherwise from 1; `None` if
/// a word does not match.
fn place(action: Action, words: &[String], language: Language) -> Option<usize> {
    let contains = |text: &str, word: &String| begins_a_word(&text.to_lowercase(), word);
    if words.iter().all(|word| contains(action.name(language), word)) {
        return Some(0);
    }
    let by_name = |word: &String| Language::ALL.iter().any(|language| contains(action.name(*language), word));
    let by_synonym = |word: &String| {
        let is_in = |text: Text| Language::ALL.iter().any(|language| contains(language.text(text), word));
        synonyms(action).filter(|&(text, _)| is_in(text)).map(|(_, place)| place).min()
    };
    let places = words.iter().map(|word| if by_name(word) { Some(0) } else { by_synonym(word) });
    Some(1 + places.collect::<Option<Vec<usize>>>()?.into_iter().max()?)
}

/// Whether a word of the text begins with `typed`. Japanese has no spaces between words, so there each letter can begin one.
fn begins_a_word(text: &str, typed: &str) -> bool {
    let has_spaces = |letter: char| letter.is_alphanumeric() && letter < '\u{2e80}';
    let is_inside = |at: usize| text[..at].chars().next_back().is_some_and(has_spaces);
    let is_free = !typed.chars().next().is_some_and(has_spaces);
    text.match_indices(typed).any(|(at, _)| is_free || !is_inside(at))
}

/// Draws the palette; returns whether it is to be closed.
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
            // Requested before the field is drawn, so that it receives the keys typed right after the palette was opened.
            ui.memory_mut(|memory| memory.request_focus(egui::Id::unique("command palette field")));
            let response = ui.add(field);
            set_name(ui, response.id, language.text(Text::PaletteHint));
            if response.changed() {
                palette.chosen = 0;
            }
            let actions = matching(&palette.typed, language);
            let last = actions.len().saturating_sub(1);
            palette.chosen = (palette.chosen + down).min(last).saturating_sub(up);
            // Checked after the field has received the letters typed before Enter.
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

/// Draws an action with its keys, in the full width.
fn action_ui(ui: &mut Ui, action: Action, is_chosen: bool, language: Language) -> egui::Response {
    let keys: Vec<String> = action.shortcuts().iter().map(|keys| keys_text(ui.ctx(), keys)).collect();
    let keys = keys.join(", ");
    let response = choice_ui(ui, action.name(language), is_chosen, &keys);
    ui.accesskit_node_builder(response.id, |node| node.set_keyboard_shortcut(keys));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_words_narrow_the_list() {
        assert_eq!(matching("", Language::English).len(), Action::ALL.len() - 1);
        assert_eq!(matching("next cut", Language::English)[..1], [Action::NextCut]);
        assert!(matching("no such action", Language::English).is_empty());
    }

    #[test]
    fn synonyms_of_any_language_find_actions() {
        let cases = [
            ("cut", Action::NextCut),
            ("prune", Action::NextCut),
            ("branch", Action::NextCut),
            ("TT", Action::ToggleTablePanel),
            ("hash", Action::ToggleTablePanel),
            ("undo", Action::UndoEdit),
            ("slider", Action::First),
            ("dark", Action::ThemeDark),
            ("night", Action::ThemeDark),
            ("legend", Action::ExplainPicture),
            ("terms", Action::Glossary),
            ("quiz", Action::Practice),
            ("compare", Action::Differences),
            ("screenshot", Action::SavePicture),
            ("exit", Action::Quit),
            ("PV", Action::ToggleBestLine),
            ("枝刈り", Action::NextCut),
            ("ハッシュ", Action::ToggleTablePanel),
            ("元に戻す", Action::UndoEdit),
            ("スライダー", Action::First),
            ("ダーク", Action::ThemeDark),
            ("用語", Action::Glossary),
            ("凡例", Action::ExplainPicture),
            ("クイズ", Action::Practice),
            ("help", Action::KeyboardHelp),
            ("ヘルプ", Action::KeyboardHelp),
            ("language", Action::Language(Language::Japanese)),
            ("言語", Action::Language(Language::English)),
            ("reopen", Action::ReopenPanel),
            ("breakpoint", Action::ToggleCode),
            ("ブレークポイント", Action::ToggleCode),
            ("print", Action::SavePicture),
            ("印刷", Action::SavePicture),
            ("fullscreen", Action::MaximiseTile),
            ("full screen", Action::MaximiseTile),
            ("全画面", Action::MaximiseTile),
            ("clear", Action::CloseRun),
            ("copy fen", Action::CopyPosition),
        ];
        for (typed, action) in cases {
            for language in Language::ALL {
                assert!(matching(typed, language).contains(&action), "{typed} finds {action:?}");
            }
        }
        assert_eq!(matching("next cut", Language::English)[0], Action::NextCut, "names come first");
    }

    #[test]
    fn words_match_from_their_start() {
        for (typed, action) in
            [("cut", Action::RecordProgram), ("TT", Action::NextBestMove), ("ash", Action::ToggleTablePanel)]
        {
            for language in Language::ALL {
                assert!(!matching(typed, language).contains(&action), "{typed} does not find {action:?}");
            }
        }
        assert!(matching("search", Language::English).contains(&Action::NextSearchedAgain), "a hyphen ends a word");
        assert!(begins_a_word("αカット", "カット") && !begins_a_word("execute", "cut"));
    }

    #[test]
    fn most_likely_action_is_first() {
        for (typed, action) in [
            ("settings", Action::SetUp),
            ("設定", Action::SetUp),
            ("help", Action::KeyboardHelp),
            ("ヘルプ", Action::KeyboardHelp),
            ("TT", Action::ToggleTablePanel),
            ("fullscreen", Action::MaximiseTile),
        ] {
            assert_eq!(matching(typed, Language::English).first(), Some(&action), "{typed}");
        }
    }
}
