//! `edagari match`: two searches play a game against each other.

use std::str::FromStr;

use clap::Args;
use serde::Serialize;

use super::CliError;
use super::chosen_game::ChosenGame;
use super::game_args::GameArgs;
use super::interrupt::interruptible;
use super::output::{print, print_json, telling};
use super::parse::{parse_depth_limit, parse_order, parse_order_by, parse_positive, parse_table_size, parse_window};
use super::pass_args::{aspiration, deepening};
use super::setup_args::evaluation_number;
use crate::analysis::{Match, Side, play_match};
use crate::game::{AnyGame, GameSetup, Player};
use crate::language::grouped;
use crate::score::Score;
use crate::search::{
    Algorithm, DepthLimit, GameKnowledge, Order, OrderBy, PassSetup, RuleBounds, RuleSetup, SearchSetup, TableKey,
    TableSetup,
};
use crate::trace::Progress;

const AFTER_HELP: &str = "\
Each search is written NAME or NAME:DEPTH, where the depth counts changes of player; it searches once a turn and plays
all moves until the other player is to move. Options follow after commas:

  order=ORDER          natural, reversed, shuffled:SEED, center or best
  order-by=SOURCES     table, killers, countermoves, history, captures, with + between them
  evaluation=NAME      at the depth; each game has its own
  table=KIND           none, window or bounds
  no-symmetry, no-narrowing, intersect, deeper-entries, table-size=N
                       the options of the table, as in edagari record
  rule-bounds, win-at-once, skip-losing
                       what is taken from the rules, as in edagari record
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
pub(super) struct MatchArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The search that plays max, the first player
    #[arg(long, value_name = "NAME:DEPTH,OPTIONS")]
    first: SideArg,

    /// The search that plays min
    #[arg(long, value_name = "NAME:DEPTH,OPTIONS")]
    second: SideArg,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A search with its options.
#[derive(Clone, Debug)]
struct SideArg {
    algorithm: Algorithm,
    depth: Option<u32>,
    evaluation: Option<String>,
    order: Order,
    table: Option<TableSetup>,
    passes: PassSetup,
    rules: RuleSetup,
    order_by: OrderBy,
}

impl FromStr for SideArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(',');
        let search = parts.next().unwrap_or_default();
        let (name, depth) = search.split_once(':').map_or((search, None), |(name, depth)| (name, Some(depth)));
        let names = Algorithm::ALL.map(Algorithm::name);
        let algorithm = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name);
        let algorithm = algorithm.ok_or_else(|| format!("expected one of {}, perhaps with :DEPTH", names.join(" ")))?;
        let depth =
            depth.map(|depth| parse_depth_limit(depth).map_err(|error| format!("depth: {error}"))).transpose()?;
        let usual = algorithm.kind().memory;
        let mut side = Self {
            algorithm,
            depth,
            evaluation: None,
            order: Order::Natural,
            table: usual,
            passes: PassSetup::default(),
            rules: RuleSetup::default(),
            order_by: OrderBy::default(),
        };
        let mut table = usual.unwrap_or_default();
        let (mut width, mut growth) = (None, None);
        let (mut deepens, mut step) = (false, None);
        let positive = |name: &str, value: &str| parse_positive(value).map_err(|error| format!("{name}: {error}"));
        for option in parts {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            match name {
                "order" => side.order = parse_order(value).map_err(|error| format!("order: {error}"))?,
                "order-by" => {
                    let sources = parse_order_by(&value.replace('+', ","));
                    side.order_by = sources.map_err(|_| "order-by: expected some of table, killers, countermoves, history and captures, each once, with + between them".to_owned())?;
                }
                "rule-bounds" => side.rules.bounds = Some(RuleBounds::Both),
                "win-at-once" => side.rules.win_at_once = true,
                "skip-losing" => side.rules.skip_losing = true,
                "own-range" => side.passes.own_range = true,
                "evaluation" => side.evaluation = Some(value.to_owned()),
                "table" => {
                    let key = [TableKey::Position, TableKey::PositionAndWindow];
                    let key = key.into_iter().find(|key| key.name() == value);
                    if key.is_none() && value != "none" {
                        return Err("table: expected none, window or bounds".to_owned());
                    }
                    side.table = key.map(|key| TableSetup { key, ..table });
                }
                "no-symmetry" => table.symmetry = false,
                "no-narrowing" => table.narrowing = false,
                "intersect" => table.intersection = true,
                "deeper-entries" => table.deeper_entries = true,
                "table-size" => {
                    table.size = Some(parse_table_size(value).map_err(|error| format!("table-size: {error}"))?);
                }
                "window" => side.passes.window = parse_window(value).map_err(|error| format!("window: {error}"))?,
                "first-guess" => {
                    let guess = value.parse().map_err(|_| "first-guess: expected a whole number".to_owned())?;
                    side.passes.first_guess = Some(guess);
                }
                "aspiration" => width = Some(positive(name, value)?),
                "aspiration-growth" => growth = Some(positive(name, value)?),
                "deepening" => deepens = true,
                "deepening-step" => step = Some(positive(name, value)?),
                _ => return Err(format!("option {option}: expected one of {SIDE_OPTIONS}")),
            }
        }
        match &mut side.table {
            Some(chosen) => *chosen = TableSetup { key: chosen.key, ..table },
            None if table != usual.unwrap_or_default() => {
                return Err("options of a table: expected them only with table=window or table=bounds".to_owned());
            }
            None => {}
        }
        side.passes.aspiration = aspiration(width, growth);
        side.passes.deepening = deepening(deepens, step);
        if side.evaluation.is_some() && side.depth.is_none() {
            return Err("evaluation: expected it only with a depth, such as minimax:3".to_owned());
        }
        Ok(side)
    }
}

