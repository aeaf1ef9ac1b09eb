//! Questions about the score that a visit returns, and its kind.

use super::question::QuestionKind;
use super::question::{Choice, Question};
use super::returned_child::{cut_test, fail, follows_from_children, has_full_windows, has_window, is_in_place};
use edagari_core::score::{BoundKind, Fail, Player, Score, Window};
use edagari_core::trace::{CutTest, FrameKind, Trace, VisitId};

/// Maximum number of choices of a question about a returned score.
const CHOICES: usize = 5;

/// Returns the question before an `End` frame.
pub(super) fn question(trace: &Trace, frame: usize) -> Option<Question> {
    let step = trace.step(frame).filter(|step| step.kind == FrameKind::End)?;
    let (visit, player, score) = (step.visit, step.player, step.score?);
    let is_minimax = has_full_windows(trace);
    let is_determined = follows_from_children(trace, visit)
        && is_in_place(trace, frame)
        && trace.table().answered(visit).is_none()
        && (is_minimax || has_window(trace, visit));
    let scores: Vec<Score> =
        is_determined.then(|| scores_taken_in(trace, visit)).filter(|scores| !scores.is_empty())?;
    let last = u32::try_from(frame).ok()?;
    let window = trace.judged_window(visit);
    let kind = window.judge(score);
    // If only α > β cuts, a score at the end of the window can be exact.
    let is_at_end = [window.alpha, window.beta].contains(&score) && cut_test(trace) == Some(CutTest::Above);
    let follows = trace.value_by(visit, last) == Some(score) && step.bound == Some(kind) && !is_at_end;
    // Outside the window, the returned score depends on fail-hard or fail-soft.
    if !follows || (kind != BoundKind::Exact && fail(trace).is_none()) {
        return None;
    }
    let returned = |score: Score, kind: BoundKind| Choice::Returned { score, kind };
    let soft = scores.iter().copied().reduce(|one, other| player.better(one, other))?;
    let others = scores.iter().copied().reduce(|one, other| player.other().better(one, other))?;
    let mut wrong = Vec::new();
    if !is_minimax {
        wrong.extend(other_kinds(kind).map(|kind| returned(score, kind)));
    }
    // Typical mistakes: fail-hard instead of fail-soft or the reverse; the other player's choice; the last child's score; the
    // wrong end of the window; the other player's sign.
    let bound = match kind {
        BoundKind::Upper => Some(window.alpha),
        BoundKind::Lower => Some(window.beta),
        BoundKind::Exact => None,
    };
    let scores = [
        bound,
        Some(soft),
        Some(others),
        scores.last().copied(),
        Some(own_bound(window, player)),
        Some(score.negated()),
    ];
    // Beyond the bound that cuts, some fail-hard searches return the bound, and others the score itself.
    let is_cut_side = kind == cut_side(player) && fail(trace) == Some(Fail::Hard);
    let is_of_other_form = |other: Score| is_cut_side && (Some(other) == bound || other == soft);
    let is_wrong = |other: &Score| *other != score && other.finite().is_some() && !is_of_other_form(*other);
    wrong.extend(scores.into_iter().flatten().filter(is_wrong).map(|other| returned(other, kind)));
    wrong.extend(other_kinds(kind).map(|kind| returned(score, kind)));
    Question::new((frame, QuestionKind::Returned), (visit, None), returned(score, kind), wrong, CHOICES)
}

/// Returns the scores of the children in the order of their returns; of a re-searched child, only the last score.
fn scores_taken_in(trace: &Trace, visit: VisitId) -> Vec<Score> {
    let children: Vec<VisitId> = trace.visited_children(visit).collect();
    let is_searched_again =
        |place: usize| children.get(place + 1).is_some_and(|&next| trace.searched_again(next) == Some(children[place]));
    let last = (0..children.len()).filter(|&place| !is_searched_again(place));
    last.filter_map(|place| trace.step(trace.span(children[place]).1?)?.score).collect()
}

/// Returns the end of the window that belongs to the player.
const fn own_bound(window: Window, player: Player) -> Score {
    match player {
        Player::Max => window.alpha,
        Player::Min => window.beta,
    }
}

/// Returns the kind of a score that cuts at a node of the player.
const fn cut_side(player: Player) -> BoundKind {
    match player {
        Player::Max => BoundKind::Lower,
        Player::Min => BoundKind::Upper,
    }
}

fn other_kinds(kind: BoundKind) -> impl Iterator<Item = BoundKind> {
    [BoundKind::Upper, BoundKind::Exact, BoundKind::Lower].into_iter().filter(move |&other| other != kind)
}
