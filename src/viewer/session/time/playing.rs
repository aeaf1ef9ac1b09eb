//! Playback in time.

use crate::viewer::session::runs::recorded::Beside;
use crate::viewer::session::runs::run::Received;
use crate::viewer::session::{RunId, Session};
use edagari_core::analysis::{CodeLine, LineSet};

impl Session {
    /// Receives the news of recordings, and plays the frames that are due after `seconds`.
    pub fn advance(&mut self, seconds: f64) {
        for index in 0..self.runs.len() {
            let id = self.runs[index].id;
            match self.runs[index].receive() {
                Received::Nothing => {}
                Received::Grown => self.after_growth(id),
                Received::Done => self.after_recording(id),
            }
            for Beside(name, trace) in std::mem::take(&mut self.runs[index].beside) {
                self.add_shown(name, trace);
            }
        }
        self.advance_programs();
        self.advance_notes();
        self.advance_exercise();
        if self.playing {
            self.play_on(seconds);
        }
        self.update_practice();
    }

    /// Starts or pauses playback; at the last frame it restarts from the first.
    pub fn toggle_play(&mut self) {
        self.playing = !self.playing;
        self.frames_due = 0.0;
        if self.playing && self.active_run().frame == self.active_run().last_frame() {
            self.go_to(0);
        }
    }

    /// Returns the seconds until the next frame is due; `None` while paused.
    #[must_use]
    pub fn seconds_to_next_frame(&self) -> Option<f64> {
        self.playing.then(|| (1.0 - self.frames_due).max(0.0) / f64::from(self.settings.speed))
    }

    /// Sets one end of the loop range, and turns looping on.
    pub fn set_loop(&mut self, start: Option<usize>, end: Option<usize>) {
        let (old_start, old_end) = self.loop_range.unwrap_or((0, self.active_run().last_frame()));
        let (start, end) = match (start, end) {
            (Some(start), _) => (start, old_end.max(start)),
            (None, end) => (old_start.min(end.unwrap_or(old_end)), end.unwrap_or(old_end)),
        };
        self.loop_range = Some((start, end));
        self.loops = true;
    }

    /// Sets a breakpoint at a line of the code of a run, or removes it.
    pub fn toggle_breakpoint(&mut self, id: RunId, line: CodeLine) {
        if let Some(run) = self.run_mut(id) {
            run.breakpoints.lines.toggle(line);
        }
    }

    /// Removes all line breakpoints of a run.
    pub fn clear_breakpoints(&mut self, id: RunId) {
        if let Some(run) = self.run_mut(id) {
            run.breakpoints.lines = LineSet::default();
        }
    }

    /// Restricts breakpoints and jumps to lines to the node at the end of the moves; `None` lifts the restriction.
    pub fn set_code_node(&mut self, id: RunId, only: Option<Vec<u32>>) {
        if let Some(run) = self.run_mut(id) {
            run.breakpoints.only = only;
        }
    }

    fn play_on(&mut self, seconds: f64) {
        self.frames_due += seconds * f64::from(self.settings.speed);
        let whole = self.frames_due.floor();
        self.frames_due -= whole;
        if whole < 1.0 {
            return;
        }
        let run = self.active_run();
        let last = run.last_frame();
        let (start, end) = self.loop_range.filter(|_| self.loops).unwrap_or((0, last));
        let next = run.frame + whole as usize;
        if let Some(stop) = run.breakpoints.next(&run.trace, run.frame, next.min(end).min(last)) {
            self.go_to(stop);
            self.playing = false;
            return;
        }
        if next <= end.min(last) {
            self.go_to(next);
        } else if self.loops {
            self.go_to(start);
        } else {
            self.go_to(last);
            self.playing = false;
        }
    }
}
