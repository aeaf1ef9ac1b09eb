//! Waiting until a person has stopped changing a value.

use std::time::Duration;

use egui::Context;

/// Seconds that what is wanted rests before work on it begins, so that going through frames does not begin it each time.
const REST: f64 = 0.15;

/// What is wanted, and since when.
#[derive(Debug)]
pub(crate) struct Wish<T> {
    since: Option<(T, f64)>,
}

impl<T> Default for Wish<T> {
    fn default() -> Self {
        Self { since: None }
    }
}

impl<T: Clone + PartialEq> Wish<T> {
    /// Whether the same has been wanted for so long that work on it can begin; `ctx` is asked for a repaint when it will have.
    pub(crate) fn has_rested(&mut self, wanted: &T, ctx: &Context) -> bool {
        let since = match &self.since {
            Some((before, since)) if before == wanted => *since,
            _ => {
                let now = ctx.input(|input| input.time);
                self.since = Some((wanted.clone(), now));
                now
            }
        };
        has_rested(since, ctx)
    }
}

/// Whether what has been wanted since a time has rested; `ctx` is asked for a repaint when it will have.
pub(crate) fn has_rested(since: f64, ctx: &Context) -> bool {
    let left = since + REST - ctx.input(|input| input.time);
    if left > 0.0 {
        ctx.request_repaint_after(Duration::from_secs_f64(left));
    }
    left <= 0.0
}
