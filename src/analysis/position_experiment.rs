//! An experiment: a search is tried at each position of a set, and counted.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::position_set::KnownPosition;
use super::{MatchError, Side};
use crate::game::{AnyGame, Game, GameVisitor, play_all};
use crate::platform::clock::Instant;
use crate::platform::threads;
use crate::score::{BoundKind, Player, Score, Window};
use crate::search::{Observer, Unavailable, search};
use crate::trace::Progress;

/// What a search did at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TriedPosition {
    /// The number of the position in its set, from 0.
    pub number: usize,
    /// Nodes visited.
    pub visits: u64,
    /// How long it took.
    pub time: Duration,
    /// The score found; with a window, a bound of the value outside of it.
    pub score: Score,
    /// Whether that agrees with the score in the set.
    pub is_right: bool,
}

/// Bytes that the exact values for the order `best` may take at a position.
const MEMORY_LIMIT: u64 = 2 << 30;

/// Tries a search at each position of a set, on all cores. `on_position` is called with each position that was searched to the end, in any
/// order, and `progress` counts these; if it is cancelled, the rest is left out.
///
/// # Errors
/// [`MatchError`] where the search cannot run.
pub fn try_positions(
    game: &AnyGame,
    set: &[KnownPosition],
    side: Side,
    progress: &Progress,
    on_position: &(impl Fn(TriedPosition) + Sync),
) -> Result<(), MatchError> {
    progress.expect(set.len() as u64);
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(known) = set.get(number) else { return Ok(()) };
            let tried = game.visit(Trying { known, number, side, cancel: progress.cancel_flag() });
            match tried {
                Ok(tried) => on_position(tried),
                Err(Unavailable::Cancelled) => return Ok(()),
                Err(Unavailable::TooLarge) => return Err(MatchError::TooLargeToOrder),
            }
            progress.advance(1);
        }
    };
    threads::on_all(set.len(), work).into_iter().collect()
}

struct Trying<'a> {
    known: &'a KnownPosition,
    number: usize,
    side: Side,
    cancel: &'a AtomicBool,
}

impl GameVisitor for Trying<'_> {
    type Output = Result<TriedPosition, Unavailable>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        let Self { known, number, side, cancel } = self;
        let start = play_all(game, &known.path).unwrap_or_else(|| game.root());
        let order = side.order.prepare(game, &start, side.search.limit, MEMORY_LIMIT, cancel)?;
        let mut counting = Counting { visits: 0, cancel };
        let begun = Instant::now();
        let score = search(game, &start, side.search, &*order, &mut counting).ok_or(Unavailable::Cancelled)?;
        let time = begun.elapsed();
        let is_right = match side.search.passes.window.judge(score) {
            BoundKind::Upper => known.score <= score,
            BoundKind::Exact => known.score == score,
            BoundKind::Lower => known.score >= score,
        };
        Ok(TriedPosition { number, visits: counting.visits, time, score, is_right })
    }
}

/// Counts visits.
struct Counting<'a> {
    visits: u64,
    cancel: &'a AtomicBool,
}

impl Observer for Counting<'_> {
    type Node = ();

    fn above(&self) {}

    #[inline]
    fn start(&mut self, (): (), _: usize, _: Player, _: Window) -> ControlFlow<()> {
        self.visits += 1;
        if self.visits.is_multiple_of(4096) && self.cancel.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn expand(&mut self, (): (), _: usize, _: Option<&[u32]>) {}

    fn update(&mut self, (): (), (): (), _: Score, _: Score, _: bool) {}

    fn end(&mut self, (): (), _: Score, _: BoundKind) {}
}
