//! The glossary: the terms of the field and of the window with their meanings; typed letters filter the list. Reads the language
//! and the last looked-up term (`ShowTerm`); pushes no commands.

use egui::{Align, Frame, Margin, RichText, ScrollArea, Stroke, TextEdit, Ui};

use crate::viewer::commands::Command;
use crate::viewer::kit::theme::{BODY, Palette, strong};
use crate::viewer::kit::widgets::{FirstFocus, prose_ui, set_name};
use crate::viewer::panel::Panel;
use crate::viewer::session::Session;
use edagari_core::language::{Language, Term, Text};

/// The panel, with its filter.
#[derive(Debug, Default)]
pub(crate) struct Glossary {
    typed: String,
    /// Term that was scrolled to last.
    shown: Option<Term>,
    focus: FirstFocus,
}

impl Panel for Glossary {
    fn take_focus(&mut self, _: &Session) -> bool {
        self.focus = FirstFocus::wanted();
        true
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, _: &mut Vec<Command>) {
        let language = session.settings.language;
        let is_new = session.term != self.shown;
        if is_new {
            self.typed.clear();
            self.shown = session.term;
        }
        let field = TextEdit::singleline(&mut self.typed)
            .hint_text(language.text(Text::GlossaryFilter))
            .desired_width(f32::INFINITY);
        let field = self.focus.field_ui(ui, field);
        set_name(ui, field.id, language.text(Text::GlossaryFilter));
        ui.add_space(4.0);
        let found: Vec<Term> = matching(&self.typed, language);
        ScrollArea::vertical().id_salt("glossary").auto_shrink(false).show(ui, |ui| {
            if found.is_empty() {
                ui.label(language.text(Text::GlossaryNone));
            }
            for term in found {
                let is_chosen = session.term == Some(term);
                let response = term_ui(ui, term, is_chosen, language);
                if is_chosen && is_new {
                    response.scroll_to_me(Some(Align::Min));
                }
            }
        });
    }
}

/// Returns the terms whose name contains the typed text, followed by those whose meaning contains it.
fn matching(typed: &str, language: Language) -> Vec<Term> {
    let typed = typed.trim().to_lowercase();
    let holds = |text: &str| text.to_lowercase().contains(&typed);
    let by_name = |term: &Term| Language::ALL.into_iter().any(|language| holds(term.name(language)));
    let (first, rest): (Vec<Term>, Vec<Term>) = Term::ALL.iter().partition(|term| by_name(term));
    first.into_iter().chain(rest.into_iter().filter(|term| holds(term.about(language)))).collect()
}

/// Draws a term and its meaning; framed if it was looked up.
fn term_ui(ui: &mut Ui, term: Term, is_chosen: bool, language: Language) -> egui::Response {
    let palette = Palette::of(ui);
    let stroke = Stroke::new(1.0, if is_chosen { palette.action } else { egui::Color32::TRANSPARENT });
    let frame = Frame::new().stroke(stroke).corner_radius(5).inner_margin(Margin::symmetric(6, 4));
    frame
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(strong(term.name(language), BODY));
            prose_ui(ui, RichText::new(term.about(language)).color(palette.text));
        })
        .response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_found_by_name_in_any_language_and_by_meaning() {
        assert_eq!(matching("", Language::English).len(), Term::ALL.len());
        assert_eq!(matching("null window", Language::English)[0], Term::NullWindow);
        assert_eq!(matching("置換表", Language::English)[0], Term::Table);
        assert!(matching("rises", Language::English).contains(&Term::Alpha));
        assert!(matching("no such word", Language::English).is_empty());
    }
}
