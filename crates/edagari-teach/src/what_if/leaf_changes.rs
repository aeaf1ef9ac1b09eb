//! Changes of single leaves of a small run, each with the resulting run, for pages on which the
//! reader changes a leaf.

use std::collections::HashMap;

use super::edited_tree::{EditedId, EditedTree};
use super::from_trace::{NotEditable, editable_apart};
use edagari_core::game::{TextbookNode, TextbookTree};
use edagari_core::language::{HasMessage, Message, Text};
use edagari_core::trace::{Progress, RecordError, Setup, Trace, record_game};

/// Maximum number of changes of all leaves together; each has a picture of its own in a page.
pub const MAX_CHANGES: usize = 240;
/// Minimum number of scores of each leaf: its own score, one better and one worse than all others.
const FEWEST_SCORES: usize = 3;
/// Distance by which the range of a leaf's scores exceeds the scores of the tree, so that the leaf
/// can become the best or the worst of all.
const BEYOND: i32 = 1;
/// Memory limit of each run. A tree that is small enough takes far less.
const MEMORY_LIMIT: u64 = 16 << 20;

/// Small tree whose leaves can be changed, one at a time.
#[derive(Clone, Debug)]
pub struct LeafChanges {
    /// Nodes in the order of the tree.
    nodes: Vec<TextbookNode>,
    setup: Setup,
    leaves: Vec<ChangedLeaf>,
}

/// Leaf that can be changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedLeaf {
    /// Index of the node in the order of the tree.
    node: usize,
    /// Moves from the root to the leaf, as indexes.
    pub path: Vec<u32>,
    /// Name of the leaf, if no other leaf has it; else the moves to the leaf.
    pub name: String,
    /// Score of the leaf before the change.
    pub score: i32,
    /// Scores that the leaf can get, in ascending order: all in the range of the tree, or some of them if there are too many.
    pub scores: Vec<i32>,
}

