//! Questions about the score received from a child, and whether it is better.

use super::question::QuestionKind;
use super::question::{Choice, Question};
use super::returned_child::ReturnedChild;
use edagari_core::score::Score;
use edagari_core::trace::Trace;

/// Maximum number of choices of a question about a score.
const CHOICES: usize = 4;

/// Returns the question before a `Score` frame.
pub(super) fn question(trace: &Trace, frame: usize) -> Option<Question> {
    let taken = ReturnedChild::at(trace, frame)?;
    let with = |score: Score, is_better: bool| Choice::Score { score, is_better };
    let judged = |score: Score| with(score, taken.would_be_better(score));
    let bounds = [taken.window.alpha, taken.window.beta];
    let finite = |score: &Score| score.finite().is_some();
    // Typical mistakes: the other player's view; the node's own score instead of the child's; a bound instead of a score.
    let others = [taken.score.negated(), taken.known].into_iter().chain(bounds).filter(finite).map(judged);
    let misjudged = with(taken.score, !taken.is_better());
    let mut wrong: Vec<Choice> = others.collect();
    // The wrong judgement is an unlikely mistake if the node's score is infinite, so it is listed last.
    let place = if finite(&taken.known) { 0 } else { wrong.len() };
    wrong.insert(place, misjudged);
    let right = with(taken.score, taken.is_better());
    Question::new((frame, QuestionKind::Score), (taken.visit, Some(taken.child)), right, wrong, CHOICES)
}
