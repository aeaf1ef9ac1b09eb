//! Estimates the size of a run before it is recorded, with random paths.

use std::collections::HashSet;

use crate::game::{AnyGame, AnyPosition, mix};
use crate::search::{Order, TableSetup};
use crate::trace::{Process, Setup};

/// The number of random paths.
const PATHS: u64 = 96;
/// The maximum number of moves of all paths together, so that an estimate in the window takes no longer than drawing the window
/// once.
const MAX_MOVES: usize = 6_000;
/// The maximum number of moves for counting different positions.
const MAX_COUNTED: usize = 6_000;
/// The number of nodes that are recorded in about two seconds.
const AT_ONCE: f64 = 4e6;

/// The most nodes of a path that an iteration of a Monte-Carlo tree search is assumed to visit.
const SAMPLED_DEPTH: usize = 12;
/// The average memory of a node in a trace in bytes, including its visits, frames and indexes.
const BYTES_PER_NODE: f64 = 36.0;
/// The average memory of an entry of a transposition table in bytes: in the table, and as a store and a lookup of the trace.
const BYTES_PER_ENTRY: f64 = 96.0;
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
    /// The positions of the game: by their keys, and by their keys up to symmetries.
    positions: [PositionCounts; 2],
}

/// The number of different positions, and of the moves from them, at each depth; empty if positions have no keys.
#[derive(Clone, PartialEq, Debug, Default)]
struct PositionCounts {
    positions: Vec<f64>,
    moves: Vec<f64>,
    /// Whether no position at the last depth has a move.
    is_whole: bool,
}

/// The estimated size of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunSize {
    /// The number of visited nodes.
    pub nodes: f64,
    /// The number of entries of the transposition table.
    pub entries: f64,
    /// Whether the number is only a lower bound, because the tree is deeper than the random paths.
    pub is_least: bool,
}

impl RunSize {
    /// The estimated size of the trace in bytes.
    #[must_use]
    pub const fn bytes(self) -> f64 {
        self.nodes * BYTES_PER_NODE + self.entries * BYTES_PER_ENTRY
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
        let positions = [AnyPosition::key, AnyPosition::class_key].map(|key| PositionCounts::of(&start, key));
        Some(Self { down_to: down_to.collect(), is_whole, positions })
    }

