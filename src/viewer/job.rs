//! Work that must not hold up the window: it runs on a thread of its own, and its result is asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};

use egui::Context;

/// Work under way; cancelled when it is dropped.
#[derive(Debug)]
pub(super) struct Job<T> {
    cancelled: Arc<AtomicBool>,
    result: Receiver<T>,
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
