//! The requests of the panel that changes trees.

use std::path::PathBuf;

use crate::lesson::what_if::Edit;
use crate::viewer::session::RunId;

/// A request on a tree that is changed by hand.
#[derive(Clone, PartialEq, Debug)]
pub enum WhatIfCommand {
    /// Makes a copy of a run, whose tree can be changed.
    Begin(RunId),
    /// Changes the tree of a run.
    Edit {
        /// The run.
        run: RunId,
        /// The change.
        edit: Edit,
        /// Whether it belongs to the change before it, as while something is dragged.
        goes_on: bool,
    },
    /// Saves the tree of a run as a textbook tree.
    Save {
        /// The run.
        run: RunId,
        /// The file.
        path: PathBuf,
    },
}
