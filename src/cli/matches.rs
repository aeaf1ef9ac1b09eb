//! `edagari match`: two searches play a game against each other; `edagari experiment`: every pair of depths.

use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::CliError;
use super::game_args::GameArgs;
use super::output::{print, print_json};
use super::recording::telling;
use super::setup_args::parse_depth_limit;
use crate::analysis::{Match, play_match};
use crate::game::{AnyGame, Player};
use crate::language::grouped;
use crate::score::Score;
use crate::search::{Algorithm, DepthLimit, SearchSetup};

const AFTER_HELP: &str = "\
Each search is written NAME or NAME:DEPTH, where the depth counts changes of player; it searches once a turn and plays
all moves until the other player is to move.

Examples:
  edagari match kalah --first minimax:2 --second alpha-beta-one-bound:3
  edagari match tic-tac-toe --first alpha-beta --second alpha-beta:2 --json

Exit codes:
  0  done
  2  bad usage or input";

/// The arguments of `edagari match`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct MatchArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The search that plays max, the first player
    #[arg(long, value_name = "NAME:DEPTH")]
    first: Side,

    /// The search that plays min
    #[arg(long, value_name = "NAME:DEPTH")]
    second: Side,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A search with its depth.
#[derive(Clone, Copy, Debug)]
struct Side(SearchSetup);

impl FromStr for Side {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, depth) = text.split_once(':').map_or((text, None), |(name, depth)| (name, Some(depth)));
        let names = Algorithm::ALL.map(Algorithm::name);
        let algorithm = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name);
        let algorithm = algorithm.ok_or_else(|| format!("expected one of {}, perhaps with :DEPTH", names.join(" ")))?;
        let depth =
            depth.map(|depth| parse_depth_limit(depth).map_err(|error| format!("depth: {error}"))).transpose()?;
        let limit = depth.map(|depth| DepthLimit { depth, evaluation: 0 });
        Ok(Self(SearchSetup { limit, ..algorithm.into() }))
    }
}

impl MatchArgs {
    /// Plays, and prints the game.
    pub(super) fn run(&self) -> Result<(), CliError> {
        let game = self.game.setup()?.open()?;
        let start = game.parse_moves(&[], self.game.after())?;
        let never = AtomicBool::new(false);
        let tell = || "playing".to_owned();
        let played = telling(&tell, || play_match(&game, &start, self.first.0, self.second.0, &never));
        let Some(played) = played else { return Ok(()) };
        let report = MatchReport::of(&game, &start, &played);
        if self.json { print_json(&report) } else { print(&report.readable()) }
    }
}

/// A match as it is printed: the keys of the JSON object.
#[derive(Serialize)]
struct MatchReport {
    score: Score,
    stones: Option<[i32; 2]>,
    evaluations: u64,
    turns: Vec<TurnReport>,
}

#[derive(Serialize)]
struct TurnReport {
    player: Player,
    moves: Vec<String>,
    score: Score,
    evaluations: u64,
    nodes_visited: u64,
}

impl MatchReport {
    fn of(game: &AnyGame, start: &[u16], played: &Match) -> Self {
        let texts = game.move_texts(start, &played.moves);
        let turns = played.turns.iter().map(|turn| TurnReport {
            player: turn.player,
            moves: texts[turn.moves_before..turn.moves_before + turn.choice.moves.len()].to_vec(),
            score: turn.choice.score,
            evaluations: turn.choice.evaluations,
            nodes_visited: turn.choice.visits,
        });
        let (turns, stones) = (turns.collect(), end_of(game, start, played));
        Self { score: played.score, stones, evaluations: played.evaluations, turns }
    }

    fn readable(&self) -> String {
        let turns = self.turns.iter().enumerate().map(|(number, turn)| {
            let player = if turn.player == Player::Max { "max" } else { "min" };
            let moves = turn.moves.join(" ");
            format!(
                "{:>3}  {player}  {moves:<16}  score {}, {} evaluations\n",
                number + 1,
                turn.score,
                grouped(turn.evaluations)
            )
        });
        let stones = self.stones.map_or(String::new(), |[first, second]| format!("stones       {first}–{second}\n"));
        format!(
            "{}\nscore        {}\n{stones}evaluations  {}\n",
            turns.collect::<String>(),
            self.score,
            grouped(self.evaluations)
        )
    }
}

const EXPERIMENT_HELP: &str = "\
Every search plays against itself at every pair of depths, in changes of player; positions evaluated are counted over
the whole game.

Examples:
  edagari experiment kalah --depths 2..5
  edagari experiment kalah --depths 2..4 --format csv

Exit codes:
  0  done
  2  bad usage or input";

/// The arguments of `edagari experiment`.
#[derive(Debug, Args)]
#[command(after_help = EXPERIMENT_HELP)]
pub(super) struct ExperimentArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The least and the greatest depth, both included
    #[arg(long, value_name = "LEAST..GREATEST", value_parser = parse_depths)]
    depths: (u32, u32),

    /// How the table is printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,

    /// The same as --format json
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Columns for the terminal
    Table,
    /// Comma-separated values
    Csv,
    /// One JSON object
    Json,
}

