//! Positions of nodes that are visited one after the other.

use std::collections::HashMap;

use crate::game::AnyPosition;
use crate::trace::{NodeId, Trace};

/// Replays the positions of nodes. Going from one node to the next plays only the moves that their paths do not share, so a scan in
/// search order plays each move once.
pub(crate) struct PositionCursor<'a> {
    trace: &'a Trace,
    /// The path to the last node, with the position at each of its nodes.
    path: Vec<(NodeId, AnyPosition)>,
    /// Index in `path` by node.
    index: HashMap<NodeId, usize>,
}

impl<'a> PositionCursor<'a> {
    /// A cursor that has not been anywhere yet.
    pub(crate) fn new(trace: &'a Trace) -> Self {
        Self { trace, path: Vec::new(), index: HashMap::new() }
    }

    /// The trace whose positions these are.
    pub(crate) const fn trace(&self) -> &'a Trace {
        self.trace
    }

    /// The position at a node; `None` where a move on the path is not legal.
    pub(crate) fn at(&mut self, node: NodeId) -> Option<&AnyPosition> {
        let mut missing = Vec::new();
        let mut here = Some(node);
        let shared = loop {
            match here {
                Some(known) if self.index.contains_key(&known) => break self.index[&known] + 1,
                Some(unknown) => {
                    missing.push(unknown);
                    here = self.trace.parent(unknown);
                }
                None => break 0,
            }
        };
        for (left, _) in self.path.drain(shared..) {
            self.index.remove(&left);
        }
        for next in missing.into_iter().rev() {
            let position = match self.path.last() {
                None => self.trace.position(&[])?,
                Some((_, above)) => above.play(self.trace.move_of(next)?)?,
            };
            self.index.insert(next, self.path.len());
            self.path.push((next, position));
        }
        self.path.last().map(|(_, position)| position)
    }
}
