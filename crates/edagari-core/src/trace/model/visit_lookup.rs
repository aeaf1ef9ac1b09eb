//! Queries on visits and nodes, answered from the arrays and their indexes.

use std::ops::Range;

use super::layers::Layers;
use super::tree::{NONE, Visit, Visits};
use super::{NodeId, VisitId};
use crate::score::{Player, Score, Window};

impl Visits {
    #[inline]
    pub(in crate::trace) fn at(&self, visit: VisitId) -> &Visit {
        &self.list[visit.0 as usize]
    }

    pub(in crate::trace) fn node(&self, visit: VisitId) -> NodeId {
        NodeId(self.nodes[visit.0 as usize])
    }

    #[inline]
    pub(in crate::trace) fn player(&self, visit: VisitId) -> Player {
        self.at(visit).player()
    }

    /// The visit from which `visit` was entered; `None` for a root.
    pub(in crate::trace) fn parent(&self, visit: VisitId) -> Option<VisitId> {
        // A depth-first search enters a first child right after its parent.
        let before = VisitId(visit.0.checked_sub(1)?);
        let node = self.node(visit);
        let Some(layers) = &self.layers else {
            return if self.children(before).contains(&node.0) { Some(before) } else { self.parent_of(node) };
        };
        if layers.entered_by(before.0).first() == Some(&visit.0) {
            return Some(before);
        }
        // The parent is open, so it is the last visit of its node by the same thread.
        let above = layers.of_node(self.node(self.parent_of(node)?).0);
        let before = &above[..above.partition_point(|&above| above < visit.0)];
        let is_of_thread = |above: u32| {
            self.threads.as_ref().is_none_or(|threads| threads.of_visit(above) == threads.of_visit(visit.0))
        };
        before.iter().copied().rfind(|&above| is_of_thread(above)).map(VisitId)
    }

    pub(in crate::trace) fn start(&self, visit: VisitId) -> u32 {
        self.starts[visit.0 as usize]
    }

    pub(in crate::trace) fn end(&self, visit: VisitId) -> Option<u32> {
        Some(self.at(visit).end).filter(|&end| end != NONE)
    }

    /// Window given to `visit`.
    pub(in crate::trace) fn given(&self, visit: VisitId) -> Window {
        self.given.get(visit.0 as usize).copied().unwrap_or(Window::FULL)
    }

    /// Score of `visit`; meaningful only if it has ended.
    pub(in crate::trace) fn score(&self, visit: VisitId) -> Score {
        self.at(visit).score
    }

    /// Score that the parent would return right after `visit`.
    pub(in crate::trace) fn value_of_parent(&self, visit: VisitId) -> Score {
        self.at(visit).value_of_parent
    }

    /// The last visit entered at or before `frame`. Visits are in the order of their starts.
    pub(in crate::trace) fn entered_by(&self, frame: u32) -> Option<VisitId> {
        let count = self.entered_before(frame, |start| start <= frame);
        count.checked_sub(1).map(|last| VisitId(last as u32))
    }

    /// The last visit that ended at or before `frame`.
    pub(in crate::trace) fn ended_by(&self, frame: u32) -> Option<VisitId> {
        let count = self.ended_before(frame, |end| end <= frame);
        count.checked_sub(1).map(|last| VisitId(self.ended[last]))
    }

    /// Number of visits entered before `frame`, and number of visits ended before it.
    pub(in crate::trace) fn counts_before(&self, frame: u32) -> (usize, usize) {
        (self.entered_before(frame, |start| start < frame), self.ended_before(frame, |end| end < frame))
    }

    fn entered_before(&self, frame: u32, is_before: impl Fn(u32) -> bool) -> usize {
        let part = self.guides.starts.around(frame);
        part.start + self.starts[part].partition_point(|&start| is_before(start))
    }

    fn ended_before(&self, frame: u32, is_before: impl Fn(u32) -> bool) -> usize {
        let part = self.guides.ends.around(frame);
        part.start + self.ended[part].partition_point(|&visit| is_before(self.list[visit as usize].end))
    }

    /// Start frames of the visits.
    pub(in crate::trace) fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The visit at `index` in the order of ends.
    #[inline]
    pub(in crate::trace) fn ended_at(&self, index: usize) -> Option<VisitId> {
        self.ended.get(index).copied().map(VisitId)
    }

    /// End frame of the visit at `index` in the order of ends.
    #[inline]
    pub(in crate::trace) fn end_in_order(&self, index: usize) -> Option<u32> {
        self.ended.get(index).map(|&visit| self.list[visit as usize].end)
    }

    /// Number of nodes numbered before the children of `visit`, or of all nodes.
    pub(in crate::trace) fn first_child_at(&self, visit: usize) -> usize {
        debug_assert!(self.layers.is_none(), "children are numbered by their first visit");
        self.list.get(visit).map_or(self.node_count, Visit::first_child) as usize
    }

