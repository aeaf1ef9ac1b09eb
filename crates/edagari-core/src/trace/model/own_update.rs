//! Updates of a node's window without a child.

use serde::{Deserialize, Serialize};

use super::VisitId;
use crate::score::{BoundKind, Player, Score, Window};
use crate::search::RuleSetup;

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

    /// Kind of bound that `score` is on the value of a node of `player`, if an own update made a cut and the node is searched in
    /// `searched`. A score outside the window is a bound as usual; a score inside it is a lower bound from the player's point of
    /// view.
    pub(in crate::trace) fn bound_of_cut(player: Player, searched: Window, score: Score) -> BoundKind {
        match (searched.judge(score), player) {
            (BoundKind::Exact, Player::Max) => BoundKind::Lower,
            (BoundKind::Exact, Player::Min) => BoundKind::Upper,
            (kind, _) => kind,
        }
    }

    /// Kind of bound that `score` is on the value of a node that was settled without a child for the reason `why`; `None` if the
    /// reason is unknown. A score outside the window is a bound as usual. Inside the window the reason determines whether the score
    /// is exact, or a bound in favor of one player.
    pub(in crate::trace) fn bound_by_reason(
        why: &str,
        player: Player,
        searched: Window,
        score: Score,
    ) -> Option<BoundKind> {
        match why {
            "table" => Some(searched.judge(score)),
            "stand-pat" | "null-move" | "probcut" | "futility" => Some(Self::bound_of_cut(player, searched, score)),
            "razor" => Some(Self::bound_of_cut(player.other(), searched, score)),
            _ => None,
        }
    }

    /// Whether the rules of the game settle the node, so that no closed window is needed: an immediate win, moves that lose at
    /// once, or a bound that is returned. The reasons are those of [`RuleSetup`].
    #[must_use]
    pub fn is_settled_by_rules(&self) -> bool {
        match self.why.as_deref() {
            Some(RuleSetup::WIN_AT_ONCE | RuleSetup::LOSING_MOVES | RuleSetup::BOUNDS) => self.value.is_some(),
            _ => false,
        }
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
