//! The three types of nodes (PV, CUT and ALL), the moves that a visit tried, and the minimal tree: the smallest set of
//! visits that proves the score of a run from the root.

use crate::score::{Player, Score, Window};
use crate::trace::parcel::column;
use crate::trace::{Meaning, Trace, VisitId};
use serde::Serialize;

/// The type of a node, from the view of the player to move there. Knuth and Moore (1975) number them 1, 2 and 3; the names are by
/// Marsland and Popowich (1985).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum NodeType {
    /// On a line of best moves: the node's value is inside its window.
    Pv,
    /// One move is good enough: the node's value reaches the other player's bound.
    Cut,
    /// All moves are searched, and none is good enough.
    All,
}

impl NodeType {
    /// The types in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Pv, Self::Cut, Self::All];

    /// The name of the type: `PV`, `CUT` or `ALL`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pv => "PV",
            Self::Cut => "CUT",
            Self::All => "ALL",
        }
    }

    /// The name as a single letter.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Pv => "P",
            Self::Cut => "C",
            Self::All => "A",
        }
    }

    /// The index in [`Self::ALL`].
    #[must_use]
    pub(super) const fn index(self) -> usize {
        match self {
            Self::Pv => 0,
            Self::Cut => 1,
            Self::All => 2,
        }
    }

    /// The type of a node of `player` that returned `score` with this window.
    pub(super) fn of_result(score: Score, window: Window, player: Player) -> Self {
        let (fails_low, fails_high) = match player {
            Player::Max => (score <= window.alpha, score >= window.beta),
            Player::Min => (score >= window.beta, score <= window.alpha),
        };
        match (fails_high, fails_low) {
            (true, _) => Self::Cut,
            (false, true) => Self::All,
            (false, false) => Self::Pv,
        }
    }

    /// The expected type at the root of a run: PV; for a null window the actual type, if known.
    pub(super) fn expected_at_root(window: Window, result: Option<Self>) -> Option<Self> {
        if is_null(window) { result } else { Some(Self::Pv) }
    }

    /// The expected type of a child.
    pub(super) fn expected_below(self, child: Child) -> Self {
        match self {
            Self::Pv if child.is_first || child.is_opened => Self::Pv,
            // The other moves are expected to be worse than the first one: the other player needs
            // only one good reply.
            Self::Pv | Self::All => {
                if child.same_player {
                    Self::All
                } else {
                    Self::Cut
                }
            }
            // If a move is good enough, no reply of the other player is good enough for that
            // player.
            Self::Cut => {
                if child.same_player {
                    Self::Cut
                } else {
                    Self::All
                }
            }
        }
    }
}

/// The properties of a child that determine its expected type, together with the parent's type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// Whether the move is the first one tried.
    pub is_first: bool,
    /// Whether the child is re-searched with a window that is not a null window.
    pub is_opened: bool,
    /// Whether the same player moves at the parent and at the child.
    pub same_player: bool,
}

/// Whether no score is inside a window.
pub(super) fn is_null(window: Window) -> bool {
    window.alpha.next() >= window.beta
}

/// A child entered by a visit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried {
    pub(super) visit: VisitId,
    /// The rank of the move among those tried, from 1; `None` for a speculative visit before its move is tried.
    pub(super) rank: Option<u32>,
    /// Whether the move was searched before under the same visit.
    pub(super) is_again: bool,
    /// Whether the visit is speculative: its score does not count.
    pub(super) is_speculative: bool,
}

impl Tried {
    /// Whether the move was tried before the one with this rank.
    pub(super) fn is_before(&self, rank: u32) -> bool {
        !self.is_speculative && self.rank.is_some_and(|before| before < rank)
    }
}

/// The child whose return caused a cutoff at a frame, and the rank of its move; `None` if no tried move caused it.
pub(super) fn move_that_cut(trace: &Trace, frame: usize, tried: &[Tried]) -> Option<(VisitId, u32)> {
    let by = trace.returned_child(frame)?;
    let by = tried.iter().find(|tried| tried.visit == by)?;
    Some((by.visit, by.rank.filter(|_| !by.is_speculative)?))
}

/// The moves that a visit tried.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MovesTried {
    /// The visits of children, in order; a move that is searched again has several.
    pub moves: Vec<TriedMove>,
    /// The rank of the move that caused the visit's cutoff, from 1; `None` without a cutoff by a move.
    pub cut_rank: Option<u32>,
}

