//! What depth does to an uncertain evaluation: distributions of noisy evaluations, carried up a tree by maximum and minimum,
//! and what comes out of searches on real games.

mod distribution;
mod model_tree;
mod regular_tree;
mod sampling;

pub use distribution::{Distribution, DistributionError, MOST_AREA};
pub use model_tree::{ModelTree, NoiseError};
pub use regular_tree::RegularTree;
pub use sampling::{DepthSample, SamplingPlan, sample_depths};
