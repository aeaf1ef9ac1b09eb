//! What an entry of the table does.

use super::kind::QuestionKind;
use super::question::{Choice, Question};
use super::told::{has_window, is_in_place};
use crate::score::{Answer, BoundKind, Bounds, Score, Window};
use crate::trace::{FrameKind, Trace};

/// The choices of a question on an entry.
const CHOICES: usize = 5;

/// The question before a `Lookup` frame.
pub(super) fn question(trace: &Trace, frame: usize) -> Option<Question> {
    let step = trace.step(frame).filter(|step| step.kind == FrameKind::Lookup)?;
    let found = trace.lookup_of(step.visit)?;
    let window = trace.given_window(step.visit);
    let is_told = trace.is_search()
        && trace.has_minimax_scores()
        && is_in_place(trace, frame)
        && has_window(trace, step.visit)
        // A table can be told not to narrow windows, and another program's can do so silently.
        && found.bounds.answer(window) == found.answer
        && step.answer == Some(found.answer);
    if !is_told {
        return None;
    }
    let wrong = mistakes(found.bounds, window).into_iter().filter(|other| *other != found.answer);
    let wrong: Vec<Choice> = wrong.map(Choice::Entry).collect();
    Question::new((frame, QuestionKind::Entry), (step.visit, None), Choice::Entry(found.answer), wrong, CHOICES)
}

/// What people take bounds to do at a node with this window: also what they do indeed.
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
    // Bounds that meet are the value: to return it as one of them would be right elsewhere.
    let is_value_as_bound = |answer: &Answer| {
        lower == upper
            && matches!(answer, Answer::Returned { score, kind } if *score == lower && *kind != BoundKind::Exact)
    };
    all.into_iter().flatten().filter(|answer| !is_value_as_bound(answer)).collect()
}
