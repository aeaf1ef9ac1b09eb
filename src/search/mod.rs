//! Searches: one file an algorithm, all told to an [`Observer`] step by step.
//!
//! Searches recurse on a stack that grows, so the depth of a tree is limited by memory alone.

mod alpha_beta;
mod arrangement;
mod choice;
mod exact_values;
mod horizon;
mod minimax;
mod order;
mod rule;
mod table;
mod walk;

use std::ops::ControlFlow;

pub use choice::{Choice, choose};
pub use exact_values::{ExactValues, Unavailable};
pub use order::{MoveOrder, Natural, Order, ParseOrderError};
pub use table::{TableKey, TableSetup};

use crate::game::{Game, Player};
use crate::score::{Answer, BoundKind, Bounds, Score, Window};
use alpha_beta::{FailHard, FailSoft};
use arrangement::{GamesOwn, Given};
use horizon::Endless;
use minimax::Minimax;
use rule::Rule;
use table::{Forgetful, Table};
use walk::Walk;

/// Which search runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Algorithm {
    /// Every node is visited.
    Minimax,
    /// α-β that returns the bound it was updated to: never below the α nor above the β it can still raise or lower.
    ///
    /// With a table that is keyed by positions alone it returns the best score it has seen instead, as the published
    /// search does: there a tighter bound is worth more than the agreement with plain α-β.
    AlphaBeta,
    /// α-β that returns the best score it has seen, also outside the window (Fishburn 1983).
    AlphaBetaSoft,
    /// α-β that hands only one bound down: what the parent has, to a child at which the other player moves; and the bound
    /// it was given itself, unchanged, where the same player moves again. It misses the deep cuts.
    AlphaBetaOneBound,
}

impl Algorithm {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Minimax, Self::AlphaBeta, Self::AlphaBetaSoft, Self::AlphaBetaOneBound];

    /// The search that runs with a table: see [`Self::AlphaBeta`].
    #[must_use]
    pub fn with_table(self, table: Option<TableSetup>) -> Self {
        match (self, table) {
            (Self::AlphaBeta, Some(TableSetup { key: TableKey::Position, .. })) => Self::AlphaBetaSoft,
            _ => self,
        }
    }

    /// The window that a child is searched with, given its parent's at that moment, and who moves at the child.
    #[must_use]
    pub fn child_window(self, window: Window, child_player: Player) -> Window {
        Rule::child_window(self, window, child_player)
    }

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::AlphaBetaSoft => "alpha-beta-soft",
            Self::AlphaBetaOneBound => "alpha-beta-one-bound",
        }
    }
}

/// Where a search stops and evaluates the position instead of searching on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct DepthLimit {
    /// So many changes of player below the start; where the same player moves again, that costs no depth. At 0 the start
    /// itself is evaluated.
    pub depth: u32,
    /// Which of the game's evaluations, by its place in [`Game::evaluations`].
    #[serde(default)]
    pub evaluation: u8,
}

/// All that a search is set up by, but for the order of the children.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SearchSetup {
    /// Which search.
    pub algorithm: Algorithm,
    /// Its transposition table, where it has one.
    pub table: Option<TableSetup>,
    /// Where it stops, if not at the end of the game.
    pub limit: Option<DepthLimit>,
}

impl From<Algorithm> for SearchSetup {
    fn from(algorithm: Algorithm) -> Self {
        Self { algorithm, table: None, limit: None }
    }
}

/// Told each step of a search, in the order of the frames (see `Frame`).
///
/// The methods of the empty observer, [`Unobserved`], do nothing and leave nothing in the compiled search.
pub trait Observer {
    /// What the observer wants to know of a node that was entered. The search hands it back with each step there, so an
    /// observer needs no stack of its own.
    type Node: Copy;

    /// Stands for the parent of the node that the search starts from.
    fn above(&self) -> Self::Node;

