//! `edagari noise-game`: measures the effect of search depth on a noisy evaluation, on a game.

use clap::Args;
use serde::Serialize;

use super::super::experiment::depth_range;
use super::{clean, parse_area, remark_clipping};
use crate::cli::CliError;
use crate::cli::arguments::game_args::ChosenGame;
use crate::cli::arguments::game_args::GameArgs;
use crate::cli::arguments::parse::{parse_depth_limit, whole_number};
use crate::cli::arguments::part_args::PartArgs;
use crate::cli::arguments::setup_args::evaluation_number;
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::{print, with_progress};
use edagari_core::analysis::noise::{DepthSample, ModelTree, NoiseError, SamplingPlan, sample_depths};
use edagari_core::language::grouped;
use edagari_core::score::Distribution;
use edagari_core::search::DepthLimit;
use edagari_core::trace::Progress;

const AFTER_HELP: &str = "\
A static evaluation returns the exact value of a position plus a discrete normal noise, the same wherever the position
occurs in one run. The game is searched to each depth, in changes of player, --runs times. The model assumes that
all leaves, finished games included, have the same noise and are independent of one another.

Examples:
  edagari noise-game tic-tac-toe --sigma 2 --depths 0..6 --runs 1000 --seed 1
  edagari noise-game kalah --depth-limit 6 --sigma 3 --depths 0..6 --json

Exit codes:
  0  done
  2  bad usage or input";

/// The arguments of `edagari noise-game`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[command(mut_arg("seed", |seed| seed.help("Seed of the noise, and of a random game [default: 1]").help_heading("Options")))]
pub(in crate::cli) struct NoiseGameArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Standard deviation of the noise, above 0
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    sigma: f64,

    /// Largest distance of an evaluation from the exact value [default: eight standard deviations]
    #[arg(long, value_name = "N", value_parser = parse_area, allow_negative_numbers = true)]
    area: Option<u32>,

    /// Least and greatest depth, both included, in changes of player
    #[arg(long, value_name = "LEAST..GREATEST", value_parser = parse_depths)]
    depths: (u32, u32),

    /// Number of searches to each depth
    #[arg(long, value_name = "N", default_value = "1000", value_parser = parse_runs, allow_negative_numbers = true)]
    runs: u64,

    /// Use the evaluation after N changes of player as the exact value
    #[arg(long, value_name = "N", value_parser = parse_depth_limit, allow_negative_numbers = true)]
    depth_limit: Option<u32>,

    /// Evaluation at the depth limit, by name; each game has its own [default: its first]
    #[arg(long, value_name = "NAME", requires = "depth_limit")]
    evaluation: Option<String>,

    /// Also add noise to finished games, as the model does
    #[arg(long)]
    noisy_ends: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    part: PartArgs,
}

fn parse_depths(text: &str) -> Result<(u32, u32), String> {
    depth_range(text, 0)
}

fn parse_runs(text: &str) -> Result<u64, String> {
    whole_number(text, 1, 1_000_000_000)
}

#[derive(Serialize)]
struct NoiseGameJson {
    game: String,
    rules: String,
    sigma: f64,
    seed: u64,
    exact: i32,
    depths: Vec<DepthRow>,
}

#[derive(Serialize)]
struct DepthRow {
    depth: u32,
    runs: u64,
    mean: f64,
    mean_interval: [f64; 2],
    standard_deviation: f64,
    error: f64,
    best_move_share: f64,
    best_move_interval: [f64; 2],
    model_mean: f64,
    model_standard_deviation: f64,
}

impl From<&DepthSample> for DepthRow {
    fn from(sample: &DepthSample) -> Self {
        Self {
            depth: sample.depth,
            runs: sample.runs,
            mean: sample.mean,
            mean_interval: sample.mean_interval(),
            standard_deviation: sample.standard_deviation,
            error: sample.error,
            best_move_share: sample.best_move_share,
            best_move_interval: sample.best_move_interval(),
            model_mean: sample.model_mean,
            model_standard_deviation: sample.model_standard_deviation,
        }
    }
}

impl NoiseGameArgs {
    /// Runs the searches and prints one line per depth.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let (chosen, seed) = self.game.chosen_with("seed", |text| whole_number(text, 0, u64::MAX))?;
        let seed = seed.unwrap_or(1);
        let chosen = chosen.searchable()?;
        let start = chosen.start()?;
        let ChosenGame { setup, game, .. } = chosen;
        let noise = Distribution::usual(self.sigma, self.area).map_err(NoiseError::from)?;
        remark_clipping(self.sigma, &noise);
        let limit = self.depth_limit.map(|depth| {
            let evaluation = evaluation_number(&game, &setup, self.evaluation.as_deref())?;
            Ok::<_, CliError>(DepthLimit { depth, evaluation })
        });
        let limit = limit.transpose()?;
        let progress = Progress::default();
        let depths = self.depths.0..=self.depths.1;
        let plan = SamplingPlan { depths, runs: self.runs, seed, noise, noisy_ends: self.noisy_ends };
        let tell = || match progress.total() {
            Some(total) => format!("searched: {} of {} times", grouped(progress.done()), grouped(total)),
            None => format!("looking for positions: {}", grouped(progress.done())),
        };
        let work = || {
            let tree = ModelTree::new(&game, &start, limit, &progress)?;
            let samples = sample_depths(&tree, &plan, &progress);
            Ok::<_, NoiseError>((tree, samples))
        };
        let (tree, samples) = with_progress(&tell, || interruptible(&progress, work))?;
        let depths = samples.iter().map(DepthRow::from).collect();
        let (game, rules) = (setup.name().to_owned(), setup.to_string());
        let report = NoiseGameJson { game, rules, sigma: self.sigma, seed, exact: tree.value(), depths };
        if self.json { self.part.print_json(&report) } else { print(&report.readable()) }
    }
}

impl NoiseGameJson {
    fn readable(&self) -> String {
        let header = format!(
            "{:>5}  {:>10}  {:>21}  {:>9}  {:>9}  {:>10}  {:>10}  {:>11}",
            "depth", "mean", "99 % of means", "deviation", "error", "best moves", "model mean", "model dev."
        );
        let rows = self.depths.iter().map(|row| {
            let [low, high] = row.mean_interval.map(|bound| format!("{:.4}", clean(bound)));
            format!(
                "{:>5}  {:>10.4}  {:>21}  {:>9.4}  {:>9.4}  {:>9.1}%  {:>10.4}  {:>11.4}",
                row.depth,
                clean(row.mean),
                format!("{low} … {high}"),
                row.standard_deviation,
                row.error,
                100.0 * row.best_move_share,
                clean(row.model_mean),
                row.model_standard_deviation
            )
        });
        let rows: Vec<_> = std::iter::once(header).chain(rows).collect();
        format!("{}, σ = {}, exact value {}\n\n{}\n", self.rules, self.sigma, self.exact, rows.join("\n"))
    }
}
