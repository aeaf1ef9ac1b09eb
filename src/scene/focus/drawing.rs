//! What drawing a focus view needs to know beyond its layout.

use super::layout::FocusLayout;
use super::moment::Moment;
use crate::language::Language;
use crate::scene::{Rect, Shape};
use crate::trace::{NodeState, Trace};

/// How a focus view is drawn at a frame.
#[derive(Clone, Copy, Debug)]
pub struct FocusLook<'a> {
    /// The frame.
    pub frame: usize,
    /// What that frame is about.
    pub moment: &'a Moment,
    /// The moves of the line that is best so far.
    pub best_line: &'a [u16],
    /// The nodes that share the position of another, which is looked for.
    pub equal: &'a [usize],
    /// The language of the words beside groups.
    pub language: Language,
}

/// What drawing a node needs to know beyond the node.
pub(super) struct Drawing<'a> {
    pub trace: &'a Trace,
    pub layout: &'a FocusLayout,
    pub look: &'a FocusLook<'a>,
    pub states: Vec<NodeState>,
    /// The shown nodes of the current path.
    pub current_path: Vec<usize>,
    /// The current node, if it is shown.
    pub current: Option<usize>,
    /// The child that is the current node or has just returned.
    pub child: Option<usize>,
    pub best_line: Vec<usize>,
    pub shapes: Vec<Shape>,
}

impl Drawing<'_> {
    /// Where a node's board, chip or bar lies now.
    pub(super) fn rect(&self, index: usize) -> Rect {
        let node = &self.layout.nodes[index];
        let is_marked = self.current == Some(index) || self.child == Some(index);
        node.grown.filter(|_| is_marked).unwrap_or(node.rect)
    }
}
