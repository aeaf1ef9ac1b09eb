//! The part of a form that chooses the passes: iterative deepening, the windows around a guess, and the guess.

use std::num::NonZeroU32;

use egui::{DragValue, TextEdit, Ui};

use super::offered::offered_switch_ui;
use super::rule_form::Refusal;

use crate::viewer::kit::form::{FIELD_WIDTH, label_ui, number_ui, reason_ui, switch_ui};
use crate::viewer::kit::widgets::set_name;
use edagari_core::language::{Language, Text};
use edagari_core::score::Window;
use edagari_core::search::{Algorithm, Aspiration, PassSetup, RootWindows, SearchSetup};

/// The passes of a search that are being edited; values that do not fit the search are kept, but neither shown nor used.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, under its own name")]
pub(crate) struct PassForm {
    window: Window,
    /// Text of the window as entered, which may be invalid.
    window_text: String,
    own_range: bool,
    deepens: bool,
    step: u32,
    aspires: bool,
    width: u32,
    grows: bool,
    growth: u32,
    first_guess: i32,
}

/// Factor by which a window grows when growth is switched on.
const USUAL_GROWTH: u32 = 2;
/// Maximum value that can be entered.
const MOST: u32 = 1_000_000;

impl PassForm {
    pub(crate) fn new(passes: PassSetup) -> Self {
        let aspiration = passes.aspiration.unwrap_or_default();
        Self {
            window: passes.window,
            window_text: window_text(passes.window),
            own_range: passes.own_range,
            deepens: passes.deepening.is_some(),
            step: passes.deepening.map_or(1, NonZeroU32::get),
            aspires: passes.aspiration.is_some(),
            width: aspiration.width.get(),
            grows: aspiration.growth.is_some(),
            growth: aspiration.growth.map_or(USUAL_GROWTH, NonZeroU32::get),
            first_guess: passes.first_guess.unwrap_or(0),
        }
    }

    /// Whether to search within the range of the game's scores, if the game knows it.
    pub(crate) const fn asks_for_own_range(&self) -> bool {
        self.own_range
    }

    /// Returns the chosen passes for a search with or without a depth limit, except for the game's own range.
    pub(crate) fn passes(&self, algorithm: Algorithm, is_limited: bool) -> PassSetup {
        let growth = if self.grows { NonZeroU32::new(self.growth) } else { None };
        let aspiration = NonZeroU32::new(self.width).map(|width| Aspiration { width, growth });
        let aspiration = aspiration.filter(|_| self.is_aspiring(algorithm));
        let takes_guess = self.takes_guess(algorithm) && self.first_guess != 0;
        PassSetup {
            window: if algorithm.has_full_windows() { Window::FULL } else { self.window },
            own_range: false,
            first_guess: takes_guess.then_some(self.first_guess),
            aspiration,
            deepening: NonZeroU32::new(self.step).filter(|_| self.deepens && is_limited),
        }
    }

    /// Whether the search runs with windows around a guess.
    const fn is_aspiring(&self, algorithm: Algorithm) -> bool {
        match algorithm.kind().root_windows {
            RootWindows::Aspiration => true,
            RootWindows::Asked => self.aspires && !algorithm.has_full_windows(),
            RootWindows::NullWindows(_) | RootWindows::Halves => false,
        }
    }

    const fn takes_guess(&self, algorithm: Algorithm) -> bool {
        self.is_aspiring(algorithm) || algorithm.kind().root_windows.take_guess()
    }

    /// Draws the rows of a grid with two columns; `search` contains the current choices.
    pub(crate) fn ui(&mut self, ui: &mut Ui, language: Language, search: &SearchSetup, refusal: Refusal<'_>) {
        let algorithm = search.algorithm;
        let deepening = PassSetup { deepening: Some(NonZeroU32::MIN), ..PassSetup::default() };
        let refused = refusal(&SearchSetup { passes: deepening, ..*search });
        offered_switch_ui(ui, language, &mut self.deepens, Text::Deepening, refused);
        if self.deepens && refused.is_none() {
            number_ui(ui, language, Text::DeepeningStep, DragValue::new(&mut self.step).range(1..=1000).speed(0.05));
        }
        if !algorithm.has_full_windows() {
            self.window_ui(ui, language);
            let own_range = PassSetup { own_range: true, ..search.passes };
            let refused = refusal(&SearchSetup { passes: own_range, ..*search });
            offered_switch_ui(ui, language, &mut self.own_range, Text::OwnRange, refused);
        }
        if matches!(algorithm.kind().root_windows, RootWindows::Asked) && !algorithm.has_full_windows() {
            switch_ui(ui, language, &mut self.aspires, Text::Aspiration);
        }
        if self.is_aspiring(algorithm) {
            number_ui(ui, language, Text::AspirationWidth, DragValue::new(&mut self.width).range(1..=MOST));
            switch_ui(ui, language, &mut self.grows, Text::AspirationGrows);
            if self.grows {
                let growth = DragValue::new(&mut self.growth).range(1..=1000).speed(0.05);
                number_ui(ui, language, Text::AspirationGrowth, growth);
            }
        }
        if self.takes_guess(algorithm) {
            number_ui(ui, language, Text::FirstGuess, DragValue::new(&mut self.first_guess));
        }
    }

    /// Draws the field for the window of the root.
    fn window_ui(&mut self, ui: &mut Ui, language: Language) {
        label_ui(ui, language, Text::RootWindow);
        ui.vertical(|ui| {
            let edit = TextEdit::singleline(&mut self.window_text).desired_width(FIELD_WIDTH);
            let field = ui.add(edit.hint_text(window_text(Window::FULL)));
            set_name(ui, field.id, language.text(Text::RootWindow));
            let entered = if self.window_text.trim().is_empty() { Ok(Window::FULL) } else { self.window_text.parse() };
            match entered {
                Ok(window) => self.window = window,
                Err(_) => reason_ui(ui, language.text(Text::RootWindowExpected)),
            }
        });
        ui.end_row();
    }
}

/// Formats a window in the form in which it is entered.
fn window_text(window: Window) -> String {
    format!("{}..{}", window.alpha, window.beta)
}
