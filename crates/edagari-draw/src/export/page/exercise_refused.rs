//! Limits of pages with exercises.

use edagari_teach::exercise::{Generated, MAX_STAGES};

/// Maximum number of nodes of a tree on a page: larger trees are too large to search by hand on a
/// screen.
pub const MAX_PAGE_NODES: usize = 120;
/// Maximum number of exercises on a page.
pub const MAX_PAGE_EXERCISES: usize = 20;

/// Reason why exercises cannot be exported as a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExercisePageRefused {
    /// The tree of an exercise is too large.
    #[error("exercise {number}: its tree has {nodes} nodes, expected at most {MAX_PAGE_NODES} on a page")]
    TooLarge {
        /// Number of the exercise.
        number: u32,
        /// Number of nodes of its tree.
        nodes: usize,
    },
    /// An exercise has too many possible orders of steps.
    #[error(
        "exercise {number}: what is skipped can be struck in too many orders, or there are too many steps; expected at most {MAX_STAGES} \
         stages on a page: a smaller tree, or fewer children after a cut"
    )]
    TooManyStages {
        /// Number of the exercise.
        number: u32,
    },
    /// The page has too many exercises.
    #[error("{count} exercises: a page has at most {MAX_PAGE_EXERCISES}, expected fewer")]
    TooMany {
        /// Number of exercises requested.
        count: usize,
    },
    /// An exercise without questions is among exercises with questions.
    #[error(
        "exercise {number} is a search to write down, and others have questions: expected one of the two on a page"
    )]
    Mixed {
        /// Number of the exercise without questions.
        number: u32,
    },
    /// The list of exercises is empty.
    #[error("there are no exercises for a page, expected at least one")]
    Nothing,
}

impl ExercisePageRefused {
    /// Returns the first exercise, if a page can have that many exercises.
    pub(super) const fn first_of(exercises: &[Generated]) -> Result<&Generated, Self> {
        match exercises {
            [] => Err(Self::Nothing),
            [first, ..] if exercises.len() <= MAX_PAGE_EXERCISES => Ok(first),
            _ => Err(Self::TooMany { count: exercises.len() }),
        }
    }
}
