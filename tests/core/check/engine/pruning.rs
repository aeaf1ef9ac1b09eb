//! The moves of a node: speculative steps before them, their order, reductions and extensions.

use super::super::scribe::INFINITY;
use super::bugs::Bug;
use super::search::{Call, Engine, Node, is_mate};

/// Expected improvement of the evaluation by one move.
const MARGIN: i32 = 12;

/// A move in search order.
struct Move {
    way: usize,
    order: &'static str,
}

impl Engine {
    /// Searches the moves of a node, unless a speculative step settles it.
    pub fn expand(&mut self, node: &mut Node, first: Option<usize>) -> i32 {
        if let Some(score) = self.guess(node) {
            return score;
        }
        if self.is_stopped {
            return self.unwind(node);
        }
        let is_pv = node.beta - node.alpha > 1;
        let mut first = first.filter(|&first| node.call.excluded != Some(first));
        if self.options.internal && first.is_none() && node.call.depth >= 3 && is_pv && !node.call.is_same {
            let window = self.bug_inner_window(node);
            let kinds = vec!["iid"];
            let inner = Call { depth: node.call.depth - 2, counts: Some(false), kinds, window, ..Self::again(node) };
            let id = self.nodes + 1;
            let score = self.search(&inner);
            if self.is_stopped {
                return self.unwind(node);
            }
            self.journal.returned(node.at(), id, score, node.window());
            first = self.last_best;
        }
        let singular = match self.singular(node, first) {
            Ok(is_singular) => is_singular,
            Err(score) => return score,
        };
        if self.is_stopped {
            return self.unwind(node);
        }
        let order = self.order(node, first);
        if order.is_empty() {
            return self.leave(node, node.alpha, Some("no other move"));
        }
        self.moves(node, &order, singular)
    }

    /// The place of a node once more.
    fn again(node: &Node) -> Call {
        Call { is_same: true, spot: node.call.spot, ply: node.call.ply, ..Call::default() }
    }

    /// Razoring, reverse futility and null move. Returns the score of the node if they settle it.
    fn guess(&mut self, node: &mut Node) -> Option<i32> {
        let (place, depth) = (self.place(node.call.spot), node.call.depth);
        let is_pv = node.beta - node.alpha > 1;
        let is_free = !is_pv && !place.is_check && node.call.ply > 0;
        if !is_free || is_mate(node.beta) || is_mate(node.alpha) {
            return None;
        }
        let eval = self.eval(node.call.spot);
        let clip = |score: i32, hard: bool| if hard { score.clamp(node.alpha, node.beta) } else { score };
        let is_hard = self.options.is_hard;
        if self.options.razoring && depth <= 2 && eval + 3 * MARGIN <= node.alpha {
            let score = if self.options.quiescence {
                let call = Call { counts: Some(false), window: node.window(), ..Self::again(node) };
                let id = self.nodes + 1;
                let score = self.quiescence(&call, 0);
                if self.is_stopped {
                    return None;
                }
                self.journal.returned(node.at(), id, score, node.window());
                score
            } else {
                eval
            };
            if score <= node.alpha {
                return Some(self.leave(node, clip(score, is_hard), Some("razor")));
            }
        }
        if self.options.futility && depth <= 2 && eval - MARGIN * depth >= node.beta {
            return Some(self.leave(node, clip(eval, is_hard), Some("futility")));
        }
        let to = place.null.filter(|_| self.options.null_move && !node.call.is_after_null && !node.call.is_same)?;
        if depth < 2 || eval < node.beta {
            return None;
        }
        let call = Call {
            spot: to,
            depth: depth - 3,
            window: self.bug_null(node),
            mv: Some("null".to_owned()),
            kinds: vec!["null-move"],
            reduced: 2,
            ..Call::default()
        };
        let (id, score) = self.child(node, call);
        if self.is_stopped {
            return None;
        }
        self.journal.returned(node.at(), id, score, node.window());
        if score < node.beta {
            let is_taken = self.is_bug(Bug::NullMoveBelowBeta, score > node.alpha - 20 && !is_hard);
            return is_taken.then(|| self.leave(node, score, Some("null-move")));
        }
        if self.options.verifies && depth >= 3 {
            let window = (node.beta - 1, node.beta);
            let call = Call {
                depth: depth - 2,
                kinds: vec!["verification"],
                is_after_null: true,
                window,
                ..Self::again(node)
            };
            let id = self.nodes + 1;
            let again = self.search(&call);
            if self.is_stopped {
                return None;
            }
            self.journal.returned(node.at(), id, again, node.window());
            if again < node.beta {
                return None;
            }
        }
        let score = if is_mate(score) { node.beta } else { score };
        Some(self.leave(node, clip(score, is_hard), Some("null-move")))
    }

