//! Estimates the size of a run before it is recorded, with random paths.

use crate::game::{AnyGame, AnyPosition, mix};
use crate::search::Order;
use crate::trace::{Process, Setup};

/// The number of random paths.
const PATHS: u64 = 96;
/// The maximum number of moves of all paths together, so that an estimate in the window takes no longer than drawing the window
/// once.
const MAX_MOVES: usize = 6_000;
/// The number of nodes that are recorded in about two seconds.
const AT_ONCE: f64 = 4e6;

/// The most nodes of a path that an iteration of a Monte-Carlo tree search is assumed to visit.
const SAMPLED_DEPTH: usize = 12;
/// The average memory of a node in a trace in bytes, including its visits, frames and indexes.
const BYTES_PER_NODE: f64 = 36.0;
/// The exponent of the tree's size in the number of nodes that α-β searches: 1/2 with the best move order, 3/4 with a random one
/// (Fuller, Gaschnig and Gillogly 1973).
const BEST_ORDER: f64 = 0.5;
const ANY_ORDER: f64 = 0.75;

/// The number of nodes of a game tree down to each depth, estimated with random paths: the product of the numbers of moves along
/// a path is an unbiased estimate of the number of nodes at its end (Knuth 1975, *Estimating the efficiency of backtrack
/// programs*).
#[derive(Clone, PartialEq, Debug)]
pub struct TreeSize {
    /// The number of nodes from the start down to each depth.
    down_to: Vec<f64>,
    /// Whether all paths reached the end of the game.
    is_whole: bool,
}

/// The estimated size of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunSize {
    /// The number of visited nodes.
    pub nodes: f64,
    /// Whether the number is only a lower bound, because the tree is deeper than the random paths.
    pub is_least: bool,
}

impl RunSize {
    /// The estimated size of the trace in bytes.
    #[must_use]
    pub const fn bytes(self) -> f64 {
        self.nodes * BYTES_PER_NODE
    }

    /// Whether the run is recorded in about two seconds.
    #[must_use]
    pub const fn is_recorded_at_once(self) -> bool {
        self.nodes <= AT_ONCE && !self.is_least
    }
}

/// The average size of a trace with `nodes` visited nodes, in bytes.
#[must_use]
pub const fn bytes_of_nodes(nodes: u64) -> u64 {
    nodes * BYTES_PER_NODE as u64
}

impl TreeSize {
    /// Estimates the tree of a game below a position. Deterministic: the same tree has the same estimate on every machine. `None`
    /// if `start` is not a legal path.
    ///
    /// ```
    /// use edagari_core::analysis::TreeSize;
    /// use edagari_core::game::{GameSetup, RandomTree};
    /// use edagari_core::search::Algorithm;
    /// use edagari_core::trace::{Process, Setup};
    ///
    /// let tree = RandomTree { depth: 3, branching: 2, ..RandomTree::default() };
    /// let size = TreeSize::estimate(&tree.into(), &[]).expect("the start of the game");
    /// let setup = Setup::new(GameSetup::from(tree), Process::Search(Algorithm::Minimax));
    /// // In a uniform tree the estimate is exact.
    /// assert_eq!(size.of_run(&setup).nodes, 15.0);
    /// assert_eq!(size.suggested_depth(&setup), None);
    /// ```
    #[must_use]
    pub fn estimate(game: &AnyGame, start: &[u32]) -> Option<Self> {
        let start = game.position(start)?;
        let mut at_depth: Vec<f64> = Vec::new();
        let mut is_whole = true;
        let mut left = MAX_MOVES;
        let mut paths = 0;
        while paths < PATHS && (paths == 0 || left > 0) {
            is_whole &= draw(&start, paths, &mut at_depth, &mut left);
            paths += 1;
        }
        let mut sum = 0.0;
        let down_to = at_depth.iter().map(|nodes| {
            sum += nodes / paths as f64;
            sum
        });
        Some(Self { down_to: down_to.collect(), is_whole })
    }

