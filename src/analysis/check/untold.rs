//! What a node may know though the program does not tell it by an update: the score of standing pat, and what is expected of moves that
//! are left out on a guess.

use super::prover::{Open, Prover};
use crate::score::{Player, Score, Window};
use crate::trace::VisitId;

/// The word of `why` and `kind` for what is settled without a move.
const STAND_PAT: &str = "stand-pat";
const QUIESCENCE: &str = "quiescence";

/// Whether a score is better for a player than another, or as good.
fn is_no_worse(player: Player, score: Score, than: Score) -> bool {
    match player {
        Player::Max => score >= than,
        Player::Min => score <= than,
    }
}

impl Prover<'_> {
    /// Whether a visit may begin with the score of standing pat, which no update tells.
    pub(super) fn may_stand_pat(&self, visit: VisitId) -> bool {
        let says = |column: &str, word: &str| self.column(column, visit).is_some_and(|told| told.to_string() == word);
        let is_quiescence = says("kind", QUIESCENCE)
            || says("why", STAND_PAT)
            || self.whole("depth", visit).map_or(self.known.stands_pat_untold, |depth| depth <= 0);
        is_quiescence && self.trace.origin().is_some() && self.trace.own_updates_of(visit).next().is_none()
    }

    /// Whether a visit has left moves out on a guess by a frame.
    pub(super) fn has_skipped(&self, visit: VisitId, frame: usize) -> bool {
        self.trace.skips_of(visit).any(|skip| skip.frame as usize <= frame)
    }

    /// Whether a score, which is better than what the children give, can be what the node knows or expects without them: standing pat, or
    /// that the moves left out would not bring more than this, which is no more than what the window asks for.
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

    /// Whether a window need not move: that of a search which has none, and so says the full one everywhere.
    pub(super) fn may_be_unmoved(&self, open: &Open, found: Window) -> bool {
        let has_none = self.algorithm.map_or_else(|| self.trace.cuts().is_empty(), |algorithm| !algorithm.cuts());
        has_none && found == open.searched
    }

    /// Whether a window that is told in a visit, or given to its child, is the one that it has, narrowed by a score of standing pat.
    pub(super) fn may_be_narrowed(open: &Open, expected: Window, found: Window) -> bool {
        let is_inside = match open.player {
            Player::Max => found.beta == expected.beta && found.alpha >= expected.alpha,
            Player::Min => found.alpha == expected.alpha && found.beta <= expected.beta,
        };
        open.may_stand_pat && is_inside
    }
}
