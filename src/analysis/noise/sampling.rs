use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

use super::ModelTree;
use crate::game::mix;
use crate::platform::threads;
use crate::score::Distribution;
use crate::trace::Progress;
use crate::trace::parcel::parceled;

/// The plan of noisy searches of a game: depths, number of runs, seed and noise.
#[derive(Clone, PartialEq, Debug)]
pub struct SamplingPlan {
    /// The depths, in changes of player.
    pub depths: RangeInclusive<u32>,
    /// The number of runs to each depth, at least 1.
    pub runs: u64,
    /// The seed of the noise; the same seed gives the same figures, on any number of processors.
    pub seed: u64,
    /// The noise that is added to the exact value of a position.
    pub noise: Distribution,
    /// Whether noise is added to the scores of finished games too.
    pub noisy_ends: bool,
}

/// The results of the searches to one depth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DepthSample {
    /// The depth.
    pub depth: u32,
    /// The searches.
    pub runs: u64,
    /// The mean of the scores.
    pub mean: f64,
    /// The standard deviation of the scores.
    pub standard_deviation: f64,
    /// The mean of the squared difference from the exact value, its root.
    pub error: f64,
    /// How often the move that was chosen is a best one. A search to depth 0 has no preference: the share of best moves.
    pub best_move_share: f64,
    /// The mean of the model.
    pub model_mean: f64,
    /// The standard deviation of the model.
    pub model_standard_deviation: f64,
}

/// Half the width of an interval that holds the true value with a probability of 99 %, in standard errors.
const CONFIDENCE: f64 = 2.575_829_303_548_901;

impl DepthSample {
    /// The interval in which the true mean lies with a probability of 99 %.
    #[must_use]
    pub fn mean_interval(&self) -> [f64; 2] {
        let half = CONFIDENCE * self.standard_deviation / (self.runs as f64).sqrt();
        [self.mean - half, self.mean + half]
    }

    /// The interval in which the true share of best moves lies with a probability of 99 % (Wilson 1927).
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

/// Sums of whole numbers, which are the same in whatever order they are added.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    runs: u64,
    scores: i64,
    squares: i128,
    best: u64,
}

/// Runs between two looks at the wish to cancel.
const BATCH: u64 = 16;

/// Searches a tree with noisy evaluations, `runs` times to each depth, on all cores. The same position has the same noise
/// wherever it comes up in one run, and at every depth. `progress` counts the runs done, of those of all depths; if it is
/// cancelled, the figures are of the runs so far, and depths without any are left out.
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

/// The probabilities of a distribution, summed up, to draw from it.
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

    /// The integer that a number which looks random stands for.
    fn draw(&self, random: u64) -> i32 {
        // The upper 53 bits, as a number from 0 to below 1.
        let uniform = (random >> 11) as f64 / (1_u64 << 53) as f64;
        let index = self.sums.partition_point(|&sum| sum <= uniform);
        self.first + index.min(self.sums.len() - 1) as i32
    }
}

parceled! {
    DepthSample { depth, runs, mean, standard_deviation, error, best_move_share, model_mean, model_standard_deviation }
}
