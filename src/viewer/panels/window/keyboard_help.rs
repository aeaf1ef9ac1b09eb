//! All keyboard shortcuts, in groups. Reads only the language; pushes no commands.

use egui::{Grid, Label, RichText, ScrollArea, Ui};

use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::keys::keys_text;
use crate::viewer::kit::theme::Palette;
use crate::viewer::kit::widgets::section_ui;
use crate::viewer::panel::Panel;
use crate::viewer::session::Session;
use edagari_core::language::{Language, Text};

/// Groups of shortcuts, each with its first action in the order of all actions.
const GROUPS: [(Text, Action); 8] = [
    (Text::KeysOfTime, Action::TogglePlay),
    (Text::KeysOfNodes, Action::Parent),
    (Text::MenuView, Action::FormFocus),
    (Text::Find, Action::Find),
    (Text::KeysOfRuns, Action::LinkFrame),
    (Text::KeysOfTiles, Action::NextTile),
    (Text::KeysOfPanels, Action::ToggleInspector),
    (Text::KeysOfAll, Action::Dismiss),
];

/// The panel, without state.
#[derive(Debug, Default)]
pub(crate) struct KeyboardHelp;

impl Panel for KeyboardHelp {
    fn ui(&mut self, ui: &mut Ui, session: &Session, _: &mut Vec<Command>) {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for (heading, actions) in groups() {
                section_ui(ui, session.settings.language.text(heading));
                group_ui(ui, heading, actions, session.settings.language);
                ui.add_space(10.0);
            }
        });
    }
}

/// Returns each group with its actions.
fn groups() -> impl Iterator<Item = (Text, &'static [Action])> {
    let place = |first: Action| Action::ALL.iter().position(|&action| action == first).unwrap_or(0);
    GROUPS.iter().enumerate().map(move |(index, &(heading, first))| {
        let end = GROUPS.get(index + 1).map_or(Action::ALL.len(), |&(_, next)| place(next));
        (heading, &Action::ALL[place(first)..end])
    })
}

fn group_ui(ui: &mut Ui, heading: Text, actions: &[Action], language: Language) {
    let color = Palette::of(ui).secondary;
    let column = (ui.available_width() - 110.0).clamp(120.0, 420.0);
    Grid::new(heading).num_columns(2).striped(true).spacing([16.0, 4.0]).max_col_width(column).show(ui, |ui| {
        for action in actions.iter().filter(|action| !action.shortcuts().is_empty()) {
            // The full width of the column, so that the rows reach the keys at the edge of the panel.
            ui.horizontal(|ui| {
                ui.set_width(column);
                ui.add(Label::new(action.name(language)).wrap());
            });
            let keys: Vec<String> = action.shortcuts().iter().map(|keys| keys_text(ui.ctx(), keys)).collect();
            ui.label(RichText::new(keys.join(", ")).color(color));
            ui.end_row();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_in_one_group() {
        let listed: Vec<Action> = groups().flat_map(|(_, actions)| actions.iter().copied()).collect();
        assert_eq!(listed, Action::ALL);
    }

    #[test]
    fn keys_are_named_as_on_the_keyboard() {
        const NO_KEYS: [&str; 7] = ["Plus", "Minus", "Equals", "Comma", "Period", "Slash", "Bracket"];
        let ctx = egui::Context::default();
        for action in Action::ALL {
            for shortcut in action.shortcuts() {
                let text = keys_text(&ctx, shortcut);
                assert!(!NO_KEYS.iter().any(|name| text.contains(name)), "{action:?}: {text}");
            }
        }
        let [plus, equals] = Action::ZoomIn.shortcuts() else { panic!("two keys zoom in") };
        assert_eq!([plus, equals].map(|keys| keys_text(&ctx, keys)), ["+", "="]);
        assert_eq!(keys_text(&ctx, &Action::LessBelow.shortcuts()[0]), "{");
        assert_eq!(keys_text(&ctx, &Action::LoopStart.shortcuts()[0]), "[");
    }
}
