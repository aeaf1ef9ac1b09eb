//! Facts collected from the columns of a trace during a check.

use std::collections::{BTreeSet, HashMap};

use super::Fault;
use super::known::Left;
use crate::score::Score;
use crate::trace::StoreId;

/// Facts collected from columns about positions and depths.
#[derive(Default)]
pub(super) struct Told {
    /// The score of a leaf and its frame, by key and distance from the root.
    pub(super) leaves: HashMap<(String, usize), (Score, usize)>,
    /// Whether the score of each store depends on leaves where the search was stopped by its depth.
    pub(super) unfinished: HashMap<StoreId, bool>,
    /// Findings about stores with a wrong depth. `right_stores` counts the stores with the right depth.
    pub(super) deep_stores: Vec<(usize, Fault)>,
    pub(super) right_stores: usize,
    pub(super) shallow_answers: Vec<Shallow>,
    /// Shallow entries that no store of the trace wrote.
    pub(super) shallow_unwritten: Vec<Shallow>,
    /// The absolute values of all leaf scores.
    pub(super) magnitudes: BTreeSet<u32>,
    /// The depth left at the node of each store.
    pub(super) left_at: HashMap<StoreId, Left>,
    pub(super) right_answers: usize,
    /// Whether the depth decreases by one with each move, wherever it is recorded; `None` before the first query.
    pub(super) falls_by_one: Option<bool>,
}

/// An entry of insufficient depth that settled a node.
#[derive(Clone, Copy)]
pub(super) struct Shallow {
    pub(super) frame: usize,
    pub(super) wanted: i64,
    pub(super) found: i64,
    pub(super) score: Score,
}

/// The absolute value of a score.
pub(super) fn magnitude(score: Score) -> u32 {
    score.finite().map_or(u32::MAX, i32::unsigned_abs)
}

impl Told {
    /// The smallest absolute value of scores that are proved for good, such as mate scores: leaf scores that are close together
    /// and far beyond all others. Infinite scores count as such.
    pub(super) fn least_mate(&self) -> Option<u32> {
        let most = self.magnitudes.last().copied().filter(|&most| most > 0)?;
        let (least, half) = (most - most / 5, most / 2);
        let has_gap = self.magnitudes.range(half + 1..least).next().is_none();
        has_gap.then_some(least)
    }
}

/// Whether scores depend on leaves where the search was stopped by its depth.
#[derive(Clone, Copy, Default)]
pub(super) struct Horizon {
    /// The flag of the child that returned last.
    pub(super) returned: bool,
    /// The flag of the node's current score: that of the child that set it.
    pub(super) so_far: bool,
}
