//! The children of a node, in an order that two linked pictures share.

use std::collections::HashMap;

use super::part::UnplacedChild;
use super::request::FocusRequest;
use edagari_core::analysis::{have_same_moves, path_in};
use edagari_core::game::AnyPosition;
use edagari_core::language::visible;
use edagari_core::trace::{NodeId, Place, Trace};

/// The children of a node, by index in the family: in search order if the node was visited, otherwise in the game's order. Beside a run that searches
/// them in another order, they are in the game's order in both pictures.
pub(super) struct Children<'a> {
    trace: &'a Trace,
    place: Place,
    position: &'a AnyPosition,
    /// The recorded children; empty if the node was not visited.
    recorded: Vec<NodeId>,
    /// The moves to the children of a node that was not visited; empty for the game's order.
    moves: Vec<u32>,
    count: usize,
}

impl<'a> Children<'a> {
    /// Creates the children of the node at a path; none if the search stopped there.
    pub(super) fn of(request: &FocusRequest<'a>, place: Place, path: &[u32], position: &'a AnyPosition) -> Self {
        let trace = request.trace;
        let mut recorded = recorded_children(trace, place);
        let count = child_count(request, place, path, position);
        let mut moves = Vec::new();
        if let Some(ranks) = common_ranks(request, &recorded, path, position).filter(|_| count > 1) {
            let rank = |mv: u32| ranks.get(&mv).copied().unwrap_or(usize::MAX);
            recorded.sort_by_cached_key(|&node| trace.move_of(node).map_or(usize::MAX, rank));
            if recorded.is_empty() {
                moves = (0..count as u32).collect();
                moves.sort_by_key(|&mv| rank(mv));
            }
        }
        Self { trace, place, position, recorded, moves, count }
    }

    pub(super) const fn len(&self) -> usize {
        self.count
    }

    pub(super) fn kid(&self, index: usize) -> Option<UnplacedChild> {
        let mv = self.move_at(index)?;
        let recorded = self.recorded.get(index).map(|&node| Place { node, below: 0 });
        Some(self.kid_at(mv, recorded.unwrap_or_else(|| self.trace.child_place(self.place, mv))))
    }

    fn move_at(&self, index: usize) -> Option<u32> {
        match self.recorded.get(index) {
            Some(&node) => self.trace.move_of(node),
            None => Some(self.moves.get(index).copied().unwrap_or(index as u32)),
        }
    }

    pub(super) fn kid_at(&self, mv: u32, place: Place) -> UnplacedChild {
        UnplacedChild::of_node(Some(mv), move_label(self.trace, self.position, mv), place)
    }

    /// Returns the index of the child that a move leads to.
    pub(super) fn index_of(&self, mv: u32) -> Option<usize> {
        if !self.recorded.is_empty() {
            return self.recorded.iter().position(|&node| self.trace.move_of(node) == Some(mv));
        }
        let index = if self.moves.is_empty() { Some(mv as usize) } else { self.moves.iter().position(|&at| at == mv) };
        index.filter(|&index| index < self.count)
    }

    /// Returns a range of the children merged into one.
    pub(super) fn group(&self, range: std::ops::Range<usize>) -> Option<UnplacedChild> {
        let mut first = self.kid(range.start)?;
        first.stands_for = range.len();
        first.rest = range.clone().skip(1).filter_map(|index| self.move_at(index)).collect();
        if range.len() > 1
            && let Some(last) = self.kid(range.end - 1)
        {
            first.text = format!("{}{}{}", first.text, between(range.len()), last.text);
        }
        Some(first)
    }
}

/// Returns the text between the first and the last of `count` adjacent moves.
pub(super) const fn between(count: usize) -> &'static str {
    if count == 2 { ", " } else { " … " }
}

/// Returns the number of children of the node at a path; 0 if the search stopped there.
pub(super) fn child_count(request: &FocusRequest<'_>, place: Place, path: &[u32], position: &AnyPosition) -> usize {
    match recorded_children(request.trace, place).len() {
        0 if is_limit(request.trace, place, path.len()) && is_limit_there(request, path) => 0,
        0 => position.move_count(),
        count => count,
    }
}

