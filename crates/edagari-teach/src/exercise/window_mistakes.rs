//! Classification of wrong windows.

use super::hand_search::{Fate, HandSearch};
use super::skip_mistakes::{Found, uncles, with_end};
use super::{MistakeKind, SearchByHand};
use edagari_core::score::{Player, Score, Window};

/// Returns the probable reason why a node was entered with the window `given` instead of `expected`.
pub(super) fn wrong_window(search: &HandSearch<'_>, node: u32, given: Window, expected: Window) -> Found {
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
        let is_there = |score: Score| score != expected.alpha && score != expected.beta;
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
    let taken = search.taken_in(parent, tree.place(node));
    let whole = taken.window;
    match search.exercise().convention().search {
        SearchByHand::Pvs if matches!(search.fate(node), Fate::Asked(_)) && given == whole => {
            return Some(MistakeKind::ReSearchFromOldBound.into());
        }
        SearchByHand::Pvs if matches!(search.fate(node), Fate::Asked(_)) => {}
        SearchByHand::Pvs if expected != whole => {
            if given == whole {
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
    // Window of the parent after the first `places` children.
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

/// Derives a child's window from a window of its parent, in the same way as the right one.
fn as_handed(search: &HandSearch<'_>, parent: u32, node: u32, window: Window, expected: Window) -> Window {
    let tree = search.tree();
    let player = tree.player(parent);
    match search.exercise().convention().search {
        SearchByHand::OneBound => match tree.player(node) {
            Player::Max => Window { alpha: expected.alpha, ..window },
            Player::Min => Window { beta: expected.beta, ..window },
        },
        SearchByHand::Pvs if !matches!(search.fate(node), Fate::Asked(_)) && tree.place(node) > 0 => {
            window.null(player).unwrap_or(window)
        }
        _ => window,
    }
}
