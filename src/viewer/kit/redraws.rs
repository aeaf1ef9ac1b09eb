//! Durations of redraws and numbers of drawn nodes, stored in egui's memory, so that measuring and showing are independent.

use std::collections::VecDeque;
use std::time::Duration;

use egui::{Context, Id};

/// Maximum CPU time of a redraw, for any trace.
pub const REDRAW_BUDGET: Duration = Duration::from_millis(8);
/// Number of recent redraws that are kept.
pub(crate) const MAX_RECENT: usize = 240;

/// Durations of redraws, from the first panel to the last command, on the window's thread.
#[derive(Clone, Debug, Default)]
pub struct RedrawTimes {
    recent: VecDeque<Duration>,
    count: u64,
    over_budget: u64,
}

impl RedrawTimes {
    fn add(&mut self, time: Duration) {
        if self.recent.len() == MAX_RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(time);
        self.count += 1;
        self.over_budget += u64::from(time > REDRAW_BUDGET);
    }

    /// Returns the number of redraws, and of those longer than [`REDRAW_BUDGET`].
    #[must_use]
    pub const fn counts(&self) -> (u64, u64) {
        (self.count, self.over_budget)
    }

    /// Returns the duration of the last redraw.
    #[must_use]
    pub fn last(&self) -> Duration {
        self.recent.back().copied().unwrap_or_default()
    }

    /// Recent redraws, the newest at the end.
    pub(crate) fn recent(&self) -> impl Iterator<Item = Duration> + '_ {
        self.recent.iter().copied()
    }

    /// Returns the median and the maximum of the recent redraws.
    pub(crate) fn middle_and_slowest(&self) -> (Duration, Duration) {
        let mut sorted: Vec<Duration> = self.recent().collect();
        sorted.sort_unstable();
        (sorted.get(sorted.len() / 2).copied().unwrap_or_default(), sorted.last().copied().unwrap_or_default())
    }
}

fn times_id() -> Id {
    Id::unique("redraw times")
}

fn drawn_id(run: u32) -> Id {
    Id::unique(("nodes drawn", run))
}

/// Returns the durations of the redraws so far.
pub(crate) fn times(ctx: &Context) -> RedrawTimes {
    ctx.data(|data| data.get_temp(times_id())).unwrap_or_default()
}

/// Records the duration of a redraw.
pub(crate) fn add(ctx: &Context, time: Duration) {
    ctx.data_mut(|data| data.get_temp_mut_or_default::<RedrawTimes>(times_id()).add(time));
}

/// Returns the number of nodes in the last drawing of a run's tree.
pub(crate) fn drawn(ctx: &Context, run: u32) -> usize {
    ctx.data(|data| data.get_temp(drawn_id(run))).unwrap_or_default()
}

/// Sets the number of nodes in the last drawing of a run's tree.
pub(crate) fn set_drawn(ctx: &Context, run: u32, nodes: usize) {
    ctx.data_mut(|data| data.insert_temp(drawn_id(run), nodes));
}
