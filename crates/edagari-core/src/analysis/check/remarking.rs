//! Search steps that a check remarks on: reduced scores, repetitions, leaves with two scores, and windows of passes.

use std::collections::HashSet;

use super::labels::board_and_player;
use super::prover::{MAX_ABOVE, NullWindowUse, OpenVisit, Prover};
use super::{CheckRemark, CheckRemarkKind};
use crate::score::{Bounds, Player, Score, Window};
use crate::search::Algorithm;
use crate::trace::{Fact, KnownReason, Meaning, NodeId, Step, VisitId, VisitKind};

/// The maximum number of remarks in a report.
const MAX_REMARKS: usize = 1_000;

impl Prover<'_> {
    pub(super) fn remark(&mut self, frame: usize, kind: CheckRemarkKind) {
        if self.report.remarks.len() < MAX_REMARKS {
            self.report.remarks.push(CheckRemark { frame, kind });
        }
    }

    /// Remarks on an update with the score of a reduced search that raises the bound of the node,
    /// if the child is not re-searched.
    pub(super) fn remark_reduced(&mut self, frame: usize, step: &Step, score: Score, before: Window) {
        let Some(child) = self.trace.returned_child(frame) else { return };
        let Some(by) = self.whole(Meaning::Reduced, child).filter(|&by| by > 0) else { return };
        let raises = match step.player {
            Player::Max => score > before.alpha,
            Player::Min => score < before.beta,
        };
        let node = self.trace.node_of(child);
        let is_searched_later =
            || self.trace.visited_children(step.visit).any(|later| later > child && self.trace.node_of(later) == node);
        let can_raise = before.alpha.finite().is_some() || before.beta.finite().is_some();
        if raises && can_raise && !self.trace.is_speculative(child) && !is_searched_later() {
            self.remark(frame, CheckRemarkKind::ReducedScoreTaken { by });
        }
    }

    /// Records an update with a null-window score, and whether the child is re-searched
    /// immediately.
    pub(super) fn note_scout(&mut self, frame: usize, step: &Step, (score, value): (Score, Score), before: Window) {
        let Some(child) = self.trace.returned_child(frame) else { return };
        // The score of a leaf or of a table answer can be exact even in a null window.
        let has_children = self.trace.visited_children(child).next().is_some();
        let is_stated = self.trace.source_of(Fact::Window(child)).is_program() && !self.trace.has_threads();
        if !self.has_null_windows() || !has_children || !is_stated {
            return;
        }
        let window = self.trace.given_window(child);
        if !window.is_null() || !is_bound_inside(step.player, window, before, score) {
            return;
        }
        if self.trace.is_speculative(child) || self.is_entered_again(frame) {
            self.null_windows.again += 1;
        } else if value == score && self.whole(Meaning::Reduced, child).is_none_or(|by| by <= 0) {
            // As in NegaScout two moves above the leaves: all moves of the child were searched, so its score is its value.
            let open = self.path.last();
            let proved = open.and_then(|open| open.proved.children.get(&self.trace.node_of(child)));
            let is_first = self.trace.searched_again(child).is_none();
            if is_first && proved.is_some_and(|bounds| bounds.lower == score && bounds.upper == score) {
                return;
            }
            // The use of a reduced score has its own remark.
            self.null_windows.taken.push((frame, CheckRemarkKind::NullWindowTaken { window, score }));
        }
    }

    /// Remarks on null-window scores that are used, in a search that usually re-searches such
    /// children.
    pub(super) fn remark_scouts(&mut self) {
        let NullWindowUse { again, taken } = std::mem::take(&mut self.null_windows);
        if again <= taken.len() {
            return;
        }
        let wrong: HashSet<usize> = self.report.findings.iter().map(|finding| finding.frame).collect();
        for (frame, kind) in taken.into_iter().filter(|(frame, _)| !wrong.contains(frame)) {
            self.remark(frame, kind);
        }
    }

    /// Remarks on a root that returned a score without a move: the table, a repetition or another reason settled it, and no
    /// pass searched a move or reports one.
    pub(super) fn remark_root(&mut self) {
        let trace = self.trace;
        if self.child_count(NodeId::ROOT) == 0 || trace.has_threads() {
            return;
        }
        let has_move = |root: VisitId| {
            let tells = [Meaning::Best, Meaning::Line, Meaning::PassLine];
            let is_move = |name: &str| name == "lookup.move";
            let moves = trace.columns().iter().find(|column| is_move(column.name()));
            trace.visited_children(root).next().is_some()
                || trace.is_stopped(root)
                || tells.into_iter().any(|meaning| trace.value_of(meaning, root).is_some())
                || moves.is_some_and(|moves| moves.value(root).is_some())
        };
        let end = trace.layers(NodeId::ROOT).last().and_then(|root| trace.span(root).1);
        if let Some(end) = end.filter(|_| !trace.layers(NodeId::ROOT).any(has_move)) {
            self.remark(end, CheckRemarkKind::RootWithoutMove);
        }
    }

    /// Remarks on a leaf that is recorded as a repetition of no node on its path.
    pub(super) fn remark_repetition(&mut self, frame: usize, open: &OpenVisit) {
        let is_repetition = self.trace.reason_of(open.visit) == Some(KnownReason::Repetition);
        self.noted.sees_repetitions |= is_repetition;
        let trace = self.trace;
        let key = |visit: VisitId| trace.value_of(Meaning::Key, visit).map(|key| key.to_string());
        let board = |visit: VisitId| trace.label_of(visit).and_then(board_and_player);
        // Keys of the nodes on the path, or the boards in their labels if the program writes no
        // keys.
        let is_other = |above: VisitId| match (key(above).zip(key(open.visit)), board(above).zip(board(open.visit))) {
            (Some((one, other)), _) => one != other,
            (None, boards) => boards.is_some_and(|(one, other)| one != other),
        };
        if is_repetition && !self.path.is_empty() && self.path.iter().all(|above| is_other(above.visit)) {
            self.remark(frame, CheckRemarkKind::NoRepetition);
        }
    }

    /// Remarks on passes whose windows do not fit the results of earlier passes of the same depth:
    /// an aspiration window that does not contain the score of the failed pass, and a window of
    /// MTD(f) that is outside the known bounds.
    pub(super) fn remark_windows(&mut self) {
        if self.trace.has_threads() {
            return;
        }
        let is_whole = |root: &VisitId| !self.is_restricted_root(*root);
        let roots: Vec<VisitId> = self.trace.layers(NodeId::ROOT).filter(is_whole).collect();
        let mut remarks = Vec::new();
        let mut known = Bounds::UNKNOWN;
        for pair in roots.windows(2) {
            let &[before, next] = pair else { continue };
            let tells = [before, next].into_iter().all(|root| self.trace.source_of(Fact::Window(root)).is_program());
            let score = self.result_of(before).filter(|_| tells && self.is_of_same_depth(before, next));
            let Some(score) = score else {
                known = Bounds::UNKNOWN;
                continue;
            };
            known = known.intersect(Bounds::of(score, self.trace.judged_window(before).judge(score)));
            let (failed, window) = (self.trace.given_window(before), self.trace.given_window(next));
            let is_left_out = if score <= failed.alpha {
                score <= window.alpha || score > window.beta
            } else {
                score >= failed.beta && (score >= window.beta || score < window.alpha)
            };
            // Contradictory bounds come from a table or from guesses.
            let is_settled = known.lower <= known.upper && (known.lower >= window.beta || known.upper <= window.alpha);
            let converges = self.algorithm == Some(Algorithm::MtdF) && window.is_null();
            let kind = if self.aspires(next) && is_left_out {
                CheckRemarkKind::WindowWithoutScore { window, score }
            } else if converges && is_settled {
                CheckRemarkKind::SettledWindow { window, bounds: known }
            } else {
                continue;
            };
            remarks.push((self.trace.span(next).0, kind));
        }
        for (frame, kind) in remarks {
            self.remark(frame, kind);
        }
    }

    /// Remarks on a leaf of a program without keys whose score contradicts that of the same leaf, at the same depth, before.
    fn remark_second_score_of_node(&mut self, frame: usize, open: &OpenVisit, score: Score) {
        let is_stated = self.trace.recorded_move_text(open.node).is_some_and(|text| !text.is_empty());
        let Some(depth) = open.depth.filter(|_| is_stated && !self.trace.has_threads()) else { return };
        let bounds = Bounds::of(score, open.searched.judge(score));
        let (known, first) = self.noted.statics_of_nodes.entry((open.node, depth)).or_insert((bounds, frame));
        if let Some(first) = contradicted(known, bounds).then_some(*first) {
            self.remark(frame, CheckRemarkKind::SecondScoreOfNode { score, first });
        }
    }

    /// Notes the first node that has the position of a node before it on its line, but is settled by the table: the program looks
    /// into its table before it sees the repetition.
    pub(super) fn note_settled_repetition(&mut self, frame: usize) {
        let trace = self.trace;
        let is_judged = self.noted.settled_repetition.is_none() && trace.origin().is_some() && !trace.has_threads();
        let Some(open) = self.path.last().filter(|_| is_judged) else {
            return;
        };
        let Some(key) = open.key else { return };
        let line: Vec<&OpenVisit> = self.path.iter().rev().take(MAX_ABOVE).collect();
        let is_same = |above: &&OpenVisit| above.key == Some(key) && above.player == open.player;
        let first = line.iter().skip(2).position(is_same).map(|place| place + 2);
        // A null move, or a search of the same place, repeats no position.
        let are_moves = |place: usize| !line[..place].iter().any(|below| trace.is_speculative(below.visit));
        let first = first.filter(|&place| are_moves(place)).map(|place| line[place].visit);
        self.noted.settled_repetition = first.map(|first| (frame, trace.span(first).0));
    }

    /// Remarks on a repetition that the table settled, if the program sees repetitions elsewhere. In many games there is no such
    /// rule, and some programs ignore it.
    pub(super) fn remark_settled_repetition(&mut self) {
        if let Some((frame, first)) = self.noted.settled_repetition.filter(|_| self.noted.sees_repetitions) {
            self.remark(frame, CheckRemarkKind::RepetitionSettled { first });
        }
    }

    /// Remarks on stores with more depth than their nodes were searched to, if most stores of the program have the depth of their
    /// nodes.
    pub(super) fn remark_deep_stores(&mut self) {
        let remarks = std::mem::take(&mut self.noted.deep_remarks);
        if remarks.len() <= self.noted.right_stores + 1 {
            for (frame, kind) in remarks {
                self.remark(frame, kind);
            }
        }
    }

    /// Remarks on a leaf whose score differs from an earlier leaf with the same key: two positions
    /// may share the key, or the evaluation may depend on more than the position.
    pub(super) fn remark_second_score(&mut self, frame: usize, open: &OpenVisit, score: Score) {
        let is_static = open.children == 0
            && open.found.is_none()
            && !open.is_settled
            && !open.has_own_score
            && !self.goes_to_end()
            && !self.trace.is_speculative(open.visit)
            && !self.trace.has_kind(open.visit, VisitKind::Quiescence)
            && self.trace.reason_of(open.visit).is_none_or(|reason| reason == KnownReason::Tablebase);
        // The scores of draws and mates depend on the moves before.
        let by_position = score != Score::new(0) && self.mates.is_none_or(|mates| !mates.has(score));
        // A leaf with depth left may be one that the program settles otherwise; its score outside the window shows nothing.
        let is_at_horizon = open.depth.is_none_or(|depth| depth <= 0);
        let shows_bound = is_at_horizon && open.searched.alpha < open.searched.beta;
        let is_judged = open.knows_window && (shows_bound || open.searched.contains(score));
        if !(is_static && is_judged && by_position) {
            return;
        }
        let Some(key) = open.key else { return self.remark_second_score_of_node(frame, open, score) };
        // A score outside the window may be a bound.
        let bounds = Bounds::of(score, open.searched.judge(score));
        let (known, first) = self.noted.statics.entry((key, open.player)).or_insert((bounds, frame));
        if let Some(first) = contradicted(known, bounds).then_some(*first) {
            self.remark(frame, CheckRemarkKind::SecondScore { score, first });
        }
    }
}

/// Whether bounds contradict those that are known, which they narrow otherwise.
fn contradicted(known: &mut Bounds, bounds: Bounds) -> bool {
    let both = known.intersect(bounds);
    let is_contradicted = both.lower > both.upper;
    if !is_contradicted {
        *known = both;
    }
    is_contradicted
}

/// Whether the window of a child yields only a bound of its value, inside the parent's window.
pub(super) fn is_bound_inside(player: Player, given: Window, parent: Window, score: Score) -> bool {
    match player {
        Player::Max => given.beta < parent.beta && score >= given.beta && score < parent.beta,
        Player::Min => given.alpha > parent.alpha && score <= given.alpha && score > parent.alpha,
    }
}
