//! The part of a form that chooses which moves a search tries first, and which rules of the game it uses.

use egui::Ui;

use super::offered::{offered_switch_ui, refusal_text};
use crate::viewer::kit::form::{label_ui, reason_ui, wrapped_ui};
use crate::viewer::kit::widgets::set_name;
use edagari_core::language::{Language, Text};
use edagari_core::search::{MoveSource, OrderBy, RefusedSetup, RuleBounds, RuleSetup, SearchSetup};

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
