//! Jobs that play games: matches, experiments, and searches with noise.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use super::job::{Job, News, Tell};
use edagari_core::analysis::noise::{DepthSample, ModelTree, SamplingPlan, sample_depths};
use edagari_core::analysis::{ExperimentGame, Side, Turn, play_match, run_experiment};
use edagari_core::game::GameSetup;
use edagari_core::language::Message;
use edagari_core::score::{Distribution, Score};
use edagari_core::search::{Algorithm, DepthLimit, SearchSetup};
use edagari_core::trace::{Process, Progress, Setup, Trace};

/// A match from the start position of the first setup.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct PlayMatch {
    /// Setup of each side.
    pub(crate) sides: [Setup; 2],
}

/// News of a match.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(crate) enum MatchNews {
    Turn(Turn),
    /// End of the match, with the score of the game if it was finished.
    Ended(Result<Option<Score>, Message>),
}

impl News for MatchNews {
    fn failed(why: Message) -> Self {
        Self::Ended(Err(why))
    }
}

/// Returns the side that a setup describes; `None` if it is not a search.
fn side_of(setup: &Setup) -> Option<Side> {
    let Process::Search(algorithm) = setup.process else { return None };
    Some(Side { search: setup.search_with(algorithm), order: setup.order })
}

impl PlayMatch {
    fn play(&self, progress: &Progress, mut on_turn: impl FnMut(Turn)) -> Result<Option<Score>, Message> {
        let game = self.sides[0].game.open()?;
        let start = game.parse_moves(&[], &self.sides[0].after)?;
        let [Some(first), Some(second)] = self.sides.each_ref().map(side_of) else { return Ok(None) };
        let played = play_match(&game, &start, [first, second], progress, |turn| on_turn(turn.clone()));
        played.map(|played| played.score).map_err(Message::from)
    }
}

impl Job for PlayMatch {
    type News = MatchNews;

    fn work(self, _: &[Arc<Trace>], progress: &Arc<Progress>, tell: Tell<'_, Self::News>) -> Self::News {
        MatchNews::Ended(self.play(progress, |turn| {
            tell(MatchNews::Turn(turn));
        }))
    }

    fn files(&self) -> Vec<PathBuf> {
        self.sides.iter().filter_map(|side| side.game.file()).collect()
    }
}

/// Plan of an experiment.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
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
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(crate) enum ExperimentNews {
    Game(Box<ExperimentGame>),
    /// End of the experiment, with the error if it could not be played.
    Ended(Option<Message>),
}

impl News for ExperimentNews {
    fn failed(why: Message) -> Self {
        Self::Ended(Some(why))
    }
}

impl Plan {
    fn run(&self, progress: &Progress, tell: &(impl Fn(ExperimentGame) + Sync)) -> Result<(), Message> {
        let game = self.game.open()?;
        let start = game.parse_moves(&[], &self.after)?;
        let depths = self.depths[0]..=self.depths[1];
        let searches: Vec<Side> = self.searches.iter().map(|&algorithm| SearchSetup::from(algorithm).into()).collect();
        let played = run_experiment(&game, &start, &searches, depths, self.evaluation, progress, tell);
        played.map_err(Message::from)
    }
}

impl Job for Plan {
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

    fn files(&self) -> Vec<PathBuf> {
        self.game.file().into_iter().collect()
    }
}

/// Noisy searches of a game, `runs` times to each depth.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct Sample {
    pub(crate) game: GameSetup,
    /// Moves to the position that is searched.
    pub(crate) after: String,
    /// Depth at which the values of positions are exact; `None` if only finished games are exact.
    pub(crate) limit: Option<DepthLimit>,
    /// Standard deviation of the noise.
    pub(crate) sigma: f64,
    pub(crate) noisy_ends: bool,
    pub(crate) depths: RangeInclusive<u32>,
    pub(crate) runs: u64,
    pub(crate) seed: u64,
}

/// Results of the noisy searches.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Sampled {
    pub(crate) game: GameSetup,
    pub(crate) exact: i32,
    pub(crate) samples: Vec<DepthSample>,
}

impl Job for Sample {
    type News = Result<Sampled, Message>;

    fn work(self, _: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let opened = self.game.open()?;
        let start = opened.parse_moves(&[], &self.after)?;
        let noise = Distribution::usual(self.sigma, None)?;
        let tree = ModelTree::new(&opened, &start, self.limit, progress)?;
        let Self { depths, runs, seed, noisy_ends, .. } = self;
        let samples = sample_depths(&tree, &SamplingPlan { depths, runs, seed, noise, noisy_ends }, progress);
        Ok(Sampled { game: self.game, exact: tree.value(), samples })
    }

    fn files(&self) -> Vec<PathBuf> {
        self.game.file().into_iter().collect()
    }
}
