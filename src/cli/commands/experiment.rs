//! `edagari experiment`: plays searches against themselves at every pair of depths.

use std::fmt::Write as _;
use std::sync::Mutex;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use serde::{Serialize, Serializer};

use super::positions::PositionsArgs;
use crate::cli::CliError;
use crate::cli::arguments::game_args::ChosenGame;
use crate::cli::arguments::game_args::GameArgs;
use crate::cli::arguments::part_args::PartArgs;
use crate::cli::arguments::setup_args::evaluation_number;
use crate::cli::arguments::side_arg::SideArg;
use crate::cli::output::interrupt::{interruptible, is_interrupted};
use crate::cli::output::printing::{print, with_progress};
use crate::cli::output::text::TableFormat;
use edagari_core::analysis::{ExperimentGame, Match, Side, depth_pairs, run_experiment};
use edagari_core::language::grouped;
use edagari_core::score::{InUnit, Score};
use edagari_core::search::{DepthLimit, SearchSetup};
use edagari_core::trace::Progress;

const AFTER_HELP: &str = "\
Every search plays against itself at every pair of depths, in changes of player; positions evaluated are counted over
the whole game. Without --search, the searches are minimax and α-β, with one bound and with both. The options of a
search follow it after commas, as in edagari match --help.

Examples:
  edagari experiment kalah --depths 2..5
  edagari experiment kalah --depths 2..4 --format csv
  edagari experiment kalah --depths 2..4 --search alpha-beta --search mtd-f,deepening,order-by=table+history
  edagari experiment positions --game connect-four --shortest-win --set FILE --search alpha-beta

Exit codes:
  0  done
  2  bad usage or input";

/// The arguments of `edagari experiment`: an experiment over pairs of depths, or another one by its name.
#[derive(Debug)]
pub(in crate::cli) enum ExperimentArgs {
    Depths(Box<DepthsArgs>),
    Other(OtherExperiment),
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum OtherExperiment {
    /// Run a search at each position of a set with known scores
    Positions(Box<PositionsArgs>),
}

impl Args for ExperimentArgs {
    fn augment_args(command: Command) -> Command {
        let command = OtherExperiment::augment_subcommands(DepthsArgs::augment_args(command));
        command
            .after_help(AFTER_HELP)
            .subcommand_required(false)
            .arg_required_else_help(false)
            .args_conflicts_with_subcommands(true)
            .subcommand_negates_reqs(true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ExperimentArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        if matches.subcommand_name().is_some() {
            return OtherExperiment::from_arg_matches(matches).map(Self::Other);
        }
        DepthsArgs::from_arg_matches(matches).map(|depths| Self::Depths(Box::new(depths)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl ExperimentArgs {
    /// Runs the experiment and prints its table.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        match self {
            Self::Depths(depths) => depths.run(),
            Self::Other(OtherExperiment::Positions(positions)) => positions.run(),
        }
    }
}

/// Arguments of an experiment over pairs of depths.
#[derive(Debug, Args)]
pub(in crate::cli) struct DepthsArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Least and greatest depth, both included, in changes of player
    #[arg(long, value_name = "LEAST..GREATEST", value_parser = parse_depths)]
    depths: (u32, u32),

    /// Search that plays, with its options; repeatable [default: minimax, alpha-beta-one-bound, alpha-beta]
    #[arg(long, value_name = "NAME,OPTIONS")]
    search: Vec<SideArg>,

    /// Evaluation at the depth limit, by name; each game has its own [default: its first]
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,

    /// Format of the table
    #[arg(long, value_enum, default_value_t = TableFormat::Table)]
    format: TableFormat,

    /// Same as --format json
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    part: PartArgs,
}

fn parse_depths(text: &str) -> Result<(u32, u32), String> {
    depth_range(text, 1)
}

/// Parses two depths, written `A..B`.
pub(super) fn depth_range(text: &str, lowest: u32) -> Result<(u32, u32), String> {
    let range = text.split_once("..").and_then(|(least, greatest)| Some((least.parse().ok()?, greatest.parse().ok()?)));
    range.filter(|&(least, greatest)| lowest <= least && least <= greatest && greatest <= 99).ok_or_else(|| {
        format!(
            "expected the least and the greatest depth, two whole numbers from {lowest} to 99 with two dots between them, \
             such as 2..5"
        )
    })
}

/// Printed result of a pair of depths.
#[derive(Serialize)]
struct Cell {
    first_depth: u32,
    second_depth: u32,
    score: Option<InUnit<Score>>,
    stones: Option<[i32; 2]>,
    #[serde(flatten)]
    evaluations: Evaluations,
}

/// Number of positions evaluated by each search, by name.
struct Evaluations(Vec<(String, u64)>);

impl Serialize for Evaluations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, count)| (key(name), count)))
    }
}

/// Key of a search's evaluated positions in JSON and CSV.
fn key(name: &str) -> String {
    name.replace('-', "_")
}

#[derive(Serialize)]
struct ExperimentReport {
    game: String,
    rules: String,
    /// Whether all searches reached the same results.
    same_results: bool,
    cells: Vec<Cell>,
    /// Names of the searches, in the order of the columns.
    #[serde(skip)]
    names: Vec<String>,
}

