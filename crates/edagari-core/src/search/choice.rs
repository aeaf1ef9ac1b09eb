//! The choice of a move: the best moves of a position and their values.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Observer, Order, PassStart, SearchSetup, Unavailable, search_any};
use crate::game::Game;
use crate::score::{BoundKind, Player, Score, Window};

/// The chosen move of a search, with its score and its cost.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Choice {
    /// The moves of the turn, until the other player is to move, as indexes in the game's order: at
    /// each node the first move with the best score. A single move unless it gives an extra turn.
    pub moves: Vec<u32>,
    /// The score of the position.
    pub score: Score,
    /// Whether `score` is the value of the position, or only a bound outside the window of the search.
    pub bound: BoundKind,
    /// The number of visits of leaves: nodes where the game is over, or at the depth limit.
    pub evaluations: u64,
    /// The number of visited nodes.
    pub visits: u64,
}

/// The memory limit for the exact values of the order `best`, in bytes.
const MEMORY_LIMIT: u64 = 2 << 30;

/// Searches a position where the game is not over, and chooses a move.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use edagari_core::game::{Game, TextbookTree};
/// use edagari_core::score::Score;
/// use edagari_core::search::{Algorithm, Order, choose};
///
/// let tree = TextbookTree::figure("three-moves").expect("a tree that comes with Edagari");
/// let choice = choose(&tree, &tree.root(), Algorithm::AlphaBeta.into(), Order::Natural, &AtomicBool::new(false));
/// let choice = choice.expect("the search is not cancelled");
/// assert_eq!((choice.moves, choice.score), (vec![0], Score::new(3)));
/// assert_eq!((choice.visits, choice.evaluations), (11, 5));
/// ```
///
/// # Errors
/// [`Unavailable`] if `cancel` was set before the search ended, or the order cannot be computed.
#[inline]
pub fn choose<G: Game>(
    game: &G,
    position: &G::Position,
    setup: SearchSetup,
    order: Order,
    cancel: &AtomicBool,
) -> Result<Choice, Unavailable> {
    let order = order.prepare(game, position, setup.limit, MEMORY_LIMIT, cancel)?;
    let player = game.player(position);
    let mut turn = SearchTurn {
        player,
        cancel,
        path: Vec::new(),
        depth: None,
        proven: None,
        is_leaf: false,
        evaluations: 0,
        visits: 0,
    };
    let score = search_any(game, position, setup, &*order, &mut turn).ok_or(Unavailable::Cancelled)?;
    let last = || turn.path.into_iter().next().map(OwnNode::chosen);
    let mut moves = turn.proven.or_else(last).unwrap_or_default();
    if moves.is_empty() {
        // If the start was cut off before its moves were searched, a move that ends the game with this score is chosen, if there
        // is one.
        let ends = |&mv: &G::Move| game.score(&game.play(position, mv)) == Some(score);
        moves.extend(game.legal_moves(position).iter().position(ends).map(|index| index as u32));
    }
    // The score of a leaf is exact in any window.
    let bound = if turn.is_leaf { BoundKind::Exact } else { setup.judge(score, || game.bounds(position, 0)) };
    Ok(Choice { moves, score, bound, evaluations: turn.evaluations, visits: turn.visits })
}

/// An observer of the nodes of the starting player's first turn: those reached before the other player is to move.
struct SearchTurn<'a> {
    player: Player,
    cancel: &'a AtomicBool,
    /// The nodes of the turn on the current path, the innermost last; after the path returns, also the last finished ones.
    path: Vec<OwnNode>,
    /// The depth of the current pass, if specified.
    depth: Option<u32>,
    /// The best moves of the last pass of this depth whose result proves that they achieve its score. A bound from the wrong side
    /// proves nothing about any move.
    proven: Option<Vec<u32>>,
    /// Whether the start is a leaf.
    is_leaf: bool,
    evaluations: u64,
    visits: u64,
}

