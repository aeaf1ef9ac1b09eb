//! Checks of the start of a visit: window, player, place, and the recorded depths of visits, stores and entries.

use std::collections::HashSet;

use super::known::{Horizon, Left, left_at_root};
use super::proved_bounds::Proved;
use super::prover::{OpenVisit, Prover};
use super::{CheckRemarkKind, Fault};
use crate::game::AnyPosition;
use crate::score::{Bounds, Player, Score, Window};
use crate::search::Algorithm;
use crate::trace::{Fact, KnownReason, Meaning, Step, VisitId};

/// The judgement of a child's recorded window.
#[derive(Default)]
struct ChildWindow {
    faults: Vec<Fault>,
    /// A window inside the expected one, if an unrecorded table can be the reason.
    narrowed: Option<(usize, Fault)>,
    /// The earlier window of that kind, if this one shows that the table was not the reason.
    earlier: Option<(usize, Fault)>,
    /// Whether the search of the child is no speculative one.
    is_regular: bool,
    /// Whether the window of a speculative search has the wrong signs, if that can be judged.
    turned: Option<bool>,
    other_inner: Option<CheckRemarkKind>,
    /// The expected window, if the search may hand down wider ones.
    wider: Option<Window>,
    /// In a search of unknown kind, the null window with which the child is tried usually.
    scout: Option<Window>,
    /// Whether the parent has narrowed its window to mates that are still possible, which the trace does not record.
    by_mates: bool,
}

/// Whether a window is wider than that of a child before, at an end at which the table seemed to have narrowed that one.
fn is_wider_than(before: &Fault, window: Window) -> bool {
    match before {
        Fault::GivenWindow { expected, found } => {
            (found.alpha > expected.alpha && window.alpha < found.alpha)
                || (found.beta < expected.beta && window.beta > found.beta)
        }
        _ => false,
    }
}

