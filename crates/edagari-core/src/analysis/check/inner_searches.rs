//! Checks of searches whose scores their parents do not use: their windows, their players, their depths, and the moves that they
//! omit.

use super::prover::{OpenVisit, Prover};
use super::{CheckRemarkKind, Fault};
use crate::score::{Player, Window};
use crate::trace::{Meaning, VisitId, VisitKind};

impl Prover<'_> {
    /// The fault of the window of a speculative visit. A search of internal deepening must have the
    /// parent's window, a part of it, or a window that contains it. For other visits, only wrong
    /// signs are a fault: the parent's window negated, or for a null move a null window that
    /// touches a bound of the parent only when it is negated.
    pub(super) fn inner_window(&self, above: &OpenVisit, visit: VisitId, found: Window) -> Option<Fault> {
        let trace = self.trace;
        let expected = above.window;
        let is_wrong = if trace.is_same_place(visit) {
            let is_inside = |one: Window, other: Window| one.alpha >= other.alpha && one.beta <= other.beta;
            // Singular and razoring searches may have any window.
            match self.kind_of_visit(visit) {
                _ if self.deepens(visit) => !is_inside(found, expected) && !is_inside(expected, found),
                None => !found.is_null() && found != expected && found == expected.negated(),
                Some(_) => false,
            }
        } else {
            // Only with changed signs does the null window touch a bound of the node.
            let touches = |window: Window| window.alpha == expected.alpha || window.beta == expected.beta;
            let is_turned = found.is_null() && touches(found.negated()) && !touches(found);
            if trace.has_kind(visit, VisitKind::NullMove) && is_turned {
                return Some(Fault::GivenWindow { expected: found.negated(), found });
            }
            false
        };
        is_wrong.then_some(Fault::GivenWindow { expected, found })
    }

    /// The player who moves after a null move: the other one.
    pub(super) fn player_after_null_move(&self, visit: VisitId) -> Option<Player> {
        let above = self.path.last()?;
        let passes = self.trace.has_kind(visit, VisitKind::NullMove) && !self.trace.is_same_place(visit);
        passes.then(|| above.player.other())
    }

    /// Whether the window of a probcut, verification or razoring search has the wrong signs; `None` if it fits neither way.
    /// Programs choose margins, so a single window can fit the other way by chance.
    pub(super) fn is_turned(&self, above: &OpenVisit, visit: VisitId, found: Window) -> Option<bool> {
        let trace = self.trace;
        let expected = above.window;
        let fits = |window: Window| match above.player {
            _ if trace.is_same_place(visit) => window.alpha == expected.alpha || window.beta == expected.beta,
            // Probcut expects a score beyond the bound that makes a cut.
            Player::Max => window.beta >= expected.beta,
            Player::Min => window.alpha <= expected.alpha,
        };
        let is_judged = found.is_null()
            && if trace.is_same_place(visit) {
                trace.has_kind(visit, VisitKind::Verification) || trace.has_kind(visit, VisitKind::Quiescence)
            } else {
                trace.has_kind(visit, VisitKind::Probcut)
            };
        match (fits(found), fits(found.negated())) {
            (true, false) if is_judged => Some(false),
            (false, true) if is_judged => Some(true),
            _ => None,
        }
    }

    /// Reports speculative windows with the wrong signs, if most of the windows that can be judged have them.
    pub(super) fn turned_windows(&mut self) {
        let turned = std::mem::take(&mut self.noted.turned);
        if turned.len() > self.noted.unturned {
            for (frame, fault) in turned {
                self.find(frame, fault);
            }
        }
    }

    /// Whether a visit is internal deepening: a search of its parent's own position.
    pub(super) fn deepens(&self, visit: VisitId) -> bool {
        let is_deepening = |kind: String| ["iid", "internal", "deepening"].iter().any(|word| kind.contains(word));
        self.trace.is_same_place(visit) && self.kind_of_visit(visit).is_some_and(is_deepening)
    }

    /// The fault of a search without one of the moves that searches this move, if the program states it.
    pub(super) fn searches_excluded(&self, above: &OpenVisit, visit: VisitId) -> Option<Fault> {
        if !self.is_excluding(above.visit) {
            return None;
        }
        let excluded = self.text_in(Meaning::Excluded, above.visit)?;
        self.is_named(above.position.as_ref(), self.trace.node_of(visit), &excluded)
            .then(|| Fault::ExcludedMoveSearched { mv: excluded.into() })
    }

    /// Whether a visit searches the position of its parent without one of the moves.
    pub(super) fn is_excluding(&self, visit: VisitId) -> bool {
        self.trace.is_same_place(visit) && self.trace.has_kind(visit, VisitKind::Singular)
    }

    /// Remarks on internal deepening that is not less deep than the search of its node, so that it saves nothing.
    pub(super) fn remark_inner_depth(&mut self, frame: usize, visit: VisitId) {
        let above = self.path.last().and_then(|above| above.depth);
        let depths = above.zip(self.whole(Meaning::Depth, visit)).filter(|_| self.deepens(visit));
        if let Some((expected, found)) = depths.filter(|(above, inner)| inner >= above) {
            self.remark(frame, CheckRemarkKind::InnerDepth { expected, found });
        }
    }

    /// Notes a child that is extended: because the search without it has shown that the other moves are worse, although that search
    /// shows the contrary, or for another reason.
    pub(super) fn note_extended(&mut self, frame: usize, visit: VisitId) {
        if self.trace.is_speculative(visit) || self.whole(Meaning::Extended, visit).is_none_or(|by| by <= 0) {
            return;
        }
        let Some(above) = self.path.last() else { return };
        let found = above.without_move.and_then(|(inner, score)| {
            let is_excluded = |mv: String| self.is_named(above.position.as_ref(), self.trace.node_of(visit), &mv);
            let is_of_this = |meaning: Meaning, visit: VisitId| self.text_in(meaning, visit).is_none_or(is_excluded);
            (is_of_this(Meaning::Excluded, inner) && is_of_this(Meaning::LookupMove, above.visit))
                .then_some((inner, score))
        });
        let Some((inner, score)) = found else { return self.noted.extended_otherwise += 1 };
        let window = self.trace.given_window(inner);
        let is_refuted = match above.player {
            Player::Max => score >= window.beta,
            Player::Min => score <= window.alpha,
        };
        if is_refuted {
            self.noted.not_singular.push((frame, CheckRemarkKind::NotSingular { score, window }));
        }
    }

    /// Remarks on moves that are extended although they are not singular, unless the program extends moves for other reasons, too.
    pub(super) fn remark_not_singular(&mut self) {
        let found = std::mem::take(&mut self.noted.not_singular);
        if self.noted.extended_otherwise == 0 && !self.trace.has_threads() {
            for (frame, kind) in found {
                self.remark(frame, kind);
            }
        }
    }

    /// The recorded kind of a visit, or of the pass that it begins.
    pub(super) fn kind_of_visit(&self, visit: VisitId) -> Option<String> {
        let of_visit = || self.trace.value_of(Meaning::Kind, visit).map(|kind| kind.to_string());
        self.pass_kind(visit).or_else(of_visit)
    }
}
