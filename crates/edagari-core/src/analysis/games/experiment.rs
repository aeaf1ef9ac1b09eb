//! Experiments: searches play against themselves with every pair of depths, or run at each position of a set.

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::matches::play;
use super::{KnownPosition, Match, MatchError, Side};
use crate::game::{AnyGame, Game, GameVisitor, play_all};
use crate::platform::clock::Instant;
use crate::platform::threads;
use crate::score::{BoundKind, Player, Score, Window};
use crate::search::{Algorithm, DepthLimit, Observer, SearchSetup, Unavailable, choose, search};
use crate::trace::Progress;

/// One game of an experiment.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct ExperimentGame {
    /// The index in the list of searches of the search that both sides use.
    pub place: usize,
    /// The algorithm of that search.
    pub algorithm: Algorithm,
    /// The depth limits of the first and the second player, in changes of player.
    pub depths: [u32; 2],
    /// The played game.
    pub played: Match,
}

impl ExperimentGame {
    /// The searches that an experiment compares by default.
    pub fn compared() -> impl Iterator<Item = Algorithm> {
        Algorithm::ALL.into_iter().filter(|algorithm| algorithm.kind().is_compared)
    }

    /// The two sides of a game in which a search plays against itself with these depth limits.
    #[must_use]
    pub fn sides(side: Side, depths: [u32; 2], evaluation: u8) -> [Side; 2] {
        depths.map(|depth| {
            let limit = Some(DepthLimit { depth, evaluation });
            Side { search: SearchSetup { limit, ..side.search }, ..side }
        })
    }
}

/// All pairs of depths, in the order of the rows of a table.
pub fn depth_pairs(depths: RangeInclusive<u32>) -> impl Iterator<Item = [u32; 2]> {
    depths.clone().flat_map(move |first| depths.clone().map(move |second| [first, second]))
}

/// Plays a game for every pair of depths and each search, on all cores. `on_game` is called with each finished game, in any
/// order, and `progress` counts these games. If it is cancelled, the remaining games are skipped.
///
/// # Errors
/// [`MatchError`] if a side cannot search.
pub fn run_experiment(
    game: &AnyGame,
    start: &[u32],
    searches: &[Side],
    depths: RangeInclusive<u32>,
    evaluation: u8,
    progress: &Progress,
    on_game: &(impl Fn(ExperimentGame) + Sync),
) -> Result<(), MatchError> {
    let games: Vec<(usize, [u32; 2])> =
        depth_pairs(depths).flat_map(|depths| (0..searches.len()).map(move |place| (place, depths))).collect();
    progress.expect(games.len() as u64);
    // The last games are the deepest; starting with them shortens the total time.
    let left = AtomicUsize::new(games.len());
    let work = || {
        loop {
            let taken = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            let Some((place, depths)) = taken.ok().and_then(|left| games.get(left - 1)).copied() else {
                return Ok(());
            };
            let side = searches[place];
            let sides = ExperimentGame::sides(side, depths, evaluation);
            let played = play(game, start, sides, progress.cancel_flag(), &mut |_| ())?;
            if played.score.is_some() {
                on_game(ExperimentGame { place, algorithm: side.search.algorithm, depths, played });
                progress.advance(1);
            }
        }
    };
    threads::on_all(games.len(), work).into_iter().collect()
}

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
    /// Whether the score and the chosen move agree with the known ones.
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
            // The position was already read when the set was parsed, so its game can be opened.
            let own = known.game.as_ref().and_then(|game| game.open().ok());
            let game = own.as_ref().unwrap_or(game);
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
        if !known.best.is_empty() || !known.avoided.is_empty() {
            return self.choosing(game, &start);
        }
        let order = side.order.prepare(game, &start, side.search.limit, MEMORY_LIMIT, cancel)?;
        let mut counting = Counting { visits: 0, cancel };
        let begun = Instant::now();
        let score = search(game, &start, side.search, &*order, &mut counting).ok_or(Unavailable::Cancelled)?;
        let time = begun.elapsed();
        let is_right = known.score.is_none_or(|known| agrees(side.search.passes.window, score, known));
        Ok(TriedPosition { number, visits: counting.visits, time, score, is_right })
    }
}

/// Whether the result of a search with this window agrees with a known score.
fn agrees(window: Window, score: Score, known: Score) -> bool {
    match window.judge(score) {
        BoundKind::Upper => known <= score,
        BoundKind::Exact => known == score,
        BoundKind::Lower => known >= score,
    }
}

impl Trying<'_> {
    /// Searches a position whose best or bad moves are known, and judges the chosen move, and the score if that is known, too.
    fn choosing<G: Game>(&self, game: &G, start: &G::Position) -> Result<TriedPosition, Unavailable> {
        let Self { known, number, side, cancel } = *self;
        let begun = Instant::now();
        let choice = choose(game, start, side.search, side.order, cancel)?;
        let time = begun.elapsed();
        let has_score = known.score.is_none_or(|known| agrees(side.search.passes.window, choice.score, known));
        let chosen = choice.moves.first();
        let is_best = known.best.is_empty() || chosen.is_some_and(|mv| known.best.contains(mv));
        let is_avoided = chosen.is_some_and(|mv| known.avoided.contains(mv));
        let is_right = has_score && is_best && !is_avoided;
        Ok(TriedPosition { number, visits: choice.visits, time, score: choice.score, is_right })
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
