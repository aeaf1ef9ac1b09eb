//! Facts of a search beyond its visits: window updates without a child, and moves that were skipped
//! heuristically.

use super::{KnownReason, NodeId, VisitId};
use crate::score::{BoundKind, Player, Score, Window};
use serde::{Deserialize, Serialize};

/// An `Update` without a child: a node raises or lowers its window by a value of its own, such as the score of standing pat, or a
/// bound that follows from the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnUpdate {
    /// Number of the frame.
    pub frame: u32,
    pub(in crate::trace) visit: u32,
    /// The window within which the node is searched after the update, without the effect of returned scores.
    pub searched: Window,
    /// The score that the node would return now; `None` if it would return none.
    pub value: Option<Score>,
    /// Whether the children not searched yet are pruned.
    #[serde(default)]
    pub cut: bool,
    /// Reason of the update, in the program's words: `stand-pat`, `rules`, `mate-distance`.
    #[serde(default)]
    pub why: Option<Box<str>>,
}

impl OwnUpdate {
    /// The visit whose window is updated.
    #[must_use]
    pub const fn visit(&self) -> VisitId {
        VisitId(self.visit)
    }

    /// Kind of `score` as a bound on the value of a node of `player`, if an update without a child
    /// made a cut and the node is searched in the window `searched`. A score outside the window is
    /// a bound as usual; a score inside it is a lower bound from the player's point of view.
    pub(in crate::trace) fn bound_of_cut(player: Player, searched: Window, score: Score) -> BoundKind {
        match (searched.judge(score), player) {
            (BoundKind::Exact, Player::Max) => BoundKind::Lower,
            (BoundKind::Exact, Player::Min) => BoundKind::Upper,
            (kind, _) => kind,
        }
    }

    /// Kind of `score` as a bound on the value of a node that was settled without a child, by the
    /// reason; `None` if the reason implies none. A score outside the window is a bound as usual.
    /// Inside the window the reason determines whether the score is exact, or a bound in favor of
    /// one player.
    pub(in crate::trace) fn bound_by_reason(
        reason: KnownReason,
        player: Player,
        searched: Window,
        score: Score,
    ) -> Option<BoundKind> {
        match reason {
            KnownReason::Table => Some(searched.judge(score)),
            KnownReason::StandPat | KnownReason::NullMove | KnownReason::Probcut | KnownReason::Futility => {
                Some(Self::bound_of_cut(player, searched, score))
            }
            KnownReason::Razor => Some(Self::bound_of_cut(player.other(), searched, score)),
            _ => None,
        }
    }

    /// The reason of the update, if its meaning is known.
    pub(crate) fn reason(&self) -> Option<KnownReason> {
        KnownReason::of(self.why.as_deref()?)
    }

    /// Whether the rules of the game settle the node, so that no closed window is needed: an immediate win, moves that lose at
    /// once, or a bound that is returned.
    #[must_use]
    pub fn is_settled_by_rules(&self) -> bool {
        let by_rules = [KnownReason::WinAtOnce, KnownReason::LosingMoves, KnownReason::RuleBounds];
        self.value.is_some() && self.reason().is_some_and(|reason| by_rules.contains(&reason))
    }

    /// The window of a node of `player` after the update.
    #[must_use]
    pub fn window(&self, player: Player) -> Window {
        self.value.map_or(self.searched, |value| self.searched.taking_in(player, value))
    }
}

/// All updates of a trace that no child made.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<OwnUpdate>", into = "Vec<OwnUpdate>")]
pub(crate) struct OwnUpdates {
    /// The updates, in the order of the frames.
    list: Vec<OwnUpdate>,
    /// Indexes of `list`, sorted by visit and then by frame.
    by_visit: Vec<u32>,
}

impl From<Vec<OwnUpdate>> for OwnUpdates {
    fn from(mut list: Vec<OwnUpdate>) -> Self {
        list.sort_by_key(|update| update.frame);
        let mut by_visit: Vec<u32> = (0..list.len() as u32).collect();
        by_visit.sort_by_key(|&at| list[at as usize].visit);
        Self { list, by_visit }
    }
}

impl From<OwnUpdates> for Vec<OwnUpdate> {
    fn from(updates: OwnUpdates) -> Self {
        updates.list
    }
}

impl OwnUpdates {
    pub(in crate::trace) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(in crate::trace) fn list(&self) -> &[OwnUpdate] {
        &self.list
    }

    pub(in crate::trace) fn memory(&self) -> u64 {
        (size_of_val(self.list.as_slice()) + size_of_val(self.by_visit.as_slice())) as u64
    }

    /// The update at `frame`.
    pub(in crate::trace) fn at(&self, frame: u32) -> Option<&OwnUpdate> {
        self.list.binary_search_by_key(&frame, |update| update.frame).ok().map(|at| &self.list[at])
    }

