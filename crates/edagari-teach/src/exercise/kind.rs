//! Kinds of exercises: what the student does with the tree.

use super::SearchByHand;
use super::faulty_search::Fault;
use super::localized_text::LocalizedText;
use edagari_core::language::{Language, Text};
use edagari_core::score::Score;

/// Minimum number of children that are worth ordering.
pub(super) const FEWEST_ORDERED: u32 = 3;
/// Maximum number of children that are ordered for the search: all orders are tried.
pub(super) const MAX_ORDERED: usize = 5;

/// Proof number and disproof number of a leaf with a score, for the claim that max wins.
pub(super) fn proof_numbers_of_leaf(score: Score) -> [Score; 2] {
    match score.cmp(&Score::new(0)) {
        std::cmp::Ordering::Greater => [Score::new(0), Score::INFINITY],
        std::cmp::Ordering::Less => [Score::INFINITY, Score::new(0)],
        std::cmp::Ordering::Equal => [Score::new(1); 2],
    }
}

/// Task of an exercise: the answer that the student gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Kind {
    /// Write down the steps of the search.
    #[default]
    Search,
    /// Cross out the leaves that are not evaluated.
    CrossOut,
    /// Fill in the minimax value of each node.
    Values,
    /// Order the children of a node so that the fewest, or the most, leaves are evaluated.
    Order {
        /// Node whose children are ordered.
        node: u32,
    },
    /// Find the scores of a leaf for which another node is skipped.
    Interval {
        /// Leaf with the unknown score.
        leaf: u32,
        /// Node that is skipped or not.
        node: u32,
    },
    /// Find the order of moves in the second iteration of a deepening search.
    Deepening,
    /// Find the wrong line of a program from its run.
    Bug(Fault),
    /// Fill in the expected value of each node: chance moves at the nodes of min, to each child
    /// with the same probability.
    Expectimax,
    /// Cross out the leaves that Star1 does not evaluate: chance moves at the nodes of min, to each
    /// child with the same probability.
    Star1 {
        /// Lowest possible score.
        lowest: i32,
        /// Highest possible score.
        highest: i32,
    },
    /// Write down proof numbers and disproof numbers. Positive scores of leaves are wins of max, negative ones losses, and 0 is not known.
    ProofNumbers,
    /// Do one iteration of UCT. Scores of leaves are results.
    Uct {
        /// Number of iterations before it.
        iterations: u32,
    },
}

/// Kind of an exercise without its nodes or fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum KindName {
    /// The steps of the search, see [`Kind::Search`].
    #[default]
    Search,
    /// Leaves that are not evaluated, see [`Kind::CrossOut`].
    CrossOut,
    /// Minimax values, see [`Kind::Values`].
    Values,
    /// Orders of a node's children, see [`Kind::Order`].
    Order,
    /// Scores of a leaf, see [`Kind::Interval`].
    Interval,
    /// Two iterations of deepening, see [`Kind::Deepening`].
    Deepening,
    /// A wrong line, see [`Kind::Bug`].
    Bug,
    /// Expected values, see [`Kind::Expectimax`].
    Expectimax,
    /// Leaves that Star1 does not evaluate, see [`Kind::Star1`].
    Star1,
    /// Proof numbers, see [`Kind::ProofNumbers`].
    ProofNumbers,
    /// An iteration of UCT, see [`Kind::Uct`].
    Uct,
}

impl KindName {
    /// All kinds, in the order of the documents.
    pub const ALL: [Self; 11] = [
        Self::Search,
        Self::CrossOut,
        Self::Values,
        Self::Order,
        Self::Interval,
        Self::Deepening,
        Self::Bug,
        Self::Expectimax,
        Self::Star1,
        Self::ProofNumbers,
        Self::Uct,
    ];

