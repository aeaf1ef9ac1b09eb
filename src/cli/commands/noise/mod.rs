//! `edagari noise`: computes the effect of search depth on a noisy evaluation, on regular trees.

pub(in crate::cli) mod game;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::parse::whole_number;
use crate::cli::arguments::part_args::PartArgs;
use crate::cli::output::printing::{print, remark};
use edagari_core::analysis::noise::RegularTree;
use edagari_core::game::Player;
use edagari_core::score::Distribution;

const AFTER_HELP: &str = "\
A static evaluation returns the true value plus a discrete normal noise. Every node has the same children: the best one has
the value of the node, the others are worse for the player to move. The output is the distribution of the results of a search
to each depth, for a node of true value 0.

Examples:
  edagari noise --sigma 5 --area 20 --depth 10
  edagari noise --sigma 3 --depth 20 --offsets 0,-1 --last min --csv

Exit codes:
  0  done
  2  bad usage or input";

/// The arguments of `edagari noise`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct NoiseArgs {
    /// Standard deviation of the noise, above 0
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, required_unless_present = "masses")]
    sigma: Option<f64>,

    /// RON file with the masses of the noise, instead of --sigma, such as {-1: 0.25, 0: 0.5, 1: 0.25}
    #[arg(long, value_name = "NOISE.ron", conflicts_with_all = ["sigma", "area"])]
    masses: Option<PathBuf>,

    /// Largest distance of an evaluation from the true value, 1 to 100000
    #[arg(long, value_name = "N", default_value = "20", value_parser = parse_area, allow_negative_numbers = true)]
    area: u32,

    /// Greatest depth, 0 to 200
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_depth, allow_negative_numbers = true)]
    depth: u32,

    /// Offsets of the children's values from the best one at max nodes; mirrored at min nodes
    #[arg(long, value_name = "N,N,…", default_value = "0,-1,-2", value_parser = parse_offsets)]
    #[arg(allow_hyphen_values = true)]
    offsets: Offsets,

    /// Player to move just above the leaves
    #[arg(long, value_enum, default_value_t = Last::Max)]
    last: Last,

    /// Print one JSON object, with all masses
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    #[command(flatten)]
    part: PartArgs,

    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
}

#[derive(Clone, Debug)]
struct Offsets(Vec<i32>);

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Last {
    /// The first player
    Max,
    /// The second player
    Min,
}

pub(super) fn parse_area(text: &str) -> Result<u32, String> {
    whole_number(text, 1, u64::from(edagari_core::score::MAX_AREA)).map(|area| area as u32)
}

fn parse_depth(text: &str) -> Result<u32, String> {
    whole_number(text, 0, u64::from(RegularTree::MAX_DEPTH)).map(|depth| depth as u32)
}

fn parse_offsets(text: &str) -> Result<Offsets, String> {
    let offsets = text.split(',').map(|offset| offset.trim().parse().ok()).collect::<Option<Vec<i32>>>();
    offsets
        .map(Offsets)
        .ok_or_else(|| "expected one whole number for each child with commas between them, such as 0,-1,-2".to_owned())
}

/// Prints a note if the standard deviation of the clipped noise is more than 1 % below `sigma`.
pub(super) fn remark_clipping(sigma: f64, noise: &Distribution) {
    const TOLERANCE: f64 = 0.01;
    let deviation = noise.standard_deviation();
    if deviation < (1.0 - TOLERANCE) * sigma {
        remark(&format!(
            "σ is {sigma}, but on the integers up to {} the noise has a standard deviation of {deviation:.4}, expected an --area of at \
             least {:.0} for all of σ",
            noise.first().unsigned_abs(),
            (4.0 * sigma).ceil()
        ));
    }
}

#[derive(Serialize)]
struct NoiseReport {
    /// `None` if the noise is given by its masses.
    sigma: Option<f64>,
    area: Option<u32>,
    offsets: Vec<i32>,
    last: Player,
    levels: Vec<LevelReport>,
}

/// Distribution of the results of a search to one depth.
#[derive(Serialize)]
struct LevelReport {
    depth: u32,
    mean: f64,
    variance: f64,
    standard_deviation: f64,
    /// Result with the first mass; the other masses follow in steps of 1.
    first: i32,
    masses: Vec<f64>,
}

impl LevelReport {
    fn of(depth: usize, distribution: &Distribution) -> Self {
        Self {
            depth: depth as u32,
            mean: distribution.mean(),
            variance: distribution.variance(),
            standard_deviation: distribution.standard_deviation(),
            first: distribution.first(),
            masses: distribution.masses().to_vec(),
        }
    }
}

impl NoiseArgs {
    /// Computes the distributions and prints one line per depth.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let last = if self.last == Last::Max { Player::Max } else { Player::Min };
        let offsets = self.offsets.0.clone();
        let noise = self.masses.as_deref().map(Distribution::read).transpose()?;
        let is_normal = noise.is_none();
        let sigma = self.sigma.unwrap_or_default();
        let tree = RegularTree { offsets, last, sigma, area: self.area, depth: self.depth, noise };
        let levels = tree.levels()?;
        if is_normal && let Some(noise) = levels.first() {
            remark_clipping(tree.sigma, noise);
        }
        let levels = levels.iter().enumerate().map(|(depth, level)| LevelReport::of(depth, level)).collect();
        let report = NoiseReport {
            sigma: is_normal.then_some(tree.sigma),
            area: is_normal.then_some(tree.area),
            offsets: tree.offsets,
            last,
            levels,
        };
        if self.json {
            self.part.print_json(&report)
        } else if self.csv {
            print(&report.csv())
        } else {
            print(&report.readable())
        }
    }
}

impl NoiseReport {
    fn csv(&self) -> String {
        let rows = self
            .levels
            .iter()
            .map(|level| format!("{},{},{},{}", level.depth, level.mean, level.variance, level.standard_deviation));
        let rows = std::iter::once("depth,mean,variance,standard_deviation".to_owned()).chain(rows);
        rows.collect::<Vec<_>>().join("\n") + "\n"
    }

    fn readable(&self) -> String {
        let header = format!("{:>5}  {:>13}  {:>18}", "depth", "mean", "standard deviation");
        let row = |level: &LevelReport| {
            format!("{:>5}  {:>13.9}  {:>18.9}", level.depth, clean(level.mean), level.standard_deviation)
        };
        std::iter::once(header).chain(self.levels.iter().map(row)).collect::<Vec<_>>().join("\n") + "\n"
    }
}

/// Returns the number, or 0 if it is so small that it would be printed as -0.
pub(super) fn clean(number: f64) -> f64 {
    if number.abs() < 5e-10 { 0.0 } else { number }
}
