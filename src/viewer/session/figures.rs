//! The figures of a whole run: made beside the window where that takes time, and kept.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use super::jobs::Job;
use super::work::{Wake, Work};
use crate::trace::Trace;
use crate::trace::parcel::Parceled;

/// The figures of so many visits are made at once: that takes no longer than drawing.
const MOST_AT_ONCE: usize = 20_000;

/// The figures of a run, and how far they are.
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
    /// A person cancelled it, or it failed.
    GivenUp,
}

/// What can be said of figures that are not there yet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FiguresSoFar {
    /// The share of the work that is done, from 0 to 1.
    UnderWay(f32),
    /// They are not made any more.
    GivenUp,
}

impl<T: Parceled + Send + 'static> Figures<T> {
    /// The figures; where they are not made yet, begins with the job that makes them.
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
            if trace.visit_count() <= MOST_AT_ONCE {
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

    /// Stops the work; the figures are not made until another takes the place of these.
    pub(crate) fn give_up(&mut self) {
        *self.making.get_mut() = Making::GivenUp;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameSetup, TicTacToe};
    use crate::search::Algorithm;
    use crate::trace::{Process, Progress, Setup, record};
    use crate::viewer::session::jobs::MakeSummary;

    #[test]
    fn figures_of_a_long_run_are_made_beside_the_window() {
        let game = GameSetup::from(TicTacToe { shortest_win: false });
        let setup = Setup::new(game, Process::Search(Algorithm::Minimax));
        let trace = Arc::new(record(&setup, 1 << 30, &Progress::default()).expect("a run"));
        assert!(trace.visit_count() > MOST_AT_ONCE);
        let (sender, woken) = std::sync::mpsc::channel();
        let wake = Wake::new(move || sender.send(()).unwrap_or_default());
        let mut figures = Figures::default();
        // On a busy machine the other thread can be done before this one looks.
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
