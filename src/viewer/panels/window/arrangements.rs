//! Arrangements: the built-in ones, and those saved by name. Reads the names of the saved ones; pushes commands to use, save or delete one.

use egui::{Button, RichText, ScrollArea, TextEdit, Ui};

use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{FirstFocus, set_name};
use crate::viewer::panel::Panel;
use crate::viewer::session::Session;
use edagari_core::language::Text;

/// The panel, with the name being entered.
#[derive(Debug, Default)]
pub(crate) struct Arrangements {
    /// Pending keyboard focus for the first field.
    focus: FirstFocus,
    name: String,
}

impl Panel for Arrangements {
    fn take_focus(&mut self, _: &Session) -> bool {
        self.focus = FirstFocus::wanted();
        true
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        for action in [Action::ArrangeCompare, Action::ArrangeOne, Action::ArrangeStudy] {
            if ui.button(action.name(language)).clicked() {
                commands.push(Command::Do(action));
            }
        }
        ui.separator();
        ui.horizontal(|ui| {
            let hint = language.text(Text::ArrangementName);
            let field = TextEdit::singleline(&mut self.name).hint_text(hint).desired_width(200.0);
            let field = self.focus.field_ui(ui, field);
            set_name(ui, field.id, hint);
            let name = self.name.trim();
            if ui.add_enabled(!name.is_empty(), Button::new(language.text(Text::Save))).clicked() {
                commands.push(Command::SaveArrangement(name.to_owned()));
            }
        });
        ScrollArea::vertical().show(ui, |ui| {
            for name in session.settings.arrangements.keys() {
                ui.horizontal(|ui| {
                    let forget = ui.button("×").on_hover_text(language.text(Text::ForgetArrangement));
                    set_name(ui, forget.id, &format!("{} {name}", language.text(Text::ForgetArrangement)));
                    if forget.clicked() {
                        commands.push(Command::ForgetArrangement(name.clone()));
                    }
                    if ui.add(Button::new(name).truncate()).clicked() {
                        commands.push(Command::UseArrangement(name.clone()));
                    }
                });
            }
        });
        if session.settings.arrangements.is_empty() {
            let color = Palette::of(ui).secondary;
            ui.label(RichText::new(language.text(Text::NoArrangements)).size(SECONDARY).color(color));
        }
    }
}