    /// Score of `visit`; `None` if it has not ended.
    #[inline]
    pub(in crate::trace) fn score_if_ended(&self, visit: usize) -> Option<Score> {
        self.list.get(visit).filter(|visit| visit.end != NONE).map(|visit| visit.score)
    }

    /// Numbers of the children of `visit`, in search order.
    #[inline]
    pub(in crate::trace) fn children(&self, visit: VisitId) -> Range<u32> {
        if self.layers.is_some() {
            return self.numbered_again(visit);
        }
        let first = self.at(visit).first_child();
        let end = self.list.get(visit.0 as usize + 1).map_or(self.node_count, Visit::first_child);
        first..end
    }

    /// Visits of `node`, in the order of entry.
    #[inline]
    pub(in crate::trace) fn of_node(&self, node: NodeId) -> &[u32] {
        if let Some(layers) = &self.layers {
            return layers.of_node(node.0);
        }
        let visit = self.visit_of_node.get(node.0 as usize).filter(|&&visit| visit != NONE);
        visit.map_or(&[], std::slice::from_ref)
    }

    /// Place of the first visit of `node` in the list of all visits, grouped by node.
    pub(in crate::trace) fn first_layer(&self, node: NodeId) -> usize {
        match &self.layers {
            Some(layers) => layers.start_of_node(node.0),
            // Each node has at most one visit, so those before are counted.
            None => self.visit_of_node[..node.0 as usize].iter().filter(|&&visit| visit != NONE).count(),
        }
    }

    /// The last visit of `node`.
    #[inline]
    pub(in crate::trace) fn visit_of(&self, node: NodeId) -> Option<VisitId> {
        match &self.layers {
            Some(layers) => layers.of_node(node.0).last().copied().map(VisitId),
            None => self.only_visit_of(node),
        }
    }

    /// The visit of `node` in a run that enters each node once.
    #[inline]
    pub(in crate::trace) fn only_visit_of(&self, node: NodeId) -> Option<VisitId> {
        self.visit_of_node.get(node.0 as usize).copied().filter(|&visit| visit != NONE).map(VisitId)
    }

    /// The last visit of `node` that was entered at or before `frame`.
    #[inline]
    pub(in crate::trace) fn layer_at(&self, node: NodeId, frame: u32) -> Option<VisitId> {
        if self.layers.is_none() {
            return self.visit_of(node).filter(|&visit| self.start(visit) <= frame);
        }
        let visits = self.of_node(node);
        let entered = visits.partition_point(|&visit| self.starts[visit as usize] <= frame);
        entered.checked_sub(1).map(|last| VisitId(visits[last]))
    }

    /// Numbers of the children of `node`, assigned by one of its visits.
    #[inline]
    pub(in crate::trace) fn children_of(&self, node: NodeId) -> Range<u32> {
        let children = self.of_node(node).iter().map(|&visit| self.children(VisitId(visit)));
        children.into_iter().find(|children| !children.is_empty()).unwrap_or(0..0)
    }

    /// The visit at `place` among the children's visits that `visit` entered.
    #[inline]
    pub(in crate::trace) fn entered_child(&self, visit: VisitId, place: usize) -> Option<VisitId> {
        if let Some(layers) = &self.layers {
            return layers.entered_by(visit.0).get(place).copied().map(VisitId);
        }
        let node = self.children(visit).nth(place)?;
        Some(self.visit_of_node[node as usize]).filter(|&child| child != NONE).map(VisitId)
    }

    /// Number of children that `visit` entered before `child`.
    #[inline]
    pub(in crate::trace) fn place_of_child(&self, visit: VisitId, child: VisitId) -> usize {
        match &self.layers {
            Some(layers) => layers.entered_by(visit.0).partition_point(|&other| other < child.0),
            None => (self.node(child).0 - self.children(visit).start) as usize,
        }
    }

    /// Depth of each visit; 0 for the root.
    pub(in crate::trace) fn depths(&self) -> Vec<u32> {
        let mut depths = vec![0_u32; self.list.len()];
        for parent in 0..self.list.len() {
            let depth = depths[parent];
            if let Some(layers) = &self.layers {
                for &child in layers.entered_by(parent as u32) {
                    depths[child as usize] = depth + 1;
                }
                continue;
            }
            // A child is visited after its parent, so it comes later.
            let children = self.children(VisitId(parent as u32));
            for &child in &self.visit_of_node[children.start as usize..children.end as usize] {
                if child != NONE {
                    depths[child as usize] = depth + 1;
                }
            }
        }
        depths
    }

    /// The visit of the parent that numbered `node`.
    pub(in crate::trace) fn parent_of(&self, node: NodeId) -> Option<VisitId> {
        match &self.layers {
            Some(layers) if node != NodeId::ROOT => self.expanding_visit(layers, node),
            Some(_) => None,
            None => self.only_parent_of(node),
        }
    }

