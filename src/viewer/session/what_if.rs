//! The tree of a run that is changed by hand.

use std::sync::Arc;

use super::run_id::RunId;
use crate::lesson::what_if::{EditHistory, EditedId};
use crate::trace::Trace;

/// What a run has besides others, if its tree is changed by hand.
#[derive(Debug)]
pub struct WhatIf {
    /// The run whose tree it was first.
    pub from: RunId,
    /// The tree as it is now, and what can be undone.
    pub history: EditHistory,
    /// What was looked at before the search that is under way.
    pub(super) looked: Option<Looked>,
    /// Whether the tree was changed after that search began.
    pub(super) is_behind: bool,
}

/// What was looked at in a trace.
#[derive(Debug)]
pub(super) struct Looked {
    pub(super) trace: Arc<Trace>,
    pub(super) frame: usize,
    /// The selected node and those above it, for it can be cut off; none if it is not one of the tree.
    pub(super) nodes: Vec<EditedId>,
}

impl WhatIf {
    /// A copy without the search under way.
    pub(super) fn at_rest(&self) -> Self {
        Self { from: self.from, history: self.history.clone(), looked: None, is_behind: false }
    }

    /// The node of the tree to which these moves lead.
    #[must_use]
    pub fn selected(&self, center: &[u32]) -> Option<EditedId> {
        self.history.tree().at(center)
    }

    /// That node, and those above it up to the root.
    pub(super) fn selected_and_above(&self, center: &[u32]) -> Vec<EditedId> {
        std::iter::successors(self.selected(center), |&node| self.history.tree().parent(node)).collect()
    }
}
