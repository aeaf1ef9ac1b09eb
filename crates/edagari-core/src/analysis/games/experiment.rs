//! Experiments: searches play against themselves with every pair of depths, or run at each position of a set.

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::matches::play;
use super::{Match, MatchError, Side};
use crate::game::{AnyGame, Game, GameVisitor, play_all};
use crate::platform::clock::Instant;
use crate::platform::threads;
use crate::score::{BoundKind, Player, Score, Window};
use crate::search::{Algorithm, DepthLimit, Observer, SearchSetup, Unavailable, search};
use crate::trace::{PointOfView, Progress};

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

/// A position with its known score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownPosition {
    /// The moves to the position, as indexes in the game's order.
    pub path: Vec<u32>,
    /// The score of the position, from max's view.
    pub score: Score,
}

/// An invalid line of a set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct SetError {
    /// The line number, from 1.
    pub line: usize,
    /// The error, and what was expected.
    pub problem: String,
}

/// Parses the positions of a set. A line contains the moves, separated by blanks, followed by the score. Moves that are letters
/// can also be written as the numbers of the letters without blanks, as in sets for Connect Four. Empty lines and lines that
/// start with # are skipped. `start` is the path before the moves of each line.
///
/// # Errors
/// The first invalid line.
pub fn parse_set(
    text: &str,
    game: &AnyGame,
    start: &[u32],
    scores: PointOfView,
) -> Result<Vec<KnownPosition>, SetError> {
    let mut set = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let position = parse_line(line, game, start, scores);
        set.push(position.map_err(|problem| SetError { line: number, problem })?);
    }
    if set.is_empty() {
        let problem = "no position, expected a line with moves and a score for each".to_owned();
        return Err(SetError { line: text.lines().count().max(1), problem });
    }
    Ok(set)
}

fn parse_line(line: &str, game: &AnyGame, start: &[u32], scores: PointOfView) -> Result<KnownPosition, String> {
    let (moves, score) = line.rsplit_once(char::is_whitespace).unwrap_or(("", line));
    let score: i32 = score
        .parse()
        .ok()
        .filter(|score| Score::new(*score).finite().is_some())
        .ok_or_else(|| format!("the score \"{score}\", expected a whole number after the moves"))?;
    let as_they_are = game.parse_moves(start, moves);
    let path = match (as_they_are, by_numbers(moves)) {
        (Err(_), Some(letters)) => game.parse_moves(start, &letters),
        (parsed, _) => parsed,
    };
    let path = [start, &path.map_err(|error| error.to_string())?].concat();
    let position = game.position(&path).ok_or("the moves lead nowhere, expected legal ones")?;
    if position.score().is_some() {
        return Err("the game is over there, expected one where it is not".to_owned());
    }
    let score = Score::new(score);
    let is_negated = scores == PointOfView::Mover && position.player() == Player::Min;
    Ok(KnownPosition { path, score: if is_negated { score.negated() } else { score } })
}

/// Converts moves written as numbers of letters, without blanks, to letters.
fn by_numbers(moves: &str) -> Option<String> {
    let letter =
        |digit: char| digit.to_digit(10).filter(|&digit| digit > 0).map(|digit| char::from(b'`' + digit as u8));
    let letters: Option<Vec<String>> = moves.chars().map(|digit| letter(digit).map(String::from)).collect();
    letters.map(|letters| letters.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ConnectFour;

    #[test]
    fn lines_in_both_notations_have_scores_from_maxs_view() {
        let game = AnyGame::ConnectFour(ConnectFour { shortest_win: true, ..ConnectFour::default() });
        let set = "# columns\n\n445 -2\nd d e 2\n 4455 3";
        let read = |scores| parse_set(set, &game, &[], scores).expect("a set");
        let mover = read(PointOfView::Mover);
        assert_eq!(mover.iter().map(|one| one.path.len()).collect::<Vec<_>>(), [3, 3, 4]);
        assert_eq!(mover[0].path, mover[1].path);
        let scores = |set: &[KnownPosition]| set.iter().map(|one| one.score.finite()).collect::<Vec<_>>();
        assert_eq!(scores(&mover), [Some(2), Some(-2), Some(3)]);
        assert_eq!(scores(&read(PointOfView::Max)), [Some(-2), Some(2), Some(3)]);
    }

    #[test]
    fn error_contains_the_invalid_line_number() {
        let game = AnyGame::ConnectFour(ConnectFour::default());
        for (set, line) in [("", 1), ("44 0\n48 0", 2), ("44 x", 1), ("44", 1), ("4343434 1", 1)] {
            let error = parse_set(set, &game, &[], PointOfView::Max).map(|set| set.len());
            match error {
                Err(error) => assert_eq!(error.line, line, "{set}: {error}"),
                // A lone number is the score of the start position.
                Ok(count) => assert_eq!((set, count), ("44", 1)),
            }
        }
    }
}
