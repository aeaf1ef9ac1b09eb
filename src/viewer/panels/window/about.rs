//! About Edagari: version, system and graphics driver. Reads only the language; pushes no commands.

use std::env::consts::{ARCH, OS};

use egui::{Grid, Id, Label, RichText, ScrollArea, Ui};

use crate::viewer::commands::Command;
use crate::viewer::kit::theme::{HEADING, Palette, strong};
use crate::viewer::panel::Panel;
use crate::viewer::session::Session;
use edagari_core::language::Text;

/// The panel, without state.
#[derive(Debug, Default)]
pub(crate) struct About;

impl Panel for About {
    fn ui(&mut self, ui: &mut Ui, session: &Session, _: &mut Vec<Command>) {
        let language = session.settings.language;
        let color = Palette::of(ui).secondary;
        let driver = ui.data(|data| data.get_temp::<String>(Id::unique("graphics driver")));
        let facts = [
            (Text::AboutVersion, env!("CARGO_PKG_VERSION").to_owned()),
            (Text::AboutSystem, format!("{OS} {ARCH}")),
            (Text::AboutGraphics, driver.unwrap_or_else(|| language.text(Text::AboutUnknown).to_owned())),
        ];
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            ui.label(strong("Edagari", HEADING));
            ui.add_space(4.0);
            let column = (ui.available_width() - 100.0).max(120.0);
            Grid::new("about").num_columns(2).spacing([16.0, 6.0]).max_col_width(column).show(ui, |ui| {
                for (name, value) in &facts {
                    ui.label(RichText::new(language.text(*name)).color(color));
                    ui.add(Label::new(value).wrap());
                    ui.end_row();
                }
            });
            ui.add_space(8.0);
            if ui.button(language.text(Text::AboutCopy)).clicked() {
                let lines = facts.iter().map(|(name, value)| format!("{}: {value}\n", language.text(*name)));
                ui.copy_text(std::iter::once("Edagari\n".to_owned()).chain(lines).collect());
            }
        });
    }
}
