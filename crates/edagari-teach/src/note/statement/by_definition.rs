//! Values that follow from the rules of a game alone, computed by plain recursion without any search results.

use edagari_core::game::AnyPosition;
use edagari_core::score::{Player, Score};

/// Maximum number of positions visited.
const MAX_POSITIONS: u32 = 200_000;
/// Maximum number of moves in depth, because the recursion uses the stack.
const DEEPEST: u32 = 500;

/// Values of the subtree of a position, the position included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Below {
    /// Minimax value of the position.
    pub(super) value: Score,
    /// Number of positions, the position itself included.
    pub(super) nodes: u64,
    /// Number of final positions.
    pub(super) leaves: u64,
}

/// Computes the values of the subtree of a position; `None` if it is too large.
pub(super) fn below(position: &AnyPosition) -> Option<Below> {
    let mut left = MAX_POSITIONS;
    look(position, DEEPEST, &mut left)
}

fn look(position: &AnyPosition, depth: u32, left: &mut u32) -> Option<Below> {
    *left = left.checked_sub(1)?;
    if let Some(value) = position.score() {
        return Some(Below { value, nodes: 1, leaves: 1 });
    }
    let depth = depth.checked_sub(1)?;
    let mut sum: Option<Below> = None;
    for mv in 0..position.move_count() {
        let child = look(&position.play(mv as u32)?, depth, left)?;
        sum = Some(match sum {
            None => Below { nodes: child.nodes + 1, ..child },
            Some(sum) => Below {
                value: match position.player() {
                    Player::Max => sum.value.max(child.value),
                    Player::Min => sum.value.min(child.value),
                },
                nodes: sum.nodes + child.nodes,
                leaves: sum.leaves + child.leaves,
            },
        });
    }
    sum
}
