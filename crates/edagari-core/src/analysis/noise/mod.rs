//! The effect of search depth on a noisy evaluation: distributions of noisy evaluations, propagated
//! up a tree by maximum and minimum; and results of searches on real games.

mod error;
mod model_tree;
mod regular_tree;
mod sampling;

pub use error::NoiseError;
pub use model_tree::ModelTree;
pub use regular_tree::{RegularTree, node_of_path, tree_distributions};
pub use sampling::{DepthSample, SamplingPlan, sample_depths};

use crate::score::{Distribution, Player};

/// The distribution of a node's score, from the distributions of its independent children.
fn best_for(player: Player, children: &[Distribution]) -> Distribution {
    match player {
        Player::Max => Distribution::maximum(children),
        Player::Min => Distribution::minimum(children),
    }
}