    /// The visit of the parent of `node` in a run that enters each node once.
    #[inline]
    pub(in crate::trace) fn only_parent_of(&self, node: NodeId) -> Option<VisitId> {
        if node == NodeId::ROOT {
            return None;
        }
        let part = self.guides.first_children.around(node.0);
        let after = part.start + self.list[part].partition_point(|visit| visit.first_child() <= node.0);
        after.checked_sub(1).map(|parent| VisitId(parent as u32))
    }

    /// Index, in the game's order, of the move from `parent` to `child`.
    pub(in crate::trace) fn move_of(&self, parent: VisitId, child: NodeId) -> u32 {
        if self.move_of_node.is_empty() {
            child.0 - self.children(parent).start
        } else {
            self.move_of_node[child.0 as usize]
        }
    }

    /// Index, in the game's order, of the move to the child at `place` among its siblings.
    #[cfg(feature = "files")]
    pub(in crate::trace) fn move_at(&self, parent: VisitId, place: u32) -> u32 {
        self.move_of(parent, NodeId(self.children(parent).start + place))
    }

    /// Whether any children have an order other than the game's.
    #[cfg(feature = "files")]
    pub(in crate::trace) fn has_order(&self) -> bool {
        let is_natural =
            |visit| (0..).zip(self.children(visit)).all(|(mv, child)| self.move_of(visit, NodeId(child)) == mv);
        !self.move_of_node.is_empty() && !(0..self.len() as u32).map(VisitId).all(is_natural)
    }

    /// The child of `parent` to which the move `mv` leads.
    pub(in crate::trace) fn child_by_move(&self, parent: VisitId, mv: u32) -> Option<NodeId> {
        let children = self.children(parent);
        if self.move_of_node.is_empty() {
            let child = children.start + mv;
            children.contains(&child).then_some(NodeId(child))
        } else {
            children.map(NodeId).find(|child| self.move_of_node[child.0 as usize] == mv)
        }
    }

    /// The visit of the child that `visit` entered last, at or before `frame`.
    #[inline]
    pub(in crate::trace) fn last_entered(&self, visit: VisitId, frame: u32) -> Option<VisitId> {
        if let Some(layers) = &self.layers {
            let last = self.visits_entered_by(layers, visit, frame).checked_sub(1)?;
            return layers.entered_by(visit.0).get(last).copied().map(VisitId);
        }
        let first = self.at(visit).first_child() as usize;
        let end = self.list.get(visit.0 as usize + 1).map_or(self.node_count, Visit::first_child) as usize;
        let visits = &self.visit_of_node[first..end];
        let entered = visits.partition_point(|&child| child != NONE && self.starts[child as usize] <= frame);
        Some(VisitId(visits[entered.checked_sub(1)?]))
    }

    /// The visit that `above` entered and that is `visit` or contains it, in a search that enters each node once; `None` if `visit`
    /// is `above`.
    #[inline]
    pub(in crate::trace) fn child_around(&self, above: VisitId, visit: VisitId) -> Option<VisitId> {
        let children = self.children(above);
        let visits = &self.visit_of_node[children.start as usize..children.end as usize];
        let entered = visits.partition_point(|&child| child != NONE && child <= visit.0);
        Some(VisitId(visits[entered.checked_sub(1)?]))
    }

    // The following functions are needed only with layers; kept out of line to keep the callers small.

    #[cold]
    #[inline(never)]
    fn numbered_again(&self, visit: VisitId) -> Range<u32> {
        self.numbered_by(self.at(visit).first_child())
    }

    #[cold]
    #[inline(never)]
    fn expanding_visit(&self, layers: &Layers, node: NodeId) -> Option<VisitId> {
        let part = self.guides.first_children.around(node.0);
        let after = part.start + layers.first_children[part].partition_point(|&first| first <= node.0);
        after.checked_sub(1).map(|expansion| VisitId(layers.expanded_by[expansion]))
    }

    #[cold]
    #[inline(never)]
    fn visits_entered_by(&self, layers: &Layers, visit: VisitId, frame: u32) -> usize {
        layers.entered_by(visit.0).partition_point(|&child| self.starts[child as usize] <= frame)
    }

    /// Number of children entered at or before `frame`. A search enters children in the order of their numbers.
    pub(in crate::trace) fn children_entered_by(&self, visit: VisitId, frame: u32) -> usize {
        if let Some(layers) = &self.layers {
            return self.visits_entered_by(layers, visit, frame);
        }
        let children = self.children(visit);
        let visits = &self.visit_of_node[children.start as usize..children.end as usize];
        visits.partition_point(|&child| child != NONE && self.starts[child as usize] <= frame)
    }
}
