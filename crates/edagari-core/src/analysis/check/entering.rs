//! Checks of the start of a visit: window, player, place and depth.

use super::Fault;
use super::known::{Left, left_at_root};
use super::prover::{Open, Prover};
use super::taken_bounds::Proved;
use super::told_by_columns::Horizon;
use crate::game::AnyPosition;
use crate::score::{Player, Window};
use crate::trace::{Step, VisitId};

impl Prover<'_> {
    pub(super) fn start(&mut self, frame: usize, step: &Step) {
        let player = step.player;
        let mut left = left_at_root(self.trace, step.visit);
        let is_told = self.trace.tells_window(step.visit);
        let mut knows_window = self.trace.knows_window(step.visit);
        let mut position = None;
        let mut faults = Vec::new();
        if let Some(above) = self.path.last() {
            position =
                above.position.as_ref().zip(self.trace.rule_move(step.node)).and_then(|(above, mv)| above.play(mv));
            left = above.left;
            let changes = position.as_ref().map_or(player, AnyPosition::player)
                != above.position.as_ref().map_or(above.player, AnyPosition::player);
            let is_asked = self.trace.is_only_asked(step.visit);
            if above.left == Left::Changes(0) && !self.known.guesses {
                faults.push(Fault::BelowLimit);
            }
            left = left.below(changes);
            knows_window = is_told || (self.known.windows_follow && above.knows_window && !above.may_stand_pat);
            if let Some(cut) = above.cut {
                faults.push(Fault::EnteredAfterCut { cut });
            } else if above.answer.is_some() {
                faults.push(Fault::EnteredAfterAnswer);
            } else if is_told && above.knows_window && !is_asked {
                // An unknown search is treated as the α-β that the setup assumes.
                let algorithm = self.trace.setup.algorithm();
                let expected = algorithm.map_or(Window::FULL, |algorithm| algorithm.child_window(above.window, player));
                let found = step.window;
                // A search that is not specified may use wider windows: that only takes longer.
                let is_full = self.algorithm.is_none() && found.alpha <= expected.alpha && found.beta >= expected.beta;
                let may_be = is_full
                    || self.may_be_null(above, step.visit, found)
                    || Self::may_be_narrowed(above, expected, found);
                if found != expected && !may_be {
                    faults.push(Fault::GivenWindow { expected, found });
                }
                faults.extend(self.searched_twice(above, step.visit, found));
            }
        } else {
            faults.extend(self.closed_root(step.window).filter(|_| is_told));
        }
        if self.path.is_empty() && self.trace.knows_rules() {
            position = self.trace.rules().and_then(|(game, start)| game.position(start));
        }
        if let Some(expected) = position.as_ref().map(AnyPosition::player).filter(|&expected| expected != player) {
            faults.push(Fault::WrongPlayer { expected, found: player });
        }
        // A wrong player is reported first: it inverts the other checks of the node.
        faults.sort_by_key(|fault| !matches!(fault, Fault::WrongPlayer { .. }));
        for fault in faults {
            self.find(frame, fault);
        }
        let (given, value) = (step.window, None);
        self.path.push(Open {
            visit: step.visit,
            node: step.node,
            player,
            given,
            knows_window,
            searched: given,
            window: given,
            value,
            best: None,
            answer: None,
            found: None,
            returned: None,
            taken_in: None,
            cut: None,
            children: 0,
            has_own_score: false,
            is_settled: false,
            may_stand_pat: self.may_stand_pat(step.visit),
            leaves_out_all: false,
            position,
            left,
            proved: Proved::default(),
            horizon: Horizon::default(),
        });
    }

    /// Whether children can be searched with a null window and re-searched: as specified in the header, or if nodes have several
    /// visits.
    pub(super) fn has_null_windows(&self) -> bool {
        self.header.null_windows.unwrap_or(self.trace.has_layers())
    }

    /// Whether a window is a null window inside the parent's window, or that of a re-search after a null window.
    pub(super) fn may_be_null(&self, above: &Open, visit: VisitId, found: Window) -> bool {
        if !self.has_null_windows() {
            return false;
        }
        let Window { alpha, beta } = above.window;
        let is_null = |window: Window| {
            let ends = window.alpha.finite().zip(window.beta.finite());
            ends.is_some_and(|(low, high)| low.checked_add(1) == Some(high))
        };
        let is_inside = alpha <= found.alpha && found.beta <= beta;
        let searches_again = above.returned.is_some_and(|(before, score)| {
            let is_same_move = self.trace.have_same_move([before, visit].map(|visit| self.trace.node_of(visit)));
            // The re-search starts anywhere from the bound before the null window to the score that the null window returned.
            let Window { alpha: first_alpha, beta: first_beta } = above.searched;
            is_same_move
                && match above.player {
                    Player::Max => (first_alpha..=score.max(alpha)).contains(&found.alpha) && found.beta == beta,
                    Player::Min => (score.min(beta)..=first_beta).contains(&found.beta) && found.alpha == alpha,
                }
        });
        (is_inside && is_null(found)) || searches_again
    }
}
