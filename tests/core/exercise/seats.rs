//! State of a plain search after some of its events.

use super::plain::{Event, INFINITY, Rules, Search, Tree};

/// An open node.
#[derive(Clone, Debug)]
pub struct Seat {
    pub node: usize,
    pub given: (i64, i64),
    /// Children that count, with their scores.
    pub scored: Vec<(usize, i64)>,
    pub struck: Vec<usize>,
    /// Child searched with a null window and its score, if it is searched again next.
    pub asked: Option<(usize, i64)>,
}

impl Seat {
    pub fn best(&self, tree: &Tree) -> i64 {
        best(tree.is_max[self.node], self.scored.iter().map(|&(_, score)| score))
    }

    /// Window after the first `count` children that count.
    pub fn window_after(&self, tree: &Tree, count: usize) -> (i64, i64) {
        let (alpha, beta) = self.given;
        let best = best(tree.is_max[self.node], self.scored[..count].iter().map(|&(_, score)| score));
        if tree.is_max[self.node] { (alpha.max(best), beta) } else { (alpha, beta.min(best)) }
    }

    pub fn window(&self, tree: &Tree) -> (i64, i64) {
        self.window_after(tree, self.scored.len())
    }
}

/// Best of some scores for a player; the worst possible score if there are none.
pub fn best(is_max: bool, scores: impl Iterator<Item = i64>) -> i64 {
    if is_max { scores.max().unwrap_or(-INFINITY) } else { scores.min().unwrap_or(INFINITY) }
}

/// Whether a score of the node and one of the other player close the window.
pub fn closes(rules: Rules, is_max: bool, own: i64, others: i64) -> bool {
    let (alpha, beta) = if is_max { (own, others) } else { (others, own) };
    if rules.is_strict { alpha > beta } else { alpha >= beta }
}

/// Open nodes after these events, the root first.
pub fn seats(tree: &Tree, events: &[Event], next: Option<Event>) -> Vec<Seat> {
    let mut seats: Vec<Seat> = Vec::new();
    for (number, &event) in events.iter().enumerate() {
        match event {
            Event::Enter(node, given) => {
                if let Some(parent) = seats.last_mut() {
                    parent.asked = None;
                }
                seats.push(Seat { node, given, scored: Vec::new(), struck: Vec::new(), asked: None });
            }
            Event::Leaf(leaf) => {
                let score = tree.leaf[leaf].expect("a leaf");
                seats.last_mut().expect("a parent").scored.push((leaf, score));
            }
            Event::Strike(node) => seats.last_mut().expect("a parent").struck.push(node),
            Event::Leave(node, score, _) => {
                seats.pop();
                let following = events.get(number + 1).copied().or(next);
                let is_again = matches!(following, Some(Event::Enter(next, _)) if next == node);
                if let Some(parent) = seats.last_mut() {
                    if is_again {
                        parent.asked = Some((node, score));
                    } else {
                        parent.scored.push((node, score));
                    }
                }
            }
        }
    }
    seats
}

/// Window of the next search of a child, given the parent's window: the re-search if the null window was searched.
pub fn handed(tree: &Tree, rules: Rules, seat: &Seat, child: usize, (alpha, beta): (i64, i64)) -> (i64, i64) {
    let is_max = tree.is_max[seat.node];
    match rules.search {
        Search::Minimax => (-INFINITY, INFINITY),
        Search::OneBound if tree.is_max[child] => (-INFINITY, beta),
        Search::OneBound => (alpha, INFINITY),
        Search::Pvs if let Some((_, score)) = seat.asked => {
            if is_max {
                (score, beta)
            } else {
                (alpha, score)
            }
        }
        Search::Pvs if tree.children[seat.node][0] == child => (alpha, beta),
        Search::Pvs if is_max && alpha != -INFINITY => (alpha, alpha + 1),
        Search::Pvs if !is_max && beta != INFINITY => (beta - 1, beta),
        Search::AlphaBeta | Search::Pvs => (alpha, beta),
    }
}
