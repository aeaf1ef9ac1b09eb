//! Frames at which a number of a node can change in a Monte-Carlo tree search or a proof-number search, where visits of other nodes
//! change it, too: of its parent, its siblings, its children, and of nodes with the same position.

use super::Place;
use crate::trace::{NodeId, Trace, VisitId};

/// Candidates for the frames at which a number of a node changes.
#[derive(Clone, Debug)]
pub(super) struct Turns<'a> {
    trace: &'a Trace,
    /// Nodes whose visits can change the number, when they begin or end.
    nodes: Vec<NodeId>,
    /// Ends of further visits that can change it, in the order of their frames.
    ends: Vec<&'a [(u32, VisitId)]>,
    /// Frame from which the result of the node is known.
    known_from: Option<usize>,
}

impl<'a> Turns<'a> {
    /// Creates candidates for a place that is not recorded: there are none.
    pub(super) const fn none(trace: &'a Trace) -> Self {
        Self { trace, nodes: Vec::new(), ends: Vec::new(), known_from: None }
    }

    /// Returns the candidates for the number of visits of a node, and for the total and mean of their results.
    pub(super) fn of_visits(trace: &'a Trace, node: NodeId) -> Self {
        Self { nodes: vec![node], ..Self::none(trace) }
    }

    /// Returns the candidates for the term with which its parent considers a node: the visits of its siblings can count, too.
    pub(super) fn of_candidate(trace: &'a Trace, node: NodeId) -> Self {
        let Some(parent) = trace.parent(node) else { return Self::none(trace) };
        let nodes = trace.children(parent).chain([parent]).collect();
        let known_from = trace.samples().and_then(|samples| samples.known_from(node));
        Self { nodes, known_from, ..Self::none(trace) }
    }

    /// Returns the candidates for the proof and disproof number of a node.
    pub(super) fn of_proof(trace: &'a Trace, node: NodeId) -> Self {
        let family = || trace.children(node).chain([node]);
        let nodes = family().chain(trace.parent(node)).collect();
        let ends =
            trace.proofs().map_or_else(Vec::new, |proofs| family().map(|node| proofs.shared_ends(node)).collect());
        Self { nodes, ends, ..Self::none(trace) }
    }

    /// Returns the first candidate after `frame`.
    pub(super) fn next(&self, frame: usize) -> Option<usize> {
        let of_node = |&node: &NodeId| {
            let now = self.trace.visit_at(Place { node, below: 0 }, frame);
            let coming = self.trace.next_layer(node, frame);
            let frames = now.into_iter().chain(coming).flat_map(|visit| self.frames_of(visit));
            frames.filter(|&at| at > frame).min()
        };
        let of_ends = |ends: &&[(u32, VisitId)]| {
            ends.get(ends.partition_point(|&(end, _)| end as usize <= frame)).map(|&(end, _)| end as usize)
        };
        let known_from = self.known_from.filter(|&at| at > frame);
        self.nodes.iter().filter_map(of_node).chain(self.ends.iter().filter_map(of_ends)).chain(known_from).min()
    }

    /// Returns the last candidate before `frame`.
    pub(super) fn previous(&self, frame: usize) -> Option<usize> {
        let last = frame.min(self.trace.frame_count()).checked_sub(1)?;
        let of_node = |&node: &NodeId| {
            let visit = self.trace.visit_at(Place { node, below: 0 }, last)?;
            self.frames_of(visit).filter(|&at| at <= last).max()
        };
        let of_ends = |ends: &&[(u32, VisitId)]| {
            let before = ends.partition_point(|&(end, _)| end as usize <= last).checked_sub(1)?;
            Some(ends[before].0 as usize)
        };
        let known_from = self.known_from.filter(|&at| at <= last);
        self.nodes.iter().filter_map(of_node).chain(self.ends.iter().filter_map(of_ends)).chain(known_from).max()
    }

    /// Returns the frames of a visit at which numbers change: its children are made after its start, and its result counts from the frame
    /// before its end.
    fn frames_of(&self, visit: VisitId) -> impl Iterator<Item = usize> {
        let (start, end) = self.trace.span(visit);
        let ends = end.into_iter().flat_map(|end| [end.saturating_sub(1), end]);
        let count = self.trace.frame_count();
        [start, start + 1].into_iter().chain(ends).filter(move |&at| at < count)
    }
}
