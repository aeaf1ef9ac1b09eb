//! The mark of a folded subtree: how many nodes were visited below a node whose children are out of sight.

use super::part::Part;
use super::sizes::{Words, text_width};
use crate::trace::{Place, Trace, VisitId};

/// From the tip of the triangle to the number.
const TRIANGLE: f32 = 8.0;

/// The mark beside a folded node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fold {
    /// The number of nodes visited below it; of several layers the most.
    pub count: u64,
}

impl Fold {
    /// The mark of a node, if it ends with children.
    pub(super) fn of(trace: &Trace, place: Place, part: Part) -> Option<Self> {
        most_below(trace, place, part).map(|count| Self { count })
    }

    pub(super) fn text(self) -> String {
        match self.count {
            0..=9_999 => self.count.to_string(),
            10_000..=999_999 => format!("{}k", self.count / 1000),
            _ => format!("{}M", self.count / 1_000_000),
        }
    }

    pub(super) fn width(self, words: &Words) -> f32 {
        text_width(&self.text(), words.small) + TRIANGLE
    }

    /// The room that is kept for a mark. It does not depend on the run: the same nodes of two runs keep the same places.
    pub(super) fn room(words: &Words) -> f32 {
        Self { count: 9999 }.width(words)
    }
}

/// The number of visits below a node by its latest layer at `frame`; `None` if there are none, or that layer never ended.
#[must_use]
pub fn visited_below(trace: &Trace, place: Place, frame: usize) -> Option<u64> {
    below_visit(trace, trace.visit_at(place, frame)?)
}

pub(super) fn below_visit(trace: &Trace, visit: VisitId) -> Option<u64> {
    trace.span(visit).1?;
    Some((trace.visits_below(visit) as u64).saturating_sub(1)).filter(|&count| count > 0)
}

/// The most visits below a node in one of the layers that are shown.
fn most_below(trace: &Trace, place: Place, part: Part) -> Option<u64> {
    place.recorded().filter(|&node| trace.children(node).len() > 0)?;
    part.latest(trace, place).into_iter().filter_map(|visit| below_visit(trace, visit)).max()
}
