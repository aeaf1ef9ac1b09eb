//! Location of a cut, valid in every run of a tree.

use edagari_core::trace::parcel::{parceled, parceled_enum};
use edagari_core::trace::{FrameKind, Trace};

/// Location at which a search can cut: a node, and the child after which it would skip the others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CutSite {
    /// Moves to the node, from the start of the run.
    pub path: Vec<u32>,
    /// Move to the child, as an index in the game's order.
    pub after: u32,
}

/// Requested change of a cut.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Wanted {
    /// The cut disappears: the search visits the node and continues after the child, and no visit of the node
    /// is cut off after this child or an earlier one.
    Vanish,
    /// The cut appears: some visit of the node is cut off directly after the child and skips others.
    Appear,
}

impl CutSite {
    /// Returns the location of the update at a frame, and whether it is a cut that skips children. `None` at other frames.
    #[must_use]
    pub fn at(trace: &Trace, frame: usize) -> Option<(Self, bool)> {
        let step = trace.step(frame).filter(|step| step.kind == FrameKind::Update)?;
        let child = trace.visited_children(step.visit).take_while(|&child| trace.span(child).0 < frame).last()?;
        let site = Self { path: trace.path(step.node), after: trace.move_of(trace.node_of(child))? };
        let is_cut = step.cut.is_some() && trace.pruned_children(step.visit).len() > 0;
        Some((site, is_cut))
    }
}

parceled! {
    CutSite { path, after }
}

parceled_enum! {
    Wanted {
        0 Vanish,
        1 Appear,
    }
}
