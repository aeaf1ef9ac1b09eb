//! Debouncing: waits until the user has stopped changing a value.

use std::time::Duration;

use egui::Context;

/// Seconds without a change before work starts, so that stepping through frames does not start it at each frame.
const REST: f64 = 0.15;

/// A debounced value: the value, and the time since which it is unchanged.
#[derive(Debug)]
pub(crate) struct Debounced<T> {
    since: Option<(T, f64)>,
}

impl<T> Default for Debounced<T> {
    fn default() -> Self {
        Self { since: None }
    }
}

impl<T: Clone + PartialEq> Debounced<T> {
    /// Whether `wanted` has been unchanged for [`REST`] seconds; otherwise requests a repaint at that time.
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

/// Whether [`REST`] seconds have passed since `since`; otherwise requests a repaint at that time.
pub(crate) fn has_rested(since: f64, ctx: &Context) -> bool {
    let left = since + REST - ctx.input(|input| input.time);
    if left > 0.0 {
        ctx.request_repaint_after(Duration::from_secs_f64(left));
    }
    left <= 0.0
}
