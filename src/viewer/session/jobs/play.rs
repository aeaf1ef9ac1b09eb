//! Job: plays a match of two searches.

use std::path::PathBuf;
use std::sync::Arc;

use super::job::{Job, Tell};
use edagari_core::analysis::{Side, Turn, play_match};
use edagari_core::score::Score;
use edagari_core::trace::parcel::{parceled, parceled_enum};
use edagari_core::trace::{Process, Progress, Setup, Trace};

/// A match from the start position of the first setup.
pub(crate) struct PlayMatch {
    /// Setup of each side.
    pub(crate) sides: [Setup; 2],
}

/// News of a match.
#[derive(Debug)]
pub(crate) enum MatchNews {
    Turn(Turn),
    /// End of the match, with the score of the game if it was finished.
    Ended(Result<Option<Score>, String>),
}

parceled! {
    PlayMatch { sides }
}
parceled_enum! {
    MatchNews { 0 Turn(turn), 1 Ended(result) }
}

/// Returns the side that a setup describes; `None` if it is not a search.
fn side_of(setup: &Setup) -> Option<Side> {
    let Process::Search(algorithm) = setup.process else { return None };
    Some(Side { search: setup.search_with(algorithm), order: setup.order })
}

impl PlayMatch {
    fn play(&self, progress: &Progress, mut on_turn: impl FnMut(Turn)) -> Result<Option<Score>, String> {
        let game = self.sides[0].game.open().map_err(|error| error.to_string())?;
        let start = game.parse_moves(&[], &self.sides[0].after).map_err(|error| error.to_string())?;
        let [Some(first), Some(second)] = self.sides.each_ref().map(side_of) else { return Ok(None) };
        let played = play_match(&game, &start, [first, second], progress, |turn| on_turn(turn.clone()));
        played.map(|played| played.score).map_err(|error| error.to_string())
    }
}

impl Job for PlayMatch {
    const NAME: &'static str = "match";

    type News = MatchNews;

    fn work(self, _: &[Arc<Trace>], progress: &Arc<Progress>, tell: Tell<'_, Self::News>) -> Self::News {
        MatchNews::Ended(self.play(progress, |turn| {
            tell(MatchNews::Turn(turn));
        }))
    }

    fn failed(why: String) -> Self::News {
        MatchNews::Ended(Err(why))
    }

    fn files(&self) -> Vec<PathBuf> {
        self.sides.iter().filter_map(|side| side.game.file()).collect()
    }
}