    /// The search enters a node: the child with this index, in search order, of `parent` (0 for the first node).
    /// Breaking ends the search at once.
    fn start(
        &mut self,
        parent: Self::Node,
        child: usize,
        player: Player,
        window: Window,
    ) -> ControlFlow<(), Self::Node>;

    /// The node, entered just now, has `count` children; `order` lists their indexes in the game's order as they will
    /// be searched, and is `None` where that is the game's order itself.
    fn expand(&mut self, node: Self::Node, count: usize, order: Option<&[u16]>);

    /// A child has returned `score`, and the node has been updated with it: `value` is what it would return now, `cut`
    /// whether its window has closed.
    fn update(&mut self, node: Self::Node, child: Self::Node, score: Score, value: Score, cut: bool);

    /// The table holds an entry for the node, entered just now: its number, its bounds, and what they do for the node.
    fn lookup(&mut self, node: Self::Node, entry: u32, bounds: Bounds, answer: Answer) {
        let _ = (node, entry, bounds, answer);
    }

    /// Bounds were written to the table, and its entry of this number now holds these.
    fn store(&mut self, node: Self::Node, entry: u32, bounds: Bounds) {
        let _ = (node, entry, bounds);
    }

    /// The node's score is settled, and the search goes back to its parent.
    fn end(&mut self, node: Self::Node, score: Score, kind: BoundKind);

    /// The search enters a node where the game is over, and leaves it: [`Self::start`] and [`Self::end`] in one. About
    /// half of all nodes are leaves, so an observer may have a shorter way for them.
    #[inline]
    fn leaf(
        &mut self,
        parent: Self::Node,
        child: usize,
        player: Player,
        window: Window,
        score: Score,
    ) -> ControlFlow<(), Self::Node> {
        let node = self.start(parent, child, player, window)?;
        self.end(node, score, BoundKind::Exact);
        ControlFlow::Continue(node)
    }
}

/// The observer that looks away.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    type Node = ();

    #[inline]
    fn above(&self) {}

    #[inline]
    fn start(&mut self, (): (), _: usize, _: Player, _: Window) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline]
    fn expand(&mut self, (): (), _: usize, _: Option<&[u16]>) {}

    #[inline]
    fn update(&mut self, (): (), (): (), _: Score, _: Score, _: bool) {}

    #[inline]
    fn end(&mut self, (): (), _: Score, _: BoundKind) {}
}

/// Searches the tree below `start` with the full window; the score of `start`, or `None` if the observer broke off.
///
/// A plain search of the whole tree in the game's own order runs in a walk that is compiled for its rule; every other setup
/// runs in [one walk for all of them](search_any). Both tell the observer the same.
pub fn search<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    setup: impl Into<SearchSetup>,
    order: &dyn MoveOrder,
    observer: &mut O,
) -> Option<Score> {
    let setup = setup.into();
    if setup.limit.is_some() || setup.table.is_some() || !order.is_natural() {
        return search_any(game, start, setup, order, observer);
    }
    match setup.algorithm {
        Algorithm::Minimax => search_plain(game, start, Minimax, observer),
        Algorithm::AlphaBeta => search_plain(game, start, FailHard, observer),
        Algorithm::AlphaBetaSoft => search_plain(game, start, FailSoft, observer),
        Algorithm::AlphaBetaOneBound => search_any(game, start, setup, order, observer),
    }
}

fn search_plain<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    rule: impl Rule,
    observer: &mut O,
) -> Option<Score> {
    Walk::new(game, rule, Endless, Forgetful, GamesOwn, observer).run(start)
}

/// [`search`] in a walk that asks at each node which search it is, whether it has a table and a limit, and for the order of
/// the children: compiled once for each game and observer, however many searches there are.
pub(crate) fn search_any<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    setup: SearchSetup,
    order: &dyn MoveOrder,
    observer: &mut O,
) -> Option<Score> {
    let rule = setup.algorithm.with_table(setup.table);
    Walk::new(game, rule, setup.limit, setup.table.map(Table::new), Given::from(order), observer).run(start)
}
