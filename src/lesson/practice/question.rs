//! A question, its choices and its right answer.

use std::collections::BTreeSet;

use super::kind::QuestionKind;
use crate::score::{Answer, BoundKind, Score, Window};
use crate::trace::{Cut, NodeId, Trace, VisitId};

/// The most choices of a question: each has a key of its own.
pub const MOST_CHOICES: usize = 6;

/// A question that is asked before a frame is shown. Everything that it takes to answer is in the frames before.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// The frame that shows the answer.
    pub frame: usize,
    /// What is asked for.
    pub kind: QuestionKind,
    /// The visit whose frame it is.
    pub visit: VisitId,
    /// The child that has returned to it, at a `Score` or an `Update`.
    pub child: Option<VisitId>,
    /// The choices, all different; one is right.
    pub choices: Vec<Choice>,
    /// The index of the right one.
    pub right: usize,
}

/// An answer that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// This score is taken in.
    Score {
        /// The score.
        score: Score,
        /// Whether it is better than what the node has, for the player who moves there.
        is_better: bool,
    },
    /// This is the window from now on.
    Window(Window),
    /// This cut is made, or none.
    Cut(Option<Cut>),
    /// These children are skipped.
    Skipped {
        /// The visit whose children they are.
        of: VisitId,
        /// The children, in search order.
        nodes: Vec<NodeId>,
    },
    /// This is returned.
    Returned {
        /// The score.
        score: Score,
        /// Whether it is the value or a bound of it.
        kind: BoundKind,
    },
    /// This is what the entry does.
    Entry(Answer),
}

/// An answer that is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The choice with this index.
    Choice(usize),
    /// These nodes, marked in the picture.
    Marked(BTreeSet<NodeId>),
}

impl Question {
    /// A question with its right answer and wrong ones, the most typical mistakes first. Those that are equal to another are left out, and
    /// so are those for which there is no room; `None` if none is left.
    pub(super) fn new(
        (frame, kind): (usize, QuestionKind),
        (visit, child): (VisitId, Option<VisitId>),
        right: Choice,
        wrong: impl IntoIterator<Item = Choice>,
        most: usize,
    ) -> Option<Self> {
        let mut choices = vec![right];
        for choice in wrong {
            if choices.len() < most.min(MOST_CHOICES) && !choices.contains(&choice) {
                choices.push(choice);
            }
        }
        // The place must not tell which is right.
        let place_of_right = order(&choices[0]);
        choices.sort_by_key(order);
        let right = choices.iter().position(|choice| order(choice) == place_of_right)?;
        (choices.len() > 1).then_some(Self { frame, kind, visit, child, choices, right })
    }

    /// The children that are skipped, if that is asked for.
    #[must_use]
    pub fn skipped(&self) -> Option<&[NodeId]> {
        match &self.choices[self.right] {
            Choice::Skipped { nodes, .. } => Some(nodes),
            _ => None,
        }
    }

    /// Whether a reply is right.
    #[must_use]
    pub fn is_right(&self, reply: &Reply) -> bool {
        match reply {
            Reply::Choice(choice) => *choice == self.right,
            Reply::Marked(marked) => {
                self.skipped().is_some_and(|skipped| marked.iter().eq(skipped.iter().collect::<BTreeSet<_>>()))
            }
        }
    }

    /// The child of the node at hand that a click on the node at the end of a path means: the child itself, or where that node lies below
    /// it; `None` elsewhere in the tree.
    #[must_use]
    pub fn child_at(&self, trace: &Trace, path: &[u32]) -> Option<NodeId> {
        let node = trace.node_of(self.visit);
        let below = path.strip_prefix(&*trace.path(node))?;
        trace.child_by_move(node, *below.first()?)
    }
}

/// By what choices are put in order.
fn order(choice: &Choice) -> (i32, Score, Score, u64) {
    let kind = |kind: BoundKind| match kind {
        BoundKind::Upper => 0,
        BoundKind::Exact => 1,
        BoundKind::Lower => 2,
    };
    let none = Score::NEG_INFINITY;
    match choice {
        Choice::Score { score, is_better } => (i32::from(*is_better), *score, none, 0),
        Choice::Window(Window { alpha, beta }) => (0, *alpha, *beta, 0),
        Choice::Cut(Some(Cut::Alpha)) => (0, none, none, 0),
        Choice::Cut(Some(Cut::Beta)) => (1, none, none, 0),
        Choice::Skipped { nodes, .. } => {
            let first = nodes.first().map_or(0, |node| u64::from(node.0));
            (i32::from(nodes.is_empty()), none, none, (first << 32) + nodes.len() as u64)
        }
        Choice::Returned { score, kind: is } | Choice::Entry(Answer::Returned { score, kind: is }) => {
            (0, *score, none, kind(*is))
        }
        Choice::Entry(Answer::Narrowed(Window { alpha, beta })) => (1, *alpha, *beta, 0),
        Choice::Cut(None) | Choice::Entry(Answer::Nothing) => (2, none, none, 0),
    }
}
