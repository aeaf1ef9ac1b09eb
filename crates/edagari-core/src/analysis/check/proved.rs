//! The bounds of a visit's value that the leaves below it prove, independent of the windows. They show where a bound is used as
//! the value.

use super::Fault;
use super::prover::{Open, Prover};
use super::taken_bounds::Taken;
use crate::score::{BoundKind, Bounds, Player, Score, Window};
use crate::trace::{Step, VisitId};

const fn exact(score: Score) -> Bounds {
    Bounds { lower: score, upper: score }
}

impl Prover<'_> {
    /// Whether the check computes proved bounds: only after a null window can a re-search be missing, and heuristics and several
    /// threads make the bounds unreliable.
    fn proves(&self) -> bool {
        self.has_null_windows() && !self.known.guesses && !self.trace.has_threads()
    }

    /// Whether the bounds of a child only prove that it is at least as good as this score for the player of the parent.
    fn is_open(player: Player, bounds: Bounds, score: Score) -> bool {
        match player {
            Player::Max => bounds.upper > score,
            Player::Min => bounds.lower < score,
        }
    }

    /// Processes the proved bounds of the child that has returned.
    pub(super) fn prove_child(&mut self, frame: usize, step: &Step, (score, value): (Score, Score), before: Window) {
        let Some(child) = self.trace.returned_child(frame).filter(|&child| !self.trace.is_only_asked(child)) else {
            return;
        };
        if !self.proves() {
            return;
        }
        let (node, given) = (self.trace.node_of(child), self.trace.given_window(child));
        let is_told = self.trace.tells_window(child);
        let is_again = self.is_entered_again(frame);
        let Some(open) = self.top(step.visit) else { return };
        let Some(bounds) = open.proved.returned.take() else { return };
        let so_far = open.proved.children.entry(node).or_insert(bounds);
        *so_far = so_far.intersect(bounds);
        let is_bound = match open.player {
            Player::Max => given.beta < before.beta && score >= given.beta && score < before.beta,
            Player::Min => given.alpha > before.alpha && score <= given.alpha && score > before.alpha,
        };
        if is_told && !is_again && is_bound && value == score && Self::is_open(open.player, bounds, score) {
            open.proved.taken.push(Taken { frame, node, score, window: given });
        }
    }

    /// The bounds that the leaves below a visit prove for its value; `score` is the score it returns.
    pub(super) fn prove(&mut self, open: &Open, score: Score) -> Option<Bounds> {
        if !self.proves() {
            return None;
        }
        if let Some((answer, kind)) = open.answer {
            return Some(open.found.unwrap_or_else(|| Bounds::of(answer, kind)));
        }
        let is_its_own =
            open.has_own_score || open.is_settled || self.trace.own_updates_of(open.visit).next().is_some();
        if open.children == 0 || is_its_own || self.is_settled_otherwise(open.visit) {
            return Some(exact(score));
        }
        let all = open.proved.children.values().copied();
        let mut bounds = all.reduce(|one, other| match open.player {
            Player::Max => Bounds { lower: one.lower.max(other.lower), upper: one.upper.max(other.upper) },
            Player::Min => Bounds { lower: one.lower.min(other.lower), upper: one.upper.min(other.upper) },
        })?;
        let (children, entered) = self.moves_of(open);
        if open.cut.is_some() && entered < children {
            match open.player {
                Player::Max => bounds.upper = Score::INFINITY,
                Player::Min => bounds.lower = Score::NEG_INFINITY,
            }
        }
        if let Some(found) = open.found {
            bounds = bounds.intersect(found);
        }
        let is_value = open.knows_window && open.searched.judge(score) == BoundKind::Exact;
        if is_value && bounds.lower < bounds.upper {
            let is_left_open = |taken: &&Taken| {
                let of_child = open.proved.children.get(&taken.node);
                of_child.is_some_and(|&of_child| Self::is_open(open.player, of_child, score))
            };
            if let Some(&Taken { frame, score, window, .. }) = open.proved.taken.iter().find(is_left_open) {
                self.find(frame, Fault::BoundTaken { window, score });
            }
        }
        Some(bounds)
    }

    /// Whether a move is searched a second time without a reason: with the same window, or although its value is known.
    pub(super) fn searched_twice(&self, above: &Open, visit: VisitId, window: Window) -> Option<Fault> {
        let (before, score) = above.returned?;
        let is_again = self.trace.searched_again(visit) == Some(before)
            && self.trace.tells_window(before)
            && !self.trace.is_only_asked(before)
            && !self.trace.has_threads();
        if !is_again || self.is_settled_otherwise(before) {
            return None;
        }
        // The depth and the kind of a visit.
        let said = |visit: VisitId| ["depth", "reduced", "extended", "kind"].map(|name| self.column(name, visit));
        let (now, then) = (said(visit), said(before));
        let is_as_deep = now[0].is_some() || (self.header.null_windows == Some(false) && !self.known.guesses);
        if !is_as_deep || now != then {
            return None;
        }
        let given = self.trace.given_window(before);
        if given != window {
            // A score inside the window is exact.
            let is_value = given.alpha < score && score < given.beta;
            return is_value.then(|| Fault::SearchedTwice { window, before: self.trace.span(before).0 });
        }
        // Many programs search with a null window first even if the window is already one, and re-search a child that beats it.
        let beats = match above.player {
            Player::Max => score > window.alpha,
            Player::Min => score < window.beta,
        };
        let is_habit = self.has_null_windows() && window == above.window && beats;
        (!is_habit).then(|| Fault::SearchedTwice { window, before: self.trace.span(before).0 })
    }
}
