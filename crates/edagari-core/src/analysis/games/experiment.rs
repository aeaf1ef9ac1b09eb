//! An experiment: searches play against themselves with every pair of depths.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::matches::play;
use super::{Match, MatchError, Side};
use crate::game::AnyGame;
use crate::platform::threads;
use crate::search::{Algorithm, DepthLimit, SearchSetup};
use crate::trace::Progress;
use crate::trace::parcel::parceled;

/// One game of an experiment.
#[derive(Clone, PartialEq, Eq, Debug)]
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
            let played = play(game, start, sides, progress.cancel_flag(), |_| ())?;
            if played.score.is_some() {
                on_game(ExperimentGame { place, algorithm: side.search.algorithm, depths, played });
                progress.advance(1);
            }
        }
    };
    threads::on_all(games.len(), work).into_iter().collect()
}

parceled! {
    ExperimentGame { place, algorithm, depths, played }
}
