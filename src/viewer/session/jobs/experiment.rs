//! Job: an experiment, with games of searches against themselves at all pairs of depths.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use super::job::{Job, Tell};
use edagari_core::analysis::{ExperimentGame, Side, run_experiment};
use edagari_core::game::GameSetup;
use edagari_core::search::{Algorithm, SearchSetup};
use edagari_core::trace::parcel::{parceled, parceled_enum};
use edagari_core::trace::{Progress, Trace};

/// Plan of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Plan {
    pub(crate) game: GameSetup,
    /// Moves to the start position of all games.
    pub(crate) after: String,
    /// Minimum and maximum search depth.
    pub(crate) depths: [u32; 2],
    pub(crate) evaluation: u8,
    /// Searches that play, in the order of their columns.
    pub(crate) searches: Vec<Algorithm>,
}

/// News of a running experiment.
#[derive(Debug)]
pub(crate) enum ExperimentNews {
    Game(Box<ExperimentGame>),
    /// End of the experiment, with the error if it could not be played.
    Ended(Option<String>),
}

parceled! {
    Plan { game, after, depths, evaluation, searches }
}
parceled_enum! {
    ExperimentNews { 0 Game(game), 1 Ended(problem) }
}

impl Plan {
    fn run(&self, progress: &Progress, tell: &(impl Fn(ExperimentGame) + Sync)) -> Result<(), String> {
        let game = self.game.open().map_err(|error| error.to_string())?;
        let start = game.parse_moves(&[], &self.after).map_err(|error| error.to_string())?;
        let depths = self.depths[0]..=self.depths[1];
        let searches: Vec<Side> = self.searches.iter().map(|&algorithm| SearchSetup::from(algorithm).into()).collect();
        let played = run_experiment(&game, &start, &searches, depths, self.evaluation, progress, tell);
        played.map_err(|error| error.to_string())
    }
}

impl Job for Plan {
    const NAME: &'static str = "experiment";

    type News = ExperimentNews;

    fn work(self, _: &[Arc<Trace>], progress: &Arc<Progress>, tell: Tell<'_, Self::News>) -> Self::News {
        // Several threads play and report games.
        let tell = Mutex::new(tell);
        let tell = |game| {
            if let Ok(mut tell) = tell.lock() {
                tell(ExperimentNews::Game(Box::new(game)));
            }
        };
        ExperimentNews::Ended(self.run(progress, &tell).err())
    }

    fn failed(why: String) -> Self::News {
        ExperimentNews::Ended(Some(why))
    }

    fn files(&self) -> Vec<PathBuf> {
        self.game.file().into_iter().collect()
    }
}