    /// The updates of a visit, in the order of the frames.
    pub(in crate::trace) fn of(&self, visit: VisitId) -> impl DoubleEndedIterator<Item = &OwnUpdate> + Clone {
        let update = |at: u32| &self.list[at as usize];
        let first = self.by_visit.partition_point(|&at| update(at).visit < visit.0);
        let end = self.by_visit.partition_point(|&at| update(at).visit <= visit.0);
        self.by_visit[first..end].iter().map(move |&at| update(at))
    }

    /// The last update of a visit at or before a frame.
    pub(in crate::trace) fn last_of(&self, visit: VisitId, frame: u32) -> Option<&OwnUpdate> {
        let update = |at: u32| &self.list[at as usize];
        let end = self.by_visit.partition_point(|&at| (update(at).visit, update(at).frame) <= (visit.0, frame));
        let last = update(self.by_visit[end.checked_sub(1)?]);
        (last.visit == visit.0).then_some(last)
    }
}

/// Moves that a visit skipped heuristically, without a proof: late moves, futility pruning and similar.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Skip {
    /// Last frame before the skip; from it on the moves are skipped.
    pub frame: u32,
    /// Number of the visit.
    pub(in crate::trace) visit: u32,
    /// Numbers of the skipped children that the program lists.
    pub(in crate::trace) children: Vec<u32>,
    /// Reason of the skip, in the program's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Box<str>>,
    /// Number of skipped moves, listed or not.
    pub count: u64,
}

impl Skip {
    /// The visit that skipped the moves.
    #[must_use]
    pub const fn visit(&self) -> VisitId {
        VisitId(self.visit)
    }

    /// Skipped children that the program lists.
    pub fn children(&self) -> impl ExactSizeIterator<Item = NodeId> + '_ {
        self.children.iter().copied().map(NodeId)
    }
}

/// All skips of a trace, with indexes: a query for a visit or a node takes the same time for any number of skips.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Skip>", into = "Vec<Skip>")]
pub(crate) struct Skips {
    /// The skips, in the order of the frames.
    list: Vec<Skip>,
    /// Indexes of `list`, sorted by visit and then by frame.
    by_visit: Vec<u32>,
    /// Each listed child with the index of its skip, sorted.
    by_child: Vec<(u32, u32)>,
}

impl From<Vec<Skip>> for Skips {
    fn from(mut list: Vec<Skip>) -> Self {
        list.sort_by_key(|skip| skip.frame);
        let mut by_visit: Vec<u32> = (0..list.len() as u32).collect();
        by_visit.sort_by_key(|&at| list[at as usize].visit);
        let children =
            |(at, skip): (u32, &Skip)| skip.children.iter().map(move |&child| (child, at)).collect::<Vec<_>>();
        let mut by_child: Vec<(u32, u32)> = (0..).zip(&list).flat_map(children).collect();
        by_child.sort_unstable();
        Self { list, by_visit, by_child }
    }
}

impl From<Skips> for Vec<Skip> {
    fn from(skips: Skips) -> Self {
        skips.list
    }
}

impl Skips {
    pub(in crate::trace) const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(in crate::trace) fn list(&self) -> &[Skip] {
        &self.list
    }

    pub(in crate::trace) fn memory(&self) -> u64 {
        (size_of_val(self.list.as_slice())
            + size_of_val(self.by_visit.as_slice())
            + size_of_val(self.by_child.as_slice())) as u64
    }

    pub(in crate::trace) fn of(&self, visit: u32) -> impl Iterator<Item = &Skip> {
        let skip = |at: u32| &self.list[at as usize];
        let first = self.by_visit.partition_point(|&at| skip(at).visit < visit);
        let end = self.by_visit.partition_point(|&at| skip(at).visit <= visit);
        self.by_visit[first..end].iter().map(move |&at| skip(at))
    }

    /// Skips that list the child `node`, in the order of the frames.
    pub(in crate::trace) fn naming(&self, node: u32) -> impl Iterator<Item = &Skip> {
        let first = self.by_child.partition_point(|&(child, _)| child < node);
        let named = self.by_child[first..].iter().take_while(move |(child, _)| *child == node);
        named.map(|&(_, at)| &self.list[at as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skip_indexes_match_a_linear_scan() {
        // Frames, visits and children are unsorted; some visits and children have several skips.
        let skip = |at: u32| Skip {
            frame: at * 7 % 31,
            visit: at * 5 % 6,
            children: (0..at % 4).map(|child| (at + child * 3) % 9).collect(),
            why: None,
            count: u64::from(at),
        };
        let skips = Skips::from((0..40).map(skip).collect::<Vec<_>>());
        assert!(skips.list().is_sorted_by_key(|skip| skip.frame));
        for visit in 0..7 {
            let scanned = skips.list().iter().filter(|skip| skip.visit == visit);
            assert!(skips.of(visit).eq(scanned), "those of visit {visit}");
        }
        for child in 0..10 {
            let scanned = skips.list().iter().filter(|skip| skip.children.contains(&child));
            assert!(skips.naming(child).eq(scanned), "those that name {child}");
        }
    }
}