/// A move that a visit tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TriedMove {
    /// The visit of the child.
    pub visit: VisitId,
    /// The rank of the move among those tried, from 1; `None` for a speculative visit.
    pub rank: Option<u32>,
    /// The visits wasted on it: those of its subtree, if another move caused a cutoff after it. Visits in the subtrees of several such
    /// moves are counted for the outermost one.
    pub wasted: u64,
}

/// Determines the moves tried by visits.
#[derive(Debug)]
pub(super) struct TriedMoves<'a> {
    trace: &'a Trace,
    /// Whether the program may record speculative visits.
    states_speculation: bool,
    found: Vec<Tried>,
}

impl<'a> TriedMoves<'a> {
    pub(super) fn new(trace: &'a Trace) -> Self {
        let states_speculation =
            [Meaning::Counts, Meaning::Kind].iter().any(|&meaning| trace.column_of(meaning).is_some());
        Self { trace, states_speculation, found: Vec::new() }
    }

    /// The children that a visit entered, in order. A re-searched move keeps its rank.
    pub(super) fn of(&mut self, visit: VisitId) -> &[Tried] {
        self.found.clear();
        let mut tried = 0;
        for child in self.trace.visited_children(visit) {
            let is_speculative = self.states_speculation && self.trace.is_speculative(child);
            let before = self.trace.searched_again(child);
            let before = before.and_then(|before| self.found.binary_search_by_key(&before, |tried| tried.visit).ok());
            let mut rank = before.and_then(|before| self.found[before].rank);
            if rank.is_none() && !is_speculative {
                tried += 1;
                rank = Some(tried);
            }
            self.found.push(Tried { visit: child, rank, is_again: before.is_some(), is_speculative });
        }
        &self.found
    }
}

/// The results for a visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VisitOrdered {
    /// The expected node type; `None` if nothing is expected at the root of the run.
    pub expected: Option<NodeType>,
    /// The actual node type; `None` if the visit did not end, or its window is not known.
    pub actual: Option<NodeType>,
    /// Whether the visit is in the minimal tree of its run from the root; `None` if that run has none.
    pub is_minimal: Option<bool>,
    /// Whether the visit is wasted: in the subtree of a move tried before the one that caused a cutoff.
    pub is_wasted: bool,
}

/// The results for all visits.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(super) struct Marks(#[serde(with = "column")] Vec<u8>);

const EXPECTED: u8 = 0;
const ACTUAL: u8 = 2;
const MEASURED: u8 = 1 << 4;
const MINIMAL: u8 = 1 << 5;
const WASTED: u8 = 1 << 6;
/// Whether the visit is part of the analysis.
const SEEN: u8 = 1 << 7;

impl Marks {
    pub(super) fn of(visits: usize) -> Self {
        Self(vec![0; visits])
    }

    fn at(&mut self, visit: VisitId) -> &mut u8 {
        &mut self.0[visit.0 as usize]
    }

    fn has(&self, visit: VisitId, mark: u8) -> bool {
        self.0.get(visit.0 as usize).is_some_and(|marks| marks & mark != 0)
    }

    fn type_at(&self, visit: VisitId, shift: u8) -> Option<NodeType> {
        let number = self.0.get(visit.0 as usize)? >> shift & 3;
        Some(NodeType::ALL[usize::from(number.checked_sub(1)?)])
    }

    /// Records the node types of a visit.
    pub(super) fn see(&mut self, visit: VisitId, expected: Option<NodeType>, actual: Option<NodeType>) {
        let number = |found: Option<NodeType>| found.map_or(0, |found| found.index() as u8 + 1);
        *self.at(visit) |= SEEN | number(expected) << EXPECTED | number(actual) << ACTUAL;
    }

    pub(super) fn waste(&mut self, visit: VisitId) {
        *self.at(visit) |= WASTED;
    }

    pub(super) fn is_wasted(&self, visit: VisitId) -> bool {
        self.has(visit, WASTED)
    }

    /// Records that the run of a visit has a minimal tree, and whether the visit is in it.
    pub(super) fn measure(&mut self, visit: VisitId, is_minimal: bool) {
        *self.at(visit) |= if is_minimal { MEASURED | MINIMAL } else { MEASURED };
    }

    /// The results for a visit; `None` if it is not part of the analysis.
    pub(super) fn get(&self, visit: VisitId) -> Option<VisitOrdered> {
        self.has(visit, SEEN).then(|| VisitOrdered {
            expected: self.type_at(visit, EXPECTED),
            actual: self.type_at(visit, ACTUAL),
            is_minimal: self.has(visit, MEASURED).then(|| self.has(visit, MINIMAL)),
            is_wasted: self.is_wasted(visit),
        })
    }
}