fn parse_depths(text: &str) -> Result<(u32, u32), String> {
    let range = text.split_once("..").and_then(|(least, greatest)| Some((least.parse().ok()?, greatest.parse().ok()?)));
    range.filter(|&(least, greatest)| 1 <= least && least <= greatest && greatest <= 99).ok_or_else(|| {
        "expected the least and the greatest depth, two whole numbers from 1 to 99 with two dots between them, such as 2..5"
            .to_owned()
    })
}

/// The searches that are compared.
const COMPARED: [Algorithm; 3] = [Algorithm::Minimax, Algorithm::AlphaBetaOneBound, Algorithm::AlphaBeta];

/// A pair of depths as it is printed.
#[derive(Serialize)]
struct Cell {
    first_depth: u32,
    second_depth: u32,
    score: Score,
    stones: Option<[i32; 2]>,
    minimax: u64,
    alpha_beta_one_bound: u64,
    alpha_beta: u64,
}

#[derive(Serialize)]
struct ExperimentReport {
    game: &'static str,
    cells: Vec<Cell>,
}

impl ExperimentArgs {
    /// Plays all games, on all cores, and prints the table.
    pub(super) fn run(&self) -> Result<(), CliError> {
        let setup = self.game.setup()?;
        let game = setup.open()?;
        let start = game.parse_moves(&[], self.game.after())?;
        let depths = || self.depths.0..=self.depths.1;
        let pairs: Vec<(u32, u32)> = depths().flat_map(|first| depths().map(move |second| (first, second))).collect();
        let next = AtomicUsize::new(0);
        let total = pairs.len() * COMPARED.len();
        let tell = || format!("played: {} of {total} games", next.load(Ordering::Relaxed).min(total));
        let played = telling(&tell, || play_all_pairs(&game, &start, &pairs, &next));
        let cells = pairs.iter().zip(played.chunks(COMPARED.len())).map(|(&(first_depth, second_depth), games)| Cell {
            first_depth,
            second_depth,
            score: games[0].score,
            stones: end_of(&game, &start, &games[0]),
            minimax: games[0].evaluations,
            alpha_beta_one_bound: games[1].evaluations,
            alpha_beta: games[2].evaluations,
        });
        let report = ExperimentReport { game: setup.name(), cells: cells.collect() };
        match if self.json { Format::Json } else { self.format } {
            Format::Json => print_json(&report),
            Format::Csv => print(&report.csv()),
            Format::Table => print(&report.table()),
        }
    }
}

/// The games of all pairs of depths, each once for every search that is compared; in that order.
fn play_all_pairs(game: &AnyGame, start: &[u16], pairs: &[(u32, u32)], next: &AtomicUsize) -> Vec<Match> {
    let total = pairs.len() * COMPARED.len();
    let never = AtomicBool::new(false);
    let work = || {
        let mut done = Vec::new();
        loop {
            // The last pairs are the deepest; who begins with them ends earlier.
            let taken = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = total.checked_sub(taken + 1) else { return done };
            let (first, second) = pairs[task / COMPARED.len()];
            let side = |depth| SearchSetup {
                limit: Some(DepthLimit { depth, evaluation: 0 }),
                ..COMPARED[task % COMPARED.len()].into()
            };
            done.extend(play_match(game, start, side(first), side(second), &never).map(|played| (task, played)));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(total);
    let mut played: Vec<(usize, Match)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    played.sort_by_key(|&(task, _)| task);
    played.into_iter().map(|(_, played)| played).collect()
}

/// The stones of both sides at the end, in games that have stones.
fn end_of(game: &AnyGame, start: &[u16], played: &Match) -> Option<[i32; 2]> {
    let path: Vec<u16> = start.iter().chain(&played.moves).copied().collect();
    game.position(&path)?.stores()
}

impl ExperimentReport {
    fn result(cell: &Cell) -> String {
        cell.stones.map_or_else(|| cell.score.to_string(), |[first, second]| format!("{first}–{second}"))
    }

    fn table(&self) -> String {
        let header = format!(
            "{:>5}  {:>6}  {:>7}  {:>14}  {:>14}  {:>14}\n",
            "first", "second", "result", "minimax", "one-bound", "alpha-beta"
        );
        let rows = self.cells.iter().map(|cell| {
            format!(
                "{:>5}  {:>6}  {:>7}  {:>14}  {:>14}  {:>14}\n",
                cell.first_depth,
                cell.second_depth,
                Self::result(cell),
                grouped(cell.minimax),
                grouped(cell.alpha_beta_one_bound),
                grouped(cell.alpha_beta)
            )
        });
        header + &rows.collect::<String>()
    }

    fn csv(&self) -> String {
        let header =
            "first_depth,second_depth,score,first_stones,second_stones,minimax,alpha_beta_one_bound,alpha_beta\n";
        let rows = self.cells.iter().map(|cell| {
            let [first, second] =
                cell.stones.map_or([String::new(), String::new()], |stones| stones.map(|count| count.to_string()));
            format!(
                "{},{},{},{first},{second},{},{},{}\n",
                cell.first_depth,
                cell.second_depth,
                cell.score.finite().unwrap_or_default(),
                cell.minimax,
                cell.alpha_beta_one_bound,
                cell.alpha_beta
            )
        });
        header.to_owned() + &rows.collect::<String>()
    }
}
