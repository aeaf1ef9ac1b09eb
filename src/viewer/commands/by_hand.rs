//! Commands of the panel in which exercises are done by hand.

use std::path::PathBuf;
use std::sync::Arc;

use edagari_draw::export::Sheets;
use edagari_teach::exercise::{ExerciseSet, Generated, Step};

/// A command on an exercise that is done by hand.
#[derive(Clone, PartialEq, Debug)]
pub enum ByHandCommand {
    /// Starts an exercise.
    Begin(Box<Generated>),
    /// Selects a node.
    Select(u32),
    /// Adds a step to the answer.
    Take(Step),
    /// Removes the last step.
    Undo,
    /// Hands in the answer.
    HandIn,
    /// Restarts the exercise.
    Again,
    /// Closes the exercise.
    Close,
    /// Saves the exercise to a file.
    SaveExercise(PathBuf),
    /// Saves the answer to a file.
    SaveAnswers(PathBuf),
    /// Saves a set of exercises, in the format of the file's extension.
    SaveSet {
        /// Exercises to save.
        set: Arc<ExerciseSet>,
        /// Contents of the sheets.
        sheets: Sheets,
        /// File to write; if each exercise gets a file of its own, the files are numbered.
        path: PathBuf,
    },
}