#[derive(Clone)]
struct OwnNode {
    /// The children's indexes in the game's order; `None` if the search order is the game's order.
    order: Option<Vec<u32>>,
    /// The index in search order of the child entered last.
    child: usize,
    value: Score,
    /// The best moves so far, from this node to the end of the turn.
    best: Vec<u32>,
    /// The index in the game's order of the first child in search order; `None` before the node is expanded.
    first: Option<u32>,
}

impl OwnNode {
    /// The best moves. If bounds from the rules cut off the node before its children were searched, the first child: those bounds
    /// hold after each move that does not lose at once, and losing moves are ordered last.
    fn chosen(self) -> Vec<u32> {
        if self.best.is_empty() { self.first.into_iter().collect() } else { self.best }
    }
}

/// The observer's data of a node.
#[derive(Clone, Copy)]
enum Followed {
    /// The parent of the start.
    Above,
    /// A node of the starting player's turn: its index in the path.
    Own(usize),
    /// Any other node.
    Other,
}

impl Observer for SearchTurn<'_> {
    type Node = Followed;

    #[inline]
    fn above(&self) -> Followed {
        Followed::Above
    }

    fn pass(&mut self, pass: PassStart<'_>) {
        // Results of a smaller depth prove nothing at this depth.
        if self.depth != pass.depth {
            self.depth = pass.depth;
            self.proven = None;
        }
    }

    #[inline]
    fn start(&mut self, parent: Followed, child: usize, player: Player, _: Window) -> ControlFlow<(), Followed> {
        self.visits += 1;
        if self.visits.is_multiple_of(4096) && self.cancel.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let depth = match parent {
            Followed::Other => return ControlFlow::Continue(Followed::Other),
            Followed::Above => 0,
            Followed::Own(place) => {
                self.path[place].child = child;
                place + 1
            }
        };
        if player != self.player {
            return ControlFlow::Continue(Followed::Other);
        }
        self.path.truncate(depth);
        self.path.push(OwnNode { order: None, child: 0, value: player.worst(), best: Vec::new(), first: None });
        ControlFlow::Continue(Followed::Own(depth))
    }

    #[inline]
    fn expand(&mut self, node: Followed, _: usize, order: Option<&[u32]>) {
        if let Followed::Own(place) = node {
            let node = &mut self.path[place];
            node.first = order.map_or(Some(0), |order| order.first().copied());
            node.order = order.map(<[u32]>::to_vec);
        }
    }

    #[inline]
    fn update(&mut self, node: Followed, child: Followed, score: Score, value: Score, _: bool) {
        let Followed::Own(place) = node else { return };
        let rest = match child {
            Followed::Own(below) => std::mem::take(&mut self.path[below].best),
            Followed::Above | Followed::Other => Vec::new(),
        };
        let own = &mut self.path[place];
        // In a fail-hard search, the value is a child's score only if both are equal.
        if value != own.value && score == value {
            let child = own.order.as_ref().map_or(own.child as u32, |order| order[own.child]);
            own.best.clear();
            own.best.push(child);
            own.best.extend(rest);
        }
        own.value = value;
    }

    #[inline]
    fn end(&mut self, node: Followed, _: Score, kind: BoundKind) {
        let unproven = match self.player {
            Player::Max => BoundKind::Upper,
            Player::Min => BoundKind::Lower,
        };
        if let (Followed::Own(0), Some(root)) = (node, self.path.first())
            && kind != unproven
            && let chosen = root.clone().chosen()
            && !chosen.is_empty()
        {
            self.proven = Some(chosen);
        }
    }

    #[inline]
    fn leaf(
        &mut self,
        parent: Followed,
        child: usize,
        player: Player,
        window: Window,
        _: Score,
    ) -> ControlFlow<(), Followed> {
        self.evaluations += 1;
        self.is_leaf |= matches!(parent, Followed::Above);
        self.start(parent, child, player, window)
    }

    #[inline]
    fn evaluated_again(&mut self, _: Followed) {
        self.evaluations += 1;
    }
}
