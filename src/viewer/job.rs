//! Work that must not hold up the window: it runs on a thread of its own, and its result is asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use egui::Context;

/// Work under way; cancelled when it is dropped.
#[derive(Debug)]
pub(super) struct Job<T> {
    cancelled: Arc<AtomicBool>,
    result: Receiver<T>,
}

/// Seconds that what is wanted rests before work on it begins, so that going through frames does not begin it each time.
const REST: f64 = 0.15;

/// Whether what has been wanted since a time has rested; `ctx` is asked for a repaint when it will have.
pub(super) fn has_rested(since: f64, ctx: &Context) -> bool {
    let left = since + REST - ctx.input(|input| input.time);
    if left > 0.0 {
        ctx.request_repaint_after(Duration::from_secs_f64(left));
    }
    left <= 0.0
}

/// Drops what is so large that giving its memory back would hold up the window.
pub(super) fn drop_elsewhere<T: Send + 'static>(large: T) {
    // Where there is no thread to be had, it is dropped here.
    let _ = std::thread::Builder::new().name("freeing".to_owned()).spawn(move || drop(large));
}

impl<T: Send + 'static> Job<T> {
    /// Begins; the work is told when it is no longer wanted, and `ctx` is asked for a repaint when it is done.
    pub(super) fn start(
        name: &str,
        ctx: &Context,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> std::io::Result<Self> {
        let cancelled = Arc::new(AtomicBool::new(false));
        let (sender, result) = channel();
        let (shared, ctx) = (Arc::clone(&cancelled), ctx.clone());
        std::thread::Builder::new().name(name.to_owned()).spawn(move || {
            // Whoever asked may be gone.
            let _ = sender.send(work(&shared));
            ctx.request_repaint();
        })?;
        Ok(Self { cancelled, result })
    }

    /// Asks the work to stop; what it has by then is its result.
    pub(super) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// What came of it, once it is done.
    pub(super) fn poll(&self) -> Option<T> {
        self.result.try_recv().ok()
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}
