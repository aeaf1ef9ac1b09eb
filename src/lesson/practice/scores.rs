//! Which score is taken in, and whether it is better.

use super::kind::QuestionKind;
use super::question::{Choice, Question};
use super::taken_in::TakenIn;
use crate::score::Score;
use crate::trace::Trace;

/// The choices of a question on a score.
const CHOICES: usize = 4;

/// The question before a `Score` frame.
pub(super) fn question(trace: &Trace, frame: usize) -> Option<Question> {
    let taken = TakenIn::at(trace, frame)?;
    let with = |score: Score, is_better: bool| Choice::Score { score, is_better };
    let judged = |score: Score| with(score, taken.would_be_better(score));
    let bounds = [taken.window.alpha, taken.window.beta];
    let finite = |score: &Score| score.finite().is_some();
    // Seen from the other player; the node's own instead of the child's; a bound instead of a score.
    let others = [taken.score.negated(), taken.known].into_iter().chain(bounds).filter(finite).map(judged);
    let misjudged = with(taken.score, !taken.is_better());
    let mut wrong: Vec<Choice> = others.collect();
    // Nobody finds a score not better than the worst.
    let place = if finite(&taken.known) { 0 } else { wrong.len() };
    wrong.insert(place, misjudged);
    let right = with(taken.score, taken.is_better());
    Question::new((frame, QuestionKind::Score), (taken.visit, Some(taken.child)), right, wrong, CHOICES)
}
