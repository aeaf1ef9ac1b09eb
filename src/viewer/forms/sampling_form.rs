//! The part of a form that sets the options of a Monte-Carlo tree search.

use crate::viewer::kit::form::{choice_ui, group_ui, number_ui, switch_ui};
use edagari_core::language::{Language, Text};
use edagari_core::search::{Exploration, Playout, Sampling, SamplingSetup};
use egui::{DragValue, Ui};

/// Draws the rows of a grid with two columns.
pub(super) fn sampling_ui(ui: &mut Ui, language: Language, sampling: Sampling, setup: &mut SamplingSetup) {
    group_ui(ui, language.text(Text::GroupSampling));
    let iterations = DragValue::new(&mut setup.iterations).range(1..=SamplingSetup::MOST_ITERATIONS).speed(10.0);
    number_ui(ui, language, Text::SamplingIterations, iterations);
    let mut constant = setup.exploration.get();
    let field = DragValue::new(&mut constant).range(0.0..=1e6).speed(0.01).max_decimals(4);
    number_ui(ui, language, Text::SamplingExploration, field);
    // The field shows fewer decimals than √2 has, so only a change is taken over.
    if constant.to_bits() != setup.exploration.get().to_bits()
        && let Some(exploration) = Exploration::new(constant)
    {
        setup.exploration = exploration;
    }
    choice_ui(ui, language, Text::SamplingPlayouts, &mut setup.playouts, &Playout::ALL, |playout| match playout {
        Playout::Random => Text::PlayoutRandom,
        Playout::First => Text::PlayoutFirst,
        Playout::Evaluation => Text::PlayoutEvaluation,
    });
    if setup.playouts == Playout::Random {
        number_ui(ui, language, Text::SamplingSeed, DragValue::new(&mut setup.seed));
    }
    if sampling == Sampling::Uct {
        switch_ui(ui, language, &mut setup.expands_all, Text::SamplingExpandsAll);
    }
    switch_ui(ui, language, &mut setup.solver, Text::SamplingSolver);
}