/// Reason why the leaves of a run cannot be changed one by one.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum LeafChangeError {
    /// The run cannot be edited.
    NotEditable(#[from] NotEditable),
    /// The tree has too many leaves.
    Many {
        /// Number of leaves.
        leaves: usize,
    },
    /// The changed tree cannot be searched.
    Record(#[from] RecordError),
}

impl HasMessage for LeafChangeError {
    fn message(&self) -> Message {
        match self {
            Self::NotEditable(error) => error.message(),
            Self::Many { leaves } => {
                let message = Message::from(Text::ErrorManyLeaves).with("leaves", leaves);
                message.with("most", &(MAX_CHANGES / FEWEST_SCORES))
            }
            Self::Record(error) => error.message(),
        }
    }
}

impl LeafChanges {
    /// Returns the changes of a run's leaves.
    ///
    /// ```
    /// use edagari_core::trace::Progress;
    /// use edagari_teach::what_if::LeafChanges;
    /// # use edagari_core::game::GameSetup;
    /// # use edagari_core::score::Score;
    /// # use edagari_core::search::Algorithm;
    /// # use edagari_core::trace::Recording;
    /// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
    ///
    /// // `trace` is α-β on the three-move figure, whose leaf G has the score 1.
    /// let changes = LeafChanges::of(&trace)?;
    /// let leaf = &changes.leaves()[0];
    /// assert_eq!((leaf.name.as_str(), leaf.score), ("G", 1));
    /// let changed = changes.run(leaf, 9, &Progress::default())?;
    /// assert_eq!(changed.position(&leaf.path).and_then(|leaf| leaf.score()), Some(Score::new(9)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`LeafChangeError`] contains the reason.
    pub fn of(trace: &Trace) -> Result<Self, LeafChangeError> {
        let (tree, setup) = editable_apart(trace)?;
        let mut leaves: Vec<ChangedLeaf> = tree.in_order().into_iter().enumerate().filter_map(leaf_of(&tree)).collect();
        name_by_moves_if_repeated(&tree, &mut leaves);
        let range = leaves
            .iter()
            .fold((i32::MAX, i32::MIN), |(least, most), leaf| (least.min(leaf.score), most.max(leaf.score)));
        let range = (range.0.saturating_sub(BEYOND), range.1.saturating_add(BEYOND));
        let most = MAX_CHANGES / leaves.len().max(1);
        if most < FEWEST_SCORES {
            return Err(LeafChangeError::Many { leaves: leaves.len() });
        }
        for leaf in &mut leaves {
            leaf.scores = scores_of(leaf.score, range, most);
        }
        let nodes = tree.to_textbook().map_err(NotEditable::from)?.to_nodes();
        Ok(Self { nodes, setup, leaves })
    }

    /// Returns the leaves in the order of the tree.
    #[must_use]
    pub fn leaves(&self) -> &[ChangedLeaf] {
        &self.leaves
    }

    /// Records the run in which one leaf has a different score.
    ///
    /// # Errors
    /// [`LeafChangeError`] if the score is invalid, or `progress` was cancelled.
    pub fn run(&self, leaf: &ChangedLeaf, score: i32, progress: &Progress) -> Result<Trace, LeafChangeError> {
        let mut nodes = self.nodes.clone();
        nodes[leaf.node].score = Some(score);
        let tree = TextbookTree::from_nodes(&nodes).map_err(NotEditable::from)?;
        Ok(record_game(tree.into(), &self.setup, MEMORY_LIMIT, progress)?)
    }
}

fn leaf_of(tree: &EditedTree) -> impl Fn((usize, EditedId)) -> Option<ChangedLeaf> {
    move |(node, id)| {
        let score = tree.score(id)?;
        let name = tree.name(id).unwrap_or_default().to_owned();
        Some(ChangedLeaf { node, path: tree.path(id)?, name, score, scores: Vec::new() })
    }
}

/// Returns the scores that a leaf with the score `own` can get: all scores of a range, or at most
/// `most` of them at equal distances. Its own score and both ends are among them.
fn scores_of(own: i32, (least, greatest): (i32, i32), most: usize) -> Vec<i32> {
    let steps = most as u32 - 1;
    let step = greatest.abs_diff(least).div_ceil(steps).max(1);
    let mut scores: Vec<i32> = (least..greatest).step_by(step as usize).chain([greatest]).collect();
    if let Err(place) = scores.binary_search(&own) {
        // The nearest score that is not an end of the range is replaced by the own score.
        let inner = place.clamp(2, scores.len() - 1) - 1;
        let other = place.clamp(1, scores.len() - 2);
        let nearest = if scores[other].abs_diff(own) < scores[inner].abs_diff(own) { other } else { inner };
        scores[nearest] = own;
    }
    scores
}

/// Replaces names that several leaves have, as moves of a game do, by the moves to the leaf.
fn name_by_moves_if_repeated(tree: &EditedTree, leaves: &mut [ChangedLeaf]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for leaf in &*leaves {
        *counts.entry(leaf.name.clone()).or_default() += 1;
    }
    if counts.values().all(|&count| count == 1) {
        return;
    }
    for leaf in leaves {
        let names = (1..=leaf.path.len()).filter_map(|length| tree.name(tree.at(&leaf.path[..length])?));
        leaf.name = names.collect::<Vec<_>>().join(" ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_a_large_range_have_both_ends_and_the_own_score() {
        for (least, greatest) in [(0, 2), (0, 6), (2, 102), (-40, 61), (i32::MIN, i32::MAX)] {
            for most in [3, 4, 15, 240] {
                for own in [least + 1, least.midpoint(greatest), greatest - 1] {
                    let scores = scores_of(own, (least, greatest), most);
                    let ends = (scores[0], scores[scores.len() - 1]);
                    assert_eq!(ends, (least, greatest));
                    assert!(scores.contains(&own) && scores.len() <= most, "{own} in {scores:?}");
                    assert!(scores.is_sorted_by(|one, other| one < other), "{scores:?}");
                }
            }
        }
        assert_eq!(scores_of(3, (0, 6), 30), [0, 1, 2, 3, 4, 5, 6]);
    }
}
