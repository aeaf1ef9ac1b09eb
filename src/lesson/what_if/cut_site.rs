//! The place of a cut, the same in every run of a tree.

use crate::trace::parcel::{parceled, parceled_enum};
use crate::trace::{FrameKind, Trace};

/// A place at which a search can cut: a node, and the child after which it would leave out the others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CutSite {
    /// The moves to the node, from the start of the run.
    pub path: Vec<u32>,
    /// The move to the child, in the game's order.
    pub after: u32,
}

/// What is wanted of a cut.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Wanted {
    /// That it is not made: the search visits the node and goes on behind the child, and no visit of the node is cut off after the child or
    /// an earlier one.
    Vanish,
    /// That it is made: some visit of the node is cut off right after the child, with others left out.
    Appear,
}

impl CutSite {
    /// The place of an update by a child, and whether it is a cut that leaves something out. `None` at any other frame.
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