fn recorded_children(trace: &Trace, place: Place) -> Vec<NodeId> {
    place.recorded().map(|node| trace.children(node).collect()).unwrap_or_default()
}

/// Whether the search stops at a node although the game continues, at the depth limit or the horizon: no node below it will be visited.
pub(super) fn is_limit(trace: &Trace, place: Place, depth: usize) -> bool {
    let is_deep = trace.setup.limit.is_some_and(|limit| depth >= limit.depth as usize);
    is_deep
        || place.recorded().is_some_and(|node| {
            trace.children(node).len() == 0 && trace.layers(node).next().is_some_and(|visit| trace.is_horizon(visit))
        })
}

/// Whether a linked run stops at the node at a path, too. Otherwise both pictures have room for the children.
fn is_limit_there(request: &FocusRequest<'_>, path: &[u32]) -> bool {
    let there = request.other.and_then(|other| Some((other, path_in(request.trace, path, other)?)));
    there.is_none_or(|(other, path)| {
        let place = other.place(&path);
        recorded_children(other, place).is_empty() && is_limit(other, place, path.len())
    })
}

/// Returns the ranks of the moves from a node in the order that two linked pictures share; `None` if it is the order in which this run searches, or the
/// game's order for a node without recorded children. The order is that of the only run that searched the node, or of both if they agree,
/// otherwise the game's.
fn common_ranks(
    request: &FocusRequest<'_>,
    recorded: &[NodeId],
    path: &[u32],
    position: &AnyPosition,
) -> Option<HashMap<u32, usize>> {
    let trace = request.trace;
    let own: Vec<u32> = recorded.iter().filter_map(|&child| trace.move_of(child)).collect();
    if request.options.game_order {
        return Some(in_game_order(request, own, position));
    }
    let other = request.other?;
    let path = path_in(trace, path, other)?;
    let there = recorded_children(other, other.place(&path));
    let there = there.into_iter().filter_map(|child| other.move_of(child)).collect();
    let there: Vec<u32> = if have_same_moves(trace, other) {
        there
    } else {
        let (from, names) = (other.position(&path)?, moves_by_name(position));
        there.into_iter().filter_map(|mv| names.get(&from.move_text(mv as usize)).copied()).collect()
    };
    match (own.is_empty(), there.is_empty()) {
        (_, true) => None,
        (true, false) => Some(ranked(there)),
        (false, false) if own == there => None,
        (false, false) => Some(in_game_order(request, own, position)),
    }
}

fn ranked(moves: Vec<u32>) -> HashMap<u32, usize> {
    moves.into_iter().enumerate().map(|(rank, mv)| (mv, rank)).collect()
}

fn moves_by_name(position: &AnyPosition) -> HashMap<String, u32> {
    (0..position.move_count()).rev().map(|mv| (position.move_text(mv), mv as u32)).collect()
}

/// Returns the ranks of moves in the game's order. A recorded or edited tree numbers its moves in an order of its own, so there the names count.
fn in_game_order(request: &FocusRequest<'_>, mut moves: Vec<u32>, position: &AnyPosition) -> HashMap<u32, usize> {
    if request.other.is_none_or(|other| have_same_moves(request.trace, other)) {
        moves.sort_unstable();
    } else {
        // Shorter names first, so that numbers are in their order.
        moves.sort_by_cached_key(|&mv| {
            let name = position.move_text(mv as usize);
            (name.len(), name)
        });
    }
    ranked(moves)
}

/// Returns the text of a move, with its probability if chance makes it.
pub(super) fn move_label(trace: &Trace, position: &AnyPosition, mv: u32) -> String {
    let text = position.move_text(mv as usize);
    match trace.chance().probability_of_move(position, mv as usize) {
        Some(probability) => visible(&format!("{text} · {probability}")).into_owned(),
        None => visible(&text).into_owned(),
    }
}
