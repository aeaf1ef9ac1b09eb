use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Observer, Order, PassStart, SearchSetup, Unavailable, search_any};
use crate::game::Game;
use crate::score::{BoundKind, Player, Score, Window};

/// The move that a search chooses, with its score and its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The moves until the other player is to move, as indexes in the game's order: each the first with the best score. Where no
    /// move gives an extra turn, this is one move.
    pub moves: Vec<u32>,
    /// The score of the position.
    pub score: Score,
    /// Whether that is its value, or only a bound of it, outside the window of the search.
    pub bound: BoundKind,
    /// Positions evaluated: where the game is over, or at the depth limit.
    pub evaluations: u64,
    /// Nodes visited.
    pub visits: u64,
}

/// Bytes that the exact values for the order `best` may take.
const MEMORY_LIMIT: u64 = 2 << 30;

/// Searches a position where the game goes on, and chooses.
///
/// # Errors
/// [`Unavailable`] where `cancel` was set before the search ended, or the order cannot be computed.
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
    let mut turn = Turn { player, cancel, path: Vec::new(), depth: None, proven: None, evaluations: 0, visits: 0 };
    let score = search_any(game, position, setup, &*order, &mut turn).ok_or(Unavailable::Cancelled)?;
    let last = || turn.path.into_iter().next().map(OwnNode::chosen);
    let mut moves = turn.proven.or_else(last).unwrap_or_default();
    if moves.is_empty() {
        // What settled the start without a search of its moves is a move that ends the game with that score, if there is one.
        let ends = |&mv: &G::Move| game.score(&game.play(position, mv)) == Some(score);
        moves.extend(game.legal_moves(position).iter().position(ends).map(|index| index as u32));
    }
    let bound = setup.judge(score, || game.bounds(position, 0));
    Ok(Choice { moves, score, bound, evaluations: turn.evaluations, visits: turn.visits })
}

/// Follows the nodes at which the player who is to move at the start has not handed over yet.
struct Turn<'a> {
    player: Player,
    cancel: &'a AtomicBool,
    /// Such nodes on the current path, the innermost last; and what is left of the last ones that ended.
    path: Vec<OwnNode>,
    /// The depth of the pass, if it is told.
    depth: Option<u32>,
    /// The best moves of the last pass of this depth that has shown them to be worth what it returned: a bound from the wrong side shows nothing
    /// of any move.
    proven: Option<Vec<u32>>,
    evaluations: u64,
    visits: u64,
}

#[derive(Clone)]
struct OwnNode {
    /// Its children's indexes in the game's order, if the search order is another.
    order: Option<Vec<u32>>,
    /// The child that was entered last, in search order.
    child: usize,
    value: Score,
    /// The best moves so far.
    best: Vec<u32>,
    /// The first child in search order, as an index in the game's order; none before there are children.
    first: Option<u32>,
}

impl OwnNode {
    /// The best moves; where bounds of the rules settled the node before its children were searched, the first child, for those bounds
    /// hold after each move that does not lose at once, and those that do lie behind the others.
    fn chosen(self) -> Vec<u32> {
        if self.best.is_empty() { self.first.into_iter().collect() } else { self.best }
    }
}

/// A node as it is followed.
#[derive(Clone, Copy)]
enum Followed {
    /// The parent of the start.
    Above,
    /// One of the player's own, by its place in the path.
    Own(usize),
    /// Any other.
    Other,
}

impl Observer for Turn<'_> {
    type Node = Followed;

    #[inline]
    fn above(&self) -> Followed {
        Followed::Above
    }

    fn pass(&mut self, pass: PassStart<'_>) {
        // What a lesser depth has shown is no proof any more.
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
        // A node that starts from the bound it was given has its value from a child only where the child's score is it.
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
        self.start(parent, child, player, window)
    }
}
