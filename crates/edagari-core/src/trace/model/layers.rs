//! Visits grouped by node and by parent, for a run that enters nodes several times, and its passes.

use std::ops::Range;

use super::VisitId;
use super::bits::Bits;
use crate::search::PassKind;
use crate::trace::parcel::column;
use serde::{Deserialize, Serialize};

/// Visits of a run that enters nodes several times, in the order of entry: grouped by node, and grouped by the parent's visit.
///
/// The first visit that expands a node numbers the children; later visits that expand the node share these numbers. A visit
/// therefore contains the number of an expansion instead of the number of a first child.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(in crate::trace) struct Layers {
    /// Visits, grouped by node.
    #[serde(with = "column")]
    by_node: Vec<u32>,
    /// Start of each node's group in [`Self::by_node`], and the end of the last group.
    #[serde(with = "column")]
    node_starts: Vec<u32>,
    /// Visits that have a parent, grouped by parent.
    #[serde(with = "column")]
    by_parent: Vec<u32>,
    /// Start in [`Self::by_parent`] of the group of each visit that entered a child, and the end of the last group.
    #[serde(with = "column")]
    parent_starts: Vec<u32>,
    /// Set of the visits that entered a child.
    has_entered: Bits,
    /// Set of the visits that search their node again, in the same visit of the parent as the previous visit.
    searched_again: Bits,
    /// First child of each expansion. The children of an expansion end at the first child of the next one, or at the number of
    /// nodes.
    #[serde(with = "column")]
    pub(in crate::trace) first_children: Vec<u32>,
    /// Visit that made each expansion.
    #[serde(with = "column")]
    pub(in crate::trace) expanded_by: Vec<u32>,
}

impl Layers {
    /// Records that `visit` numbers the children of its node from `first` on, and returns the number of the expansion.
    pub(in crate::trace) fn expand(&mut self, visit: u32, first: u32) -> u32 {
        self.first_children.push(first);
        self.expanded_by.push(visit);
        self.expanded_by.len() as u32 - 1
    }

    /// Groups the visits: `nodes` and `parents` contain the node and the parent's visit of each visit, and `none` marks a missing
    /// parent.
    pub(in crate::trace) fn group(&mut self, nodes: &[u32], node_count: usize, parents: &[u32], none: u32) {
        (self.by_node, self.node_starts) = grouped(nodes.iter().map(|&node| Some(node)), node_count);
        let mut has_entered = vec![false; parents.len()];
        for &parent in parents.iter().filter(|&&parent| parent != none) {
            has_entered[parent as usize] = true;
        }
        self.has_entered = Bits::with_capacity(parents.len());
        for entered in has_entered {
            self.has_entered.push(entered);
        }
        let place = |parent: u32| (parent != none).then(|| self.has_entered.count_before(parent as usize) as u32);
        let groups = self.has_entered.count_before(parents.len());
        let (by_parent, parent_starts) = grouped(parents.iter().map(|&parent| place(parent)), groups);
        (self.by_parent, self.parent_starts) = (by_parent, parent_starts);
    }

    /// Sets which visits search their nodes again.
    pub(in crate::trace) fn take_searched_again(&mut self, searched_again: Bits) {
        self.searched_again = searched_again;
    }

    /// Set of the visits that search their nodes again.
    pub(in crate::trace) const fn searched_again(&self) -> &Bits {
        &self.searched_again
    }

    /// Visits of a node, in the order of entry.
    #[inline]
    pub(in crate::trace) fn of_node(&self, node: u32) -> &[u32] {
        let node = node as usize;
        let Some((&start, &end)) = self.node_starts.get(node).zip(self.node_starts.get(node + 1)) else { return &[] };
        &self.by_node[start as usize..end as usize]
    }

    /// Place of a node's first visit in the list of all visits, grouped by node.
    pub(in crate::trace) fn start_of_node(&self, node: u32) -> usize {
        self.node_starts.get(node as usize).map_or(0, |&start| start as usize)
    }

