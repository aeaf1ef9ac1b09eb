//! Visits that search only some moves of their nodes: at the root, those that the user chose, or the moves that remain for a
//! further line of a search for several best moves; elsewhere, moves that are missing without a reason.

use std::collections::HashSet;

use super::CheckRemarkKind;
use super::habits::{ENOUGH, USUAL_PER_OTHER};
use super::prover::{OpenVisit, Prover};
use crate::score::BoundKind;
use crate::trace::{ColumnValue, Meaning, NodeId, VisitId};

/// Minimum ratio between the legal moves of the root and those that are searched, above which the user seems to have chosen them.
const FEW_ROOT_MOVES: usize = 2;

/// Maximum number of lines that a search for several best moves is expected to have.
const MAX_LINES: usize = 64;

impl Prover<'_> {
    /// Whether a visit of the root may search only some moves: the program states it, or the others are the best ones of the
    /// visits of the same depth before.
    pub(super) fn is_restricted_root(&self, visit: VisitId) -> bool {
        let trace = self.trace;
        if trace.parent_visit(visit).is_some() || trace.origin().is_none() {
            return false;
        }
        let is_stated = |meaning: Meaning| trace.value_of(meaning, visit).is_some();
        let is_later_line = |meaning: Meaning| match trace.value_of(meaning, visit) {
            Some(ColumnValue::Integer(line)) => line > 1,
            _ => false,
        };
        self.header.searchmoves.is_some()
            || [Meaning::SearchMoves, Meaning::PassSearchMoves].into_iter().any(is_stated)
            || [Meaning::MultiPv, Meaning::PassMultiPv].into_iter().any(is_later_line)
            || self.next_lines().contains(&visit)
            || self.is_next_best_line(visit)
            || self.seems_restricted()
    }

    /// Whether a visit of the root is a further pass of the same depth in a search for several best moves, by the kind of the pass.
    fn is_next_best_line(&self, visit: VisitId) -> bool {
        let is_of_several = |root: VisitId| {
            let kind = self.pass_kind(root).map(|kind| kind.to_lowercase().replace(['-', '_', ' '], ""));
            kind.is_some_and(|kind| kind.contains("multipv"))
        };
        let before = || self.trace.layer_at(NodeId::ROOT, self.trace.span(visit).0.checked_sub(1)?);
        is_of_several(visit) && before().is_some_and(|before| self.is_of_same_depth(before, visit))
    }

    /// The visits of the root that are further lines, or second searches of such a line. Collected once, since a search can have any
    /// number of passes.
    fn next_lines(&self) -> &HashSet<VisitId> {
        self.next_lines.get_or_init(|| {
            let trace = self.trace;
            let mut found = HashSet::new();
            let mut before: Option<(VisitId, usize)> = None;
            for root in trace.layers(NodeId::ROOT) {
                let count = trace.visited_children(root).count();
                let follows = |(last, moves): (VisitId, usize)| {
                    let is_line = if moves == count {
                        found.contains(&last)
                    } else {
                        moves == count + 1 && self.is_next_line(root)
                    };
                    is_line && self.is_of_same_depth(last, root)
                };
                if before.is_some_and(follows) {
                    found.insert(root);
                }
                before = Some((root, count));
            }
            found
        })
    }

    /// Whether the moves of a visit of the root are those of the first visit of the same depth, without the best ones of the
    /// visits before.
    fn is_next_line(&self, visit: VisitId) -> bool {
        let trace = self.trace;
        let moves_of = |root: VisitId| -> HashSet<NodeId> {
            trace.visited_children(root).map(|child| trace.node_of(child)).collect()
        };
        let mut left = moves_of(visit);
        for root in trace.layers(NodeId::ROOT).take(trace.layer_of(visit)).rev().take(MAX_LINES) {
            if !self.is_of_same_depth(root, visit) {
                return false;
            }
            let mut others = moves_of(root);
            others.retain(|node| !left.contains(node));
            if others.is_empty() {
                // A second search of the same moves, with another window.
                continue;
            }
            // Each line before shows the value of its best move, which none of the moves left exceeds.
            let Some((score, later)) = self.result_of(root).zip(self.result_of(visit)) else { return false };
            let is_value = trace.judged_window(root).judge(score) == BoundKind::Exact;
            let is_best = |child: &VisitId| self.result_of(*child) == Some(score) && !trace.is_speculative(*child);
            let only = others.iter().copied().next().filter(|_| others.len() == 1 && is_value);
            let mut bests = trace.visited_children(root).filter(is_best).map(|child| trace.node_of(child));
            let Some(only) = only.filter(|&only| bests.any(|node| node == only)) else { return false };
            if trace.player_of(root).better(score, later) != score {
                return false;
            }
            left.insert(only);
            if self.position_moves().is_none_or(|moves| moves == left.len()) {
                return true;
            }
        }
        false
    }

    /// Whether all visits of the root of a known game search only few of its moves, so that the user seems to have chosen them: a
    /// faulty generator of moves misses few.
    pub(super) fn seems_restricted(&self) -> bool {
        *self.few_root_moves.get_or_init(|| {
            let trace = self.trace;
            let searched: HashSet<NodeId> = trace
                .layers(NodeId::ROOT)
                .flat_map(|root| trace.visited_children(root))
                .map(|child| trace.node_of(child))
                .filter(|&node| trace.rule_move(node).is_some())
                .collect();
            // A root with a cut need not search the other moves.
            let is_whole = |root: VisitId| {
                let score = self.result_of(root);
                score.is_some_and(|score| trace.judged_window(root).contains(score))
                    && trace.skips_of(root).next().is_none()
            };
            trace.origin().is_some()
                && !trace.has_threads()
                && self.position_moves().is_some_and(|moves| searched.len() * FEW_ROOT_MOVES <= moves)
                && !searched.is_empty()
                && trace.layers(NodeId::ROOT).any(is_whole)
        })
    }

    /// The number of legal moves at the root of a known game.
    fn position_moves(&self) -> Option<usize> {
        let (game, start) = self.trace.rules()?;
        game.position(start).map(|position| position.move_count())
    }

    /// Notes a visit that ends without a cut and omits moves that other visits of its node search, in a search of an unknown
    /// game without guesses.
    pub(super) fn note_unsearched(&mut self, frame: usize, open: &OpenVisit) {
        let trace = self.trace;
        let is_plain = trace.has_layers()
            && trace.origin().is_some()
            && open.position.is_none()
            && !self.known.guesses
            && self.known.answers_are_stated
            && open.knows_window
            && open.answer.is_none()
            && open.cut.is_none()
            && !open.has_own_score
            && !open.may_stand_pat
            && !open.is_incomplete
            && !trace.has_threads()
            && !trace.is_speculative(open.visit);
        if !is_plain || self.is_closed(open.window) || trace.layer_of(open.visit) == 0 {
            return;
        }
        let count = self.child_count(open.node);
        // A leaf can be a node at the horizon, which another visit searches deeper.
        let is_horizon = open.children == 0 && open.depth.is_none_or(|depth| depth <= 0);
        let is_explained = || {
            self.is_settled_otherwise(open.visit)
                || trace.skips_of(open.visit).next().is_some()
                || self.is_restricted_root(open.visit)
                || open.best.is_some_and(|best| self.is_best_possible(open, best))
        };
        if is_horizon || count == 0 || is_explained() {
            return;
        }
        if open.children >= count {
            self.habits.searched_again += 1;
        } else if self.habits.unsearched.len() < ENOUGH {
            let missing = count - open.children;
            self.habits.unsearched.push((frame, CheckRemarkKind::UnsearchedMoves { count: missing }));
        }
    }

    /// Remarks on the first visit that omits moves without a reason, if that is rare.
    pub(super) fn remark_unsearched(&mut self, found: Vec<(usize, CheckRemarkKind)>, searched_again: usize) {
        let is_rare = found.len() < ENOUGH || searched_again >= USUAL_PER_OTHER * found.len();
        if let Some((frame, kind)) = found.into_iter().next().filter(|_| is_rare) {
            self.remark(frame, kind);
        }
    }
}