    /// The estimated size of a run with this setup.
    #[must_use]
    pub fn of_run(&self, setup: &Setup) -> RunSize {
        if setup.process.sampling().is_some() {
            // Each iteration visits one path and adds at most one node.
            let deepest = self.down_to.len().min(SAMPLED_DEPTH);
            return RunSize { nodes: f64::from(setup.sampling.iterations) * deepest as f64, is_least: false };
        }
        let last = self.down_to.len() - 1;
        let depth = setup.limit.map_or(last, |limit| (limit.depth as usize).min(last));
        let (power, deepens) = match setup.process {
            Process::Search(algorithm) if algorithm.kind().cuts => {
                (if setup.order == Order::Best { BEST_ORDER } else { ANY_ORDER }, setup.passes.deepening.is_some())
            }
            Process::Search(_) => (1.0, setup.passes.deepening.is_some()),
            Process::Expect(search) if search.cuts() => (ANY_ORDER, false),
            Process::Expect(_) | Process::Sample(_) | Process::Prove(_) | Process::Generate(_) => (1.0, false),
        };
        let passes = &self.down_to[if deepens { 1.min(depth) } else { depth }..=depth];
        // At least one path through the tree is searched with any order.
        let nodes = passes.iter().map(|nodes| nodes.powf(power).max(depth as f64 + 1.0).min(*nodes)).sum();
        RunSize { nodes, is_least: !self.is_whole && depth == last }
    }

    /// The deepest depth limit with which a run is recorded in about two seconds; `None` if no limit is needed for that.
    #[must_use]
    pub fn suggested_depth(&self, setup: &Setup) -> Option<u32> {
        let without = Setup { limit: None, ..setup.clone() };
        if self.of_run(&without).is_recorded_at_once() {
            return None;
        }
        let limit = setup.limit.unwrap_or(crate::search::DepthLimit { depth: 1, evaluation: 0 });
        let fits = |depth: &u32| {
            let limit = Some(crate::search::DepthLimit { depth: *depth, ..limit });
            self.of_run(&Setup { limit, ..setup.clone() }).nodes <= AT_ONCE
        };
        Some((1..self.down_to.len() as u32).take_while(fits).last().unwrap_or(1))
    }
}

/// Adds the estimates along a random path to those of each depth; returns whether the path reached the end of the game.
fn draw(start: &AnyPosition, path: u64, at_depth: &mut Vec<f64>, left: &mut usize) -> bool {
    let mut position = start.clone();
    let mut nodes = 1.0;
    for depth in 0.. {
        match at_depth.get_mut(depth) {
            Some(sum) => *sum += nodes,
            None => at_depth.push(nodes),
        }
        let count = position.move_count();
        if count == 0 || *left == 0 {
            return count == 0;
        }
        *left -= 1;
        nodes *= count as f64;
        let chosen = mix(path, depth as u64) % count as u64;
        let Some(next) = position.play(chosen as u32) else { return false };
        position = next;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{ConnectFour, GameSetup, TicTacToe};
    use crate::search::{Algorithm, DepthLimit};
    use crate::trace::{DEFAULT_MEMORY_LIMIT, Progress, record};

    fn size(game: impl Into<AnyGame>) -> TreeSize {
        TreeSize::estimate(&game.into(), &[]).expect("a position")
    }

    fn minimax(game: GameSetup) -> Setup {
        Setup::new(game, Process::Search(Algorithm::Minimax))
    }

    #[test]
    fn estimate_of_tic_tac_toe_is_near_its_node_count() {
        let game = TicTacToe { shortest_win: false };
        let tree = size(game);
        let whole = tree.of_run(&minimax(game.into()));
        assert!((300_000.0..900_000.0).contains(&whole.nodes) && !whole.is_least, "{whole:?}, it has 549,946");
        let pruned = tree.of_run(&Setup::new(game.into(), Process::Search(Algorithm::AlphaBeta)));
        assert!((6_000.0..60_000.0).contains(&pruned.nodes), "{pruned:?}, it has 18,297");
        assert_eq!(tree.suggested_depth(&minimax(game.into())), None, "it is recorded at once");
    }

    #[test]
    fn suggested_depth_of_connect_four_can_be_recorded() {
        let tree = size(ConnectFour::default());
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs] {
            let setup = Setup::new(ConnectFour::default().into(), Process::Search(algorithm));
            let depth = tree.suggested_depth(&setup).expect("a limit");
            let limited = Setup { limit: Some(DepthLimit { depth, evaluation: 0 }), ..setup };
            let trace = record(&limited, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup");
            let visits = trace.visit_count() as f64;
            let estimate = tree.of_run(&limited);
            assert!((2e4..3e7).contains(&visits), "{algorithm:?} to depth {depth}: {visits} visits");
            let ratio = estimate.nodes / visits;
            assert!((0.1..30.0).contains(&ratio), "{algorithm:?} to depth {depth}: {visits}, estimated {estimate:?}");
            let bytes = trace.memory() as f64 / visits;
            assert!((20.0..80.0).contains(&bytes), "{bytes} bytes a node");
        }
    }
}
