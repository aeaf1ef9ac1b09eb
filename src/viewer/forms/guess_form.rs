//! The part of a form that chooses the guesses of a search, from the list of guesses.

use super::offered::refusal_text;
use super::pass_form::Refusal;
use crate::viewer::kit::form::{label_ui, named_switch_ui, refused_switch_ui};
use crate::viewer::kit::widgets::set_name;
use edagari_core::language::{Language, Text};
use edagari_core::search::{Guess, GuessSetup, SearchSetup};
use egui::{DragValue, Ui};

/// Guesses that are being edited; choices that do not fit are kept, but not used.
#[derive(Clone, Debug)]
pub(crate) struct GuessForm {
    /// For each guess of the list, whether it is chosen, and its parameter.
    chosen: [(bool, u32); Guess::ALL.len()],
}

impl GuessForm {
    pub(crate) fn new(guesses: GuessSetup) -> Self {
        let chosen = Guess::ALL.map(|guess| (guesses.has(guess), guesses.get(guess).unwrap_or(guess.kind().usual)));
        Self { chosen }
    }

    fn list(&self) -> impl Iterator<Item = (Guess, u32)> + '_ {
        let chosen = Guess::ALL.into_iter().zip(self.chosen);
        chosen.filter_map(|(guess, (is_chosen, value))| is_chosen.then_some((guess, value)))
    }

    /// Adds the choices to a search, as far as they fit.
    pub(crate) fn add_to(&self, search: &mut SearchSetup, refusal: Refusal<'_>) {
        for (guess, value) in self.list() {
            let changed = SearchSetup { guesses: search.guesses.with(guess, value), ..*search };
            if refusal(&changed).is_none() {
                *search = changed;
            }
        }
    }

    /// Draws a row for each guess; `search` contains the other choices.
    pub(crate) fn ui(&mut self, ui: &mut Ui, language: Language, search: &SearchSetup, refusal: Refusal<'_>) {
        let mut before = GuessSetup::default();
        for (guess, (is_chosen, value)) in Guess::ALL.into_iter().zip(&mut self.chosen) {
            let kind = guess.kind();
            let title = kind.title.text(language);
            let guesses = before.with(guess, *value);
            let refused = refusal(&SearchSetup { guesses, ..*search });
            match refused {
                Some(why) => refused_switch_ui(ui, title, language.text(refusal_text(why))),
                None => named_switch_ui(ui, is_chosen, title),
            }
            if *is_chosen && refused.is_none() && kind.has_parameter() {
                label_ui(ui, language, Text::GuessNumber);
                let field = ui.add(DragValue::new(value).range(kind.values.clone()).speed(0.1));
                set_name(ui, field.id, title);
                ui.end_row();
            }
            if *is_chosen && refused.is_none() {
                before = guesses;
            }
        }
    }
}
