//! Threads of a run: all of them are shown, or a single one.

use std::sync::Arc;

use super::one_thread::OneThread;
use super::recorded::Recorded;
use super::recording::{Purpose, Source};
use super::run::Run;
use crate::viewer::session::work::Wake;
use edagari_core::trace::Trace;

impl Run {
    /// Returns the trace of all threads, even while one is shown alone.
    #[must_use]
    pub fn of_all_threads(&self) -> &Arc<Trace> {
        self.thread.as_ref().map_or(&self.trace, |thread| &thread.whole)
    }

    /// Starts to show a single thread, or all of them.
    pub fn show_thread(&mut self, thread: Option<usize>, memory_limit_mib: u64, wake: &Wake) {
        let whole = Arc::clone(self.of_all_threads());
        if self.is_recording() || thread == self.thread.as_ref().map(|thread| thread.number) {
            return;
        }
        let source = match thread {
            Some(thread) => Source::Thread(Arc::clone(&whole), thread),
            None => Source::Shown(Arc::clone(&whole)),
        };
        self.start(source, Purpose::ChooseThread { whole, thread }, memory_limit_mib, wake);
    }

    /// Returns the current frame in the trace of all threads; while one thread is shown alone, the frame at which the current visit starts.
    fn frame_of_all_threads(&self) -> usize {
        let Some(OneThread { whole, number }) = &self.thread else { return self.frame };
        let before = self.trace.begun_in_thread(0, self.frame).saturating_sub(1);
        whole.visit_in_thread(*number, before).map_or(0, |visit| whole.span(visit).0)
    }

    /// Shows a single thread, or all of them, at the corresponding frame.
    pub(super) fn show_chosen(&mut self, whole: Arc<Trace>, thread: Option<usize>, recorded: Recorded) {
        let frame = self.frame_of_all_threads();
        self.show(recorded);
        self.opened.clear();
        self.lane = None;
        self.thread = thread.map(|number| OneThread { whole, number });
        self.frame = match &self.thread {
            None => frame,
            Some(OneThread { whole, number }) => {
                let before = whole.begun_in_thread(*number, frame).saturating_sub(1);
                self.trace.visit_in_thread(0, before).map_or(0, |visit| self.trace.span(visit).0)
            }
        };
        self.follow();
    }
}