    /// The estimated size of a run with this setup.
    #[must_use]
    pub fn of_run(&self, setup: &Setup) -> RunSize {
        if setup.process.sampling().is_some() {
            // Each iteration visits one path and adds at most one node.
            let deepest = self.down_to.len().min(SAMPLED_DEPTH);
            let nodes = f64::from(setup.sampling.iterations) * deepest as f64;
            return RunSize { nodes, entries: 0.0, is_least: false };
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
        // At least one path through the tree is searched with any order.
        let of_pass = |depth: usize| {
            let nodes = self.down_to[depth];
            let searched = nodes.powf(power).max(depth as f64 + 1.0).min(nodes);
            match setup.table {
                Some(table) => self.with_table(table, depth, (searched, power)),
                None => (searched, 0.0),
            }
        };
        let passes = (if deepens { 1.min(depth) } else { depth })..=depth;
        let (nodes, entries) = passes
            .map(of_pass)
            .fold((0.0, 0.0), |(nodes, entries), of_pass| (nodes + of_pass.0, f64::max(entries, of_pass.1)));
        RunSize { nodes, entries, is_least: !self.is_whole && depth == last }
    }

    /// The estimated numbers of visited nodes and of entries of a search that visits `searched` nodes down to a depth without a table. With
    /// one, a search without cuts visits each move from each position once; one with cuts is estimated by the mean of both exponents.
    fn with_table(&self, table: TableSetup, depth: usize, (searched, power): (f64, f64)) -> (f64, f64) {
        let (positions, visits) = self.positions[usize::from(table.symmetry)].down_to(&self.down_to, depth);
        let visits = visits.min(self.down_to[depth]);
        let shared = if power < 1.0 { (searched * visits.powf(power)).sqrt() } else { searched };
        let all = shared.min(visits).min(searched);
        let entries = positions * (all / visits).min(1.0);
        // A small table loses entries.
        let kept = table.size.map_or(1.0, |size| (f64::from(size.get()) / entries.max(1.0)).min(1.0));
        (searched * (all / searched).powf(kept), entries * kept)
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

impl PositionCounts {
    /// Counts the positions below a start, breadth-first, up to a maximum number of moves.
    fn of(start: &AnyPosition, key: fn(&AnyPosition) -> Option<u128>) -> Self {
        let mut counts = Self::default();
        let (mut level, mut left) = (vec![start.clone()], MAX_COUNTED);
        while !level.is_empty() {
            let moves: usize = level.iter().map(AnyPosition::move_count).sum();
            counts.positions.push(level.iter().filter(|position| position.move_count() > 0).count() as f64);
            counts.moves.push(moves as f64);
            let Some(rest) = left.checked_sub(moves) else { return counts };
            left = rest;
            let mut seen = HashSet::new();
            let mut next = Vec::new();
            for position in level.iter().flat_map(|from| (0..from.move_count() as u32).filter_map(|mv| from.play(mv))) {
                let Some(key) = key(&position) else { return Self::default() };
                if seen.insert(key) {
                    next.push(position);
                }
            }
            level = next;
        }
        counts.is_whole = true;
        counts
    }

    /// The numbers of positions with moves, and of visits, down to a depth of the tree. Beyond the counted depths they grow as at the last
    /// one, but no faster than the tree.
    fn down_to(&self, tree: &[f64], depth: usize) -> (f64, f64) {
        let Some((&last_moves, &last_positions)) = self.moves.last().zip(self.positions.last()) else {
            return (tree[depth], tree[depth]);
        };
        let counted = self.moves.len();
        let before = counted.checked_sub(2).map_or(1.0, |before| self.moves[before]);
        let growth = if self.is_whole { 0.0 } else { last_moves / before.max(1.0) };
        let at = |depth: usize| if depth == 0 { tree[0] } else { tree[depth] - tree[depth - 1] };
        let (mut moves, mut visits, mut positions) = (last_moves, 1.0, 0.0);
        for above in 0..depth {
            if above < counted {
                (visits, positions) = (visits + self.moves[above], positions + self.positions[above]);
            } else {
                moves *= growth.min(at(above + 1) / at(above).max(1.0));
                (visits, positions) = (visits + moves, positions + moves * last_positions / last_moves.max(1.0));
            }
        }
        (positions, visits)
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
    fn estimate_with_a_table_counts_each_position_once() {
        let with_table = |setup: Setup| Setup { table: Some(TableSetup::default()), ..setup };
        let limited = |depth: u32, setup: Setup| Setup { limit: Some(DepthLimit { depth, evaluation: 0 }), ..setup };
        let tic_tac_toe = GameSetup::from(TicTacToe { shortest_win: false });
        let connect_four = GameSetup::from(ConnectFour::default());
        let of = |game: &GameSetup, algorithm| Setup::new(game.clone(), Process::Search(algorithm));
        for (setup, most) in [
            (of(&tic_tac_toe, Algorithm::Minimax), 1.2),
            (of(&tic_tac_toe, Algorithm::AlphaBeta), 3.0),
            (limited(5, of(&connect_four, Algorithm::Minimax)), 1.5),
            (limited(7, of(&connect_four, Algorithm::AlphaBeta)), 3.0),
        ] {
            let game = setup.game.open().expect("a game");
            let setup = with_table(setup);
            let estimate = TreeSize::estimate(&game, &[]).expect("a position").of_run(&setup);
            let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup");
            let visits = trace.visit_count() as f64;
            let ratio = estimate.nodes / visits;
            assert!((1.0 / most..most).contains(&ratio), "{setup:?}: {visits} visits, estimated {estimate:?}");
            let bytes = trace.memory() as f64;
            assert!(
                (0.25..4.0).contains(&(estimate.bytes() / bytes)),
                "{setup:?}: {bytes} bytes, estimated {estimate:?}"
            );
        }
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
