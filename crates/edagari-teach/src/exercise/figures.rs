//! Statistics of an exercise.

use super::questions::star1_cuts;
use super::{Cut, Exercise, Kind, ModelAnswer};
use edagari_core::score::Player;

/// Statistics of an exercise, counted in its model answer, which show the teacher whether the exercises of a set are equally difficult.
///
/// ```
/// use edagari_teach::exercise::{ExerciseFigures, ModelAnswer};
///
/// # use edagari_core::game::TextbookTree;
/// # use edagari_teach::exercise::{Convention, Exercise, ExerciseTree};
/// # let tree = ExerciseTree::from_nodes(TextbookTree::three_move_figure().to_nodes())?;
/// # let exercise = Exercise::new(tree, Convention::default())?;
/// // `exercise` asks for α-β on the three-move figure.
/// let figures = ExerciseFigures::of(&exercise, &ModelAnswer::of(&exercise));
/// assert_eq!((figures.leaves, figures.evaluated), (8, 5));
/// assert_eq!((figures.alpha_cuts, figures.beta_cuts), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize)]
pub struct ExerciseFigures {
    /// Number of nodes of the tree.
    pub nodes: u32,
    /// Number of leaves of the tree.
    pub leaves: u32,
    /// Number of leaves that are evaluated.
    pub evaluated: u32,
    /// Number of steps that are written down.
    pub steps: u32,
    /// Number of nodes that are struck, not counting the nodes below them.
    pub struck: u32,
    /// Number of cuts that skip at least one node.
    pub cuts: u32,
    /// Number of α-cuts (at min nodes).
    pub alpha_cuts: u32,
    /// Number of β-cuts (at max nodes).
    pub beta_cuts: u32,
    /// Number of cuts that skip a node with children.
    pub cuts_above_leaves: u32,
    /// Number of deep cuts: their bound comes from above the nearest ancestor of the other player.
    pub deep_cuts: u32,
}

impl ExerciseFigures {
    /// Computes the statistics of an exercise from its model answer; those of [`Kind::Star1`] follow
    /// from its own search.
    #[must_use]
    pub fn of(exercise: &Exercise, model: &ModelAnswer) -> Self {
        let cuts = |counts: &dyn Fn(&Cut) -> bool| model.cuts.iter().filter(|cut| counts(cut)).count() as u32;
        let figures = Self {
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
        };
        match exercise.kind() {
            Kind::Star1 { highest, .. } => star1_cuts(exercise.tree(), highest).map_or(figures, |own| Self {
                evaluated: own.evaluated,
                struck: own.struck,
                cuts: own.cuts,
                alpha_cuts: own.cuts,
                cuts_above_leaves: own.cuts_above_leaves,
                ..figures
            }),
            _ => figures,
        }
    }

    /// Returns the share of leaves that are never evaluated, from 0 to 1.
    #[must_use]
    pub fn pruned_share(&self) -> f64 {
        f64::from(self.leaves - self.evaluated) / f64::from(self.leaves.max(1))
    }
}
