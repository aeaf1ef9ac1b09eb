//! Start of an exercise from the tree of a run.

use crate::viewer::commands::{Action, ByHandCommand, Command};
use edagari_core::language::{Language, Text};
use edagari_core::trace::Setup;
use edagari_teach::exercise::{Generated, MAX_NODES};
use edagari_teach::what_if::{EditedTree, exercise_of};

/// Returns the commands that start the exercise, or a message why the tree cannot be one.
pub(super) fn begin_by_hand(tree: &EditedTree, setup: &Setup, language: Language) -> Vec<Command> {
    if setup.process.algorithm().is_none() {
        return vec![Command::Tell(language.text(Text::WhatIfNoHand).to_owned())];
    }
    let Some(exercise) = exercise_of(tree, setup) else {
        let most = language.number(MAX_NODES as u64);
        return vec![Command::Tell(language.fill(Text::WhatIfNoExercise, &[("most", &most)]))];
    };
    let made = Box::new(Generated::of(1, exercise));
    vec![Command::ByHand(ByHandCommand::Begin(made)), Command::OpenPanel(Action::ByHand)]
}