    /// Returns the name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::CrossOut => "cross-out",
            Self::Values => "values",
            Self::Order => "order",
            Self::Interval => "interval",
            Self::Deepening => "deepening",
            Self::Bug => "bug",
            Self::Expectimax => "expectimax",
            Self::Star1 => "star1",
            Self::ProofNumbers => "proof-numbers",
            Self::Uct => "uct",
        }
    }

    /// Returns the key of the name shown to users.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Self::Search => Text::KindSearch,
            Self::CrossOut => Text::KindCrossOut,
            Self::Values => Text::KindValues,
            Self::Order => Text::KindOrder,
            Self::Interval => Text::KindInterval,
            Self::Deepening => Text::KindDeepening,
            Self::Bug => Text::KindBug,
            Self::Expectimax => Text::KindExpectimax,
            Self::Star1 => Text::KindStar1,
            Self::ProofNumbers => Text::KindProofNumbers,
            Self::Uct => Text::KindUct,
        }
    }

    /// Returns the default search of exercises of this kind.
    #[must_use]
    pub const fn usual_search(self) -> SearchByHand {
        if self.is_minimax() { SearchByHand::Minimax } else { SearchByHand::AlphaBeta }
    }

    /// Returns whether nothing is cut, or only by rules of the task itself, so that the convention
    /// must be minimax.
    #[must_use]
    pub const fn is_minimax(self) -> bool {
        matches!(self, Self::Values | Self::Deepening | Self::Expectimax | Self::Star1 | Self::ProofNumbers | Self::Uct)
    }

    /// Returns whether chance moves at the nodes of min.
    #[must_use]
    pub const fn has_chance(self) -> bool {
        matches!(self, Self::Expectimax | Self::Star1)
    }

    /// Returns whether the task itself has all rules, so that those of the convention are not printed.
    #[must_use]
    pub const fn has_own_rules(self) -> bool {
        matches!(self, Self::Bug | Self::Expectimax | Self::Star1 | Self::ProofNumbers | Self::Uct)
    }
}

impl Kind {
    /// Returns the kind without its nodes or fault.
    #[must_use]
    pub const fn name(self) -> KindName {
        match self {
            Self::Search => KindName::Search,
            Self::CrossOut => KindName::CrossOut,
            Self::Values => KindName::Values,
            Self::Order { .. } => KindName::Order,
            Self::Interval { .. } => KindName::Interval,
            Self::Deepening => KindName::Deepening,
            Self::Bug(_) => KindName::Bug,
            Self::Expectimax => KindName::Expectimax,
            Self::Star1 { .. } => KindName::Star1,
            Self::ProofNumbers => KindName::ProofNumbers,
            Self::Uct { .. } => KindName::Uct,
        }
    }

    /// Returns numbers that differ between kinds, for checksums.
    pub(super) const fn key(self) -> [u64; 3] {
        match self {
            Self::Interval { leaf, node } => [self.name() as u64, leaf as u64, node as u64],
            // Orders of the root's children use the node 0.
            Self::Order { node } => [self.name() as u64, node as u64, 0],
            Self::Bug(fault) => [self.name() as u64, fault as u64, 0],
            Self::Uct { iterations } => [self.name() as u64, iterations as u64, 0],
            Self::Star1 { lowest, highest } => [self.name() as u64, lowest as u64, highest as u64],
            _ => [self.name() as u64, 0, 0],
        }
    }

    /// Returns whether each leaf is marked as evaluated or crossed out.
    #[must_use]
    pub const fn crosses_out(self) -> bool {
        matches!(self, Self::CrossOut | Self::Star1 { .. })
    }

    /// Returns whether the values of nodes are written elsewhere than in the tree, so that its nodes have no blanks.
    #[must_use]
    pub const fn has_bare_tree(self) -> bool {
        !matches!(self, Self::Search | Self::Values | Self::Bug(_) | Self::Expectimax | Self::ProofNumbers)
    }
}

/// Reason why a tree and a convention do not fit a kind of exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindError(pub(super) LocalizedText);

impl KindError {
    /// Returns the reason as a sentence.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        self.0.sentence(language)
    }
}

impl std::fmt::Display for KindError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence(Language::English))
    }
}

impl std::error::Error for KindError {}
