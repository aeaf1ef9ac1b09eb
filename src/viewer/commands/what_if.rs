//! Commands of the panel in which trees are edited.

use std::path::PathBuf;

use crate::viewer::session::RunId;
use edagari_teach::what_if::Edit;

/// A command on a tree that is edited by hand.
#[derive(Clone, PartialEq, Debug)]
pub enum WhatIfCommand {
    /// Adds an editable copy of a run.
    Begin(RunId),
    /// Edits the tree of a run.
    Edit {
        /// Run with the tree.
        run: RunId,
        /// Edit to make.
        edit: Edit,
        /// Whether the edit continues the previous one, as during a drag; both are then undone together.
        goes_on: bool,
    },
    /// Saves the tree of a run as a textbook tree.
    Save {
        /// Run with the tree.
        run: RunId,
        /// File to write.
        path: PathBuf,
    },
}
