//! `edagari match`: plays a game between two searches.

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::game_args::ChosenGame;
use crate::cli::arguments::game_args::GameArgs;
use crate::cli::arguments::part_args::PartArgs;
use crate::cli::arguments::side_arg::SideArg;
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::{print, with_progress};
use edagari_core::analysis::{Match, play_match};
use edagari_core::game::{AnyGame, GameSetup, Player};
use edagari_core::language::grouped;
use edagari_core::score::{BoundKind, InUnit, Score};
use edagari_core::trace::Progress;

const AFTER_HELP: &str = "\
Each search is written NAME or NAME:DEPTH, where the depth counts changes of player; it searches once a turn and plays
all moves until the other player is to move. Options follow after commas:

  order=ORDER          natural, reversed, shuffled:SEED, center or best
  order-by=SOURCES     table, killers, countermoves, history, captures, see, threats, with + between them
  evaluation=NAME      at the depth; each game has its own
  table=KIND           none, window or bounds
  no-symmetry, no-narrowing, intersect, deeper-entries, best-only, table-size=N
                       the options of the table, as in edagari record
  rule-bounds, win-at-once, skip-losing
                       the rules used by the search, as in edagari record
  window=A..B, own-range, first-guess=N, aspiration=WIDTH, aspiration-growth=N, deepening, deepening-step=N
                       the options of the passes, as in edagari record

Examples:
  edagari match kalah --first minimax:2 --second alpha-beta-one-bound:3
  edagari match reversi --first alpha-beta:4,table=bounds --second alpha-beta:4,evaluation=discs
  edagari match tic-tac-toe --first alpha-beta --second alpha-beta:2 --json

Exit codes:
  0  done
  2  bad usage or input
130  interrupted with Ctrl-C; the turns so far are printed";

/// The arguments of `edagari match`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct MatchArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Search that plays max, the first player
    #[arg(long, value_name = "NAME:DEPTH,OPTIONS")]
    first: SideArg,

    /// Search that plays min, the second player
    #[arg(long, value_name = "NAME:DEPTH,OPTIONS")]
    second: SideArg,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    part: PartArgs,
}

impl MatchArgs {
    /// Plays the game and prints it.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let chosen = self.game.chosen()?.searchable()?;
        let start = chosen.start()?;
        let sides = [self.first.side(&chosen)?, self.second.side(&chosen)?];
        let ChosenGame { setup, game, .. } = chosen;
        let progress = Progress::default();
        let tell = || format!("playing: {} turns", progress.done());
        let played =
            with_progress(&tell, || interruptible(&progress, || play_match(&game, &start, sides, &progress, |_| ())))?;
        let report = MatchReport::of(&setup, &game, &start, &played);
        if self.json { self.part.print_json(&report) } else { print(&report.readable()) }
    }
}

/// Printed match; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct MatchReport {
    game: String,
    rules: String,
    score: Option<InUnit<Score>>,
    stones: Option<[i32; 2]>,
    evaluations: u64,
    turns: Vec<TurnReport>,
}

#[derive(Serialize)]
struct TurnReport {
    player: Player,
    moves: Vec<String>,
    score: InUnit<Score>,
    bound: BoundKind,
    evaluations: u64,
    nodes_visited: u64,
}

impl MatchReport {
    fn of(setup: &GameSetup, game: &AnyGame, start: &[u32], played: &Match) -> Self {
        let texts = game.move_texts(start, &played.moves());
        let mut rest = texts.as_slice();
        let in_unit = |score| InUnit { value: score, unit: game.unit() };
        let turns = played.turns.iter().map(|turn| {
            let (own, after) = rest.split_at(turn.choice.moves.len().min(rest.len()));
            rest = after;
            TurnReport {
                player: turn.player,
                moves: own.to_vec(),
                score: in_unit(turn.choice.score),
                bound: turn.choice.bound,
                evaluations: turn.choice.evaluations,
                nodes_visited: turn.choice.visits,
            }
        });
        let turns = turns.collect();
        let (name, rules) = (setup.name().to_owned(), setup.to_string());
        Self {
            game: name,
            rules,
            score: played.score.map(in_unit),
            stones: played.stores(game, start),
            evaluations: played.evaluations(),
            turns,
        }
    }

    fn readable(&self) -> String {
        let turns = self.turns.iter().enumerate().map(|(number, turn)| {
            let player = if turn.player == Player::Max { "max" } else { "min" };
            let moves = turn.moves.join(" ");
            format!(
                "{:>3}  {player}  {moves:<16}  score {}, {} evaluations\n",
                number + 1,
                turn.bound.before(turn.score),
                grouped(turn.evaluations)
            )
        });
        let stones = self.stones.map_or(String::new(), |[first, second]| format!("stones       {first}–{second}\n"));
        format!(
            "{}\n\n{}\nscore        {}\n{stones}evaluations  {}\n",
            self.rules,
            turns.collect::<String>(),
            self.score.map_or_else(String::new, |score| score.to_string()),
            grouped(self.evaluations)
        )
    }
}
