//! What follows from the rules of a game alone, by plain recursion: nothing of a search is used.

use crate::game::AnyPosition;
use crate::score::{Player, Score};

/// Positions that are looked at, at most.
const MOST_POSITIONS: u32 = 200_000;
/// Moves that are followed, at most: the recursion is plain.
const DEEPEST: u32 = 500;

/// What lies below a position, itself included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Below {
    /// The minimax value.
    pub(super) value: Score,
    /// Positions, itself included.
    pub(super) nodes: u64,
    /// Ends of the game.
    pub(super) leaves: u64,
}

/// Looks at everything below a position; `None` if that is too much.
pub(super) fn below(position: &AnyPosition) -> Option<Below> {
    let mut left = MOST_POSITIONS;
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
