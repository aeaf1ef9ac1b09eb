//! Saving the picture of a pane.

use std::path::PathBuf;

use egui::{RichText, TextEdit, Ui};

use super::action::Command;
use super::app::Edagari;
use super::theme::{Palette, SECONDARY};
use super::time_bar::set_name;
use crate::language::Text;

/// Where the picture goes, while it is entered.
#[derive(Clone, Debug)]
pub(super) struct PictureForm {
    file: String,
}

impl PictureForm {
    /// A form that suggests a name.
    pub(super) fn new(frame: usize) -> Self {
        Self { file: format!("edagari-frame-{frame}") }
    }
}

impl Edagari {
    pub(super) fn picture_form_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        let pane = self.active;
        let Some(form) = &mut self.picture_form else { return };
        let (mut is_open, mut is_done) = (true, false);
        egui::Window::new(language.text(Text::ActSavePicture))
            .id(egui::Id::unique("picture form"))
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .default_pos(ui.content_rect().center() - egui::vec2(180.0, 100.0))
            .show(ui, |ui| {
                let about = RichText::new(language.text(Text::PictureAbout)).size(SECONDARY);
                ui.label(about.color(Palette::of(ui).secondary));
                ui.add_space(4.0);
                ui.label(language.text(Text::SaveAs));
                let field = ui.add(TextEdit::singleline(&mut form.file).desired_width(340.0));
                set_name(ui, field.id, language.text(Text::SaveAs));
                ui.add_space(4.0);
                ui.horizontal(|ui| {
                    for ending in ["png", "svg"] {
                        if ui.button(ending.to_uppercase()).clicked() {
                            let path = PathBuf::from(format!("{}.{ending}", form.file.trim()));
                            commands.push(Command::SavePicture { pane, path });
                            is_done = true;
                        }
                    }
                    is_done |= ui.button(language.text(Text::Close)).clicked();
                });
            });
        if !is_open || is_done {
            self.picture_form = None;
        }
    }
}
