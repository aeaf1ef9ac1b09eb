//! Classification of nodes that were wrongly struck or wrongly not struck.

use super::hand_search::{Fate, HandSearch};
use super::model_answer::{closes, is_deep};
use super::{CutAt, MistakeKind, SearchByHand};
use edagari_core::score::{Player, Score, Window};

/// Kind of a mistake, and the second node involved.
pub(super) type Found = (MistakeKind, Option<u32>);

impl From<MistakeKind> for Found {
    fn from(kind: MistakeKind) -> Self {
        (kind, None)
    }
}

/// Returns the probable reason why a child of the innermost open node was struck, although its parent does not cut before it.
pub(super) fn skipped_too_much(search: &HandSearch<'_>, parent: u32, node: u32) -> Found {
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
    let taken = search.taken_in(parent, place);
    if convention.cut == CutAt::Above && taken.window.alpha == taken.window.beta {
        return MistakeKind::SkippedAtEquality.into();
    }
    let would_cut = |others: Score| closes(convention.cut, player, taken.best, others);
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
    let foreign = uncles(search, parent).find(|&(_, score)| would_cut(score));
    foreign
        .map_or_else(|| MistakeKind::SkippedTooMuch.into(), |(uncle, _)| (MistakeKind::CutByForeignBound, Some(uncle)))
}

/// Returns the probable reason why a child of an open node was not struck, although its parent cuts before it.
pub(super) fn skipped_too_little(search: &HandSearch<'_>, parent: u32, node: u32) -> Found {
    let tree = search.tree();
    let cut_at = search.exercise().convention().cut;
    let player = tree.player(parent);
    let Some((place, best)) = search.taken_in(parent, tree.place(node)).cut else {
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
    let mut onward = search.clone();
    let has_returned = |search: &HandSearch<'_>| matches!(search.fate(node), Fate::Returned(_));
    if !search.tree().is_leaf(node) {
        while !has_returned(&onward) {
            let Some(step) = onward.next() else { return false };
            onward.take(step);
        }
    }
    onward.taken_in(parent, search.tree().place(node) + 1).cut.is_some()
}

/// Replaces the bound of a player in a window.
pub(super) fn with_end(window: Window, player: Player, score: Score) -> Window {
    match player {
        Player::Max => Window { alpha: score, ..window },
        Player::Min => Window { beta: score, ..window },
    }
}
