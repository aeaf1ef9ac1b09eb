//! What a trace has told by its columns so far, as a check goes through it.

use std::collections::{BTreeSet, HashMap};

use super::Fault;
use super::known::Left;
use crate::score::Score;
use crate::trace::StoreId;

/// What is told of positions by columns.
#[derive(Default)]
pub(super) struct Told {
    /// By key and number of moves from the root, the score of a leaf and the frame where it was left.
    pub(super) leaves: HashMap<(String, usize), (Score, usize)>,
    /// The stores whose scores come from leaves where the search was broken off.
    pub(super) unfinished: HashMap<StoreId, bool>,
    /// What seems to be of another depth than it should, and how often it is of the right one.
    pub(super) deep_stores: Vec<(usize, Fault)>,
    pub(super) right_stores: usize,
    pub(super) shallow_answers: Vec<Shallow>,
    /// Those by entries that nothing in the trace wrote.
    pub(super) shallow_unwritten: Vec<Shallow>,
    /// How far the scores of leaves are from 0.
    pub(super) magnitudes: BTreeSet<u32>,
    /// What was left of the depth limit where entries were stored.
    pub(super) left_at: HashMap<StoreId, Left>,
    pub(super) right_answers: usize,
    /// Whether the depth falls by one with each move, wherever it is told.
    pub(super) falls_by_one: Option<bool>,
}

/// An answer by an entry of a lesser depth.
#[derive(Clone, Copy)]
pub(super) struct Shallow {
    pub(super) frame: usize,
    pub(super) wanted: i64,
    pub(super) found: i64,
    pub(super) score: Score,
}

/// How far a score is from 0.
pub(super) fn magnitude(score: Score) -> u32 {
    score.finite().map_or(u32::MAX, i32::unsigned_abs)
}

impl Told {
    /// The least distance from 0 of scores that are proved for good, such as those of mates: scores of leaves that lie close together, far
    /// beyond all others. What is infinite, is one.
    pub(super) fn least_mate(&self) -> Option<u32> {
        let most = self.magnitudes.last().copied().filter(|&most| most > 0)?;
        let (least, half) = (most - most / 5, most / 2);
        let has_gap = self.magnitudes.range(half + 1..least).next().is_none();
        has_gap.then_some(least)
    }
}

/// Whether scores rest on leaves where the search was broken off.
#[derive(Clone, Copy, Default)]
pub(super) struct Horizon {
    /// That of the child that returned last.
    pub(super) returned: bool,
    /// That of the node itself, by the child that made it.
    pub(super) so_far: bool,
}
