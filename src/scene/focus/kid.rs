//! A child before it has a place in the picture.

use super::part::Part;
use crate::game::{AnyPosition, mix};
use crate::trace::Place;

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
