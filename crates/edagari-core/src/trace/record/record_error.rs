//! The memory limit of a trace, and the reasons why a run cannot be recorded.

use crate::game::SetupError;
use crate::language::{HasMessage, Message, Text};
use crate::search::RefusedSetup;
use crate::trace::Abandoned;

/// Default memory limit of a trace in bytes: 2 GiB.
pub const DEFAULT_MEMORY_LIMIT: u64 = 2 << 30;

/// Error that prevents a recording.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[error("{}", self.message())]
pub enum RecordError {
    /// The setup contains an invalid game or position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The options of the passes are incompatible with the search.
    #[error(transparent)]
    Passes(#[from] RefusedSetup),
    /// The order `best` needs the exact values of the whole tree.
    TooLargeToOrder {
        /// Memory limit in bytes.
        limit: u64,
    },
    /// The search is deeper than the stack of a page in a browser allows.
    TooDeep {
        /// Maximum number of moves from the start.
        levels: usize,
    },
    /// The recording was abandoned, see [`Progress::abandon`](crate::trace::Progress::abandon).
    #[error(transparent)]
    Abandoned(#[from] Abandoned),
}

impl HasMessage for RecordError {
    fn message(&self) -> Message {
        match self {
            Self::Setup(error) => error.message(),
            Self::Passes(error) => error.message(),
            Self::TooLargeToOrder { limit } => Message::from(Text::ErrorTooLargeToOrder).with("limit", limit),
            Self::TooDeep { levels } => Message::from(Text::ErrorTooDeep).with("levels", levels),
            Self::Abandoned(abandoned) => abandoned.message(),
        }
    }
}
