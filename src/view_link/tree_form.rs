//! Forms of a tree.

use serde::{Deserialize, Serialize};

/// View of a tree: focus view, whole tree or icicle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum TreeForm {
    /// Focus view: the important nodes at the current frame.
    #[default]
    #[serde(alias = "Subtree")]
    Focus,
    /// Whole tree, with small subtrees collapsed.
    Whole,
    /// Whole tree as an icicle.
    Icicle,
}
