//! Classification of wrong steps: scores and signs, windows, and nodes that were wrongly struck or not struck.

use super::hand_search::{Fate, HandSearch, with_end};
use super::model_answer::{closes, is_deep};
use super::{CutAt, MistakeKind, Returned, SearchByHand};
use edagari_core::score::{BoundKind, Player, Score, Window};

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
    let struck = children.iter().filter(|&&child| matches!(search.fate(child), Fate::Struck | Fate::PassedOver));
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
    // The sentence names the best score of the children as the right one.
    if is_harder && search.returned(node, best) == best {
        return Some(MistakeKind::HardGiven);
    }
    // Plain fail-hard clips at only one end, so it is too soft if the exercise requires both ends.
    by(Returned::Hard).then_some(MistakeKind::SoftGiven)
}

/// Returns the mistake of a sign, if it is wrong.
pub(super) fn wrong_sign(given: Option<BoundKind>, expected: Option<BoundKind>) -> Option<MistakeKind> {
    // If the kind is undetermined, as with a closed window, any sign is accepted.
    let expected = expected?;
    match given {
        None => Some(MistakeKind::SignMissing),
        Some(given) if given == expected => None,
        Some(BoundKind::Exact) => Some(MistakeKind::BoundAsValue),
        Some(_) if expected == BoundKind::Exact => Some(MistakeKind::ValueAsBound),
        Some(_) => Some(MistakeKind::SignReversed),
    }
}

/// Kind of a mistake, and the second node involved.
pub(super) type Found = (MistakeKind, Option<u32>);

impl From<MistakeKind> for Found {
    fn from(kind: MistakeKind) -> Self {
        (kind, None)
    }
}

/// Returns the probable reason why a child of the innermost open node was struck, although its parent does not cut before it.
/// `truth` is the window with which the true search enters the parent.
pub(super) fn skipped_too_much(search: &HandSearch<'_>, parent: u32, node: u32, truth: Option<Window>) -> Found {
    let tree = search.tree();
    let convention = search.exercise().convention();
    let player = tree.player(parent);
    let place = tree.place(node);
    if convention.search == SearchByHand::Minimax {
        return MistakeKind::SkippedInMinimax.into();
    }
    if tree.children(parent)[..place].iter().all(|&child| search.score(child).is_none()) {
        return MistakeKind::FirstChildSkipped.into();
    }
    let taken = search.taken_in_before(parent, node);
    let cut_at = search.cut_at(parent);
    if cut_at == CutAt::Above && taken.window.alpha == taken.window.beta {
        return MistakeKind::SkippedAtEquality.into();
    }
    let would_cut = |others: Score| closes(cut_at, player, taken.best, others);
    if convention.search == SearchByHand::OneBound
        && let Some(above) = others_above(search, parent).find(|&above| would_cut(search.taken_in_so_far(above).best))
    {
        return (MistakeKind::DeepSkipWithOneBound, Some(above));
    }
    if makes_the_cut(search, parent, node) {
        return MistakeKind::SkippedOneTooEarly.into();
    }
    let own = search.given(parent).of(player);
    if own.finite().is_some() && player.better(taken.best, own) == own {
        return MistakeKind::CutAtWrongEnd.into();
    }
    let is_true = |score: Score| truth.is_some_and(|window| score == window.alpha || score == window.beta);
    let foreign = uncles(search, parent).find(|&(_, score)| would_cut(score) && !is_true(score));
    foreign
        .map_or_else(|| MistakeKind::SkippedTooMuch.into(), |(uncle, _)| (MistakeKind::CutByForeignBound, Some(uncle)))
}

/// Returns the probable reason why a child of an open node was not struck, although its parent cuts before it.
pub(super) fn skipped_too_little(search: &HandSearch<'_>, parent: u32, node: u32) -> Found {
    let tree = search.tree();
    let cut_at = search.cut_at(parent);
    let player = tree.player(parent);
    let Some((place, best)) = search.taken_in_before(parent, node).cut else {
        return MistakeKind::NotSkipped.into();
    };
    let window = search.taken_in(parent, place + 1).window;
    if tree.children(parent)[place + 1..].iter().any(|&child| search.fate(child) == Fate::Struck) {
        return MistakeKind::SkippedTooFew.into();
    }
    if window.alpha == window.beta {
        return MistakeKind::NoCutAtEquality.into();
    }
    if is_deep(search, parent)
        && let Some(above) =
            others_above(search, parent).find(|&above| closes(cut_at, player, best, search.taken_in_so_far(above).best))
    {
        return (MistakeKind::DeepCutMissed, Some(above));
    }
    MistakeKind::NotSkipped.into()
}

/// Returns the ancestors at which the other player moves, from the nearest to the root.
fn others_above<'a>(search: &'a HandSearch<'_>, node: u32) -> impl Iterator<Item = u32> + 'a {
    let tree = search.tree();
    tree.above(node).filter(move |&above| tree.player(above) != tree.player(node))
}

/// Returns the earlier siblings of a node and of its ancestors that have a score, the nearest first; scores are in max's view.
pub(super) fn uncles<'a>(search: &'a HandSearch<'_>, node: u32) -> impl Iterator<Item = (u32, Score)> + 'a {
    let tree = search.tree();
    let path = std::iter::once(node).chain(tree.above(node));
    let siblings = path.filter_map(move |node| {
        let parent = tree.parent(node)?;
        // Later siblings have not been searched yet.
        Some(tree.children(parent)[..tree.place(node)].iter().rev().copied())
    });
    siblings.flatten().filter_map(|uncle| search.score(uncle).map(|score| (uncle, score)))
}

