//! Questions about the effect of a table entry.

use super::question::QuestionKind;
use super::question::{Choice, Question};
use super::returned_child::{has_window, is_in_place};
use edagari_core::score::{Answer, BoundKind, Bounds, Score, Window};
use edagari_core::trace::{FrameKind, Trace};

/// Maximum number of choices of a question about an entry.
const CHOICES: usize = 5;

/// Returns the question before a `Lookup` frame.
pub(super) fn question(trace: &Trace, frame: usize) -> Option<Question> {
    let step = trace.step(frame).filter(|step| step.kind == FrameKind::Lookup)?;
    let found = trace.table().lookup_of(step.visit)?;
    let window = trace.given_window(step.visit);
    let is_determined = trace.is_search()
        && trace.has_minimax_scores()
        && is_in_place(trace, frame)
        && has_window(trace, step.visit)
        // The table may be configured not to narrow windows; a table of another program may do so without a record.
        && found.bounds.answer(window) == found.answer
        && step.answer == Some(found.answer);
    if !is_determined {
        return None;
    }
    let wrong = mistakes(found.bounds, window).into_iter().filter(|other| *other != found.answer);
    let wrong: Vec<Choice> = wrong.map(Choice::Entry).collect();
    Question::new((frame, QuestionKind::Entry), (step.visit, None), Choice::Entry(found.answer), wrong, CHOICES)
}

/// Returns plausible effects of bounds at a node with this window, including the right one.
fn mistakes(bounds: Bounds, window: Window) -> Vec<Answer> {
    let Bounds { lower, upper } = bounds;
    let returned =
        |score: Score, kind: BoundKind| Some(Answer::Returned { score, kind }).filter(|_| score.finite().is_some());
    let narrowed = |narrowed: Window| {
        Some(Answer::Narrowed(narrowed)).filter(|_| narrowed != window && narrowed.alpha < narrowed.beta)
    };
    let all = [
        Some(Answer::Nothing),
        narrowed(window.within(bounds)),
        returned(lower, BoundKind::Lower),
        returned(upper, BoundKind::Upper),
        narrowed(Window { alpha: upper, ..window }),
        narrowed(Window { beta: lower, ..window }),
        returned(lower, BoundKind::Exact),
        returned(upper, BoundKind::Exact),
        returned(window.alpha, BoundKind::Upper),
        returned(window.beta, BoundKind::Lower),
    ];
    // If the bounds are equal, they are the exact value. Returning it as a bound would also be right, so that is no mistake.
    let is_value_as_bound = |answer: &Answer| {
        lower == upper
            && matches!(answer, Answer::Returned { score, kind } if *score == lower && *kind != BoundKind::Exact)
    };
    all.into_iter().flatten().filter(|answer| !is_value_as_bound(answer)).collect()
}
