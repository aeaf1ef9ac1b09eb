//! Rows of a form with the requirements for the trees of exercises, and with their convention.

use std::ops::RangeInclusive;

use crate::viewer::kit::form::{choice_ui, label_ui, switch_ui};
use crate::viewer::kit::widgets::set_name;
use edagari_core::language::{Language, Text};
use edagari_core::score::{Score, Window};
use edagari_teach::exercise::{
    Convention, CutAt, KindName, LARGEST_SCORE, MAX_LEAVES, MAX_WIDE, Requirements, Returned, RootWindow, SearchByHand,
    View,
};
use egui::emath::Numeric;
use egui::{DragValue, Ui};

/// Value from which a maximum number of cuts means no limit: a generated tree never has this many.
const ANY: u32 = MAX_LEAVES;

/// Draws the rows in a grid with two columns.
pub(super) fn requirement_rows_ui(ui: &mut Ui, requirements: &mut Requirements, language: Language) {
    range_ui(ui, language, Text::ByHandLeaves, &mut requirements.leaves, 1..=MAX_LEAVES);
    range_ui(ui, language, Text::WishFormBranching, &mut requirements.branching, 1..=MAX_WIDE);
    range_ui(ui, language, Text::WishFormDepth, &mut requirements.depth, 1..=MAX_WIDE);
    range_ui(ui, language, Text::WishFormScores, &mut requirements.scores, -LARGEST_SCORE..=LARGEST_SCORE);
    if requirements.convention.search.cuts() {
        cuts_ui(ui, language, Text::WishFormCuts, &mut requirements.cuts);
        cuts_ui(ui, language, Text::WishFormAlphaCuts, &mut requirements.alpha_cuts);
        cuts_ui(ui, language, Text::WishFormBetaCuts, &mut requirements.beta_cuts);
        cuts_ui(ui, language, Text::WishFormAboveLeaves, &mut requirements.cuts_above_leaves);
        cuts_ui(ui, language, Text::WishFormDeepCuts, &mut requirements.deep_cuts);
        cuts_ui(ui, language, Text::WishFormEvaluated, &mut requirements.evaluated);
        requirements.evaluated = (*requirements.evaluated.start()).max(1)..=*requirements.evaluated.end();
        let (first, last) = (requirements.pruned_share.start() * 100.0, requirements.pruned_share.end() * 100.0);
        let mut percent = first.round() as u32..=last.round() as u32;
        range_ui(ui, language, Text::WishFormShare, &mut percent, 0..=100);
        requirements.pruned_share = f64::from(*percent.start()) / 100.0..=f64::from(*percent.end()) / 100.0;
    }
    switch_ui(ui, language, &mut requirements.distinct_scores, Text::WishFormDistinct);
    switch_ui(ui, language, &mut requirements.no_ties, Text::WishFormNoTies);
    switch_ui(ui, language, &mut requirements.equally_hard, Text::WishFormEqual);
    if requirements.kind.has_chance() {
        switch_ui(ui, language, &mut requirements.unequal_probabilities, Text::WishFormUnequal);
    } else {
        requirements.unequal_probabilities = false;
    }
    if requirements.convention.search.cuts() {
        switch_ui(ui, language, &mut requirements.conventions_agree, Text::WishFormAgree);
    } else {
        // Requirements that are not shown are reset.
        let Requirements { kind, convention, leaves, branching, depth, scores, .. } = requirements.clone();
        let Requirements { distinct_scores, no_ties, equally_hard, unequal_probabilities, .. } = *requirements;
        let shown = Requirements { kind, convention, leaves, branching, depth, scores, ..Requirements::default() };
        *requirements = Requirements { distinct_scores, no_ties, equally_hard, unequal_probabilities, ..shown };
    }
}

/// Draws a row with the two ends of a range.
fn range_ui<T: Numeric>(
    ui: &mut Ui,
    language: Language,
    text: Text,
    range: &mut RangeInclusive<T>,
    within: RangeInclusive<T>,
) {
    let (mut first, mut last) = (*range.start(), *range.end());
    let first_field = DragValue::new(&mut first).range(within.clone()).speed(0.1);
    let last_field = DragValue::new(&mut last).range(within).speed(0.1);
    ends_ui(ui, language, text, first_field, last_field);
    *range = first..=last;
}

/// Draws a row with the two ends of a number of cuts or leaves, of which the second can be open.
fn cuts_ui(ui: &mut Ui, language: Language, text: Text, range: &mut RangeInclusive<u32>) {
    let (mut first, mut last) = (*range.start(), (*range.end()).min(ANY));
    let any = language.text(Text::WishFormAny);
    let first_field = DragValue::new(&mut first).range(0..=ANY).speed(0.1);
    let last_field = DragValue::new(&mut last)
        .range(0..=ANY)
        .speed(0.1)
        .custom_formatter(move |number, _| if number >= f64::from(ANY) { any.to_owned() } else { number.to_string() });
    ends_ui(ui, language, text, first_field, last_field);
    *range = first..=if last == ANY { u32::MAX } else { last };
}

