//! Unrecorded sources of a node's score: standing pat, and estimates for moves that are skipped by a heuristic.

use super::prover::{Open, Prover};
use crate::score::{Player, Score, Window};
use crate::trace::VisitId;

/// The words of the columns `why` and `kind` for nodes settled by standing pat, and for quiescence search.
const STAND_PAT: &str = "stand-pat";
const QUIESCENCE: &str = "quiescence";

/// Whether a score is at least as good for a player as another.
fn is_no_worse(player: Player, score: Score, than: Score) -> bool {
    match player {
        Player::Max => score >= than,
        Player::Min => score <= than,
    }
}

impl Prover<'_> {
    /// Whether the initial score of a visit may be that of standing pat, without a recorded update.
    pub(super) fn may_stand_pat(&self, visit: VisitId) -> bool {
        let says = |column: &str, word: &str| self.column(column, visit).is_some_and(|told| told.to_string() == word);
        let is_quiescence = says("kind", QUIESCENCE)
            || says("why", STAND_PAT)
            || self.whole("depth", visit).map_or(self.known.stands_pat_untold, |depth| depth <= 0);
        is_quiescence && self.trace.origin().is_some() && self.trace.own_updates_of(visit).next().is_none()
    }

    /// Whether a visit has skipped moves by a frame.
    pub(super) fn has_skipped(&self, visit: VisitId, frame: usize) -> bool {
        self.trace.skips_of(visit).any(|skip| skip.frame as usize <= frame)
    }

    /// Whether a score better than the children's can come from elsewhere: from standing pat, or from an estimate for skipped
    /// moves, which is not better than the window's own bound.
    pub(super) fn may_be_raised(&self, open: &Open, frame: usize, score: Score, by_children: Option<Score>) -> bool {
        if by_children.is_some_and(|best| !is_no_worse(open.player, score, best)) {
            return false;
        }
        let Window { alpha, beta } = open.window;
        let is_below = match open.player {
            Player::Max => score <= alpha,
            Player::Min => score >= beta,
        };
        open.may_stand_pat || (self.has_skipped(open.visit, frame) && (is_below || !open.knows_window))
    }

    /// Whether a window may stay unchanged: a search without windows records the full window everywhere.
    pub(super) fn may_be_unmoved(&self, open: &Open, found: Window) -> bool {
        let has_none = self.algorithm.map_or_else(|| self.trace.cuts().is_empty(), |algorithm| !algorithm.cuts());
        has_none && found == open.searched
    }

    /// Whether a window, recorded in a visit or passed to its child, is the expected one, narrowed by a stand-pat score.
    pub(super) fn may_be_narrowed(open: &Open, expected: Window, found: Window) -> bool {
        let is_inside = match open.player {
            Player::Max => found.beta == expected.beta && found.alpha >= expected.alpha,
            Player::Min => found.alpha == expected.alpha && found.beta <= expected.beta,
        };
        open.may_stand_pat && is_inside
    }
}
