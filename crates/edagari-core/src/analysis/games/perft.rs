//! Counts of move sequences and positions, depth by depth.

use std::collections::HashSet;

use crate::game::{AnyGame, Game, GameVisitor, play_all};
use crate::trace::Progress;

/// The counts after `depth` moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct PerftRow {
    /// The number of moves from the start.
    pub depth: u32,
    /// The number of sequences of `depth` legal moves.
    pub sequences: u64,
    /// The number of different positions after them, if counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// The number of different positions up to the game's symmetries, if counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<u64>,
}

/// The reason why positions were not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PerftError {
    /// The game does not identify equal positions.
    #[error("this game does not identify equal positions, expected another game, or counting without --distinct")]
    NoKeys,
    /// The positions do not fit into memory.
    #[error("the positions after {depth} moves do not fit into the memory limit, expected a smaller depth")]
    TooMany {
        /// The depth at which the limit was reached.
        depth: u32,
    },
    /// Counting was cancelled.
    #[error("counting was cancelled")]
    Cancelled,
}

/// Counts the sequences of 0, 1, … `depth` legal moves from the position after `start`: the usual test of a move generator
/// ("perft"). The list ends with the first 0. `progress` counts the sequences of all lengths; if it is cancelled, the counts are
/// incomplete.
///
/// ```
/// use edagari_core::analysis::count_sequences;
/// use edagari_core::game::TicTacToe;
/// use edagari_core::trace::Progress;
///
/// let game = TicTacToe::default().into();
/// assert_eq!(count_sequences(&game, &[], 3, &Progress::default()), [1, 9, 72, 504]);
/// ```
#[must_use]
pub fn count_sequences(game: &AnyGame, start: &[u32], depth: u32, progress: &Progress) -> Vec<u64> {
    game.visit(Sequences { start, depth, progress })
}

/// Counts the different positions after 0, 1, … `depth` moves, and the different positions up to symmetry. Positions at different
/// depths are not compared. `progress` counts the finished depths.
///
/// ```
/// use edagari_core::analysis::count_positions;
/// use edagari_core::game::TicTacToe;
/// use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Progress};
///
/// let game = TicTacToe::default().into();
/// let counts = count_positions(&game, &[], 2, DEFAULT_MEMORY_LIMIT, &Progress::default())?;
/// // Up to symmetry the first move is the corner, the side or the center.
/// assert_eq!(counts, [[1, 1], [9, 3], [72, 12]]);
/// # Ok::<(), edagari_core::analysis::PerftError>(())
/// ```
///
/// # Errors
/// [`PerftError`] if the game does not identify equal positions, they take more than `memory_limit` bytes, or `progress` was
/// cancelled.
pub fn count_positions(
    game: &AnyGame,
    start: &[u32],
    depth: u32,
    memory_limit: u64,
    progress: &Progress,
) -> Result<Vec<[u64; 2]>, PerftError> {
    let mut layers = Vec::new();
    let on_layer = &mut |_, counts| {
        layers.push(counts);
        true
    };
    game.visit(Positions { start, depth, memory_limit, progress, on_layer })?;
    Ok(layers)
}

/// Counts sequences like [`count_sequences`], and positions like [`count_positions`] if `positions_limit`, their memory limit in
/// bytes, is set. `on_row` is called with each complete row. The last row is the first one without sequences. If
/// `progress` is cancelled, the current row is dropped.
///
/// # Errors
/// The errors of [`count_positions`].
pub fn count_rows(
    game: &AnyGame,
    start: &[u32],
    depth: u32,
    positions_limit: Option<u64>,
    progress: &Progress,
    on_row: &mut dyn FnMut(PerftRow),
) -> Result<(), PerftError> {
    let mut counted = Vec::new();
    let mut next = |at: u32, positions: Option<[u64; 2]>| {
        let Some(sequences) = sequences_at(game, start, [at, depth], progress, &mut counted) else { return false };
        let [positions, classes] = [0, 1].map(|which| positions.map(|counts| counts[which]));
        on_row(PerftRow { depth: at, sequences, positions, classes });
        sequences > 0
    };
    if let Some(memory_limit) = positions_limit {
        let on_layer = &mut |at, counts| next(at, Some(counts));
        return game.visit(Positions { start, depth, memory_limit, progress, on_layer });
    }
    let _ = (0..=depth).all(|at| next(at, None));
    if progress.is_cancelled() { Err(PerftError::Cancelled) } else { Ok(()) }
}