fn ends_ui(ui: &mut Ui, language: Language, text: Text, first: DragValue<'_>, last: DragValue<'_>) {
    label_ui(ui, language, text);
    let what = language.text(text);
    ui.horizontal(|ui| {
        for (field, name, before) in [(first, Text::WishFormLeast, ""), (last, Text::WishFormMost, "–")] {
            if !before.is_empty() {
                ui.label(before);
            }
            let field = ui.add(field);
            set_name(ui, field.id, &language.fill(name, &[("what", what)]));
        }
    });
    ui.end_row();
}

/// Draws the row of the kind in a grid with two columns; another kind begins with its usual convention.
pub(super) fn kind_row_ui(ui: &mut Ui, kind: &mut KindName, convention: &mut Convention, language: Language) {
    let before = *kind;
    choice_ui(ui, language, Text::ByHandKind, kind, &KindName::ALL, KindName::text);
    if *kind != before {
        let search = kind.usual_search();
        let Convention { from_right, depth_limit, .. } = *convention;
        *convention = Convention { search, windows: search.cuts(), from_right, depth_limit, ..Convention::default() };
    }
}

/// Draws the rows in a grid with two columns; options without a meaning for the search are omitted.
pub(super) fn convention_rows_ui(ui: &mut Ui, convention: &mut Convention, language: Language) {
    let before = convention.search;
    choice_ui(ui, language, Text::ByHandSearch, &mut convention.search, &SearchByHand::ALL, SearchByHand::name_text);
    if convention.search != before {
        // Options of the previous search may be invalid here.
        let windows = convention.search.cuts();
        let Convention { search, view, from_right, depth_limit, .. } = *convention;
        *convention = Convention { search, view, windows, from_right, depth_limit, ..Convention::default() };
    }
    if convention.search.cuts() {
        choice_ui(ui, language, Text::ByHandCut, &mut convention.cut, &CutAt::ALL, |cut| match cut {
            CutAt::Equality => Text::ByHandCutEqual,
            CutAt::Above => Text::ByHandCutAbove,
            CutAt::Either => Text::ByHandCutEither,
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
    if matches!(convention.search, SearchByHand::AlphaBeta | SearchByHand::Pvs) {
        root_rows_ui(ui, &mut convention.root, language);
    }
    switch_ui(ui, language, &mut convention.from_right, Text::ByHandFromRight);
    limit_row_ui(ui, &mut convention.depth_limit, language);
}

/// Draws the row of the depth limit; 0 means none.
fn limit_row_ui(ui: &mut Ui, limit: &mut Option<u32>, language: Language) {
    label_ui(ui, language, Text::DepthLimit);
    let mut depth = limit.unwrap_or(0);
    let none = language.text(Text::LimitNone);
    let field = DragValue::new(&mut depth)
        .range(0..=MAX_WIDE)
        .speed(0.1)
        .custom_formatter(move |number, _| if number < 1.0 { none.to_owned() } else { number.to_string() });
    let field = ui.add(field);
    set_name(ui, field.id, language.text(Text::DepthLimit));
    ui.end_row();
    *limit = Some(depth).filter(|&depth| depth > 0);
}

/// Window of the root when it is first narrowed: the scores of trees by default.
const FIRST_WINDOW: Window = Window { alpha: Score::new(0), beta: Score::new(20) };

/// Draws the kind of the root's window, and its ends if it is narrower than (−∞, ∞).
fn root_rows_ui(ui: &mut Ui, root: &mut RootWindow, language: Language) {
    let before = if root.is_full() { FIRST_WINDOW } else { root.window() };
    let all = [RootWindow::Full, RootWindow::Given(before), RootWindow::Known(before)];
    choice_ui(ui, language, Text::ByHandRoot, root, &all, |root| match root {
        RootWindow::Full => Text::ByHandRootFull,
        RootWindow::Given(_) => Text::ByHandRootGiven,
        RootWindow::Known(_) => Text::ByHandRootKnown,
    });
    let (RootWindow::Given(window) | RootWindow::Known(window)) = root else { return };
    let [mut alpha, mut beta] = [window.alpha, window.beta].map(|end| end.finite().unwrap_or_default());
    let limits = -LARGEST_SCORE..=LARGEST_SCORE;
    let first = DragValue::new(&mut alpha).range(limits.clone()).speed(0.1);
    let second = DragValue::new(&mut beta).range(limits).speed(0.1);
    ends_ui(ui, language, Text::ByHandRootEnds, first, second);
    *window = Window { alpha: Score::new(alpha), beta: Score::new(beta) };
}
