//! Prefix counts and marks for drawing an overview of a long run.

use crate::score::Score;
use crate::trace::model::bits::{BitList, Bits};
use crate::trace::model::tree::Visits;
use crate::trace::parcel::column;
use crate::trace::parcel::plain::plain;
use crate::trace::{Abandoned, Progress, VisitId};

/// Counts of events in a range of frames, at one depth or at a few adjacent depths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Activity {
    /// Number of nodes that were entered.
    pub visits: u32,
    /// Number of visits that the table answered.
    pub answered: u32,
    /// Number of nodes with a cut that prunes at least one child.
    pub cuts: u32,
    /// Number of pruned nodes without their subtrees: the children pruned by cuts of nodes one depth above.
    pub pruned: u32,
}

/// Number of nodes entered before a frame, at a few adjacent depths.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(in crate::trace) struct EnteredBefore {
    pub(in crate::trace) visits: u32,
    pub(in crate::trace) answered: u32,
}

plain! {
    EnteredBefore { visits: u32, answered: u32 }
}

/// Number of cuts before a frame, at a few adjacent depths, and number of nodes pruned at these depths.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(in crate::trace) struct CutBefore {
    pub(in crate::trace) cuts: u32,
    pub(in crate::trace) pruned: u32,
}

plain! {
    CutBefore { cuts: u32, pruned: u32 }
}

/// A cut with its depth and the number of pruned children.
#[derive(Clone, Copy, Debug)]
pub(in crate::trace) struct CutAt {
    pub(in crate::trace) frame: u32,
    /// Depth of the node that makes the cut.
    pub(in crate::trace) depth: u32,
    /// Number of children that the cut prunes.
    pub(in crate::trace) pruned: u32,
}

/// Prefix counts and marks of a run, built after it.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(in crate::trace) struct Overview {
    pub(in crate::trace) depths_per_row: usize,
    pub(in crate::trace) row_count: usize,
    pub(in crate::trace) block: usize,
    /// Prefix counts of each block, row by row. Those of cuts are stored elsewhere, because they are counted later.
    #[serde(with = "column")]
    pub(in crate::trace) before: Vec<EnteredBefore>,
    /// Depth of the deepest node that is open at the first frame of each block.
    #[serde(with = "column")]
    pub(in crate::trace) deepest: Vec<Option<u32>>,
    /// For each end of a visit, in the order of the ends: whether α of the parent rose (`rises`), and whether its β fell (`falls`).
    pub(in crate::trace) rises: BitList,
    pub(in crate::trace) falls: BitList,
    /// For each end of a visit, in the order of the ends: whether it made a cut. Used only if the cuts are counted lazily.
    pub(in crate::trace) cuts: BitList,
    /// For each visit, whether its node has children.
    pub(in crate::trace) inner: Bits,
    /// For each lookup in order, whether the table answered the visit.
    pub(in crate::trace) answers: Bits,
    /// Minimum and maximum score of each block of visits.
    #[serde(with = "column")]
    pub(in crate::trace) score_blocks: Vec<Option<(Score, Score)>>,
    pub(in crate::trace) order: VisitOrder,
    /// Depth of each visit; only for a generated tree and for a run of several threads.
    #[serde(with = "column")]
    pub(in crate::trace) depths: Vec<u32>,
    /// Number of visits and leaves in the subtree of each visit of a generated tree.
    #[serde(with = "column")]
    pub(in crate::trace) sizes: Vec<(u32, u32)>,
}

/// Maximum number of rows into which depths are divided.
const MAX_ROWS: usize = 32;
/// Number of frames per block for each row. With 80, the counts take about a fifth of a byte per frame.
const BLOCK_PER_ROW: usize = 80;

