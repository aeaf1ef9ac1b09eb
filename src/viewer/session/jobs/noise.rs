//! Job: searches a game with noise.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use super::job::{Job, Tell};
use edagari_core::analysis::noise::{DepthSample, ModelTree, SamplingPlan, sample_depths};
use edagari_core::game::GameSetup;
use edagari_core::score::Distribution;
use edagari_core::search::DepthLimit;
use edagari_core::trace::parcel::parceled;
use edagari_core::trace::{Progress, Trace};

/// Noisy searches of a game, `runs` times to each depth.
pub(crate) struct Sample {
    pub(crate) game: GameSetup,
    /// Moves to the position that is searched.
    pub(crate) after: String,
    /// Depth at which the values of positions are exact; `None` for the ends of games.
    pub(crate) limit: Option<DepthLimit>,
    /// Standard deviation of the noise.
    pub(crate) sigma: f64,
    pub(crate) noisy_ends: bool,
    pub(crate) depths: RangeInclusive<u32>,
    pub(crate) runs: u64,
    pub(crate) seed: u64,
}

/// Results of the noisy searches.
#[derive(Debug)]
pub(crate) struct Sampled {
    pub(crate) game: GameSetup,
    pub(crate) exact: i32,
    pub(crate) samples: Vec<DepthSample>,
}

parceled! {
    Sample { game, after, limit, sigma, noisy_ends, depths, runs, seed }
    Sampled { game, exact, samples }
}

impl Job for Sample {
    const NAME: &'static str = "noise";

    type News = Result<Sampled, String>;

    fn work(self, _: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let opened = self.game.open().map_err(|error| error.to_string())?;
        let start = opened.parse_moves(&[], &self.after).map_err(|error| error.to_string())?;
        let noise = Distribution::usual(self.sigma, None).map_err(|error| error.to_string())?;
        let tree = ModelTree::new(&opened, &start, self.limit, progress).map_err(|error| error.to_string())?;
        let Self { depths, runs, seed, noisy_ends, .. } = self;
        let samples = sample_depths(&tree, &SamplingPlan { depths, runs, seed, noise, noisy_ends }, progress);
        Ok(Sampled { game: self.game, exact: tree.value(), samples })
    }

    fn failed(why: String) -> Self::News {
        Err(why)
    }

    fn files(&self) -> Vec<PathBuf> {
        self.game.file().into_iter().collect()
    }
}
