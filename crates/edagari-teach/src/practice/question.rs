//! A question with its kind, its choices and the right answer.

use std::collections::BTreeSet;

use edagari_core::language::Text;
use edagari_core::score::{Answer, BoundKind, Score, Window};
use edagari_core::search::ProofNumbers;
use edagari_core::trace::{Cut, NodeId, Sample, Trace, VisitId};

/// Maximum number of choices of a question; each choice has its own key.
pub const MAX_CHOICES: usize = 6;

/// Question before a frame. Everything that is necessary for the answer is in the earlier frames.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// Frame that shows the answer.
    pub frame: usize,
    /// Subject of the question.
    pub kind: QuestionKind,
    /// Visit of the frame.
    pub visit: VisitId,
    /// Child that has returned to the visit, for questions at a `Score` or an `Update`; `None` for others.
    pub child: Option<VisitId>,
    /// Distinct choices; exactly one is right.
    pub choices: Vec<Choice>,
    /// Index of the right choice.
    pub right: usize,
}

/// Possible answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Score received from a child.
    Score {
        /// Value of the score.
        score: Score,
        /// Whether the score improves the node's score for the player to move there.
        is_better: bool,
    },
    /// New window of the node.
    Window(Window),
    /// Kind of the cut; `None` for no cut.
    Cut(Option<Cut>),
    /// Set of skipped children.
    Skipped {
        /// Visit whose children are skipped.
        of: VisitId,
        /// Skipped children in search order.
        nodes: Vec<NodeId>,
    },
    /// Score that the visit returns.
    Returned {
        /// Value of the score.
        score: Score,
        /// Kind of the score: exact or a bound.
        kind: BoundKind,
    },
    /// Effect of the table entry.
    Entry(Answer),
    /// Child that the search goes to.
    Child(NodeId),
    /// Visits and sum of results of a node in a Monte-Carlo tree search.
    Sampled(Sample),
    /// Proof number and disproof number of a node.
    Proof(ProofNumbers),
}

/// Answer from the student.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Choice by its index.
    Choice(usize),
    /// Set of nodes marked in the picture.
    Marked(BTreeSet<NodeId>),
}

impl Question {
    /// Creates a question from the right answer and wrong ones, the most typical mistakes first. Duplicates and surplus choices
    /// are dropped; `None` if no wrong answer remains.
    pub(super) fn new(
        (frame, kind): (usize, QuestionKind),
        (visit, child): (VisitId, Option<VisitId>),
        right: Choice,
        wrong: impl IntoIterator<Item = Choice>,
        most: usize,
    ) -> Option<Self> {
        let mut choices = vec![right];
        for choice in wrong {
            if choices.len() < most.min(MAX_CHOICES) && !choices.contains(&choice) {
                choices.push(choice);
            }
        }
        // The order must not reveal the right choice.
        let place_of_right = order(&choices[0]);
        choices.sort_by_key(order);
        let right = choices.iter().position(|choice| order(choice) == place_of_right)?;
        (choices.len() > 1).then_some(Self { frame, kind, visit, child, choices, right })
    }

    /// Returns the skipped children, if the question is about them.
    #[must_use]
    pub fn skipped(&self) -> Option<&[NodeId]> {
        match &self.choices[self.right] {
            Choice::Skipped { nodes, .. } => Some(nodes),
            _ => None,
        }
    }

    /// Returns whether a reply is right.
    #[must_use]
    pub fn is_right(&self, reply: &Reply) -> bool {
        match reply {
            Reply::Choice(choice) => *choice == self.right,
            Reply::Marked(marked) => {
                self.skipped().is_some_and(|skipped| marked.iter().eq(skipped.iter().collect::<BTreeSet<_>>()))
            }
        }
    }

    /// Returns the child of the question's node that a click on the node at `path` selects: the
    /// clicked node itself or its ancestor among the children. `None` if the path is elsewhere in
    /// the tree.
    #[must_use]
    pub fn child_at(&self, trace: &Trace, path: &[u32]) -> Option<NodeId> {
        let node = trace.node_of(self.visit);
        let below = path.strip_prefix(&*trace.path(node))?;
        trace.child_by_move(node, *below.first()?)
    }
}

/// Returns the sort key of a choice.
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
        Choice::Child(child) => (0, none, none, child.0.into()),
        // The sign of a sum determines its order.
        Choice::Sampled(Sample { visits, total }) => {
            (*visits as i32, none, none, total.wrapping_sub(i64::MIN).cast_unsigned())
        }
        Choice::Proof(ProofNumbers { proof, disproof }) => {
            (0, none, none, (u64::from(*proof) << 32) + u64::from(*disproof))
        }
    }
}

/// Subject of a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum QuestionKind {
    /// Question at a `Score` frame: which score is received, and whether it improves the node's score.
    Score,
    /// Question at an `Update` frame without a cut: the new window.
    Window,
    /// Question at an `Update` frame: whether it cuts, and with which kind of cut.
    Cut,
    /// Question at an `Update` frame with a cut: the skipped children.
    Skipped,
    /// Question at an `End` frame: the returned score, and whether it is exact or a bound.
    Returned,
    /// Question at a `Lookup` frame: the effect of the table entry.
    Entry,
    /// Question at the `Start` frame of a child: the child that a Monte-Carlo tree search or a proof-number search goes to.
    Chosen,
    /// Question at an `End` frame of such a search: the numbers of the node.
    BackedUp,
}

impl QuestionKind {
    /// All kinds, in the order of their frames within a visit.
    pub const ALL: [Self; 8] = [
        Self::Entry,
        Self::Score,
        Self::Window,
        Self::Cut,
        Self::Skipped,
        Self::Returned,
        Self::Chosen,
        Self::BackedUp,
    ];

    /// Returns the key of the name in the interface.
    #[must_use]
    pub const fn title(self) -> Text {
        match self {
            Self::Score => Text::AsksScore,
            Self::Window => Text::AsksWindow,
            Self::Cut => Text::AsksCut,
            Self::Skipped => Text::AsksSkipped,
            Self::Returned => Text::AsksReturned,
            Self::Entry => Text::AsksEntry,
            Self::Chosen => Text::AsksChosen,
            Self::BackedUp => Text::AsksBackedUp,
        }
    }
}
