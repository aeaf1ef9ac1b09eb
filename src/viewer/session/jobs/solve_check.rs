//! Job: checks whether a search chooses a best move in every position.

use std::path::PathBuf;
use std::sync::Arc;

use super::job::{Job, Tell};
use edagari_core::analysis::{SolveCheck, SolveError, WrongChoiceInWords, solve_check};
use edagari_core::trace::parcel::parceled;
use edagari_core::trace::{Progress, Setup, Trace};

/// Checks a search in all positions.
pub(crate) struct CheckSolving {
    pub(crate) setup: Setup,
}

/// Result of the check, with the failures as text.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) check: SolveCheck,
    pub(crate) failures: Vec<WrongChoiceInWords>,
}

parceled! {
    CheckSolving { setup }
    Checked { check, failures }
}

impl CheckSolving {
    fn checked(&self, progress: &Progress) -> Result<Checked, SolveError> {
        let check = solve_check(&self.setup, progress)?;
        let game = self.setup.game.open()?;
        let start = game.parse_moves(&[], &self.setup.after)?;
        let failures = check.failures.iter().map(|failure| failure.in_words(&game, &start)).collect();
        Ok(Checked { check, failures })
    }
}

impl Job for CheckSolving {
    const NAME: &'static str = "solve check";

    type News = Result<Checked, String>;

    fn work(self, _: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        self.checked(progress).map_err(|error| error.to_string())
    }

    fn failed(why: String) -> Self::News {
        Err(why)
    }

    fn files(&self) -> Vec<PathBuf> {
        self.setup.game.file().into_iter().collect()
    }
}
