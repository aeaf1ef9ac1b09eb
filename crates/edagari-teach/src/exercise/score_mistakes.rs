//! Classification of wrong scores and signs.

use super::hand_search::{Fate, HandSearch};
use super::skip_mistakes::Found;
use super::{MistakeKind, Returned};
use edagari_core::score::{BoundKind, Score};

/// Returns the probable reason why a node returned the score `given` instead of `expected`.
pub(super) fn wrong_score(search: &HandSearch<'_>, node: u32, given: Score, expected: Score) -> Found {
    let tree = search.tree();
    let player = tree.player(node);
    let children = tree.children(node);
    let scored: Vec<(u32, Score)> =
        children.iter().filter_map(|&child| search.score(child).map(|score| (child, score))).collect();
    let best = scored.iter().fold(player.worst(), |best, &(_, score)| player.better(best, score));
    if given == expected.negated() {
        return MistakeKind::ScoreOfOtherView.into();
    }
    if search.answer(node).is_some() {
        // The score is from the table, not from the children.
        return MistakeKind::WrongScore.into();
    }
    if let Some(found) = other_way_of_failing(search, node, best, given) {
        return found.into();
    }
    let worst = scored.iter().fold(player.other().worst(), |worst, &(_, score)| player.other().better(worst, score));
    if given == worst && scored.len() > 1 {
        return MistakeKind::OtherPlayersChoice.into();
    }
    let values = tree.values();
    let struck = children.iter().filter(|&&child| search.fate(child) == Fate::Struck);
    let used = struck.copied().find(|&child| player.better(best, values[child as usize]) == given && given != best);
    if used.is_some() {
        return (MistakeKind::SkippedScoreUsed, used);
    }
    let without = |left_out: u32| {
        let others = scored.iter().filter(|&&(child, _)| child != left_out);
        let best = others.fold(player.worst(), |best, &(_, score)| player.better(best, score));
        search.returned(node, best)
    };
    if let Some(&(child, _)) = scored.iter().find(|&&(child, _)| scored.len() > 1 && without(child) == given) {
        return (MistakeKind::ChildForgotten, Some(child));
    }
    if let Some(&(child, score)) = scored.last()
        && score == given
    {
        return (MistakeKind::LastScoreTaken, Some(child));
    }
    let own = search.given(node);
    if given.finite().is_some() && (given == own.alpha || given == own.beta) {
        return MistakeKind::BoundInsteadOfScore.into();
    }
    MistakeKind::WrongScore.into()
}

/// Returns a mistake if `given` is the score of fail-soft or fail-hard, but the exercise requires the other.
fn other_way_of_failing(search: &HandSearch<'_>, node: u32, best: Score, given: Score) -> Option<MistakeKind> {
    let convention = search.exercise().convention();
    if !convention.search.cuts() {
        return None;
    }
    let by = |returned: Returned| returned.of(best, search.tree().player(node), search.given(node)) == given;
    if by(Returned::Soft) {
        return Some(MistakeKind::SoftGiven);
    }
    let is_harder = match convention.returned {
        Returned::Soft => by(Returned::Hard) || by(Returned::HardAtBothEnds),
        Returned::Hard => by(Returned::HardAtBothEnds),
        Returned::HardAtBothEnds => false,
    };
    if is_harder {
        return Some(MistakeKind::HardGiven);
    }
    // Plain fail-hard is fail-soft at one end, so it is too soft where the exercise requires both ends.
    by(Returned::Hard).then_some(MistakeKind::SoftGiven)
}

/// Returns the mistake of a sign, if it is wrong.
pub(super) fn wrong_sign(given: Option<BoundKind>, expected: Option<BoundKind>) -> Option<MistakeKind> {
    // Any sign is accepted if the kind is undetermined, as with a closed window.
    let expected = expected?;
    match given {
        None => Some(MistakeKind::SignMissing),
        Some(given) if given == expected => None,
        Some(BoundKind::Exact) => Some(MistakeKind::BoundAsValue),
        Some(_) if expected == BoundKind::Exact => Some(MistakeKind::ValueAsBound),
        Some(_) => Some(MistakeKind::SignReversed),
    }
}
