//! The inputs from which a focus view is laid out.

use std::collections::BTreeSet;

use crate::scene::Orientation;
use crate::trace::Trace;

/// A request for a focus view: run, focus, opened nodes and size.
#[derive(Clone, Copy, Debug)]
pub struct FocusRequest<'a> {
    /// The run.
    pub trace: &'a Trace,
    /// The moves from the start of the run to the focus.
    pub focus: &'a [u32],
    /// The moves to other nodes that have to be in sight, such as the current node while a person looks elsewhere.
    pub in_sight: &'a [Vec<u32>],
    /// The moves to the nodes that a person opened: their children are shown.
    pub opened: &'a BTreeSet<Vec<u32>>,
    /// The run it is compared with: nodes that it never visited are marked.
    pub other: Option<&'a Trace>,
    /// How it is laid out.
    pub options: FocusOptions,
}

impl FocusRequest<'_> {
    /// Whether each visit is shown for itself: only where nodes are entered several times is there a difference.
    pub(super) fn is_apart(&self) -> bool {
        self.options.passes_apart && self.trace.has_layers()
    }
}

/// The options of a focus view's layout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FocusOptions {
    /// The width of the place, in points.
    pub width: f32,
    /// The height of the place, in points.
    pub height: f32,
    /// The direction in which the tree grows.
    pub orientation: Orientation,
    /// Whether siblings that a cut skips together are shown as one.
    pub group_pruned: bool,
    /// Whether each visit of a node is shown for itself where it has several.
    pub passes_apart: bool,
    /// The room for the levels below the focus, relative to the usual; from −3 to 3.
    pub weight_below: i8,
    /// The size of words, relative to the usual.
    pub text_scale: f32,
    /// The smallest and the largest finite score of the run; room is kept for them, so that nothing moves when they come.
    pub scores: Option<(i32, i32)>,
    /// The levels by which the band of far ancestors is scrolled towards the root.
    pub band_scroll: usize,
}

impl Default for FocusOptions {
    fn default() -> Self {
        Self {
            width: 960.0,
            height: 600.0,
            orientation: Orientation::LeftToRight,
            group_pruned: false,
            passes_apart: false,
            weight_below: 0,
            text_scale: 1.0,
            scores: None,
            band_scroll: 0,
        }
    }
}
