//! Conversion of the tree of a run to an exercise.

use super::edited_tree::EditedTree;
use crate::exercise::{Convention, Exercise, ExerciseTree, Returned, SearchByHand};
use edagari_core::search::Algorithm;
use edagari_core::trace::Setup;

/// Returns an exercise with the tree and, as far as it can be done by hand, the search of a run with this setup; `None` if the
/// tree has too many nodes or unsuitable names.
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
