//! The moves of a trace that were left out on a guess.

use serde::{Deserialize, Serialize};

use super::{NodeId, VisitId};

/// Some moves that a visit left out on a guess: late moves, futility, anything that proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Skip {
    /// The frame from which on they are left out: the last of the visit before.
    pub frame: u32,
    /// The number of the visit.
    pub(in crate::trace) visit: u32,
    /// The numbers of the children left out, as far as the program names them.
    pub(in crate::trace) children: Vec<u32>,
    /// The reason, in the program's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Box<str>>,
    /// The number of moves left out.
    pub count: u64,
}

impl Skip {
    /// The visit that left them out.
    #[must_use]
    pub const fn visit(&self) -> VisitId {
        VisitId(self.visit)
    }

    /// The children left out, as far as the program names them.
    pub fn children(&self) -> impl ExactSizeIterator<Item = NodeId> + '_ {
        self.children.iter().copied().map(NodeId)
    }
}

/// All skips of a trace, with indexes: a question about a visit or a node costs the same however many there are.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Skip>", into = "Vec<Skip>")]
pub(crate) struct Skips {
    /// In the order of the frames.
    list: Vec<Skip>,
    /// Indexes of `list` by visit, those of one visit in the order of the frames.
    by_visit: Vec<u32>,
    /// Each named child with the index of its skip, sorted.
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

    /// The skips that name a node, in the order of the frames.
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
    fn indexes_find_what_a_scan_of_all_skips_finds() {
        // Frames, visits and children in no order, several of one visit and of one child.
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
