//! Updates by what a node itself knows.

use serde::{Deserialize, Serialize};

use super::VisitId;
use crate::score::{BoundKind, Player, Score, Window};
use crate::search::RuleSetup;

/// An `Update` without a child: a node raises or lowers its window by what it knows itself, such as the score of standing pat,
/// or what the rules allow at most.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnUpdate {
    /// Its frame.
    pub frame: u32,
    pub(in crate::trace) visit: u32,
    /// The window as far as it does not follow from scores: the node is searched within it from here on.
    pub searched: Window,
    /// The score that the node would return now, if it would return one.
    pub value: Option<Score>,
    /// Whether the children not searched yet are skipped.
    #[serde(default)]
    pub cut: bool,
    /// What it is by, in the program's words: `stand-pat`, `rules`, `mate-distance`.
    #[serde(default)]
    pub why: Option<Box<str>>,
}

impl OwnUpdate {
    /// The visit that is updated.
    #[must_use]
    pub const fn visit(&self) -> VisitId {
        VisitId(self.visit)
    }

    /// What `score` says of the value of a node of `player` if an own update made a cut, and the node is searched within this window:
    /// where it lies beside it, a bound of it; else that the player has at least so much.
    pub(in crate::trace) fn bound_of_cut(player: Player, searched: Window, score: Score) -> BoundKind {
        match (searched.judge(score), player) {
            (BoundKind::Exact, Player::Max) => BoundKind::Lower,
            (BoundKind::Exact, Player::Min) => BoundKind::Upper,
            (kind, _) => kind,
        }
    }

    /// What a score says of the value of a node that is settled without a child for a reason of this name, if that is known: a score beside
    /// the window is a bound of it. Inside it, what is at least so much for the player is no more than that.
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

    /// Whether the rules of the game settle it, so that it needs no closed window: a win at once, moves that lose at once, or a bound
    /// that is returned. The words are those of [`RuleSetup`].
    #[must_use]
    pub fn is_settled_by_rules(&self) -> bool {
        match self.why.as_deref() {
            Some(RuleSetup::WIN_AT_ONCE | RuleSetup::LOSING_MOVES | RuleSetup::BOUNDS) => self.value.is_some(),
            _ => false,
        }
    }

    /// The window after it, of a node of `player`.
    #[must_use]
    pub fn window(&self, player: Player) -> Window {
        self.value.map_or(self.searched, |value| self.searched.taking_in(player, value))
    }
}

/// The updates of a trace that no child made.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<OwnUpdate>", into = "Vec<OwnUpdate>")]
pub(crate) struct OwnUpdates {
    /// In the order of the frames.
    list: Vec<OwnUpdate>,
    /// The same by visit, and those of one visit in the order of the frames.
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

    /// The update at a frame.
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
