use crate::score::DistributionError;

/// The greatest depth of a regular tree.
pub(super) const MOST_DEPTH: u32 = 200;
/// The most children of its nodes.
pub(super) const MOST_CHILDREN: usize = 100;
/// The farthest that a child can be from the best one.
pub(super) const MOST_OFFSET: i32 = 1000;

/// Why noise cannot be computed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoiseError {
    /// The noise is not a distribution.
    #[error(transparent)]
    Distribution(#[from] DistributionError),
    /// A regular tree has no children, or too many.
    #[error("there are {0} offsets, expected one for each child, from 1 to {most}", most = MOST_CHILDREN)]
    Children(usize),
    /// A child lies too far from the best one.
    #[error("offset is {0}, expected a whole number from -{most} to {most}", most = MOST_OFFSET)]
    Offset(i32),
    /// A regular tree is too deep.
    #[error("depth is {0}, expected 0 to {most}", most = MOST_DEPTH)]
    Depth(u32),
    /// A game has too many positions.
    #[error(
        "the game has more than {most} positions to its end, expected a smaller one, later moves to start after, or a \
         depth limit"
    )]
    TooLarge {
        /// The most that are held.
        most: usize,
    },
    /// The computation was cancelled.
    #[error("it was cancelled")]
    Cancelled,
}
