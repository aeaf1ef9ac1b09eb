//! The source of a pass's window: aspiration searches around the score of an earlier pass, and widens a bound that failed.

use super::reason::Reason;
use super::value_line::score_of;
use crate::analysis::names::naming::pass_name;
use crate::analysis::names::scores::score_text;
use crate::language::{Language, Text};
use crate::score::{BoundKind, Score, Window};
use crate::trace::{Trace, VisitId};

/// The maximum number of earlier passes examined for the score at the centre of a window.
const MAX_BEFORE: usize = 64;

/// The source of a pass's window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassWindow {
    /// A symmetric window around the score that an earlier pass returned.
    Around {
        /// The first visit of the earlier pass.
        earlier: VisitId,
        /// The distance of both bounds from that score.
        by: Score,
    },
    /// The pass before has failed, and its failed bound is widened.
    Opened {
        /// The first visit of the pass before.
        earlier: VisitId,
        /// Whether that pass failed low (upper bound) or high (lower bound).
        kind: BoundKind,
    },
}

impl PassWindow {
    /// The first visit of the earlier pass.
    #[must_use]
    pub const fn earlier(self) -> VisitId {
        match self {
            Self::Around { earlier, .. } | Self::Opened { earlier, .. } => earlier,
        }
    }
}

/// The source of the window of the pass that starts with `first`, a visit of the root; `None` for a null window, and for a window
/// that is not from aspiration.
#[must_use]
pub fn pass_window(trace: &Trace, first: VisitId) -> Option<PassWindow> {
    let window = trace.given_window(first);
    if trace.passes().is_empty() || trace.parent_visit(first).is_some() || window.alpha.next() >= window.beta {
        return None;
    }
    opened(trace, first, window).or_else(|| around(trace, first, window))
}

fn opened(trace: &Trace, first: VisitId, window: Window) -> Option<PassWindow> {
    let depth = |visit| trace.pass_of(visit).and_then(|pass| trace.passes()[pass].depth);
    let earlier = trace.layer_before(first).filter(|&earlier| depth(earlier) == depth(first))?;
    let before = trace.given_window(earlier);
    let kind = trace.step(trace.span(earlier).1?)?.bound?;
    let is_open = match kind {
        BoundKind::Upper => window.alpha < before.alpha,
        BoundKind::Lower => window.beta > before.beta,
        BoundKind::Exact => false,
    };
    is_open.then_some(PassWindow::Opened { earlier, kind })
}

fn around(trace: &Trace, first: VisitId, window: Window) -> Option<PassWindow> {
    let (alpha, beta) = window.alpha.finite().zip(window.beta.finite())?;
    let earlier = std::iter::successors(trace.layer_before(first), |&visit| trace.layer_before(visit));
    earlier.take(MAX_BEFORE).find_map(|earlier| {
        let middle = i64::from(score_of(trace, earlier)?.finite()?);
        let by = i64::from(beta) - middle;
        let is_middle = by > 0 && middle - i64::from(alpha) == by;
        is_middle.then(|| i32::try_from(by).ok())?.map(|by| PassWindow::Around { earlier, by: Score::new(by) })
    })
}

/// A sentence with the source of the window, linked to the end of the earlier pass.
#[must_use]
pub fn pass_window_reason(trace: &Trace, first: VisitId, language: Language) -> Option<Reason> {
    let found = pass_window(trace, first)?;
    let earlier = found.earlier();
    let [pass, before] =
        [first, earlier].map(|visit| trace.pass_of(visit).map(|place| pass_name(trace, place, language)));
    let (pass, before) = (pass?, before?);
    let window = |visit| trace.in_unit(trace.given_window(visit)).to_string();
    let score = score_text(trace, score_of(trace, earlier)?, language);
    let (text, by) = match found {
        PassWindow::Around { by, .. } => (Text::WhyWindowAround, trace.in_unit(by).to_string()),
        PassWindow::Opened { kind: BoundKind::Upper, .. } => (Text::WhyWindowFailedLow, String::new()),
        PassWindow::Opened { .. } => (Text::WhyWindowFailedHigh, String::new()),
    };
    let values = [
        ("pass", &*pass),
        ("earlier", &before),
        ("window", &window(first)),
        ("asked", &window(earlier)),
        ("score", &score),
        ("by", &by),
    ];
    let sentence = language.capital(&language.fill(text, &values));
    Some(Reason { sentence, frame: trace.span(earlier).1 })
}
