//! Positions of nodes that are requested one after the other.

use std::collections::HashMap;

use crate::game::AnyPosition;
use crate::trace::{NodeId, Trace};

/// Cursor that replays the positions of nodes. Moving to another node plays only the moves that the two paths do not share, so a
/// scan in search order plays each move once.
///
/// ```
/// use edagari_core::trace::{NodeId, PositionCursor};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let mut positions = PositionCursor::new(&trace);
/// assert_eq!(positions.move_text(NodeId(1)).as_deref(), Some("A"));
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Debug)]
pub struct PositionCursor<'a> {
    trace: &'a Trace,
    /// Path to the last node, with the position of each of its nodes.
    path: Vec<(NodeId, AnyPosition)>,
    /// Index in `path` of each node.
    index: HashMap<NodeId, usize>,
}

impl<'a> PositionCursor<'a> {
    /// Creates a cursor that has not replayed any move yet.
    #[must_use]
    pub fn new(trace: &'a Trace) -> Self {
        Self { trace, path: Vec::new(), index: HashMap::new() }
    }

    /// The trace whose positions are replayed.
    #[must_use]
    pub const fn trace(&self) -> &'a Trace {
        self.trace
    }

    /// Returns the position of a node; `None` if a move on the path is not legal.
    pub fn at(&mut self, node: NodeId) -> Option<&AnyPosition> {
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

    /// Returns the text of the move to a node; `None` for the root.
    pub fn move_text(&mut self, node: NodeId) -> Option<String> {
        let parent = self.trace.parent(node)?;
        let mv = self.trace.move_of(node)?;
        Some(self.at(parent)?.move_text(mv as usize))
    }
}
