//! Which exercises are too much for a page.

use crate::lesson::exercise::MOST_STAGES;

/// The most nodes of a tree on a page: more are not searched by hand on a screen.
pub const MOST_PAGE_NODES: usize = 120;
/// The most exercises of a page.
pub const MOST_PAGE_EXERCISES: usize = 20;

/// Why exercises are no page: a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExercisePageRefused {
    /// A tree is too large.
    #[error("exercise {number}: its tree has {nodes} nodes, expected at most {MOST_PAGE_NODES} on a page")]
    TooLarge {
        /// The number of the exercise.
        number: u32,
        /// The nodes of its tree.
        nodes: usize,
    },
    /// There are too many ways through an exercise.
    #[error(
        "exercise {number}: what is skipped can be struck in too many orders, or there are too many steps; expected at most {MOST_STAGES} \
         stages on a page: a smaller tree, or fewer children behind a cut"
    )]
    TooManyStages {
        /// The number of the exercise.
        number: u32,
    },
    /// There are too many exercises.
    #[error("{count} exercises: a page has at most {MOST_PAGE_EXERCISES}, expected fewer")]
    TooMany {
        /// So many.
        count: usize,
    },
    /// There are none.
    #[error("there are no exercises for a page, expected at least one")]
    Nothing,
}
