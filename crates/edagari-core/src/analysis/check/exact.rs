//! Values that are known independently of windows: exact values of nodes from the rules of their game, and the bounds that
//! the leaves below a visit prove.

use std::collections::HashMap;

use super::Fault;
use super::known::Left;
use super::proved_bounds::BoundAsValue;
use super::prover::{OpenVisit, Prover};
use super::remarking::is_bound_inside;
use crate::analysis::limited_solver::LimitedSolver;
use crate::score::{BoundKind, Bounds, Fail, Player, Score, Window};
use crate::search::DepthLimit;
use crate::trace::{Fact, KnownReason, Meaning, NodeId, Progress, RecordedTree, Step, Trace, VisitId};

/// Computes and caches exact values, within a limit of visits.
pub(super) struct ExactScores<'a> {
    trace: &'a Trace,
    solver: LimitedSolver<'a>,
    /// The bounds of each node from the scored leaves, if the tree is known only from the trace; otherwise empty.
    recorded: Vec<Bounds>,
    /// The computed values by position key and remaining depth limit.
    /// By key, remaining depth, and the number of moves before the node if the scores of mates depend on it.
    known: HashMap<(u128, Left, usize), Option<Score>>,
}

impl<'a> ExactScores<'a> {
    pub(super) fn new(trace: &'a Trace, most_visits: u64, progress: &'a Progress) -> Self {
        let recorded = trace.recorded_tree().filter(|tree| tree.rules().is_none());
        let recorded = recorded.map(|tree| bounds_of(trace, tree)).unwrap_or_default();
        Self { trace, solver: LimitedSolver::new(most_visits, progress), recorded, known: HashMap::new() }
    }

    /// The minimax value of the node at `path`, searched with the remaining depth `left`; `None` if it cannot be computed.
    pub(super) fn of(&mut self, path: &[u32], left: Left) -> Option<Score> {
        let Some((game, start)) = self.trace.rules() else {
            let node = self.trace.place(path).recorded()?;
            let bounds = self.recorded.get(node.0 as usize)?;
            return (bounds.lower == bounds.upper).then_some(bounds.lower);
        };
        let whole: Vec<u32> = start.iter().chain(path).copied().collect();
        let moves = game.mates().map_or(0, |_| whole.len());
        let key = game.position(&whole)?.class_key().map(|key| (key, left, moves));
        if let Some(known) = key.and_then(|key| self.known.get(&key)) {
            return *known;
        }
        let evaluation = self.trace.setup.limit.map_or(0, |limit| limit.evaluation);
        let limit = match left {
            Left::All => None,
            Left::Changes(depth) => Some(DepthLimit { depth, evaluation }),
            Left::Unknown => return None,
        };
        if self.solver.is_spent() {
            return None;
        }
        let value = self.solver.value(game, &whole, limit).map(|value| self.trace.of_rules(value));
        self.known.extend(key.map(|key| (key, value)));
        value
    }
}

/// The bounds of each node's value that follow from the scored leaves of a tree, parts of which were never searched.
fn bounds_of(trace: &Trace, tree: &RecordedTree) -> Vec<Bounds> {
    // A fail-hard search may have clipped the score of a leaf to its window.
    let may_be_clipped = trace.origin().is_some_and(|header| header.fail == Some(Fail::Hard));
    let of_leaf = |number: usize, score: Score| {
        let window =
            trace.visit_of(NodeId(number as u32)).filter(|_| may_be_clipped).map(|leaf| trace.given_window(leaf));
        Bounds::of(score, window.map_or(BoundKind::Exact, |window| window.judge(score)))
    };
    let nodes = tree.nodes();
    let mut bounds = vec![Bounds::UNKNOWN; nodes.len()];
    // Children have higher indexes than their parents.
    for (number, node) in nodes.iter().enumerate().rev() {
        let children = node.first_child as usize..node.first_child as usize + node.child_count as usize;
        bounds[number] = match node.score {
            Some(score) => of_leaf(number, score),
            None => bounds[children]
                .iter()
                .copied()
                .reduce(|one, other| match node.player {
                    Player::Max => Bounds { lower: one.lower.max(other.lower), upper: one.upper.max(other.upper) },
                    Player::Min => Bounds { lower: one.lower.min(other.lower), upper: one.upper.min(other.upper) },
                })
                .unwrap_or(Bounds::UNKNOWN),
        };
    }
    bounds
}

