//! All keys in one window.

use egui::{Grid, RichText, ScrollArea, Ui};

use super::action::Action;
use super::app::Edagari;
use super::theme::Palette;
use crate::language::Text;

impl Edagari {
    pub(super) fn keyboard_help_ui(&mut self, ui: &mut Ui) {
        let language = self.settings.language;
        let mut is_open = self.keyboard_help;
        egui::Window::new(language.text(Text::ActKeyboardHelp))
            .id(egui::Id::unique("keyboard help"))
            .open(&mut is_open)
            .collapsible(false)
            .default_width(380.0)
            .show(ui, |ui| {
                ScrollArea::vertical().max_height(480.0).show(ui, |ui| {
                    Grid::new("keys").num_columns(2).striped(true).spacing([24.0, 4.0]).show(ui, |ui| {
                        for action in Action::ALL.iter().filter(|action| !action.shortcuts().is_empty()) {
                            ui.label(language.text(action.text()));
                            let keys: Vec<String> =
                                action.shortcuts().iter().map(|keys| ui.format_shortcut(keys)).collect();
                            let color = Palette::of(ui).secondary;
                            ui.label(RichText::new(keys.join(", ")).color(color));
                            ui.end_row();
                        }
                    });
                });
            });
        self.keyboard_help = is_open;
    }
}
