//! The tree of a run as an exercise.

use super::edited_tree::EditedTree;
use crate::lesson::exercise::{Convention, Exercise, ExerciseTree, Returned, SearchByHand};
use crate::search::Algorithm;
use crate::trace::Setup;

/// An exercise in which a tree is searched by hand as a run with this setup does, as far as that is done by hand; none if the tree has too many
/// nodes for it, or names that it cannot have.
#[must_use]
pub fn exercise_of(tree: &EditedTree, setup: &Setup) -> Option<Exercise> {
    let algorithm = setup.process.algorithm();
    let search = match algorithm {
        Some(Algorithm::Minimax) => SearchByHand::Minimax,
        Some(Algorithm::AlphaBetaOneBound) => SearchByHand::OneBound,
        Some(Algorithm::Pvs) => SearchByHand::Pvs,
        _ => SearchByHand::AlphaBeta,
    };
    let convention = Convention {
        search,
        windows: search.cuts(),
        returned: if algorithm == Some(Algorithm::AlphaBeta) { Returned::Hard } else { Returned::Soft },
        table: search == SearchByHand::Pvs && setup.table.is_some(),
        ..Convention::default()
    };
    let tree = ExerciseTree::from_nodes(tree.to_textbook().ok()?.to_nodes()).ok()?;
    Exercise::new(tree, convention).ok()
}
