//! The tree of a run that is edited by hand.

use std::sync::Arc;

use crate::viewer::session::runs::run_id::RunId;
use edagari_core::trace::Trace;
use edagari_teach::what_if::{EditHistory, EditedId};

/// State of a run whose tree is edited by hand.
#[derive(Debug)]
pub struct WhatIf {
    /// Run from which the tree was copied.
    pub from: RunId,
    /// Edited tree, and its changes to undo or redo.
    pub history: EditHistory,
    /// View before the search in progress.
    pub(in crate::viewer::session) looked: Option<Looked>,
    /// Whether the tree was edited after the search in progress started.
    pub(in crate::viewer::session) is_behind: bool,
}

/// A view of a trace.
#[derive(Debug)]
pub(in crate::viewer::session) struct Looked {
    pub(in crate::viewer::session) trace: Arc<Trace>,
    pub(in crate::viewer::session) frame: usize,
    /// Selected node and its ancestors, because an edit can remove nodes; empty if the node is not in the tree.
    pub(in crate::viewer::session) nodes: Vec<EditedId>,
}

impl WhatIf {
    /// Copies the state without the search in progress.
    pub(in crate::viewer::session) fn at_rest(&self) -> Self {
        Self { from: self.from, history: self.history.clone(), looked: None, is_behind: false }
    }

    /// Returns the node of the tree to which the moves lead.
    #[must_use]
    pub fn selected(&self, path: &[u32]) -> Option<EditedId> {
        self.history.tree().at(path)
    }

    /// Returns that node and its ancestors, up to the root.
    pub(in crate::viewer::session) fn selected_and_above(&self, path: &[u32]) -> Vec<EditedId> {
        std::iter::successors(self.selected(path), |&node| self.history.tree().parent(node)).collect()
    }
}