    /// Visits of children that a visit entered, in the order of entry.
    #[inline]
    pub(in crate::trace) fn entered_by(&self, visit: u32) -> &[u32] {
        if !self.has_entered.get(visit as usize) {
            return &[];
        }
        let place = self.has_entered.count_before(visit as usize);
        &self.by_parent[self.parent_starts[place] as usize..self.parent_starts[place + 1] as usize]
    }

    /// Numbers of the children of an expansion.
    #[inline]
    pub(in crate::trace) fn numbered_by(&self, expansion: u32, node_count: u32) -> Range<u32> {
        let expansion = expansion as usize;
        let Some(&first) = self.first_children.get(expansion) else { return 0..0 };
        first..self.first_children.get(expansion + 1).copied().unwrap_or(node_count)
    }

    pub(in crate::trace) fn memory(&self) -> u64 {
        let lists = [
            &self.by_node,
            &self.node_starts,
            &self.by_parent,
            &self.parent_starts,
            &self.first_children,
            &self.expanded_by,
        ];
        let lists = lists.map(|list| size_of_val(list.as_slice()) as u64);
        lists.iter().sum::<u64>() + self.has_entered.memory() + self.searched_again.memory()
    }
}

/// Groups the indexes of `groups`: returns them group by group in ascending order, and the start of each of the `count` groups.
/// Indexes without a group are omitted.
fn grouped(groups: impl Iterator<Item = Option<u32>> + Clone, count: usize) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0_u32; count + 1];
    for group in groups.clone().flatten() {
        starts[group as usize + 1] += 1;
    }
    for group in 0..count {
        starts[group + 1] += starts[group];
    }
    let mut list = vec![0; starts[count] as usize];
    // Filling a group moves its start to the start of the next group.
    for (index, group) in (0_u32..).zip(groups) {
        let Some(group) = group else { continue };
        let next = &mut starts[group as usize];
        list[*next as usize] = index;
        *next += 1;
    }
    starts.pop();
    starts.insert(0, 0);
    (list, starts)
}

/// A pass: one run from the root, such as an iteration of iterative deepening, or a search below the root that the program marks as
/// a pass.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pass {
    /// The first visit of the pass, which contains all its other visits.
    #[serde(with = "number")]
    pub visit: VisitId,
    /// Kind stated by the program: the name of a [`PassKind`], or another word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Box<str>>,
    /// Name stated by the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Box<str>>,
    /// Depth stated by the program, in the program's own units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Index of the pass that contains this one; `None` for a run from the root.
    #[serde(skip)]
    pub within: Option<u32>,
}

mod number {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::VisitId;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
    pub(super) fn serialize<S: Serializer>(visit: &VisitId, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(visit.0)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<VisitId, D::Error> {
        u32::deserialize(deserializer).map(VisitId)
    }
}

impl Pass {
    /// Returns a pass that starts with `visit`, without further data.
    pub(in crate::trace) const fn of(visit: VisitId) -> Self {
        Self { visit, kind: None, label: None, depth: None, within: None }
    }

    /// The kind of the pass; `None` if the program states none, or one of its own.
    #[must_use]
    pub fn known_kind(&self) -> Option<PassKind> {
        self.kind.as_deref().and_then(PassKind::of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_are_grouped_by_node_and_by_parent() {
        const NONE: u32 = u32::MAX;
        let mut layers = Layers::default();
        // The root twice; its second child is entered twice in the second pass.
        let nodes = [0, 1, 2, 0, 2, 2, 1];
        let parents = [NONE, 0, 0, NONE, 3, 3, 3];
        layers.group(&nodes, 4, &parents, NONE);
        let of_node: Vec<_> = (0..5).map(|node| layers.of_node(node).to_vec()).collect();
        assert_eq!(of_node, [vec![0, 3], vec![1, 6], vec![2, 4, 5], vec![], vec![]]);
        let entered: Vec<_> = (0..7).map(|visit| layers.entered_by(visit).to_vec()).collect();
        assert_eq!(entered, [vec![1, 2], vec![], vec![], vec![4, 5, 6], vec![], vec![], vec![]]);
    }
}
