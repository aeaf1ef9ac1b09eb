//! The current node of a frame, and the child that has just returned.

use crate::trace::{NodeId, Trace};

/// The current node of a frame, and the child that has just returned.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moment {
    /// The moves to the current node; nothing where the run has no frames.
    pub current: Option<Vec<u32>>,
    /// The move from the current node to the child that has just returned.
    pub returned: Option<u32>,
}

impl Moment {
    /// The moment of `frame`.
    #[must_use]
    pub fn of(trace: &Trace, frame: usize) -> Self {
        let current = trace.step(frame).map(|step| trace.path(step.node));
        let returned = trace.returned_child(frame).and_then(|child| trace.move_of(trace.node_of(child)));
        Self { current, returned }
    }

    /// The moves to the child that has just returned, or that is the current node.
    #[must_use]
    pub fn child(&self) -> Option<Vec<u32>> {
        let mut path = self.current.clone()?;
        path.extend(self.returned);
        Some(path)
    }
}

/// The moves to the focus of a frame: the current node, or its parent while that is a leaf or was answered at once; so that
/// nothing moves while the search steps through leaves.
#[must_use]
pub fn focus_at(trace: &Trace, frame: usize) -> Vec<u32> {
    let Some(step) = trace.step(frame) else { return Vec::new() };
    let mut path = trace.path(step.node);
    if step.node != NodeId::ROOT && trace.children(step.node).len() == 0 {
        path.pop();
    }
    path
}
