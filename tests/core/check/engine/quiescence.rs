//! The quiescence search: from the static evaluation, captures only; in check, all moves.

use super::bugs::Bug;
use super::options::Detail;
use super::search::{Call, Engine, Node};

/// Number of plies of a quiescence search.
const MOST: i32 = 3;

impl Engine {
    pub fn quiescence(&mut self, call: &Call, depth: i32) -> i32 {
        if self.is_out_of_time() {
            return 0;
        }
        let mut kinds = call.kinds.clone();
        kinds.push("quiescence");
        let mut node = self.enter(&Call { depth, kinds, ..call.clone() });
        if let Some((score, why)) = self.settled(call) {
            let score = self.bug_leaf(&node, score);
            return self.leave(&node, score, why);
        }
        let place = self.place(call.spot);
        if call.ply >= self.max_ply() || depth <= -MOST {
            let score = self.eval(call.spot);
            return self.leave(&node, score, Some("max ply"));
        }
        if depth == 0
            && let (Some(score), _) = self.probe(&node)
        {
            return score;
        }
        if !place.is_check
            && let Some(score) = self.stand_pat(&mut node)
        {
            return score;
        }
        let mut order: Vec<usize> =
            (0..place.ways.len()).filter(|&way| place.is_check || place.ways[way].is_loud).collect();
        order.sort_by_key(|&way| -self.place(place.ways[way].to).feel.abs());
        let names: Vec<String> = order.iter().map(|&way| place.ways[way].name.clone()).collect();
        if order.is_empty() {
            return self.leave(&node, node.best, Some("stand-pat"));
        }
        self.journal.moves(node.id, &names);
        self.captures(&mut node, &order, &names, depth)
    }

    fn captures(&mut self, node: &mut Node, order: &[usize], names: &[String], depth: i32) -> i32 {
        let ways = &self.place(node.call.spot).ways;
        for (number, &way) in order.iter().enumerate() {
            let way = &ways[way];
            let call = Call { spot: way.to, mv: Some(way.name.clone()), window: node.window(), ..Call::default() };
            let window = self.bug_window(node, &call, (-node.beta, -node.alpha));
            let id = self.nodes + 1;
            let score = -self.quiescence(&Call { ply: node.call.ply + 1, window, ..call }, depth - 1);
            if self.is_stopped {
                return self.unwind(node);
            }
            if self.take(node, id, order[number], score, &names[number + 1..]) {
                break;
            }
        }
        if depth == 0 {
            self.keep(node);
        }
        let why = (node.best_move.is_none() && self.options.detail != Detail::Full).then_some("stand-pat");
        self.leave(node, node.best, why)
    }

    fn stand_pat(&mut self, node: &mut Node) -> Option<i32> {
        let has_captures = self.place(node.call.spot).ways.iter().any(|way| way.is_loud);
        let score = self.bug_stand_pat(self.eval(node.call.spot));
        if self.is_bug(Bug::NoStandPat, score > node.alpha && has_captures) {
            return None;
        }
        let score = if self.options.is_hard { score.clamp(node.alpha, node.beta) } else { score };
        node.best = score;
        node.alpha = node.alpha.max(score);
        let is_cut = node.alpha >= node.beta;
        self.journal.knows(node.at(), "stand-pat", Some(score), node.window(), is_cut);
        if is_cut && self.is_bug(Bug::EnteredAfterStandPat, has_captures) {
            return None;
        }
        is_cut.then(|| self.leave(node, score, Some("stand-pat")))
    }
}