/// Returns whether the parent cuts directly after this child, if the child is searched.
fn makes_the_cut(search: &HandSearch<'_>, parent: u32, node: u32) -> bool {
    let mut ahead = search.clone();
    let has_returned = |search: &HandSearch<'_>| matches!(search.fate(node), Fate::Returned(_));
    if !search.tree().is_leaf(node) {
        while !has_returned(&ahead) {
            let Some(step) = ahead.next() else { return false };
            ahead.take(step);
        }
    }
    ahead.taken_in(parent, search.tree().place(node) + 1).cut.is_some()
}

/// Returns the probable reason why a node was entered with the window `given` instead of `expected`. `truth` is the window in the true
/// search.
pub(super) fn wrong_window(
    search: &HandSearch<'_>,
    node: u32,
    given: Window,
    expected: Window,
    truth: Option<Window>,
) -> Found {
    if given == expected.negated() {
        return MistakeKind::WindowOfOtherView.into();
    }
    if given == (Window { alpha: expected.beta, beta: expected.alpha }) {
        return MistakeKind::EndsExchanged.into();
    }
    let Some(parent) = search.tree().parent(node) else { return MistakeKind::WrongWindow.into() };
    if search.own(parent) != search.given(parent) {
        let mut without = search.clone();
        without.ignore_table(parent);
        if given == without.window_of_child(parent, search.tree().place(node)) {
            return MistakeKind::TableNotUsed.into();
        }
    }
    let found = of_convention(search, parent, node, given, expected);
    let found = found.or_else(|| of_update(search, parent, node, given, expected));
    let found = found.or_else(|| {
        let right = [Some(expected), truth];
        let is_there =
            |score: Score| right.iter().flatten().all(|window| score != window.alpha && score != window.beta);
        let mut foreign = uncles(search, parent).filter(|&(_, score)| is_there(score));
        let uncle = foreign.find(|&(_, score)| score == given.alpha || score == given.beta);
        uncle.map(|(uncle, _)| (MistakeKind::ForeignBound, Some(uncle)))
    });
    found.unwrap_or_else(|| MistakeKind::WrongWindow.into())
}

/// Returns a mistake in how the algorithm of the convention passes windows down.
fn of_convention(search: &HandSearch<'_>, parent: u32, node: u32, given: Window, expected: Window) -> Option<Found> {
    let tree = search.tree();
    let player = tree.player(parent);
    let taken = search.taken_in_before(parent, node);
    let whole = taken.window;
    // Windows of the parent, at its entry or later, passed on without a null window.
    let is_whole = [whole, Window::FULL, Window::FULL.taking_in(player, taken.best)].contains(&given);
    match search.exercise().convention().search {
        SearchByHand::Pvs if matches!(search.fate(node), Fate::ReSearchDue(_)) => {
            return is_whole.then_some(MistakeKind::ReSearchFromOldBound.into());
        }
        SearchByHand::Pvs if expected != whole => {
            if is_whole {
                return Some(MistakeKind::NullWindowOmitted.into());
            }
            if Some(given) == whole.null(player.other()) {
                return Some(MistakeKind::NullWindowAtWrongEnd.into());
            }
        }
        SearchByHand::OneBound if given == whole => return Some(MistakeKind::BothBoundsPassed.into()),
        _ => {}
    }
    if given == Window::FULL {
        return Some(MistakeKind::WindowNotPassedDown.into());
    }
    (given == Window::FULL.taking_in(player, taken.best)).then(|| MistakeKind::BoundFromAboveForgotten.into())
}

/// Returns a mistake in how the scores of earlier children were taken into the window.
fn of_update(search: &HandSearch<'_>, parent: u32, node: u32, given: Window, expected: Window) -> Option<Found> {
    let tree = search.tree();
    let player = tree.player(parent);
    let place = tree.place(node);
    let before = &tree.children(parent)[..place];
    let scored = || before.iter().filter_map(|&child| search.score(child).map(|score| (child, score)));
    // Window of the parent after its first `places` children.
    let window = |places: usize| search.taken_in(parent, places).window;
    let last = window(place);
    let handed = |window: Window| as_handed(search, parent, node, window, expected);
    let earlier = (0..place).rev().find(|&places| window(places) != last && handed(window(places)) == given);
    if let Some(places) = earlier {
        let changes = |&other: &usize| window(other + 1) != window(places);
        let child = (places..place).find(changes).map(|other| before[other]);
        return Some((MistakeKind::UpdateForgotten, child));
    }
    let worse = scored().find(|&(_, score)| score != last.of(player) && handed(with_end(last, player, score)) == given);
    if let Some((child, _)) = worse {
        return Some((MistakeKind::WorseScoreTakenIn, Some(child)));
    }
    let begin = search.given(parent);
    let wrong = scored().find(|&(_, score)| {
        let both = [with_end(begin, player.other(), score), with_end(last, player.other(), score)];
        both.contains(&given)
    });
    wrong.map(|(child, _)| (MistakeKind::BoundAtWrongEnd, Some(child)))
}

/// Derives a child's window from a window of its parent in the way in which the right search does.
fn as_handed(search: &HandSearch<'_>, parent: u32, node: u32, window: Window, expected: Window) -> Window {
    let tree = search.tree();
    let player = tree.player(parent);
    match search.exercise().convention().search {
        SearchByHand::OneBound => match tree.player(node) {
            Player::Max => Window { alpha: expected.alpha, ..window },
            Player::Min => Window { beta: expected.beta, ..window },
        },
        SearchByHand::Pvs if !matches!(search.fate(node), Fate::ReSearchDue(_)) && tree.place(node) > 0 => {
            window.null(player).unwrap_or(window)
        }
        _ => window,
    }
}
