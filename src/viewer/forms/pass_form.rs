//! The part of a form that chooses the runs from the root: deepening, the windows around a guess, and the guess.

use std::num::NonZeroU32;

use egui::{DragValue, Ui};

use crate::language::{Language, Text};
use crate::score::Window;
use crate::search::{Algorithm, Aspiration, PassSetup, RootWindows};
use crate::viewer::kit::form::{number_ui, switch_ui};

/// The passes of a search while they are edited: what does not fit the search is kept, and neither shown nor taken.
#[derive(Clone, Debug)]
pub(crate) struct PassForm {
    window: Window,
    deepens: bool,
    step: u32,
    aspires: bool,
    width: u32,
    grows: bool,
    growth: u32,
    first_guess: i32,
}

/// By how much a window grows when that is switched on.
const USUAL_GROWTH: u32 = 2;
/// The most that can be entered.
const MOST: u32 = 1_000_000;

impl PassForm {
    pub(crate) fn new(passes: PassSetup) -> Self {
        let aspiration = passes.aspiration.unwrap_or_default();
        Self {
            window: passes.window,
            deepens: passes.deepening.is_some(),
            step: passes.deepening.map_or(1, NonZeroU32::get),
            aspires: passes.aspiration.is_some(),
            width: aspiration.width.get(),
            grows: aspiration.growth.is_some(),
            growth: aspiration.growth.map_or(USUAL_GROWTH, NonZeroU32::get),
            first_guess: passes.first_guess.unwrap_or(0),
        }
    }

    /// What was chosen, for a search with or without a depth limit.
    pub(crate) fn passes(&self, algorithm: Algorithm, is_limited: bool) -> PassSetup {
        let growth = if self.grows { NonZeroU32::new(self.growth) } else { None };
        let aspiration = NonZeroU32::new(self.width).map(|width| Aspiration { width, growth });
        let aspiration = aspiration.filter(|_| self.is_aspiring(algorithm));
        let takes_guess = self.takes_guess(algorithm) && self.first_guess != 0;
        PassSetup {
            window: if algorithm.has_full_windows() { Window::FULL } else { self.window },
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

    /// Rows of a grid with two columns, as far as they fit the search.
    pub(crate) fn ui(&mut self, ui: &mut Ui, language: Language, algorithm: Algorithm, is_limited: bool) {
        if is_limited {
            switch_ui(ui, language, &mut self.deepens, Text::Deepening);
            if self.deepens {
                number_ui(
                    ui,
                    language,
                    Text::DeepeningStep,
                    DragValue::new(&mut self.step).range(1..=1000).speed(0.05),
                );
            }
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
}
