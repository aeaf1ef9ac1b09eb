use super::{Exercise, ModelAnswer};
use crate::score::Player;

/// What is counted of an exercise, so that a teacher sees that the exercises of a set are equally hard: the figures of its right answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize)]
pub struct ExerciseFigures {
    /// Nodes of the tree.
    pub nodes: u32,
    /// Leaves of the tree.
    pub leaves: u32,
    /// Leaves that are evaluated.
    pub evaluated: u32,
    /// Steps that are written down.
    pub steps: u32,
    /// Nodes that are struck, without those below them.
    pub struck: u32,
    /// Cuts that skip something: α-cuts and β-cuts.
    pub cuts: u32,
    /// Those at min nodes.
    pub alpha_cuts: u32,
    /// Those at max nodes.
    pub beta_cuts: u32,
    /// Those that skip a node with children.
    pub cuts_above_leaves: u32,
    /// Those whose bound comes from further up than the last node of the other player.
    pub deep_cuts: u32,
}

impl ExerciseFigures {
    /// Counts.
    #[must_use]
    pub fn of(exercise: &Exercise, model: &ModelAnswer) -> Self {
        let cuts = |counts: &dyn Fn(&super::Cut) -> bool| model.cuts.iter().filter(|cut| counts(cut)).count() as u32;
        Self {
            nodes: exercise.tree().len() as u32,
            leaves: exercise.tree().leaves().count() as u32,
            evaluated: model.evaluated.len() as u32,
            steps: model.steps.len() as u32,
            struck: model.cuts.iter().map(|cut| cut.skipped.len() as u32).sum(),
            cuts: cuts(&|_| true),
            alpha_cuts: cuts(&|cut| cut.player == Player::Min),
            beta_cuts: cuts(&|cut| cut.player == Player::Max),
            cuts_above_leaves: cuts(&|cut| cut.is_above_leaves),
            deep_cuts: cuts(&|cut| cut.is_deep),
        }
    }

    /// The share of leaves that are never evaluated, from 0 to 1.
    #[must_use]
    pub fn pruned_share(&self) -> f64 {
        f64::from(self.leaves - self.evaluated) / f64::from(self.leaves.max(1))
    }
}
