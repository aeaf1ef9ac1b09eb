use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::{AnyGame, Game, GameVisitor, play_all};

/// What there is after so many moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct PerftRow {
    /// Moves from the start.
    pub depth: u32,
    /// Sequences of so many legal moves.
    pub sequences: u64,
    /// Different positions after them, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// Different positions up to the game's symmetries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<u64>,
}

/// Why positions cannot be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PerftError {
    /// The game does not know equal positions.
    #[error("this game does not know equal positions, expected one that does, or move sequences alone")]
    NoKeys,
    /// They do not fit into memory.
    #[error("the positions after {depth} moves do not fit into the memory limit, expected a smaller depth")]
    TooMany {
        /// The depth at which the limit was reached.
        depth: u32,
    },
}

/// Counts the sequences of 0, 1, … `depth` legal moves from the position after `start`: the known test of a move generator
/// ("perft"). The list ends with the first 0; where `cancel` is set, the counts are what was found by then.
#[must_use]
pub fn count_sequences(game: &AnyGame, start: &[u16], depth: u32, cancel: &AtomicBool) -> Vec<u64> {
    game.visit(Sequences { start, depth, cancel })
}

/// Counts the different positions after 0, 1, … `depth` moves, and those that differ by more than a symmetry. Positions of
/// different depths are not compared. Calls `on_depth` when one is done.
///
/// # Errors
/// [`PerftError`] where the game does not know equal positions, or they take more than `memory_limit` bytes.
pub fn count_positions(
    game: &AnyGame,
    start: &[u16],
    depth: u32,
    memory_limit: u64,
    on_depth: impl FnMut(u32),
) -> Result<Vec<[u64; 2]>, PerftError> {
    game.visit(Positions { start, depth, memory_limit, on_depth })
}

struct Sequences<'a> {
    start: &'a [u16],
    depth: u32,
    cancel: &'a AtomicBool,
}

impl GameVisitor for Sequences<'_> {
    type Output = Vec<u64>;

    fn visit<G: Game>(self, game: &G) -> Vec<u64> {
        let mut counts = vec![0; self.depth as usize + 1];
        let Some(start) = play_all(game, self.start) else { return counts };
        counts[0] = 1;
        // The positions on the path, each with the moves that are still to be followed; a deep game needs no deep stack.
        let mut path = vec![(start.clone(), game.legal_moves(&start))];
        loop {
            let depth = path.len();
            let Some((position, moves)) = path.last_mut().filter(|_| !self.cancel.load(Ordering::Relaxed)) else {
                break;
            };
            if depth > self.depth as usize {
                break;
            }
            if depth == self.depth as usize {
                // The last moves are counted, not played.
                counts[depth] += moves.len() as u64;
                path.pop();
                continue;
            }
            let Some(mv) = moves.pop() else {
                path.pop();
                continue;
            };
            counts[depth] += 1;
            let next = game.play(position, mv);
            let moves = game.legal_moves(&next);
            path.push((next, moves));
        }
        let last = counts.iter().position(|&count| count == 0);
        counts.truncate(last.map_or(counts.len(), |last| last + 1));
        counts
    }
}

struct Positions<'a, F> {
    start: &'a [u16],
    depth: u32,
    memory_limit: u64,
    on_depth: F,
}

impl<F: FnMut(u32)> GameVisitor for Positions<'_, F> {
    type Output = Result<Vec<[u64; 2]>, PerftError>;

    fn visit<G: Game>(mut self, game: &G) -> Result<Vec<[u64; 2]>, PerftError> {
        /// A position and its two keys, with the room that a hash set leaves free.
        const BYTES_PER_KEY: u64 = 40;
        let Some(start) = play_all(game, self.start) else { return Ok(Vec::new()) };
        let most = self.memory_limit / (size_of::<G::Position>() as u64 + 2 * BYTES_PER_KEY);
        let mut counts = vec![[1, 1]];
        let mut layer = vec![start];
        for depth in 1..=self.depth {
            let (mut seen, mut classes, mut next) = (HashSet::new(), HashSet::new(), Vec::new());
            for position in &layer {
                for mv in game.legal_moves(position) {
                    let after = game.play(position, mv);
                    let (key, class) = game.key(&after).zip(game.class_key(&after)).ok_or(PerftError::NoKeys)?;
                    if seen.insert(key) {
                        classes.insert(class);
                        next.push(after);
                    }
                    if next.len() as u64 > most {
                        return Err(PerftError::TooMany { depth });
                    }
                }
            }
            counts.push([next.len() as u64, classes.len() as u64]);
            layer = next;
            (self.on_depth)(depth);
        }
        Ok(counts)
    }
}
