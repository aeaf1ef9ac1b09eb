//! The mark of a folded subtree: how many nodes were visited below a node whose children are out of sight.

use super::part::Part;
use super::sizes::{SMALL, Words, text_width};
use crate::trace::{NodeState, Place, Trace, VisitId};

/// Between a mark and the words before it.
pub(super) const MARK_GAP: f32 = 5.0;
/// From the tip of the triangle to the number.
const TRIANGLE: f32 = 7.0;

/// The mark beside a folded node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fold {
    /// The number of nodes visited below it; of several layers the most.
    pub count: u64,
    pub(super) spot: FoldSpot,
}

/// Where the mark stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FoldSpot {
    EndOfChip,
    SecondLineOfChip,
    AfterMove,
    AfterNote,
    BelowNote,
}

impl Fold {
    /// The mark of a node, if it ends with children.
    pub(super) fn of(trace: &Trace, place: Place, part: Part, spot: FoldSpot) -> Option<Self> {
        most_below(trace, place, part).map(|count| Self { count, spot })
    }

    pub(super) fn text(self) -> String {
        match self.count {
            0..=9_999 => self.count.to_string(),
            10_000..=999_999 => format!("{}k", self.count / 1000),
            _ => format!("{}M", self.count / 1_000_000),
        }
    }

    pub(super) fn size(words: &Words) -> f32 {
        SMALL.min(words.small)
    }

    pub(super) fn width(self, words: &Words) -> f32 {
        text_width(&self.text(), Self::size(words)) + TRIANGLE
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

/// The width of the widest score that a node ends with in one of the layers that are shown, as it is written beside it.
pub(super) fn widest_note(trace: &Trace, place: Place, part: Part, size: f32) -> Option<f32> {
    let of_layer = |visit: VisitId| match trace.state_by(visit, usize::MAX) {
        NodeState::Scored { score, kind } => {
            Some(text_width(&format!("{} {}", kind.sign(), trace.in_unit(score)), size))
        }
        _ => None,
    };
    part.latest(trace, place).into_iter().filter_map(of_layer).reduce(f32::max)
}
