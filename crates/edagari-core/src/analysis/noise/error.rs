//! Limits and errors of the noise laboratory.

use crate::language::{HasMessage, Message, Text};
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
#[error("{}", self.message())]
pub enum NoiseError {
    /// The noise is not a valid distribution.
    #[error(transparent)]
    Distribution(#[from] DistributionError),
    /// A regular tree has no children, or too many.
    Children(usize),
    /// A child is too far from the best child.
    Offset(i32),
    /// A regular tree is too deep.
    Depth(u32),
    /// A game has too many positions.
    TooLarge {
        /// The maximum number of positions.
        most: usize,
    },
    /// The computation was cancelled.
    Cancelled,
}

impl HasMessage for NoiseError {
    fn message(&self) -> Message {
        match self {
            Self::Distribution(error) => error.message(),
            Self::Children(count) => Message::from(Text::ErrorOffsets).with("count", count).with("most", &MAX_CHILDREN),
            Self::Offset(value) => Message::from(Text::ErrorOffset).with("value", value).with("most", &MAX_OFFSET),
            Self::Depth(value) => Message::from(Text::ErrorNoiseDepth).with("value", value).with("most", &MAX_DEPTH),
            Self::TooLarge { most } => Message::from(Text::ErrorNoiseTooLarge).with("most", most),
            Self::Cancelled => Text::ErrorComputationCancelled.into(),
        }
    }
}
