//! Figures of a whole run: computed in the background if that takes long, and cached.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::viewer::session::jobs::Job;
use crate::viewer::session::work::{Wake, Work};
use edagari_core::trace::Trace;

/// Maximum number of visits for which the figures are computed at once, within the time of a redraw.
const MAX_AT_ONCE: usize = 20_000;

/// Cached figures of a run, or the state of their computation.
#[derive(Debug)]
pub(crate) struct Figures<T> {
    made: OnceCell<T>,
    making: RefCell<Making<T>>,
}

impl<T> Default for Figures<T> {
    fn default() -> Self {
        Self { made: OnceCell::new(), making: RefCell::new(Making::NotAsked) }
    }
}

#[derive(Debug)]
enum Making<T> {
    NotAsked,
    UnderWay(Work<Option<T>>),
    /// Cancelled by the user, or failed.
    GivenUp,
}

/// State of figures that are not available yet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FiguresSoFar {
    /// Share of the work that is done, from 0 to 1.
    UnderWay(f32),
    /// Computation cancelled or failed.
    GivenUp,
}

impl<T: Serialize + DeserializeOwned + Send + 'static> Figures<T> {
    /// Returns the figures, or starts the job that computes them and returns its state.
    pub(crate) fn of(
        &self,
        trace: &Arc<Trace>,
        wake: &Wake,
        job: impl Job<News = Option<T>>,
    ) -> Result<&T, FiguresSoFar> {
        if self.made.get().is_none() {
            let figures = self.advance(trace, wake, job)?;
            return Ok(self.made.get_or_init(|| figures));
        }
        self.made.get().ok_or(FiguresSoFar::GivenUp)
    }

    fn advance(&self, trace: &Arc<Trace>, wake: &Wake, job: impl Job<News = Option<T>>) -> Result<T, FiguresSoFar> {
        let making = &mut *self.making.borrow_mut();
        if let Making::NotAsked = making {
            let traces = vec![Arc::clone(trace)];
            if trace.visit_count() <= MAX_AT_ONCE {
                return job.work(&traces, &Arc::default(), &mut |_| true).ok_or(FiguresSoFar::GivenUp);
            }
            let work = Work::of(job, traces, wake);
            *making = work.map_or(Making::GivenUp, Making::UnderWay);
        }
        let Making::UnderWay(work) = making else { return Err(FiguresSoFar::GivenUp) };
        match work.poll_or_panic() {
            Some(Ok(Some(figures))) => Ok(figures),
            None => Err(FiguresSoFar::UnderWay(work.progress().share().unwrap_or(0.0))),
            Some(Ok(None) | Err(_)) => {
                *making = Making::GivenUp;
                Err(FiguresSoFar::GivenUp)
            }
        }
    }

    /// Cancels the computation. The figures stay unavailable until this value is replaced.
    pub(crate) fn give_up(&mut self) {
        *self.making.get_mut() = Making::GivenUp;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::session::jobs::MakeSummary;
    use edagari_core::game::{GameSetup, TicTacToe};
    use edagari_core::search::Algorithm;
    use edagari_core::trace::{Process, Progress, Setup, record};

    #[test]
    fn figures_of_a_long_run_are_computed_in_the_background() {
        let game = GameSetup::from(TicTacToe { shortest_win: false });
        let setup = Setup::new(game, Process::Search(Algorithm::Minimax));
        let trace = Arc::new(record(&setup, 1 << 30, &Progress::default()).expect("a run"));
        assert!(trace.visit_count() > MAX_AT_ONCE);
        let (sender, woken) = std::sync::mpsc::channel();
        let wake = Wake::new(move || sender.send(()).unwrap_or_default());
        let mut figures = Figures::default();
        // On a busy machine the job may be done before the first call returns.
        if let Err(so_far) = figures.of(&trace, &wake, MakeSummary {}) {
            assert!(matches!(so_far, FiguresSoFar::UnderWay(_)));
        }
        woken.recv().expect("it wakes the window up");
        assert_eq!(
            figures.of(&trace, &wake, MakeSummary {}).map(|summary| summary.nodes_visited),
            Ok(trace.visit_count() as u64)
        );
        figures.give_up();
        assert!(figures.of(&trace, &wake, MakeSummary {}).is_ok(), "what is made stays");

        let mut figures = Figures::default();
        figures.give_up();
        assert_eq!(figures.of(&trace, &wake, MakeSummary {}).err(), Some(FiguresSoFar::GivenUp));
    }
}
