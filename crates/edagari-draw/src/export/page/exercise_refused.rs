//! Limits of pages with exercises.

use edagari_core::language::{HasMessage, Message, Text};
use edagari_teach::exercise::{Generated, MAX_STAGES};

/// Maximum number of nodes of a tree on a page: larger trees are too large to search by hand on a
/// screen.
pub const MAX_PAGE_NODES: usize = 120;
/// Maximum number of exercises on a page.
pub const MAX_PAGE_EXERCISES: usize = 20;

/// Reason why exercises cannot be exported as a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum ExercisePageRefused {
    /// The tree of an exercise is too large.
    TooLarge {
        /// Number of the exercise.
        number: u32,
        /// Number of nodes of its tree.
        nodes: usize,
    },
    /// An exercise has too many possible orders of steps.
    TooManyStages {
        /// Number of the exercise.
        number: u32,
    },
    /// The page has too many exercises.
    TooMany {
        /// Number of exercises requested.
        count: usize,
    },
    /// An exercise without questions is among exercises with questions.
    Mixed {
        /// Number of the exercise without questions.
        number: u32,
    },
    /// The list of exercises is empty.
    Nothing,
}

impl HasMessage for ExercisePageRefused {
    fn message(&self) -> Message {
        match self {
            Self::TooLarge { number, nodes } => Message::from(Text::ErrorPageTooLarge)
                .with("number", number)
                .with("nodes", nodes)
                .with("most", &MAX_PAGE_NODES),
            Self::TooManyStages { number } => {
                Message::from(Text::ErrorPageStages).with("number", number).with("most", &MAX_STAGES)
            }
            Self::TooMany { count } => {
                Message::from(Text::ErrorPageTooMany).with("count", count).with("most", &MAX_PAGE_EXERCISES)
            }
            Self::Mixed { number } => Message::from(Text::ErrorPageMixed).with("number", number),
            Self::Nothing => Text::ErrorPageNothing.into(),
        }
    }
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
