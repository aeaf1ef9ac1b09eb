//! The mark of a folded subtree: the number of nodes visited below a node whose children are not shown.

use super::part::Part;
use super::sizes::{Words, text_width};
use edagari_core::trace::{Place, Trace, VisitId};

/// The width from the tip of the triangle to the number.
const TRIANGLE: f32 = 8.0;

/// The mark beside a folded node: a triangle and a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fold {
    /// The number of nodes visited below the node; with several layers, the maximum.
    pub count: u64,
}

impl Fold {
    /// Creates the mark of a node. `None` if it has no recorded children, or no shown layer that has ended has visits below it.
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

    /// Returns the room reserved for a mark. It is independent of the run, so that the same nodes of two runs have the same places.
    pub(super) fn room(words: &Words) -> f32 {
        Self { count: 9999 }.width(words)
    }
}

/// Returns the number of visits below a node in its latest layer at `frame`; `None` if there are none, or that layer never ended.
#[must_use]
pub fn visited_below(trace: &Trace, place: Place, frame: usize) -> Option<u64> {
    below_visit(trace, trace.visit_at(place, frame)?)
}

pub(super) fn below_visit(trace: &Trace, visit: VisitId) -> Option<u64> {
    trace.span(visit).1?;
    Some((trace.visits_below(visit) as u64).saturating_sub(1)).filter(|&count| count > 0)
}

/// Returns the maximum number of visits below a node over the layers that are shown.
fn most_below(trace: &Trace, place: Place, part: Part) -> Option<u64> {
    place.recorded().filter(|&node| trace.children(node).len() > 0)?;
    part.latest(trace, place).into_iter().filter_map(|visit| below_visit(trace, visit)).max()
}
