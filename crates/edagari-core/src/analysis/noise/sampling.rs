//! Sampling: a game is searched many times with a noisy evaluation, at each depth.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

use super::ModelTree;
use crate::game::mix;
use crate::platform::threads;
use crate::score::Distribution;
use crate::trace::Progress;

/// The setup of noisy searches of a game: depths, number of runs, seed and noise.
#[derive(Clone, PartialEq, Debug)]
pub struct SamplingPlan {
    /// The depths of the searches, in changes of player.
    pub depths: RangeInclusive<u32>,
    /// The number of runs per depth, at least 1.
    pub runs: u64,
    /// The seed of the noise; results depend only on the seed, not on the number of processors.
    pub seed: u64,
    /// The noise that is added to the exact value of a position.
    pub noise: Distribution,
    /// Whether noise is also added to the scores of finished games.
    pub noisy_ends: bool,
}

/// The results of the searches to one depth.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct DepthSample {
    /// The depth of the searches, in changes of player.
    pub depth: u32,
    /// The number of searches.
    pub runs: u64,
    /// The mean of the scores.
    pub mean: f64,
    /// The standard deviation of the scores.
    pub standard_deviation: f64,
    /// The root mean square difference of the scores from the exact value.
    pub error: f64,
    /// The share of searches that chose a best move. At depth 0, where a search has no preference: the share of best moves.
    pub best_move_share: f64,
    /// The mean according to the model.
    pub model_mean: f64,
    /// The standard deviation according to the model.
    pub model_standard_deviation: f64,
}

/// Half of the width of a 99 % confidence interval, in standard errors.
const CONFIDENCE: f64 = 2.575_829_303_548_901;

impl DepthSample {
    /// The 99 % confidence interval of the mean.
    #[must_use]
    pub fn mean_interval(&self) -> [f64; 2] {
        let half = CONFIDENCE * self.standard_deviation / (self.runs as f64).sqrt();
        [self.mean - half, self.mean + half]
    }

    /// The 99 % confidence interval of the share of best moves (Wilson 1927).
    #[must_use]
    pub fn best_move_interval(&self) -> [f64; 2] {
        let (runs, share, z) = (self.runs as f64, self.best_move_share, CONFIDENCE);
        if self.depth == 0 {
            return [share, share];
        }
        let middle = share + z * z / (2.0 * runs);
        let half = z * (share * (1.0 - share) / runs + z * z / (4.0 * runs * runs)).sqrt();
        let scale = 1.0 + z * z / runs;
        [((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0)]
    }
}

/// Sums of whole numbers, independent of the order of addition.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    runs: u64,
    scores: i64,
    squares: i128,
    best: u64,
}

/// The number of runs between two checks for cancellation.
const BATCH: u64 = 16;

/// Searches a tree with noisy evaluations, `runs` times to each depth, on all cores. Within a run, a position has the same noise
/// everywhere and at every depth. `progress` counts the finished runs of all depths. If it is cancelled, the results are based on
/// the runs so far, and depths without runs are omitted.
#[must_use]
pub fn sample_depths(tree: &ModelTree, plan: &SamplingPlan, progress: &Progress) -> Vec<DepthSample> {
    progress.expect(plan.runs.saturating_mul(plan.depths.clone().count() as u64));
    let table = Cumulative::new(&plan.noise);
    let mut samples = Vec::new();
    for depth in plan.depths.clone() {
        let cut = tree.cut(depth);
        let Some(model) = cut.model(&plan.noise, progress) else { break };
        let next = AtomicU64::new(0);
        let work = || {
            let (mut sums, mut values) = (Sums::default(), Vec::new());
            loop {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                if first >= plan.runs || progress.is_cancelled() {
                    return sums;
                }
                for run in first..plan.runs.min(first + BATCH) {
                    let seed = mix(plan.seed, run);
                    let noise = |key| table.draw(mix(seed, key));
                    let (score, chosen) = cut.search(plan.noisy_ends, noise, &mut values);
                    sums.runs += 1;
                    sums.scores += i64::from(score);
                    sums.squares += i128::from(score) * i128::from(score);
                    sums.best += u64::from(chosen.is_some_and(|place| cut.is_best(place)));
                    progress.advance(1);
                }
            }
        };
        let sums = threads::on_all(usize::MAX, work).into_iter().fold(Sums::default(), |all, one| Sums {
            runs: all.runs + one.runs,
            scores: all.scores + one.scores,
            squares: all.squares + one.squares,
            best: all.best + one.best,
        });
        if sums.runs > 0 {
            samples.push(sums.sample(tree, depth, &model));
        }
    }
    samples
}

impl Sums {
    fn sample(self, tree: &ModelTree, depth: u32, model: &Distribution) -> DepthSample {
        let runs = self.runs as f64;
        let mean = self.scores as f64 / runs;
        let variance = (self.squares as f64 / runs - mean * mean).max(0.0);
        let exact = f64::from(tree.value());
        let (moves, best) = tree.best_moves();
        let best_move_share = match (depth, moves) {
            (0, 0) => 1.0,
            (0, _) => best as f64 / moves as f64,
            _ => self.best as f64 / runs,
        };
        DepthSample {
            depth,
            runs: self.runs,
            mean,
            standard_deviation: variance.sqrt(),
            error: (variance + (mean - exact) * (mean - exact)).sqrt(),
            best_move_share,
            model_mean: model.mean(),
            model_standard_deviation: model.standard_deviation(),
        }
    }
}

/// The cumulative probabilities of a distribution, for drawing from it.
struct Cumulative {
    first: i32,
    sums: Vec<f64>,
}

impl Cumulative {
    fn new(distribution: &Distribution) -> Self {
        let sums = distribution.masses().iter().scan(0.0, |sum, mass| {
            *sum += mass;
            Some(*sum)
        });
        Self { first: distribution.first(), sums: sums.collect() }
    }

    /// The integer for a uniformly distributed pseudo-random number.
    fn draw(&self, random: u64) -> i32 {
        // The upper 53 bits, as a number from 0 to below 1.
        let uniform = (random >> 11) as f64 / (1_u64 << 53) as f64;
        let index = self.sums.partition_point(|&sum| sum <= uniform);
        self.first + index.min(self.sums.len() - 1) as i32
    }
}