    /// Whether the first move is much better than all others. If even another is too good, the score of the node.
    fn singular(&mut self, node: &Node, first: Option<usize>) -> Result<bool, i32> {
        self.line.truncate(node.call.ply as usize);
        let entry = self.table.get(&self.key(node.call.spot)).cloned();
        let (Some(first), Some(entry)) = (first, entry) else { return Ok(false) };
        let lower = entry.bounds.0;
        let fits = self.options.singular
            && node.call.depth >= 3
            && node.call.ply > 0
            && !node.call.is_same
            && entry.best == Some(first)
            && entry.depth >= node.call.depth - 2
            && lower.abs() < 500;
        if !fits {
            return Ok(false);
        }
        let goal = lower - 5;
        let call = Call {
            depth: node.call.depth / 2,
            window: (goal - 1, goal),
            kinds: vec!["singular"],
            excluded: Some(first),
            ..Self::again(node)
        };
        let id = self.nodes + 1;
        let score = self.search(&call);
        if self.is_stopped {
            return Ok(false);
        }
        self.journal.returned(node.at(), id, score, node.window());
        if score >= goal && goal >= node.beta {
            let score = if self.options.is_hard { node.beta } else { goal };
            return Err(self.leave(node, score, Some("multi-cut")));
        }
        Ok(score < goal)
    }

    /// Moves in search order. They are recorded at once, or stage by stage when they are searched.
    fn order(&mut self, node: &Node, first: Option<usize>) -> Vec<Move> {
        let place = self.place(node.call.spot);
        let killer = self.killers.get(&node.call.ply).filter(|_| self.options.killers);
        let order_of = |way: usize| match &place.ways[way] {
            _ if first == Some(way) => (0, "table"),
            way if way.is_loud => (1, "capture"),
            way if Some(&way.name) == killer => (2, "killer"),
            _ if self.options.killers => (3, "history"),
            _ => (3, "quiet"),
        };
        let mut order: Vec<usize> = (0..place.ways.len()).filter(|&way| node.call.excluded != Some(way)).collect();
        let rank = |name: &String| self.history.get(name).copied().filter(|_| self.options.killers).unwrap_or(0);
        order.sort_by_key(|&way| (order_of(way).0, -rank(&place.ways[way].name)));
        order.into_iter().map(|way| Move { way, order: order_of(way).1 }).collect()
    }

    fn names(&self, node: &Node, order: &[Move]) -> Vec<String> {
        order.iter().map(|mv| self.place(node.call.spot).ways[mv.way].name.clone()).collect()
    }

    fn moves(&mut self, node: &mut Node, order: &[Move], is_singular: bool) -> i32 {
        let names = self.names(node, order);
        let is_staged = self.options.staged;
        let stage = |mv: &Move| match mv.order {
            "table" => 0,
            "capture" => 1,
            _ => 2,
        };
        let mut told = 0;
        let place = self.place(node.call.spot);
        let is_pv = node.beta - node.alpha > 1;
        for (number, mv) in order.iter().enumerate() {
            if number >= told {
                let until = order.iter().rposition(|other| stage(other) <= stage(mv)).unwrap_or(number) + 1;
                let until = if is_staged { until } else { order.len() };
                self.journal.moves(node.id, &names[told..until]);
                told = until;
            }
            let is_quiet = mv.order != "table" && mv.order != "capture" && !place.is_check;
            if number > 0 && is_quiet && !is_pv && node.call.depth <= 2 && !is_mate(node.best) && node.best > -1000 {
                if self.options.late_moves && number >= 3 {
                    self.journal.skip(node.id, &names[number..told], "late move");
                    break;
                }
                let most = self.eval(node.call.spot) + MARGIN * node.call.depth;
                if self.options.futility && most <= node.alpha && !self.place(place.ways[mv.way].to).is_check {
                    self.journal.skip(node.id, &names[number..=number], "futility");
                    node.best = node.best.max(most);
                    continue;
                }
            }
            if self.is_bug_in(Bug::LastMoveLeftOut, number > 0 && number + 1 == order.len(), 0, 1) {
                break;
            }
            let (id, score) = self.try_move(node, number, mv, is_singular);
            if self.is_stopped {
                return self.unwind(node);
            }
            if self.take(node, id, mv.way, score, &names[number + 1..told]) {
                break;
            }
        }
        self.keep(node);
        self.leave(node, node.best, None)
    }