impl Prover<'_> {
    pub(super) fn start(&mut self, frame: usize, step: &Step) {
        let player = step.player;
        let mut left = left_at_root(self.trace, step.visit);
        let source = self.trace.source_of(Fact::Window(step.visit));
        let (is_stated, mut knows_window) = (source.is_program(), source.is_known());
        let mut position = None;
        let mut faults = Vec::new();
        let mut judged = ChildWindow::default();
        if let Some(above) = self.path.last() {
            position =
                above.position.as_ref().zip(self.trace.rule_move(step.node)).and_then(|(above, mv)| above.play(mv));
            left = above.left;
            let changes = position.as_ref().map_or(player, AnyPosition::player)
                != above.position.as_ref().map_or(above.player, AnyPosition::player);
            let is_speculative = self.trace.is_speculative(step.visit);
            if above.left == Left::Changes(0) && !self.known.guesses {
                faults.push(Fault::BelowLimit);
            }
            left = left.below(changes);
            if self.header.guesses.is_some() {
                // Reductions and extensions change the depth left, so it is known only if the visit
                // states it.
                let stated = self.whole(Meaning::Depth, step.visit);
                left = stated.map_or(Left::Unknown, |depth| Left::Changes(depth.max(0).unsigned_abs() as u32));
            }
            // A speculative search can have any window.
            let follows = self.known.windows_follow && above.knows_window && !above.may_stand_pat && !is_speculative;
            // The window of a chance node bounds a mean, not the scores of its children.
            knows_window = (is_stated || follows) && !self.is_unnamed_chance(step.visit);
            if let Some(cut) = above.cut {
                faults.push(Fault::EnteredAfterCut { cut });
            } else if above.answer.is_some() {
                faults.push(Fault::EnteredAfterAnswer);
            } else if let Some(fault) = self.searches_excluded(above, step.visit) {
                faults.push(fault);
            } else if is_stated && above.knows_window {
                judged = self.child_window(frame, above, step);
                faults.append(&mut judged.faults);
            }
            if faults.is_empty() && knows_window {
                faults.extend(self.is_closed(step.window).then_some(Fault::ClosedWindow { window: step.window }));
            }
        } else {
            faults.extend(self.closed_root(step.window).filter(|_| is_stated));
        }
        if self.path.is_empty() {
            position = self.trace.rules().and_then(|(game, start)| game.position(start));
        }
        let by_rules = position.as_ref().map(AnyPosition::player);
        let expected = by_rules.or_else(|| self.player_after_null_move(step.visit));
        if let Some(expected) = expected.filter(|&expected| expected != player) {
            faults.push(Fault::WrongPlayer { expected, found: player });
        }
        // A wrong player is reported first, because it inverts the other checks of the node.
        faults.sort_by_key(|fault| !matches!(fault, Fault::WrongPlayer { .. }));
        for fault in faults {
            self.find(frame, fault);
        }
        self.note_child_window(frame, step.window, judged);
        let (key, depth) = (self.stated_key(step.visit), self.whole(Meaning::Depth, step.visit));
        self.remark_second_key(frame, (step.visit, key), position.as_ref());
        self.note_board(frame, step.visit, position.as_ref());
        self.note_key_of_node(frame, (step.visit, key), position.as_ref());
        self.remark_inner_depth(frame, step.visit);
        self.note_extended(frame, step.visit);
        self.note_depth(frame, step.visit, depth);
        let (given, value) = (step.window, None);
        self.path.push(OpenVisit {
            visit: step.visit,
            node: step.node,
            player,
            key,
            depth,
            deepest_child: None,
            without_move: None,
            given,
            knows_window,
            searched: given,
            window: given,
            value,
            best: None,
            answer: None,
            found: None,
            before_child: given,
            returned: None,
            taken_in: None,
            cut: None,
            children: 0,
            has_own_score: false,
            is_settled: false,
            may_stand_pat: self.may_stand_pat(step.visit),
            leaves_out_all: false,
            is_incomplete: self.trace.is_stopped(step.visit),
            stopped: None,
            is_certain: true,
            position,
            left,
            proved: Proved::default(),
            horizon: Horizon::default(),
            is_guess: self.trace.reason_of(step.visit).is_some_and(KnownReason::is_guess),
            given_to_children: None,
            mates: Bounds::UNKNOWN,
            narrowed: None,
        });
    }

    /// Whether chance moves at a visit of a search that the header does not name as one for the expected score.
    pub(super) fn is_unnamed_chance(&self, visit: VisitId) -> bool {
        self.known.has_unnamed_chance && self.trace.is_chance(visit)
    }

    /// Judges the recorded window of a child whose parent's window is known.
    fn child_window(&self, frame: usize, above: &OpenVisit, step: &Step) -> ChildWindow {
        let found = step.window;
        let mut judged = ChildWindow::default();
        let by_mates = |expected: Window| {
            let place = (above.player, self.trace.ply_of(above.visit));
            above.given_to_children.is_none()
                && self.mate_distance.is_some_and(|mates| mates.narrows(place, expected, found))
        };
        if self.trace.is_speculative(step.visit) {
            judged.faults.extend(self.inner_window(above, step.visit, found));
            judged.turned = self.is_turned(above, step.visit, found).filter(|_| judged.faults.is_empty());
            judged.other_inner = (judged.faults.is_empty()
                && found != above.window
                && !by_mates(above.window)
                && self.deepens(step.visit))
            .then_some(CheckRemarkKind::OtherInnerWindow { expected: above.window, window: found });
            return judged;
        }
        // The setup assumes α-β for an unknown search.
        let algorithm = self.trace.setup.algorithm();
        let expected = algorithm.map_or(Window::FULL, |algorithm| algorithm.child_window(above.window, step.player));
        // A search whose kind is not specified may use wider windows: they only make it
        // slower.
        judged.by_mates = by_mates(expected);
        let is_full = self.algorithm.is_none() && found.alpha <= expected.alpha && found.beta >= expected.beta;
        let scout = self.scout_window(above, step.visit, found).filter(|_| !self.changes_scores());
        let is_known = is_full
            || judged.by_mates
            || self.may_be_changed(expected, found)
            || self.may_be_null(above, step.visit, found)
            || Self::may_be_narrowed(above, expected, found);
        let is_narrowed = self.is_narrowed_unseen(above, expected, found);
        if found != expected && (scout.is_some() || !(is_known || is_narrowed)) {
            judged.faults.push(Fault::GivenWindow { expected: scout.unwrap_or(expected), found });
        } else if found != expected && !is_known && above.narrowed.is_none() {
            judged.narrowed = Some((frame, Fault::GivenWindow { expected, found }));
        }
        judged.scout = self.usual_scout(above, step.visit, found).filter(|_| judged.faults.is_empty());
        judged.wider = (is_full || found == expected).then_some(expected);
        judged.earlier = above.narrowed.clone().filter(|(_, fault)| is_wider_than(fault, found));
        judged.is_regular = true;
        judged.faults.extend(self.searched_twice(above, step.visit, found));
        judged
    }

    /// Whether scores change on the way from a child to its parent.
    pub(super) fn changes_scores(&self) -> bool {
        self.known.decay.is_some() || self.header.move_scores == Some(true)
    }

    /// Whether the window of a child follows from its parent's in a search whose scores change on the way.
    fn may_be_changed(&self, expected: Window, found: Window) -> bool {
        let is_end =
            |expected: Score, found: Score| self.known.decay.is_some_and(|decay| decay.may_be_end(expected, found));
        self.header.move_scores == Some(true)
            || (is_end(expected.alpha, found.alpha) && is_end(expected.beta, found.beta))
    }

    /// Whether a window of a node, or of its next child, can be inside the expected one because the table narrowed the node's
    /// window, which the trace does not record. A table narrows it before the first child, so no child before had a wider window.
    pub(super) fn is_narrowed_unseen(&self, above: &OpenVisit, expected: Window, found: Window) -> bool {
        let is_before = above.given_to_children.is_none_or(|Window { alpha, beta }| {
            (found.alpha <= expected.alpha || alpha >= found.alpha)
                && (found.beta >= expected.beta || beta <= found.beta)
        });
        !self.known.answers_are_stated && expected.alpha <= found.alpha && found.beta <= expected.beta && is_before
    }

    /// Records the judgement of a child's window. If the window is wider than that of a child before, the table had not
    /// narrowed the earlier one.
    fn note_child_window(&mut self, frame: usize, window: Window, judged: ChildWindow) {
        let ChildWindow { narrowed, earlier, is_regular, turned, other_inner, wider, scout, by_mates, .. } = judged;
        if let Some(expected) = scout.filter(|&expected| expected != window) {
            self.noted.loose_scouts.push((frame, Fault::GivenWindow { expected, found: window }));
        } else {
            self.noted.right_scouts += usize::from(scout.is_some());
        }
        if let Some(expected) = wider {
            self.note_wider_window(frame, expected, window);
        }
        match turned {
            Some(true) => {
                let fault = Fault::GivenWindow { expected: window.negated(), found: window };
                self.noted.turned.push((frame, fault));
            }
            Some(false) => self.noted.unturned += 1,
            None => {}
        }
        if let Some(above) = self.path.last_mut().filter(|_| by_mates) {
            above.narrow_to_mates(window);
        }
        if let Some(above) = self.path.last_mut().filter(|_| is_regular) {
            let so_far = above.given_to_children.unwrap_or(window);
            above.given_to_children =
                Some(Window { alpha: so_far.alpha.min(window.alpha), beta: so_far.beta.max(window.beta) });
            above.narrowed = above.narrowed.take().filter(|_| earlier.is_none()).or(narrowed);
        }
        if let Some((frame, fault)) = earlier {
            self.find(frame, fault);
        }
        if let Some(remark) = other_inner {
            self.remark(frame, remark);
        }
    }

    /// The null window with which a principal variation search tries a child, if the child has a
    /// different null window.
    fn scout_window(&self, above: &OpenVisit, visit: VisitId, found: Window) -> Option<Window> {
        let is_tried = self.algorithm.is_some_and(Algorithm::has_null_windows)
            && found.is_null()
            && !above.may_stand_pat
            && self.kind_of_visit(visit).is_none()
            && !self.may_be_searched_again(above, visit, found);
        above.window.null(above.player).filter(|&expected| is_tried && found != expected)
    }

    /// The null window with which a search of unknown kind tries a child usually, if the child has a null window: that at the bound
    /// which the child must beat. A null window at the other bound is a test for a cut.
    fn usual_scout(&self, above: &OpenVisit, visit: VisitId, found: Window) -> Option<Window> {
        let is_judged = self.algorithm.is_none()
            && found.is_null()
            && !above.window.is_null()
            && above.returned.is_some()
            && !above.may_stand_pat
            && !self.changes_scores()
            && !self.trace.has_threads()
            && self.kind_of_visit(visit).is_none()
            && !self.may_be_searched_again(above, visit, found);
        let other = above.window.null(above.player.other());
        above.window.null(above.player).filter(|_| is_judged && other != Some(found))
    }

    /// Reports null windows that touch no bound of their parents in a search of unknown kind: each, if most others do; the first,
    /// if all are as far from the bound that the child must beat.
    pub(super) fn loose_scouts(&mut self) {
        let loose = std::mem::take(&mut self.noted.loose_scouts);
        let ends = |fault: &Fault| match fault {
            Fault::GivenWindow { expected, found } => found.alpha.finite().zip(expected.alpha.finite()),
            _ => None,
        };
        let ends: Vec<(i32, i32)> = loose.iter().filter_map(|(_, fault)| ends(fault)).collect();
        let distances: HashSet<u32> = ends.iter().map(|(found, expected)| found.abs_diff(*expected)).collect();
        let places: HashSet<i32> = ends.iter().map(|&(found, _)| found).collect();
        let is_habit = self.noted.right_scouts == 0 && distances.len() == 1 && places.len() > 1;
        let shown = if self.noted.right_scouts > loose.len() { loose.len() } else { usize::from(is_habit) };
        for (frame, fault) in loose.into_iter().take(shown) {
            self.find(frame, fault);
        }
    }

    /// Whether children are searched with a null window and re-searched: as specified in the header, or if nodes have several
    /// visits or null windows.
    pub(super) const fn has_null_windows(&self) -> bool {
        self.known.null_windows
    }

    /// Whether a window is a null window inside the parent's window, or the window of a re-search
    /// after a null window.
    pub(super) fn may_be_null(&self, above: &OpenVisit, visit: VisitId, found: Window) -> bool {
        // A fact that the trace does not state is no fault.
        if self.header.null_windows == Some(false) {
            return false;
        }
        let is_inside = above.window.alpha <= found.alpha && found.beta <= above.window.beta;
        // A search that cuts only at α > β continues where both are equal; the null window is then beyond the other bound.
        let is_at_end = !self.is_closed(above.window) && above.window.alpha == above.window.beta;
        let is_beyond = is_at_end && above.window.null(above.player) == Some(found);
        (is_inside && found.is_null()) || is_beyond || self.may_be_searched_again(above, visit, found)
    }

    /// Whether a window is possible for a re-search of the child that has just returned.
    fn may_be_searched_again(&self, above: &OpenVisit, visit: VisitId, found: Window) -> bool {
        let Window { alpha, beta } = above.window;
        above.returned.is_some_and(|(before, score)| {
            let is_same_move = self.trace.have_same_move([before, visit].map(|visit| self.trace.node_of(visit)));
            // The re-search may start at any score from the bound before the null window to the
            // score that the null window returned. NegaScout as published compares that score with the best score so far
            // instead of α, so it can search a child again from a score that is worse than α.
            let Window { alpha: first_alpha, beta: first_beta } = above.before_child;
            is_same_move
                && match above.player {
                    Player::Max => {
                        (found.alpha == score || (first_alpha..=score.max(alpha)).contains(&found.alpha))
                            && found.beta == beta
                    }
                    Player::Min => {
                        (found.beta == score || (score.min(beta)..=first_beta).contains(&found.beta))
                            && found.alpha == alpha
                    }
                }
        })
    }
}
