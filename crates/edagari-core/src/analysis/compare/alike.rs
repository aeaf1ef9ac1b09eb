//! Compares what two linked runs show.

use super::corresponding::{have_same_moves, path_in};
use crate::trace::{NodeState, Place, Step, Trace};

/// The maximum number of nodes that are compared.
const MAX_COMPARED: usize = 2_000;

/// Whether frame `there` of `other` shows the same as `frame` of `trace`: the same step, and at its node and all ancestors the same
/// windows, and the same states of all children, in the same order.
///
/// Only searches with the moves of the same game can be alike. More than 2,000 nodes are not compared: the answer is then `false`.
#[must_use]
pub fn are_alike(trace: &Trace, frame: usize, other: &Trace, there: usize) -> bool {
    let is_minimax = |trace: &Trace| trace.is_search() && trace.samples().is_none() && trace.proofs().is_none();
    let (Some(step), Some(other_step)) = (trace.step(frame), other.step(there)) else { return false };
    let shown_of = |step: &Step| (step.kind, step.score, step.cut, step.window);
    let is_same_step = shown_of(&step) == shown_of(&other_step);
    if !is_same_step
        || !have_same_moves(trace, other)
        || !is_minimax(trace)
        || !is_minimax(other)
        || trace.has_windows() != other.has_windows()
    {
        return false;
    }
    let path = trace.path(step.node);
    if path_in(trace, &path, other).as_deref() != Some(&other.path(other_step.node)) {
        return false;
    }
    let mut visit = Some((step.visit, other_step.visit));
    let mut compared = 0;
    while let Some((here, beside)) = visit {
        let (node, other_node) = (trace.node_of(here), other.node_of(beside));
        let children = trace.children(node);
        compared += children.len() + 1;
        let values = [(trace, here, frame), (other, beside, there)]
            .map(|(trace, visit, frame)| trace.value_by(visit, u32::try_from(frame).unwrap_or(u32::MAX)));
        let state = |trace: &Trace, node, frame| shown(trace.state(Place { node, below: 0 }, frame));
        let is_alike = compared <= MAX_COMPARED
            && values[0] == values[1]
            && children.len() == other.children(other_node).len()
            && state(trace, node, frame) == state(other, other_node, there)
            && children.zip(other.children(other_node)).all(|(child, beside)| {
                trace.move_of(child) == other.move_of(beside)
                    && state(trace, child, frame) == state(other, beside, there)
            });
        if !is_alike {
            return false;
        }
        visit = trace.parent_visit(here).zip(other.parent_visit(beside));
    }
    true
}

/// A state without the frames, which differ in other runs.
fn shown(state: NodeState) -> NodeState {
    match state {
        NodeState::Pruned { .. } => NodeState::Pruned { frame: 0 },
        NodeState::Skipped { .. } => NodeState::Skipped { frame: 0 },
        state => state,
    }
}
