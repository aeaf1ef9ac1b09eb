//! Limits and errors of the noise laboratory.

use crate::score::DistributionError;

/// The maximum depth of a regular tree.
pub(super) const MAX_DEPTH: u32 = 200;
/// The maximum number of children per node of a regular tree.
pub(super) const MAX_CHILDREN: usize = 100;
/// The maximum distance of a child from the best child.
pub(super) const MAX_OFFSET: i32 = 1000;

/// The reason why noise cannot be computed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoiseError {
    /// The noise is not a valid distribution.
    #[error(transparent)]
    Distribution(#[from] DistributionError),
    /// A regular tree has no children, or too many.
    #[error("there are {0} offsets, expected one for each child, from 1 to {most}", most = MAX_CHILDREN)]
    Children(usize),
    /// A child is too far from the best child.
    #[error("offset is {0}, expected a whole number from -{most} to {most}", most = MAX_OFFSET)]
    Offset(i32),
    /// A regular tree is too deep.
    #[error("depth is {0}, expected 0 to {most}", most = MAX_DEPTH)]
    Depth(u32),
    /// A game has too many positions.
    #[error(
        "the game has more than {most} positions to its end, expected a smaller one, later moves to start after, or a \
         depth limit"
    )]
    TooLarge {
        /// The maximum number of positions.
        most: usize,
    },
    /// The computation was cancelled.
    #[error("the computation was cancelled")]
    Cancelled,
}