const SIDE_OPTIONS: &str = "order= order-by= evaluation= table= no-symmetry no-narrowing intersect deeper-entries table-size= rule-bounds win-at-once skip-losing \
                            window= own-range first-guess= aspiration= \
                            aspiration-growth= deepening deepening-step=";

impl SideArg {
    fn side(&self, chosen: &ChosenGame) -> Result<Side, CliError> {
        let evaluation = evaluation_number(&chosen.game, &chosen.setup, self.evaluation.as_deref())?;
        let limit = self.depth.map(|depth| DepthLimit { depth, evaluation });
        let search = SearchSetup {
            algorithm: self.algorithm,
            table: self.table,
            limit,
            passes: self.passes,
            rules: self.rules,
            order_by: self.order_by,
        };
        search.check_for(self.order, &GameKnowledge::of_any(&chosen.game, &chosen.start()?))?;
        Ok(Side { search, order: self.order })
    }
}

impl MatchArgs {
    /// Plays, and prints the game.
    pub(super) fn run(&self) -> Result<(), CliError> {
        let chosen = self.game.chosen()?.searchable()?;
        let start = chosen.start()?;
        let sides = [self.first.side(&chosen)?, self.second.side(&chosen)?];
        let ChosenGame { setup, game, .. } = chosen;
        let progress = Progress::default();
        let tell = || format!("playing: {} turns", progress.done());
        let played =
            telling(&tell, || interruptible(&progress, || play_match(&game, &start, sides, &progress, |_| ())))?;
        let report = MatchReport::of(&setup, &game, &start, &played);
        if self.json { print_json(&report) } else { print(&report.readable()) }
    }
}

/// A match as it is printed: the keys of the JSON object.
#[derive(Serialize)]
struct MatchReport {
    game: String,
    rules: String,
    score: Option<Score>,
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
    fn of(setup: &GameSetup, game: &AnyGame, start: &[u32], played: &Match) -> Self {
        let texts = game.move_texts(start, &played.moves());
        let mut rest = texts.as_slice();
        let turns = played.turns.iter().map(|turn| {
            let (own, after) = rest.split_at(turn.choice.moves.len().min(rest.len()));
            rest = after;
            TurnReport {
                player: turn.player,
                moves: own.to_vec(),
                score: turn.choice.score,
                evaluations: turn.choice.evaluations,
                nodes_visited: turn.choice.visits,
            }
        });
        let turns = turns.collect();
        let (name, rules) = (setup.name().to_owned(), setup.to_string());
        Self {
            game: name,
            rules,
            score: played.score,
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
                turn.score,
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
