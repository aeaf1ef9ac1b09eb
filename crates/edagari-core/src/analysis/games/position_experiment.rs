//! An experiment: a search runs at each position of a set, and its cost is measured.

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

/// The result of a search at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TriedPosition {
    /// The index of the position in its set, from 0.
    pub number: usize,
    /// The number of nodes visited.
    pub visits: u64,
    /// The duration of the search.
    pub time: Duration,
    /// The returned score; outside the search's window, a bound of the value.
    pub score: Score,
    /// Whether the score agrees with the known one.
    pub is_right: bool,
}

/// The memory limit for the exact values of the order `best` at a position, in bytes.
const MEMORY_LIMIT: u64 = 2 << 30;

/// Runs a search at each position of a set, on all cores. `on_position` is called with each finished position, in any order, and
/// `progress` counts them. If it is cancelled, the remaining positions are skipped.
///
/// # Errors
/// [`MatchError`] if the search cannot run.
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

/// An observer that counts visits.
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