    /// Takes in the score of a child. Returns whether it cuts.
    pub fn take(&mut self, node: &mut Node, id: u64, way: usize, score: i32, rest: &[String]) -> bool {
        let way_name = &self.place(node.call.spot).ways[way].name;
        let score = self.bug_score(score);
        self.journal.returned(node.at(), id, score, node.window());
        node.children += 1;
        node.scores.push((way, score));
        let taken = if self.options.is_hard { score.min(node.beta) } else { score };
        if taken > node.best && !self.is_bug(Bug::BetterForgotten, node.children > 1 && node.best > -INFINITY) {
            node.best = taken;
            node.best_move = Some(way);
            if taken > node.alpha {
                let below = self.lines[node.call.ply as usize + 1].clone();
                self.lines[node.call.ply as usize] = [vec![way_name.clone()], below].concat();
            }
        }
        if !self.is_bug(Bug::AlphaNotRaised, node.best > node.alpha && node.best < node.beta && !rest.is_empty()) {
            node.alpha = node.alpha.max(node.best);
        }
        let is_cut = self.bug_cut(node, node.alpha >= node.beta, !rest.is_empty());
        self.journal.update(node.at(), id, node.best, node.window(), is_cut);
        if is_cut && self.is_bug(Bug::EnteredAfterCut, !rest.is_empty()) {
            return false;
        }
        if is_cut {
            self.journal.prune(node.id, rest);
            self.killers.insert(node.call.ply, way_name.clone());
            *self.history.entry(way_name.clone()).or_default() += node.call.depth * node.call.depth;
        }
        is_cut
    }

    /// Score of a move: reduced, with a null window, and with the whole window, as far as needed.
    fn try_move(&mut self, node: &Node, number: usize, mv: &Move, is_singular: bool) -> (u64, i32) {
        let way = &self.place(node.call.spot).ways[mv.way];
        let gives_check = self.place(way.to).is_check;
        let may_extend = node.call.ply < 2 * self.options.depth;
        let extended =
            i32::from((number == 0 && is_singular) || (self.options.check_extensions && gives_check && may_extend));
        let depth = node.call.depth - 1 + extended;
        let (alpha, beta) = node.window();
        let base = Call { spot: way.to, mv: Some(way.name.clone()), order: Some(mv.order), ..Call::default() };
        let whole = Call { depth, extended, window: (alpha, beta), ..base.clone() };
        if number == 0 {
            return self.child(node, whole);
        }
        let is_quiet = mv.order != "table" && mv.order != "capture";
        let is_reduced = self.options.reductions && number >= 2 && node.call.depth >= 3 && is_quiet && extended == 0;
        if is_reduced {
            let reduced = 1 + i32::from(number >= 4);
            let window = (alpha, alpha + 1);
            let (id, score) = self.child(node, Call { depth: depth - reduced, reduced, window, ..base.clone() });
            if self.is_stopped || score <= alpha || self.is_bug_in(Bug::ReducedScoreTaken, true, 0, 1) {
                return (id, score);
            }
            self.journal.returned(node.at(), id, score, node.window());
        }
        if self.options.scouts {
            let window = self.bug_null_window(node);
            let (id, score) = self.child(node, Call { window, ..whole.clone() });
            if self.is_stopped || score <= alpha || score >= beta || self.is_bug_in(Bug::NoReSearch, depth > 1, 0, 1) {
                return (id, score);
            }
            self.journal.returned(node.at(), id, score, node.window());
        }
        let before = self.planted.lines;
        let whole = self.bug_again(node, whole);
        let is_here = before.is_none() && self.has_bug(Bug::AgainWithNullWindow);
        let (id, score) = self.child(node, whole);
        // A second null window is allowed. The fault ends where its score is taken.
        if let Some((_, last)) = self.planted.lines.as_mut().filter(|_| is_here) {
            *last = self.journal.lines.len() + 1;
        }
        (id, score)
    }
}
