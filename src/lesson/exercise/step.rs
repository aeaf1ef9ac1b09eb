use super::ExerciseTree;
use crate::score::{BoundKind, Score, Window};

/// One step of a search by hand. Nodes are those of the exercise's tree; scores and windows are as they are written in the exercise, in
/// [`View::Negamax`](super::View) with the signs of the player to move at the node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A node above the leaves is entered.
    Enter {
        /// The node.
        node: u32,
        /// Its window.
        window: Window,
    },
    /// A node is struck: it is skipped, with all below it.
    Skip {
        /// The node.
        node: u32,
    },
    /// A node above the leaves returns. Leaves need no step: one that is not struck was evaluated.
    Return {
        /// The node.
        node: u32,
        /// What it returns.
        score: Score,
        /// Whether that is its value or a bound, where the exercise asks for it.
        bound: Option<BoundKind>,
    },
}

impl Step {
    /// The node that the step is about.
    #[must_use]
    pub const fn node(self) -> u32 {
        match self {
            Self::Enter { node, .. } | Self::Skip { node } | Self::Return { node, .. } => node,
        }
    }

    /// The node at which one goes on after the step, so that hands need not leave the keyboard: it is no hint of what is right there.
    #[must_use]
    pub fn goes_on_at(self, tree: &ExerciseTree) -> u32 {
        let node = self.node();
        let above_leaves = |nodes: &[u32]| nodes.iter().copied().find(|&node| !tree.is_leaf(node));
        if matches!(self, Self::Enter { .. }) {
            return above_leaves(tree.children(node)).unwrap_or(node);
        }
        let Some(parent) = tree.parent(node) else { return node };
        above_leaves(&tree.children(parent)[tree.place(node) + 1..]).unwrap_or(parent)
    }
}

/// What a student wrote down, in the order of writing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answers {
    /// The steps.
    pub steps: Vec<Step>,
}
