//! The generation of a game tree, one `Start` frame per node, without a search.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::Recorder;
use crate::game::Game;
use crate::search::{MoveOrder, arrange};
use crate::trace::{NodeId, Traversal};

struct Waiting<P> {
    position: P,
    node: NodeId,
    mark: u64,
}

/// Generates the tree below `start`; breaks if the recorder does.
pub(in crate::trace) fn generate<G: Game>(
    game: &G,
    start: &G::Position,
    traversal: Traversal,
    order: &dyn MoveOrder,
    recorder: &mut Recorder<'_>,
) -> ControlFlow<()> {
    let mut waiting = VecDeque::from([Waiting { position: start.clone(), node: NodeId::ROOT, mark: order.root() }]);
    let mut moves = Vec::new();
    let mut indexes: Vec<u32> = Vec::new();
    loop {
        let next = match traversal {
            Traversal::BreadthFirst => waiting.pop_front(),
            Traversal::DepthFirst => waiting.pop_back(),
        };
        let Some(Waiting { position, node, mark }) = next else {
            return ControlFlow::Continue(());
        };
        recorder.go_on()?;
        let player = game.player(&position);
        let visit = recorder.generate(node, player);
        if game.score(&position).is_some() {
            continue;
        }
        moves.clear();
        game.moves(&position, &mut moves);
        indexes.clear();
        indexes.extend(0..moves.len() as u32);
        arrange(order, game, &position, &moves, mark, &mut indexes);
        recorder.number_children(moves.len(), (!order.is_natural()).then_some(&indexes));
        let first = waiting.len();
        waiting.extend(indexes.iter().enumerate().map(|(child, &index)| Waiting {
            position: game.play(&position, moves[index as usize]),
            node: recorder.child_of(visit, child),
            mark: order.child(mark, index as usize),
        }));
        if traversal == Traversal::DepthFirst {
            // Taken from the back, so the first child has to lie last.
            waiting.make_contiguous()[first..].reverse();
        }
    }
}
