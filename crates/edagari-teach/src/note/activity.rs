//! Activities of notes: interactive tasks for the reader of a lesson.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::play_tree::{PlayTree, Unplayable};
use crate::what_if::{LeafChangeError, LeafChanges, exercise_of_run};
use edagari_core::game::Player;
use edagari_core::trace::Trace;

/// Something that the reader does with the tree of a note's run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Activity {
    /// Plays the game from the start of the run, as this player, against minimax.
    Play(Player),
    /// Sets branching factor and depth, and compares the leaves of the whole tree with those of the minimal tree.
    Growth,
    /// Changes the score of a leaf, and sees the result of the search.
    Change,
    /// Does the search of the tree by hand, as an exercise.
    Exercise,
}

/// Reason why an activity is not possible with the run of a note.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoActivity {
    /// The tree cannot be played.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// The leaves cannot be changed.
    #[error(transparent)]
    Unchangeable(#[from] LeafChangeError),
    /// The tree is no exercise.
    #[error("the run cannot be done by hand, expected a search of a small tree")]
    NoExercise,
}

impl fmt::Display for Activity {
    /// Writes the activity as in a file of notes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(Player::Max) => f.write_str("Play(max)"),
            Self::Play(Player::Min) => f.write_str("Play(min)"),
            Self::Growth => f.write_str("Growth"),
            Self::Change => f.write_str("Change"),
            Self::Exercise => f.write_str("Exercise"),
        }
    }
}

impl Activity {
    /// Checks that a run has the activity.
    ///
    /// # Errors
    /// [`NoActivity`] contains the reason.
    pub fn check(self, trace: &Trace) -> Result<(), NoActivity> {
        match self {
            Self::Play(_) => PlayTree::of(trace).map(drop)?,
            Self::Growth => {}
            Self::Change => LeafChanges::of(trace).map(drop)?,
            Self::Exercise => exercise_of_run(trace).map(drop).ok_or(NoActivity::NoExercise)?,
        }
        Ok(())
    }
}

/// Largest branching factor, and largest depth, that a reader can set for [`Activity::Growth`].
pub const MAX_GROWTH: (u32, u32) = (40, 16);

/// Returns the number of leaves of a tree in which each node has `branching` children, and of its minimal tree: the leaves that
/// α-β evaluates if the best move is always first (Knuth and Moore 1975).
///
/// ```
/// use edagari_teach::note::leaves_of_growth;
///
/// assert_eq!(leaves_of_growth(3, 4), (81, 17));
/// assert_eq!(leaves_of_growth(2, 3), (8, 5));
/// ```
#[must_use]
pub const fn leaves_of_growth(branching: u32, depth: u32) -> (u128, u128) {
    let branching = branching as u128;
    let half = branching.saturating_pow(depth / 2);
    let other_half = branching.saturating_pow(depth.div_ceil(2));
    (branching.saturating_pow(depth), half.saturating_add(other_half).saturating_sub(1))
}
