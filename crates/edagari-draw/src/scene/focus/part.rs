//! The part of a node that is shown at a place of the picture: all visits of the node, some of
//! them, or the fact that its parent skipped it.

use edagari_core::game::{AnyPosition, mix};
use edagari_core::trace::{NodeState, Place, Trace, VisitId};

/// The maximum number of layers for which room is reserved: the latest ones.
const MAX_LAYERS: usize = 64;
/// A bit that no move number has.
const VISITS: u64 = 1 << 40;
const LEFT_OUT: u64 = 1 << 41;

/// The part of a node that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The node with all its visits; the latest visit at the frame represents it.
    Node,
    /// The visits from the first to the last, both included: a single one, or several merged for lack of room.
    Visits {
        /// The first visit.
        first: VisitId,
        /// The last visit, equal to the first if there is only one.
        last: VisitId,
    },
    /// The node, skipped (not entered) by one visit of its parent.
    LeftOut {
        /// The visit of the parent that skipped the node.
        by: VisitId,
    },
}

impl Part {
    /// Creates the part that consists of one visit.
    pub(super) const fn one(visit: VisitId) -> Self {
        Self::Visits { first: visit, last: visit }
    }

    /// Returns the visit if it is the only one.
    pub(super) fn only(self) -> Option<VisitId> {
        match self {
            Self::Visits { first, last } if first == last => Some(first),
            Self::Visits { .. } | Self::Node | Self::LeftOut { .. } => None,
        }
    }

    /// Returns the key of a node of which this part is shown: each part of a node has another key.
    pub(super) fn key(self, node: u64) -> u64 {
        match self {
            Self::Node => node,
            Self::Visits { first, .. } => mix(node, VISITS | u64::from(first.0)),
            Self::LeftOut { by } => mix(node, LEFT_OUT | u64::from(by.0)),
        }
    }

    /// Returns the visit that is shown at a frame.
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

    /// Returns the state of the part at a frame.
    pub(super) fn state(self, trace: &Trace, place: Place, frame: usize) -> NodeState {
        match self {
            Self::Node => trace.state_in_parent(place, frame),
            Self::LeftOut { by } => trace.state_left_out(by, place.node, frame),
            Self::Visits { first, .. } => trace.state_by(self.visit_at(trace, place, frame).unwrap_or(first), frame),
        }
    }

    /// Returns the visits for whose texts room is reserved: the latest ones.
    pub(super) fn latest(self, trace: &Trace, place: Place) -> Vec<VisitId> {
        match (self, place.recorded()) {
            (Self::Visits { last, .. }, _) => vec![last],
            (Self::Node, Some(node)) => trace.layers(node).rev().take(MAX_LAYERS).collect(),
            (Self::Node, None) | (Self::LeftOut { .. }, _) => Vec::new(),
        }
    }
}

pub(super) fn child_key(parent: u64, mv: u32) -> u64 {
    mix(parent, u64::from(mv))
}

/// A child before it has a place in the picture, or several children merged into one.
#[derive(Clone, Debug)]
pub(super) struct UnplacedChild {
    /// The move that leads to the child; `None` for a visit of the root.
    pub mv: Option<u32>,
    /// The text of the move, followed by the visit if a single visit is shown.
    pub text: String,
    /// The tag of the visit; for a node with all its visits the longest text for their number, so that room is reserved for it.
    pub tag: String,
    pub place: Place,
    pub part: Part,
    pub stands_for: usize,
    /// The moves to the other siblings that are merged into it.
    pub rest: Vec<u32>,
}

impl UnplacedChild {
    /// Creates the child with all its visits.
    pub(super) const fn of_node(mv: Option<u32>, text: String, place: Place) -> Self {
        Self { mv, text, tag: String::new(), place, part: Part::Node, stands_for: 1, rest: Vec::new() }
    }

    /// Returns the path key of the node below a node with the path key `parent`; the same for each part of the node.
    pub(super) fn path_key(&self, parent: u64) -> u64 {
        self.mv.map_or(parent, |mv| child_key(parent, mv))
    }

    /// Returns the position after the child's move in its parent's position.
    pub(super) fn position(&self, parent: &AnyPosition) -> Option<AnyPosition> {
        parent.play(self.mv?)
    }
}