/// The number of sequences of `at` moves; `None` if counting was cancelled. `counted` caches the rows counted so far.
fn sequences_at(
    game: &AnyGame,
    start: &[u32],
    [at, depth]: [u32; 2],
    progress: &Progress,
    counted: &mut Vec<u64>,
) -> Option<u64> {
    if at as usize >= counted.len() && counted.last() != Some(&0) {
        // With a branching factor of at least 2, recounting for each row takes little longer than the last row alone; otherwise
        // all rows are counted at once.
        let branches = !matches!(counted[..], [.., before, last] if last < before.saturating_mul(2));
        let counts = count_sequences(game, start, if branches { at } else { depth }, progress);
        if progress.is_cancelled() {
            return None;
        }
        *counted = counts;
    }
    Some(counted.get(at as usize).copied().unwrap_or(0))
}

struct Sequences<'a> {
    start: &'a [u32],
    depth: u32,
    progress: &'a Progress,
}

impl GameVisitor for Sequences<'_> {
    type Output = Vec<u64>;

    fn visit<G: Game>(self, game: &G) -> Vec<u64> {
        self.progress.expect(0);
        let mut found = 0_u64;
        let mut counts = vec![0; self.depth as usize + 1];
        let Some(start) = play_all(game, self.start) else { return counts };
        counts[0] = 1;
        // The positions on the path, each with its remaining moves. An explicit stack, so that deep games do not overflow the
        // call stack.
        let mut path = vec![(start.clone(), game.legal_moves(&start))];
        loop {
            let depth = path.len();
            let Some((position, moves)) = path.last_mut().filter(|_| !self.progress.is_cancelled()) else {
                break;
            };
            if depth > self.depth as usize {
                break;
            }
            if depth == self.depth as usize {
                // The last moves are counted without playing them.
                counts[depth] += moves.len() as u64;
                found += moves.len() as u64;
                self.progress.tell(found);
                path.pop();
                continue;
            }
            let Some(mv) = moves.pop() else {
                path.pop();
                continue;
            };
            counts[depth] += 1;
            found += 1;
            let next = game.play(position, mv);
            let moves = game.legal_moves(&next);
            path.push((next, moves));
        }
        let last = counts.iter().position(|&count| count == 0);
        counts.truncate(last.map_or(counts.len(), |last| last + 1));
        counts
    }
}

struct Positions<'a> {
    start: &'a [u32],
    depth: u32,
    memory_limit: u64,
    progress: &'a Progress,
    /// Called with each depth and its counts; returns whether to continue.
    on_layer: &'a mut dyn FnMut(u32, [u64; 2]) -> bool,
}

impl Positions<'_> {
    /// The result if counting ends early: nothing is left to count, or it was cancelled.
    fn end(&self) -> Result<(), PerftError> {
        if self.progress.is_cancelled() { Err(PerftError::Cancelled) } else { Ok(()) }
    }
}

impl GameVisitor for Positions<'_> {
    type Output = Result<(), PerftError>;

    fn visit<G: Game>(self, game: &G) -> Result<(), PerftError> {
        /// The memory of a key in a hash set, including its unused capacity. A position has two keys.
        const BYTES_PER_KEY: u64 = 40;
        let Some(start) = play_all(game, self.start) else { return Ok(()) };
        if game.key(&start).is_none() {
            return Err(PerftError::NoKeys);
        }
        let most = self.memory_limit / (size_of::<G::Position>() as u64 + 2 * BYTES_PER_KEY);
        self.progress.expect(self.depth.into());
        let mut layer = vec![start];
        if !(self.on_layer)(0, [1, 1]) {
            return self.end();
        }
        for depth in 1..=self.depth {
            let (mut seen, mut classes, mut next) = (HashSet::new(), HashSet::new(), Vec::new());
            for position in &layer {
                if self.progress.is_cancelled() {
                    return Err(PerftError::Cancelled);
                }
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
            self.progress.tell(depth.into());
            if !(self.on_layer)(depth, [next.len() as u64, classes.len() as u64]) {
                return self.end();
            }
            layer = next;
        }
        Ok(())
    }
}
