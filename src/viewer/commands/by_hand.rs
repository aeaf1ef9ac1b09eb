//! The requests of the panel in which exercises are done by hand.

use std::path::PathBuf;
use std::sync::Arc;

use crate::export::Sheets;
use crate::lesson::exercise::{ExerciseSet, Generated, Step};

/// A request on an exercise that is done by hand.
#[derive(Clone, PartialEq, Debug)]
pub enum ByHandCommand {
    /// Begins an exercise.
    Begin(Box<Generated>),
    /// Selects a node.
    Select(u32),
    /// Writes a step down.
    Take(Step),
    /// Takes the last step back.
    Undo,
    /// Hands the answer in.
    HandIn,
    /// Begins the same exercise anew.
    Again,
    /// Puts the exercise away.
    Close,
    /// Saves the exercise.
    SaveExercise(PathBuf),
    /// Saves the answer.
    SaveAnswers(PathBuf),
    /// Saves a set of exercises, as the ending of the file's name says.
    SaveSet {
        /// The set.
        set: Arc<ExerciseSet>,
        /// How sheets are made.
        sheets: Sheets,
        /// The file; where each exercise is a file of its own, they are numbered.
        path: PathBuf,
    },
}
