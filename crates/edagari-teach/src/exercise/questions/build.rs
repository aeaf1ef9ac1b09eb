//! The questions of an exercise, by its kind.

use super::question::Questions;
use super::{bug, cross_out, deepening, expectimax, interval, order, proof_numbers, star1, uct, values};
use crate::exercise::localized_text::LocalizedText;
use crate::exercise::{Exercise, Kind, KindError, KindName};
use edagari_core::language::Text;

impl Questions {
    /// Derives the questions of an exercise from its search; `None` for [`Kind::Search`].
    #[must_use]
    pub fn of(exercise: &Exercise) -> Option<Self> {
        built(exercise).ok().flatten()
    }
}

impl Exercise {
    /// Returns the exercise with another kind.
    ///
    /// # Errors
    /// [`KindError`] if the tree or the convention does not fit the kind.
    pub fn with_kind(self, kind: Kind) -> Result<Self, KindError> {
        let exercise = Self { kind, ..self };
        built(&exercise)?;
        Ok(exercise)
    }
}

fn built(exercise: &Exercise) -> Result<Option<Questions>, KindError> {
    let (kind, convention, tree) = (exercise.kind(), exercise.convention(), exercise.tree());
    let is_of_chance = |node: u32| tree.parent(node).is_some_and(|parent| exercise.is_chance(parent));
    if let Some(node) = tree.nodes().find(|&node| tree.probability(node).is_some() && !is_of_chance(node)) {
        let name = edagari_core::language::visible(tree.name(node)).into_owned();
        return Err(KindError(LocalizedText::from(Text::KindNoChance).with("node", &name)));
    }
    if kind == Kind::Search {
        return Ok(None);
    }
    let refused = |text: Text| Err(KindError(LocalizedText::from(text).with_message("kind", kind.name().text())));
    if kind.name().is_minimax() == convention.search.cuts() {
        return refused(if kind.name().is_minimax() { Text::KindNeedsMinimax } else { Text::KindNeedsCuts });
    }
    if kind.name().has_own_rules() && kind.name() != KindName::Bug && !convention.is_plain() {
        return refused(Text::KindOwnRules);
    }
    match kind {
        Kind::Search => Ok(None),
        Kind::CrossOut => Ok(Some(cross_out::questions(exercise))),
        Kind::Values => Ok(Some(values::questions(exercise))),
        Kind::Expectimax => expectimax::questions(exercise).map(Some),
        Kind::Star1 { lowest, highest } => star1::questions(exercise, [lowest, highest]).map(Some),
        Kind::ProofNumbers => Ok(Some(proof_numbers::questions(exercise))),
        Kind::Uct { iterations } => uct::questions(exercise, iterations).map(Some),
        Kind::Order { node } => order::questions(exercise, node).map(Some),
        Kind::Interval { leaf, node } => interval::questions(exercise, leaf, node).map(Some),
        Kind::Deepening => deepening::questions(exercise).map(Some),
        Kind::Bug(fault) => bug::questions(exercise, fault).map(Some),
    }
}
