//! Motion of a focus view: from one layout to the next, with what the frame did on top.

use std::sync::Arc;

use crate::scene::{FocusLayout, LONGEST_MOTION, eased, faded_in, is_jump, motion_of_frame, tween};
use crate::trace::Trace;

/// What moves in a focus view.
#[derive(Debug, Default)]
pub(crate) struct Motion {
    shown: Option<Shown>,
    from: Option<Arc<FocusLayout>>,
    began: f64,
    lasts: f64,
    fades: bool,
}

/// What is shown when nothing moves.
#[derive(Debug)]
struct Shown {
    trace: Arc<Trace>,
    frame: usize,
    layout: Arc<FocusLayout>,
}

/// Whether and how long things may move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Whether motion is wanted at all.
    pub(crate) is_on: bool,
    /// Whether a person drags through time.
    pub(crate) scrubs: bool,
    /// Frames a second while playing.
    pub(crate) playing: Option<f32>,
}

/// The picture at a moment of a motion.
pub(crate) struct Moving {
    pub(crate) layout: Arc<FocusLayout>,
    /// The part of the motion that is over, from 0 to 1.
    pub(crate) share: f32,
    /// How much of the picture is seen, from 0 to 1.
    pub(crate) opacity: f32,
}

impl Pace {
    /// Seconds that a motion may take, if there is to be one.
    fn lasts(self) -> Option<f64> {
        match self.playing {
            _ if !self.is_on || self.scrubs => None,
            Some(speed) => motion_of_frame(1.0 / f64::from(speed)),
            None => Some(LONGEST_MOTION),
        }
    }
}

impl Motion {
    /// What is to be drawn at a time, in seconds, when this is to be shown.
    pub(crate) fn at(
        &mut self,
        time: f64,
        pace: Pace,
        trace: &Arc<Trace>,
        frame: usize,
        layout: &Arc<FocusLayout>,
    ) -> Moving {
        let is_new = self.shown.as_ref().is_none_or(|shown| {
            shown.frame != frame || !Arc::ptr_eq(&shown.layout, layout) || !Arc::ptr_eq(&shown.trace, trace)
        });
        if is_new {
            self.begin(time, pace, trace, frame, layout);
        }
        let share = if self.lasts > 0.0 { (((time - self.began) / self.lasts) as f32).clamp(0.0, 1.0) } else { 1.0 };
        if share >= 1.0 {
            self.from = None;
            self.lasts = 0.0;
            return Moving { layout: Arc::clone(layout), share: 1.0, opacity: 1.0 };
        }
        let layout = match &self.from {
            Some(from) if !self.fades && !Arc::ptr_eq(from, layout) => Arc::new(tween(from, layout, eased(share))),
            _ => Arc::clone(layout),
        };
        Moving { layout, share, opacity: if self.fades { faded_in(share) } else { 1.0 } }
    }

    fn begin(&mut self, time: f64, pace: Pace, trace: &Arc<Trace>, frame: usize, layout: &Arc<FocusLayout>) {
        let before = self.shown.take();
        let same_place = |shown: &Shown| shown.layout.size == layout.size && Arc::ptr_eq(&shown.trace, trace);
        let lasts = pace.lasts().filter(|_| before.as_ref().is_some_and(same_place));
        self.from = match (&before, lasts) {
            (Some(before), Some(_)) => Some(self.interrupted(time, &before.layout)),
            _ => None,
        };
        self.fades = before.as_ref().is_some_and(|before| is_jump(before.frame, frame));
        self.lasts = lasts.unwrap_or(0.0);
        self.began = time;
        self.shown = Some(Shown { trace: Arc::clone(trace), frame, layout: Arc::clone(layout) });
    }

    /// The layout as it is seen when another motion begins.
    fn interrupted(&self, time: f64, shown: &Arc<FocusLayout>) -> Arc<FocusLayout> {
        match &self.from {
            Some(from) if self.lasts > 0.0 && !self.fades => {
                Arc::new(tween(from, shown, eased(((time - self.began) / self.lasts) as f32)))
            }
            _ => Arc::clone(shown),
        }
    }
}
