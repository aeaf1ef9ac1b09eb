use super::ExerciseTree;
use edagari_core::score::{BoundKind, Score, Window};

/// Step of a search by hand. Nodes are those of the exercise's tree. Scores and windows are in written form: with
/// [`View::Negamax`](super::View), they have the signs of the player to move at the node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Entry of a node with children.
    Enter {
        /// Node that is entered.
        node: u32,
        /// Window of the node.
        window: Window,
    },
    /// Striking of a node: the node and all its descendants are skipped.
    Skip {
        /// Node that is struck.
        node: u32,
    },
    /// Return of a node with children. Leaves need no step: a leaf that is not struck is evaluated.
    Return {
        /// Node that returns.
        node: u32,
        /// Returned score.
        score: Score,
        /// Kind of the score, exact or a bound; `None` if the exercise does not require it.
        bound: Option<BoundKind>,
    },
}

impl Step {
    /// Returns the node of the step.
    #[must_use]
    pub const fn node(self) -> u32 {
        match self {
            Self::Enter { node, .. } | Self::Skip { node } | Self::Return { node, .. } => node,
        }
    }

    /// Returns the node to select after the step, for keyboard use. It does not depend on the right answer.
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

/// Steps that a student wrote down, in the order of writing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answers {
    /// Steps of the answer.
    pub steps: Vec<Step>,
}