impl Overview {
    /// Creates an empty overview with the rows and blocks for a run whose maximum depth is `deepest`.
    pub(super) fn of_depths(deepest: usize) -> Self {
        // One more depth for nodes that are pruned below the deepest visit.
        let depth_count = deepest + 2;
        let depths_per_row = depth_count.div_ceil(MAX_ROWS);
        let row_count = depth_count.div_ceil(depths_per_row);
        Self { depths_per_row, row_count, block: row_count * BLOCK_PER_ROW, ..Self::default() }
    }

    /// Counts the cuts that prune a child before each block, row by row; `cuts` are in the order of their frames.
    pub(in crate::trace) fn count_cuts(&self, cuts: impl Iterator<Item = CutAt>) -> Vec<CutBefore> {
        let mut rows = vec![CutBefore::default(); self.row_count];
        let mut all = Vec::with_capacity(self.before.len());
        // The row is precomputed for each depth: a division takes longer than all other work on a cut.
        let row_of: Vec<usize> =
            (0..=(self.depths_per_row * self.row_count) as u32).map(|depth| self.row(depth)).collect();
        let mut next = 0;
        cuts.for_each(|CutAt { frame, depth, pruned }| {
            while next <= frame as usize {
                all.extend_from_slice(&rows);
                next += self.block;
            }
            let depth = depth as usize;
            rows[row_of[depth]].cuts += u32::from(pruned > 0);
            rows[row_of[depth + 1]].pruned += pruned;
        });
        for _ in next / self.block.max(1)..self.deepest.len() {
            all.extend_from_slice(&rows);
        }
        all
    }

    pub(in crate::trace) fn depths(&self) -> Option<&[u32]> {
        (!self.depths.is_empty()).then_some(&self.depths)
    }

    pub(in crate::trace) fn is_answer(&self, lookup: usize) -> bool {
        self.answers.get(lookup)
    }

    pub(in crate::trace) fn memory(&self) -> u64 {
        (size_of_val(self.before.as_slice())
            + size_of_val(self.deepest.as_slice())
            + size_of_val(self.score_blocks.as_slice())
            + size_of_val(self.depths.as_slice())
            + size_of_val(self.sizes.as_slice())) as u64
            + [&self.rises, &self.falls, &self.cuts].map(BitList::memory).iter().sum::<u64>()
            + [&self.inner, &self.answers].map(Bits::memory).iter().sum::<u64>()
    }

    pub(in crate::trace) fn row(&self, depth: u32) -> usize {
        (depth as usize / self.depths_per_row.max(1)).min(self.row_count.saturating_sub(1))
    }
}

impl Activity {
    pub(in crate::trace) const fn since(self, before: Self) -> Self {
        Self {
            visits: self.visits - before.visits,
            answered: self.answered - before.answered,
            cuts: self.cuts - before.cuts,
            pruned: self.pruned - before.pruned,
        }
    }
}

/// Order in which a run enters the nodes of its tree; a search is always depth-first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum VisitOrder {
    /// Each subtree is entered contiguously.
    #[default]
    DepthFirst,
    /// Each level is entered contiguously, and so is the next level below any part of it.
    BreadthFirst,
    /// Any other order in which children come after their parents.
    Other,
}

impl VisitOrder {
    /// Determines the order of a generated tree from the depths of its visits.
    pub(super) fn of_generated(visits: &Visits, depths: &[u32], progress: &Progress) -> Result<Self, Abandoned> {
        // In breadth-first order, nodes are numbered level by level, too.
        if (0..visits.len() as u32).all(|visit| visits.node(VisitId(visit)).0 == visit) {
            return Ok(Self::BreadthFirst);
        }
        let mut path: Vec<VisitId> = Vec::new();
        for (visit, &depth) in (0..).map(VisitId).zip(depths) {
            progress.step_at(visit.0 as usize)?;
            let depth = depth as usize;
            let above = depth.checked_sub(1).and_then(|above| path.get(above)).copied();
            if depth > path.len() || visits.parent(visit) != above {
                return Ok(Self::Other);
            }
            path.truncate(depth);
            path.push(visit);
        }
        Ok(Self::DepthFirst)
    }
}
