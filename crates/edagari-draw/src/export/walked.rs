//! Positions of a trace's nodes, computed incrementally when requested in nearly the order of a walk.

use std::collections::HashMap;

use edagari_core::game::AnyPosition;
use edagari_core::trace::{NodeId, Trace};

/// Cache of the positions on the path to the last requested node. The next node is usually near that path, however deep the tree is.
pub(super) struct Walked<'a> {
    trace: &'a Trace,
    path: Vec<(NodeId, Option<AnyPosition>)>,
    places: HashMap<NodeId, usize>,
}

impl<'a> Walked<'a> {
    pub(super) fn new(trace: &'a Trace) -> Self {
        Self { trace, path: Vec::new(), places: HashMap::new() }
    }

    /// Returns the position of a node; `None` if it is unknown.
    pub(super) fn position(&mut self, node: NodeId) -> Option<&AnyPosition> {
        let (mut below, mut at) = (Vec::new(), Some(node));
        let kept = loop {
            let Some(here) = at else { break 0 };
            if let Some(&place) = self.places.get(&here) {
                break place + 1;
            }
            below.push(here);
            at = self.trace.parent(here);
        };
        for (left, _) in self.path.drain(kept..) {
            self.places.remove(&left);
        }
        while let Some(next) = below.pop() {
            let position = match self.path.last() {
                None => self.trace.position(&[]),
                Some((_, above)) => above.as_ref().zip(self.trace.move_of(next)).and_then(|(above, mv)| above.play(mv)),
            };
            self.places.insert(next, self.path.len());
            self.path.push((next, position));
        }
        self.path.last()?.1.as_ref()
    }

    /// Returns the text of the move to a node; `None` for the root.
    pub(super) fn move_text(&mut self, node: NodeId) -> Option<String> {
        let parent = self.trace.parent(node)?;
        let mv = self.trace.move_of(node)?;
        Some(self.position(parent)?.move_text(mv as usize))
    }
}
