//! What a place in the picture shows of a node: all its visits, one of them, or that a visit of its parent left it out.

use crate::game::{AnyPosition, mix};
use crate::trace::{NodeState, Place, Trace, VisitId};

/// The layers that room is kept for, at most: the latest ones.
const MOST_LAYERS: usize = 64;
/// Told from the numbers of moves by their size.
const VISITS: u64 = 1 << 40;
const LEFT_OUT: u64 = 1 << 41;

/// What is shown of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The node with all its visits: the latest at the frame stands for it.
    Node,
    /// The visits from the first to the last of these: one, or several that have no room of their own.
    Visits {
        /// The first.
        first: VisitId,
        /// The last, which is the first where there is but one.
        last: VisitId,
    },
    /// The node as one visit of its parent left it, without entering it.
    LeftOut {
        /// That visit.
        by: VisitId,
    },
}

impl Part {
    /// One visit.
    pub(super) const fn one(visit: VisitId) -> Self {
        Self::Visits { first: visit, last: visit }
    }

    /// The visit, where it is but one.
    pub(super) fn only(self) -> Option<VisitId> {
        match self {
            Self::Visits { first, last } if first == last => Some(first),
            Self::Visits { .. } | Self::Node | Self::LeftOut { .. } => None,
        }
    }

    /// The key of a node of which this is shown: no two parts of a node have the same.
    pub(super) fn key(self, node: u64) -> u64 {
        match self {
            Self::Node => node,
            Self::Visits { first, .. } => mix(node, VISITS | u64::from(first.0)),
            Self::LeftOut { by } => mix(node, LEFT_OUT | u64::from(by.0)),
        }
    }

    /// The visit that is seen at a frame.
    pub(super) fn visit_at(self, trace: &Trace, place: Place, frame: usize) -> Option<VisitId> {
        match self {
            Self::Node => trace.visit_at(place, frame),
            Self::LeftOut { .. } => None,
            Self::Visits { last, .. } if trace.span(last).0 <= frame => Some(last),
            Self::Visits { first, .. } => trace.visit_at(place, frame).filter(|&visit| visit >= first),
        }
    }

    /// Whether a visit of the node is among those that are shown.
    pub(super) fn shows(self, visit: Option<VisitId>) -> bool {
        match self {
            Self::Node => true,
            Self::Visits { first, last } => visit.is_some_and(|visit| (first..=last).contains(&visit)),
            Self::LeftOut { .. } => false,
        }
    }

    /// The state at a frame.
    pub(super) fn state(self, trace: &Trace, place: Place, frame: usize) -> NodeState {
        match self {
            Self::Node => trace.state(place, frame),
            Self::LeftOut { by } => trace.state_left_out(by, place.node, frame),
            Self::Visits { first, .. } => trace.state_by(self.visit_at(trace, place, frame).unwrap_or(first), frame),
        }
    }

    /// The visits for whose texts room is kept: the latest ones.
    pub(super) fn latest(self, trace: &Trace, place: Place) -> Vec<VisitId> {
        match (self, place.recorded()) {
            (Self::Visits { last, .. }, _) => vec![last],
            (Self::Node, Some(node)) => trace.layers(node).rev().take(MOST_LAYERS).collect(),
            (Self::Node, None) | (Self::LeftOut { .. }, _) => Vec::new(),
        }
    }
}

pub(super) fn child_key(parent: u64, mv: u32) -> u64 {
    mix(parent, u64::from(mv))
}

/// A child before it has a place in the picture; or several that are shown as one.
#[derive(Clone, Debug)]
pub(super) struct Kid {
    /// The move to it; `None` for a visit of the root.
    pub mv: Option<u32>,
    /// The move, and behind it the visit where it is shown for itself.
    pub text: String,
    /// What says which visit it is; of a node the most that is said of how often it was visited, so that there is room for it.
    pub tag: String,
    pub place: Place,
    pub part: Part,
    pub stands_for: usize,
}

impl Kid {
    /// The key of its node below one with the key `parent`, the same for each part of that node.
    pub(super) fn path_key(&self, parent: u64) -> u64 {
        self.mv.map_or(parent, |mv| child_key(parent, mv))
    }

    /// Where it leads from its parent's position.
    pub(super) fn position(&self, parent: &AnyPosition) -> Option<AnyPosition> {
        parent.play(self.mv?)
    }
}