const fn exact(score: Score) -> Bounds {
    Bounds { lower: score, upper: score }
}

impl Prover<'_> {
    /// Whether the check computes proved bounds. They are needed only if the search has null
    /// windows, after which a re-search can be missing, or reports best moves that can be judged.
    /// Threads make them unreliable.
    fn proves(&self) -> bool {
        (self.has_null_windows() || self.judges_best()) && !self.trace.has_threads() && !self.changes_scores()
    }

    /// Whether the bounds of a child leave open that it is better for the parent's player than this
    /// score.
    fn is_open(player: Player, bounds: Bounds, score: Score) -> bool {
        match player {
            Player::Max => bounds.upper > score,
            Player::Min => bounds.lower < score,
        }
    }

    /// Processes the proved bounds of the child that has returned.
    pub(super) fn prove_child(&mut self, frame: usize, step: &Step, (score, value): (Score, Score), before: Window) {
        let Some(child) = self.trace.returned_child(frame).filter(|&child| !self.trace.is_speculative(child)) else {
            return;
        };
        if !self.proves() {
            return;
        }
        let (node, given) = (self.trace.node_of(child), self.trace.given_window(child));
        let is_stated = self.trace.source_of(Fact::Window(child)).is_program();
        let is_again = self.is_entered_again(frame);
        // A reduced score that is used is a remark, not a fault.
        let is_reduced = self.whole(Meaning::Reduced, child).is_some_and(|by| by > 0);
        let has_null_windows = self.has_null_windows() && !is_reduced;
        let answers_are_stated = self.known.answers_are_stated;
        let Some(open) = self.top(step.visit) else { return };
        let Some(bounds) = open.proved.returned.take() else { return };
        let so_far = open.proved.children.entry(node).or_insert(bounds);
        *so_far = so_far.intersect(bounds);
        let is_bound = is_bound_inside(open.player, given, before, score);
        // The window can be that of the parent, narrowed by a table that the trace does not record.
        let may_be_narrowed = !answers_are_stated && open.narrowed.is_some();
        if has_null_windows
            && is_stated
            && !may_be_narrowed
            && !is_again
            && is_bound
            && value == score
            && Self::is_open(open.player, bounds, score)
        {
            open.proved.taken.push(BoundAsValue { frame, node, score, window: given });
        }
    }

    /// The bounds that the leaves below a visit prove for its value; `score` is the score it returns.
    pub(super) fn prove(&mut self, open: &OpenVisit, score: Score) -> Option<Bounds> {
        if !self.proves() {
            return None;
        }
        if let Some((answer, kind)) = open.answer {
            return Some(open.found.unwrap_or_else(|| Bounds::of(answer, kind)));
        }
        if open.children == 0 || open.has_own_score || open.is_settled || self.is_settled_otherwise(open.visit) {
            return Some(exact(score));
        }
        let all = open.proved.children.values().copied();
        let mut bounds = all.reduce(|one, other| match open.player {
            Player::Max => Bounds { lower: one.lower.max(other.lower), upper: one.upper.max(other.upper) },
            Player::Min => Bounds { lower: one.lower.min(other.lower), upper: one.upper.min(other.upper) },
        })?;
        let (children, entered) = self.moves_of(open);
        // Without rules, a node may have more moves than the program had generated before its cut.
        if self.is_closed(open.window) && open.knows_window && (entered < children || open.position.is_none()) {
            match open.player {
                Player::Max => bounds.upper = Score::INFINITY,
                Player::Min => bounds.lower = Score::NEG_INFINITY,
            }
        }
        if let Some(found) = open.found {
            bounds = bounds.intersect(found);
        }
        // An update without a child that narrows the window states a bound of the value.
        for own in self.trace.own_updates_of(open.visit) {
            let Window { alpha, beta } = own.searched;
            bounds.lower = if alpha > open.given.alpha { bounds.lower.max(alpha) } else { bounds.lower };
            bounds.upper = if beta < open.given.beta { bounds.upper.min(beta) } else { bounds.upper };
        }
        let is_value = open.knows_window && open.searched.judge(score) == BoundKind::Exact;
        if is_value && bounds.lower < bounds.upper {
            let is_left_open = |taken: &&BoundAsValue| {
                let of_child = open.proved.children.get(&taken.node);
                of_child.is_some_and(|&of_child| Self::is_open(open.player, of_child, score))
            };
            if let Some(&BoundAsValue { frame, score, window, .. }) = open.proved.taken.iter().rfind(is_left_open) {
                self.find(frame, Fault::BoundTaken { window, score });
            }
        }
        Some(bounds)
    }

    /// Whether a program tried a move of its table or a killer first, and finds it again in the list of generated moves: then
    /// the second search is settled at once, by the entry that the first one wrote or by the same leaf.
    fn is_table_move_again(&self, visit: VisitId, before: VisitId) -> bool {
        const TRIED_FIRST: [&str; 5] = ["table", "hash", "tt", "pv", "killer"];
        let trace = self.trace;
        let order =
            |visit: VisitId| trace.value_of(Meaning::Order, visit).map(|order| order.to_string().to_lowercase());
        let is_stated = || {
            let is_first = |order: String| TRIED_FIRST.iter().any(|word| order.contains(word));
            order(before) != order(visit) && order(before).is_some_and(is_first)
        };
        let is_first = || {
            let above = trace.parent_visit(before);
            let counted = |child: &VisitId| !trace.is_speculative(*child);
            above.and_then(|above| trace.visited_children(above).find(counted)) == Some(before)
        };
        let is_leaf = trace.visited_children(visit).next().is_none();
        let is_answered = trace.table().answered(visit).is_some() || trace.reason_of(visit) == Some(KnownReason::Table);
        is_leaf && ((is_answered && is_first()) || is_stated())
    }

    /// Whether a move is searched a second time without a reason: with the same window, or although its value is known.
    pub(super) fn searched_twice(&self, above: &OpenVisit, visit: VisitId, window: Window) -> Option<Fault> {
        let (before, score) = above.returned?;
        let is_again = self.trace.searched_again(visit) == Some(before)
            && self.trace.source_of(Fact::Window(before)).is_program()
            && !self.trace.is_speculative(before)
            && !self.trace.has_threads();
        if !is_again || self.is_settled_otherwise(before) || self.is_table_move_again(visit, before) {
            return None;
        }
        // The depth and the kind of a visit.
        let result = |visit: VisitId| {
            [Meaning::Depth, Meaning::Reduced, Meaning::Extended, Meaning::Kind]
                .map(|column| self.trace.value_of(column, visit))
        };
        let (now, then) = (result(visit), result(before));
        let is_as_deep = now[0].is_some() || (self.header.null_windows == Some(false) && !self.known.guesses);
        if !is_as_deep || now != then {
            return None;
        }
        let given = self.trace.given_window(before);
        if given != window {
            // A score inside the window is exact; a fail low in both windows makes the second
            // search unnecessary.
            let is_value = given.contains(score);
            let fails_low = match above.player {
                Player::Max => score <= given.alpha.min(window.alpha),
                Player::Min => score >= given.beta.max(window.beta),
            };
            return (is_value || fails_low).then(|| Fault::SearchedTwice { window, before: self.trace.span(before).0 });
        }
        // Many programs search every child with a null window first, even if the window is already
        // a null window, and re-search a child that beats it.
        let beats = match above.player {
            Player::Max => score > window.alpha,
            Player::Min => score < window.beta,
        };
        let is_habit = self.has_null_windows() && window == above.window && beats;
        (!is_habit).then(|| Fault::SearchedTwice { window, before: self.trace.span(before).0 })
    }
}
