//! Rows of a form in which the convention of an exercise is chosen.

use egui::Ui;

use crate::viewer::kit::form::{choice_ui, switch_ui};
use edagari_core::language::{Language, Text};
use edagari_teach::exercise::{Convention, CutAt, Returned, SearchByHand, View};

/// Draws the rows in a grid with two columns; options without a meaning for the search are omitted.
pub(super) fn convention_rows_ui(ui: &mut Ui, convention: &mut Convention, language: Language) {
    let before = convention.search;
    choice_ui(ui, language, Text::ByHandSearch, &mut convention.search, &SearchByHand::ALL, SearchByHand::name_text);
    if convention.search != before {
        // Options of the previous search may be invalid here.
        let windows = convention.search.cuts();
        *convention = Convention { search: convention.search, view: convention.view, windows, ..Convention::default() };
    }
    if convention.search.cuts() {
        choice_ui(ui, language, Text::ByHandCut, &mut convention.cut, &CutAt::ALL, |cut| match cut {
            CutAt::Equality => Text::ByHandCutEqual,
            CutAt::Above => Text::ByHandCutAbove,
        });
        choice_ui(ui, language, Text::ByHandReturned, &mut convention.returned, &Returned::ALL, |returned| {
            match returned {
                Returned::Soft => Text::ByHandSoft,
                Returned::Hard => Text::ByHandHard,
                Returned::HardAtBothEnds => Text::ByHandHardBoth,
            }
        });
    }
    choice_ui(ui, language, Text::ByHandView, &mut convention.view, &View::ALL, |view| match view {
        View::Max => Text::ByHandViewMax,
        View::Negamax => Text::ByHandViewNegamax,
    });
    if convention.search.cuts() {
        switch_ui(ui, language, &mut convention.windows, Text::ByHandWindows);
        switch_ui(ui, language, &mut convention.signs, Text::ByHandSigns);
    }
    if convention.search == SearchByHand::Pvs {
        switch_ui(ui, language, &mut convention.table, Text::ByHandTable);
    }
}
