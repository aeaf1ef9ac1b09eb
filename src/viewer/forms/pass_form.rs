//! The parts of a form that choose the passes (iterative deepening, windows) and the rules that a search uses.

use std::num::NonZeroU32;

use super::offered::{offered_switch_ui, refusal_text};
use crate::viewer::kit::form::{field_width, label_ui, number_ui, reason_ui, switch_ui, wrapped_ui};
use crate::viewer::kit::widgets::set_name;
use edagari_core::language::{Language, Text};
use edagari_core::score::Window;
use edagari_core::search::{
    Algorithm, Aspiration, MoveSource, OrderBy, PassSetup, RefusedSetup, RootWindows, RuleBounds, RuleSetup,
    SearchSetup,
};
use egui::{DragValue, TextEdit, Ui};

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
            RootWindows::Requested => self.aspires && !algorithm.has_full_windows(),
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
        if matches!(algorithm.kind().root_windows, RootWindows::Requested) && !algorithm.has_full_windows() {
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
            let edit = TextEdit::singleline(&mut self.window_text).desired_width(field_width(ui));
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

/// Move sources and rules that are being edited; choices that do not fit are kept, but not used.
#[derive(Clone, Debug)]
pub(crate) struct RuleForm {
    bounds: bool,
    win_at_once: bool,
    skip_losing: bool,
    /// Chosen sources, in the order of choosing.
    sources: Vec<MoveSource>,
}

/// Check whether a search with these options is refused, and why.
pub(crate) type Refusal<'a> = &'a dyn Fn(&SearchSetup) -> Option<RefusedSetup>;

impl RuleForm {
    pub(crate) fn new(rules: RuleSetup, order_by: OrderBy) -> Self {
        Self {
            bounds: rules.bounds.is_some(),
            win_at_once: rules.win_at_once,
            skip_losing: rules.skip_losing,
            sources: order_by.sources().collect(),
        }
    }

    /// Adds the choices to a search, as far as they fit.
    pub(crate) fn add_to(&self, search: &mut SearchSetup, refusal: Refusal<'_>) {
        let mut take = |is_chosen: bool, change: &dyn Fn(&mut SearchSetup)| {
            let mut changed = *search;
            change(&mut changed);
            if is_chosen && refusal(&changed).is_none() {
                *search = changed;
            }
        };
        for &source in &self.sources {
            take(true, &|search| search.order_by = with_source(search.order_by, source));
        }
        take(self.bounds, &|search| search.rules.bounds = Some(RuleBounds::Both));
        take(self.win_at_once, &|search| search.rules.win_at_once = true);
        take(self.skip_losing, &|search| search.rules.skip_losing = true);
    }

    /// Draws the sources of moves that are tried first, numbered in the order of choosing.
    pub(crate) fn order_ui(&mut self, ui: &mut Ui, language: Language, search: &SearchSetup, refusal: Refusal<'_>) {
        label_ui(ui, language, Text::TriedFirst);
        let mut refused = Vec::new();
        wrapped_ui(ui, |ui| {
            for source in MoveSource::ALL {
                let order_by = with_source(OrderBy::default(), source);
                if let Some(why) = refusal(&SearchSetup { order_by, ..*search }) {
                    refused.push((source, why));
                    continue;
                }
                let place = self.sources.iter().position(|&chosen| chosen == source);
                let name = language.text(source.text());
                let text = place.map_or_else(|| name.to_owned(), |place| format!("{} {name}", place + 1));
                let button = ui.selectable_label(place.is_some(), text);
                set_name(ui, button.id, name);
                if button.clicked() {
                    match place {
                        Some(place) => drop(self.sources.remove(place)),
                        None => self.sources.push(source),
                    }
                }
            }
        });
        ui.end_row();
        for (source, why) in refused {
            ui.label("");
            let name = language.text(source.text());
            let why = language.text(refusal_text(why));
            wrapped_ui(ui, |ui| reason_ui(ui, &language.fill(Text::RefusedOption, &[("option", name), ("why", why)])));
            ui.end_row();
        }
    }

    /// Draws the options that use the rules of the game.
    pub(crate) fn rules_ui(&mut self, ui: &mut Ui, language: Language, search: &SearchSetup, refusal: Refusal<'_>) {
        let refused = |rules| refusal(&SearchSetup { rules, ..*search });
        let none = RuleSetup::default();
        let bounds = refused(RuleSetup { bounds: Some(RuleBounds::Both), ..none });
        offered_switch_ui(ui, language, &mut self.bounds, Text::RuleBounds, bounds);
        let win = refused(RuleSetup { win_at_once: true, ..none });
        offered_switch_ui(ui, language, &mut self.win_at_once, Text::WinAtOnce, win);
        let losing = refused(RuleSetup { skip_losing: true, ..none });
        offered_switch_ui(ui, language, &mut self.skip_losing, Text::SkipLosing, losing);
    }
}

fn with_source(order_by: OrderBy, source: MoveSource) -> OrderBy {
    order_by.sources().chain([source]).collect::<Vec<_>>().try_into().unwrap_or(order_by)
}
