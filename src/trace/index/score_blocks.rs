//! The extremes of the scores of each block of visits, so that those of any range of visits are found in a few looks.

use crate::score::Score;
use crate::trace::model::tree::{NONE, Visit};

/// Visits of a block with common extremes.
pub(in crate::trace) const BLOCK: usize = 512;

/// The least and the greatest of some scores.
pub(super) type Extremes = Option<(Score, Score)>;

/// The extremes of the scores of a block of visits, as far as these have ended.
pub(super) fn extremes(block: &[Visit]) -> Extremes {
    // Hardly a block has an open visit; without, no test stands in the loop.
    let mut latest = 0;
    let (low, high) = block.iter().fold((Score::INFINITY, Score::NEG_INFINITY), |(low, high), visit| {
        latest = latest.max(visit.end);
        (low.min(visit.score), high.max(visit.score))
    });
    if latest != NONE {
        return Some((low, high));
    }
    let ended = block.iter().filter(|visit| visit.end != NONE).map(|visit| Some((visit.score, visit.score)));
    ended.fold(None, union)
}

/// The extremes of both.
pub(in crate::trace) fn union(a: Extremes, b: Extremes) -> Extremes {
    match (a, b) {
        (Some((low, high)), Some((other_low, other_high))) => Some((low.min(other_low), high.max(other_high))),
        (found, None) | (None, found) => found,
    }
}
