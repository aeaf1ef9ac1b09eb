//! The range of frames that the strip of each run shows.

use std::ops::Range;

use super::RunId;
use crate::viewer::session::Session;

/// Minimum number of frames that a strip shows.
const FEWEST_FRAMES: f64 = 12.0;

impl Session {
    /// Returns the number of frames of an unzoomed strip: of its run, or of the longest run if all strips have one scale.
    #[must_use]
    pub fn whole_lane(&self, run: RunId) -> f64 {
        let frames = |run: &super::Run| run.trace.frame_count();
        let whole =
            if self.settings.same_scale { self.shown_runs().map(frames).max() } else { self.run(run).map(frames) };
        whole.unwrap_or(0).max(1) as f64
    }

    /// Returns the zoomed range of frames, shared by all strips if they have one scale; `None` if not zoomed.
    fn lane_part(&self, run: RunId) -> Option<Range<f64>> {
        if self.settings.same_scale { self.common_lane.clone() } else { self.run(run).and_then(|run| run.lane.clone()) }
    }

    /// Returns the range of frames that a strip shows.
    #[must_use]
    pub fn frames_shown(&self, run: RunId) -> Range<f64> {
        let whole = self.whole_lane(run);
        let part = self.lane_part(run);
        part.map_or(0.0..whole, |part| part.start.clamp(0.0, whole - 1.0)..part.end.clamp(1.0, whole))
    }

    /// Shows a range of frames in a strip, or all frames.
    pub fn show_frames(&mut self, run: RunId, part: Option<Range<f64>>) {
        let whole = self.whole_lane(run);
        let part = part.map(|part| {
            let length = (part.end - part.start).clamp(FEWEST_FRAMES.min(whole), whole);
            let start = (f64::midpoint(part.start, part.end) - length / 2.0).clamp(0.0, whole - length);
            start..start + length
        });
        let part = part.filter(|part| part.end - part.start < whole);
        if self.settings.same_scale {
            self.common_lane = part;
        } else if let Some(run) = self.run_mut(run) {
            run.lane = part;
        }
    }

    /// Zooms a strip in time by the factor `by`, so that the frame `around` keeps its place.
    pub fn zoom_time(&mut self, run: RunId, around: f64, by: f64) {
        let shown = self.frames_shown(run);
        let whole = self.whole_lane(run);
        let length = ((shown.end - shown.start) / by).clamp(FEWEST_FRAMES.min(whole), whole);
        let share = (around - shown.start) / (shown.end - shown.start);
        let start = (around - share * length).clamp(0.0, whole - length);
        self.show_frames(run, Some(start..start + length));
    }

    /// Scrolls a zoomed strip so that it contains the current frame of its run.
    pub fn bring_frame_into_lane(&mut self, run: RunId) {
        let shown = self.frames_shown(run);
        let Some(frame) = self.run(run).map(|run| run.frame as f64) else { return };
        if !(shown.start..shown.end).contains(&frame) && self.lane_part(run).is_some() {
            let half = (shown.end - shown.start) / 2.0;
            self.show_frames(run, Some(frame - half..frame + half));
        }
    }
}