impl DepthsArgs {
    /// Plays all games on all cores and prints the table.
    fn run(&self) -> Result<(), CliError> {
        let chosen = self.game.chosen()?.searchable()?;
        let start = chosen.start()?;
        let evaluation = evaluation_number(&chosen.game, &chosen.setup, self.evaluation.as_deref())?;
        let searches = self.searches(&chosen, evaluation)?;
        let (names, sides): (Vec<String>, Vec<Side>) = searches.into_iter().unzip();
        let ChosenGame { setup, game, .. } = chosen;
        let depths = || self.depths.0..=self.depths.1;
        let games = Mutex::new(Vec::new());
        let locked = || games.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let progress = Progress::default();
        let tell = || format!("played: {} of {} games", progress.done(), progress.total().unwrap_or(0));
        let keep = |game| locked().push(game);
        with_progress(&tell, || {
            interruptible(&progress, || run_experiment(&game, &start, &sides, depths(), evaluation, &progress, &keep))
        })?;
        let games = locked();
        // After an interrupt, only some of the games were played.
        let is_played = |pair: &[u32; 2]| !is_interrupted() || games.iter().any(|game| game.depths == *pair);
        let cells = depth_pairs(depths()).filter(is_played).map(|pair| {
            let played = |place: usize| {
                games.iter().find(|game| game.depths == pair && game.place == place).map(|game| &game.played)
            };
            let evaluations =
                |(place, name): (usize, &String)| (name.clone(), played(place).map_or(0, Match::evaluations));
            let any = (0..names.len()).find_map(played);
            Cell {
                first_depth: pair[0],
                second_depth: pair[1],
                score: any.and_then(|played| played.score).map(|score| InUnit { value: score, unit: game.unit() }),
                stones: any.and_then(|played| played.stores(&game, &start)),
                evaluations: Evaluations(names.iter().enumerate().map(evaluations).collect()),
            }
        });
        let cells: Vec<Cell> = cells.collect();
        let score_of = |game: &ExperimentGame| game.played.score;
        let is_one = |game: &ExperimentGame| {
            games.iter().filter(|other| other.depths == game.depths).all(|other| score_of(other) == score_of(game))
        };
        let same_results = games.iter().all(is_one);
        let (game, rules) = (setup.name().to_owned(), setup.to_string());
        let report = ExperimentReport { game, rules, same_results, cells, names };
        match if self.json { TableFormat::Json } else { self.format } {
            TableFormat::Json => self.part.print_json(&report),
            TableFormat::Csv => print(&report.csv()),
            TableFormat::Table => print(&report.table()),
        }
    }
}

impl DepthsArgs {
    /// Returns the searches that play, each with its name.
    fn searches(&self, chosen: &ChosenGame, evaluation: u8) -> Result<Vec<(String, Side)>, CliError> {
        if self.search.is_empty() {
            let usual = ExperimentGame::compared();
            return Ok(usual.map(|of| (of.name().to_owned(), SearchSetup::from(of).into())).collect());
        }
        let limit = DepthLimit { depth: self.depths.0, evaluation };
        let mut searches: Vec<(String, Side)> = Vec::new();
        for argument in &self.search {
            let name = argument.text().to_owned();
            if argument.has_depth() {
                return Err(CliError::Usage(format!(
                    "--search {name}: the depths and the evaluation are those of the experiment, expected neither"
                )));
            }
            if searches.iter().any(|(known, _)| *known == name) {
                return Err(CliError::Usage(format!("--search {name}: it occurs twice, expected it once")));
            }
            searches.push((name, argument.side_at(limit, chosen)?));
        }
        Ok(searches)
    }
}

impl ExperimentReport {
    fn result(cell: &Cell) -> String {
        match (cell.stones, cell.score) {
            (Some([first, second]), _) => format!("{first}–{second}"),
            (None, score) => score.map_or_else(String::new, |score| score.to_string()),
        }
    }

    fn table(&self) -> String {
        let mut table = format!("{}\n\n{:>5}  {:>6}  {:>7}", self.rules, "first", "second", "result");
        for name in &self.names {
            let _ = write!(table, "  {name:>14}");
        }
        for cell in &self.cells {
            let _ = write!(table, "\n{:>5}  {:>6}  {:>7}", cell.first_depth, cell.second_depth, Self::result(cell));
            for (name, count) in &cell.evaluations.0 {
                let width = name.chars().count().max(14);
                let _ = write!(table, "  {:>width$}", grouped(*count));
            }
        }
        if !self.same_results {
            table += "\n\nThe searches did not all play to the same results; those of the first one are shown.";
        }
        table + "\n"
    }

    fn csv(&self) -> String {
        let mut csv = "first_depth,second_depth,score,first_stones,second_stones".to_owned();
        for name in &self.names {
            // The options in a name are separated by commas.
            let name = key(name);
            let quote = if name.contains(',') { "\"" } else { "" };
            let _ = write!(csv, ",{quote}{name}{quote}");
        }
        for cell in &self.cells {
            let [first, second] =
                cell.stones.map_or([String::new(), String::new()], |stones| stones.map(|count| count.to_string()));
            // As in JSON, without the signs of a text for people.
            let score = cell.score.and_then(|score| serde_json::to_string(&score).ok()).unwrap_or_default();
            let _ = write!(csv, "\n{},{},{score},{first},{second}", cell.first_depth, cell.second_depth);
            for (_, count) in &cell.evaluations.0 {
                let _ = write!(csv, ",{count}");
            }
        }
        csv + "\n"
    }
}
