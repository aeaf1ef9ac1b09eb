//! Moves of a trace that were skipped heuristically.

use serde::{Deserialize, Serialize};

use super::{NodeId, VisitId};

/// Moves that a visit skipped heuristically, without a proof: late moves, futility pruning and similar.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Skip {
    /// Last frame before the skip; from it on the moves are skipped.
    pub frame: u32,
    /// Number of the visit.
    pub(in crate::trace) visit: u32,
    /// Numbers of the skipped children that the program lists.
    pub(in crate::trace) children: Vec<u32>,
    /// Reason of the skip, in the program's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Box<str>>,
    /// Number of skipped moves, listed or not.
    pub count: u64,
}

impl Skip {
    /// The visit that skipped the moves.
    #[must_use]
    pub const fn visit(&self) -> VisitId {
        VisitId(self.visit)
    }

    /// Skipped children that the program lists.
    pub fn children(&self) -> impl ExactSizeIterator<Item = NodeId> + '_ {
        self.children.iter().copied().map(NodeId)
    }
}

/// All skips of a trace, with indexes: a query for a visit or a node takes the same time for any number of skips.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Skip>", into = "Vec<Skip>")]
pub(crate) struct Skips {
    /// The skips, in the order of the frames.
    list: Vec<Skip>,
    /// Indexes of `list`, sorted by visit and then by frame.
    by_visit: Vec<u32>,
    /// Each listed child with the index of its skip, sorted.
    by_child: Vec<(u32, u32)>,
}

impl From<Vec<Skip>> for Skips {
    fn from(mut list: Vec<Skip>) -> Self {
        list.sort_by_key(|skip| skip.frame);
        let mut by_visit: Vec<u32> = (0..list.len() as u32).collect();
        by_visit.sort_by_key(|&at| list[at as usize].visit);
        let children =
            |(at, skip): (u32, &Skip)| skip.children.iter().map(move |&child| (child, at)).collect::<Vec<_>>();
        let mut by_child: Vec<(u32, u32)> = (0..).zip(&list).flat_map(children).collect();
        by_child.sort_unstable();
        Self { list, by_visit, by_child }
    }
}

impl From<Skips> for Vec<Skip> {
    fn from(skips: Skips) -> Self {
        skips.list
    }
}

impl Skips {
    pub(in crate::trace) const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(in crate::trace) fn list(&self) -> &[Skip] {
        &self.list
    }

    pub(in crate::trace) fn memory(&self) -> u64 {
        (size_of_val(self.list.as_slice())
            + size_of_val(self.by_visit.as_slice())
            + size_of_val(self.by_child.as_slice())) as u64
    }

    pub(in crate::trace) fn of(&self, visit: u32) -> impl Iterator<Item = &Skip> {
        let skip = |at: u32| &self.list[at as usize];
        let first = self.by_visit.partition_point(|&at| skip(at).visit < visit);
        let end = self.by_visit.partition_point(|&at| skip(at).visit <= visit);
        self.by_visit[first..end].iter().map(move |&at| skip(at))
    }

    /// Skips that list the child `node`, in the order of the frames.
    pub(in crate::trace) fn naming(&self, node: u32) -> impl Iterator<Item = &Skip> {
        let first = self.by_child.partition_point(|&(child, _)| child < node);
        let named = self.by_child[first..].iter().take_while(move |(child, _)| *child == node);
        named.map(|&(_, at)| &self.list[at as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skip_indexes_match_a_linear_scan() {
        // Frames, visits and children are unsorted; some visits and children have several skips.
        let skip = |at: u32| Skip {
            frame: at * 7 % 31,
            visit: at * 5 % 6,
            children: (0..at % 4).map(|child| (at + child * 3) % 9).collect(),
            why: None,
            count: u64::from(at),
        };
        let skips = Skips::from((0..40).map(skip).collect::<Vec<_>>());
        assert!(skips.list().is_sorted_by_key(|skip| skip.frame));
        for visit in 0..7 {
            let scanned = skips.list().iter().filter(|skip| skip.visit == visit);
            assert!(skips.of(visit).eq(scanned), "those of visit {visit}");
        }
        for child in 0..10 {
            let scanned = skips.list().iter().filter(|skip| skip.children.contains(&child));
            assert!(skips.naming(child).eq(scanned), "those that name {child}");
        }
    }
}
