//! Motion from one picture to the next: of the tree of a run, and of the number line that moves with it.

use std::sync::Arc;

use egui::Ui;

use crate::scene::{FocusLayout, LONGEST_MOTION, Way, eased, is_jump, motion_of_frame, stages, tween};
use crate::trace::Trace;
use crate::viewer::session::{Run, Session};

/// A picture that can move.
pub(crate) trait Picture: Clone {
    /// Whether it moves as a camera does, once it has been seen what the frame did; else its movement is what the frame did.
    const IS_CAMERA: bool;

    /// Whether the two are the same, so that nothing has to move.
    fn is(&self, other: &Self) -> bool;

    /// Whether things can move from this to the other.
    fn leads_to(&self, other: &Self) -> bool;

    /// The picture at a share of the way to `other`, from 0 to 1.
    fn toward(&self, other: &Self, share: f32) -> Self;
}

impl Picture for Arc<FocusLayout> {
    const IS_CAMERA: bool = true;

    fn is(&self, other: &Self) -> bool {
        Self::ptr_eq(self, other)
    }

    fn leads_to(&self, other: &Self) -> bool {
        self.size == other.size
    }

    fn toward(&self, other: &Self, share: f32) -> Self {
        Self::new(tween(self, other, share))
    }
}

/// The motion of a picture of a run. Pictures given the same frames at the same times move in step.
#[derive(Debug)]
pub(crate) struct Motion<P> {
    shown: Option<Shown<P>>,
    from: Option<Before<P>>,
    began: f64,
    lasts: f64,
}

/// The picture when nothing moves.
#[derive(Debug)]
struct Shown<P> {
    trace: Arc<Trace>,
    frame: usize,
    picture: P,
}

/// The frame and the picture before a motion.
#[derive(Debug)]
struct Before<P> {
    frame: usize,
    picture: P,
}

/// When something is drawn, and whether and how long things may move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The time, in seconds.
    time: f64,
    /// Seconds that a motion may take, if there is to be one.
    lasts: Option<f64>,
}

/// The picture at a moment of a motion.
pub(crate) struct Moving<P> {
    pub(crate) picture: P,
    /// Whether anything moves.
    pub(crate) is_under_way: bool,
    /// The way from the frame before, while something moves.
    pub(crate) way: Option<Way>,
    /// The opacity of the picture, from 0 to 1: after a jump it covers the one before.
    pub(crate) opacity: f32,
    /// The frame and the picture before, where that is still seen below.
    pub(crate) below: Option<(usize, P)>,
}

impl Pace {
    /// The pace of a run's pictures: no motion while a trace grows or something is dragged.
    pub(crate) fn of(ui: &Ui, session: &Session, run: &Run) -> Self {
        let settings = &session.settings;
        let is_dragged = ui.dragged_id().is_some();
        let lasts = if !settings.motion || run.is_growing || is_dragged {
            None
        } else if session.playing {
            motion_of_frame(1.0 / f64::from(settings.speed))
        } else {
            Some(LONGEST_MOTION)
        };
        Self { time: ui.input(|input| input.time), lasts }
    }
}

impl<P> Default for Motion<P> {
    fn default() -> Self {
        Self { shown: None, from: None, began: 0.0, lasts: 0.0 }
    }
}

impl<P: Picture> Motion<P> {
    /// The picture to draw for a frame, on its way from the one before.
    pub(crate) fn at(&mut self, pace: Pace, trace: &Arc<Trace>, frame: usize, picture: &P) -> Moving<P> {
        let is_new = self.shown.as_ref().is_none_or(|shown| {
            shown.frame != frame || !shown.picture.is(picture) || !Arc::ptr_eq(&shown.trace, trace)
        });
        if is_new {
            self.begin(pace, trace, frame, picture);
        }
        let share = self.share(pace.time);
        let Some(from) = self.from.as_ref().filter(|_| share < 1.0) else {
            self.from = None;
            return Moving { picture: picture.clone(), is_under_way: false, way: None, opacity: 1.0, below: None };
        };
        let moves = P::IS_CAMERA && from.frame != frame && !from.picture.is(picture);
        let (event, movement) = if moves { stages(share, true) } else { (share, share) };
        let way = (from.frame != frame).then_some(Way { from: from.frame, share: event });
        let (opacity, below) = if is_jump(from.frame, frame) {
            (eased(share), Some((from.frame, from.picture.clone())))
        } else {
            (1.0, None)
        };
        Moving { picture: from.seen(frame, picture, movement), is_under_way: true, way, opacity, below }
    }

    fn begin(&mut self, pace: Pace, trace: &Arc<Trace>, frame: usize, picture: &P) {
        let before = self.shown.take();
        let can_move = |shown: &Shown<P>| shown.picture.leads_to(picture) && Arc::ptr_eq(&shown.trace, trace);
        let begins = before.filter(can_move).zip(pace.lasts);
        let share = self.share(pace.time);
        // An interrupted motion is left where it is.
        self.from = begins.map(|(before, lasts)| {
            self.began = pace.time;
            self.lasts = lasts;
            let picture = match &self.from {
                Some(from) if share < 1.0 => {
                    let moves = P::IS_CAMERA && from.frame != before.frame;
                    from.seen(before.frame, &before.picture, if moves { stages(share, true).1 } else { share })
                }
                _ => before.picture,
            };
            Before { frame: before.frame, picture }
        });
        self.shown = Some(Shown { trace: Arc::clone(trace), frame, picture: picture.clone() });
    }

    /// The part of the motion that is over.
    fn share(&self, time: f64) -> f32 {
        if self.lasts > 0.0 { (((time - self.began) / self.lasts) as f32).clamp(0.0, 1.0) } else { 1.0 }
    }
}

impl<P: Picture> Before<P> {
    /// The picture at a share of the way to that of `frame`.
    fn seen(&self, frame: usize, picture: &P, share: f32) -> P {
        if is_jump(self.frame, frame) || self.picture.is(picture) {
            picture.clone()
        } else {
            self.picture.toward(picture, eased(share))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameSetup;
    use crate::search::Algorithm;
    use crate::trace::{Process, Progress, Setup, record};

    /// A picture of one thing that moves.
    impl Picture for i32 {
        const IS_CAMERA: bool = false;

        fn is(&self, other: &Self) -> bool {
            self == other
        }

        fn leads_to(&self, other: &Self) -> bool {
            *other >= 0
        }

        fn toward(&self, other: &Self, share: f32) -> Self {
            self + ((other - self) as f32 * share) as Self
        }
    }

    fn trace() -> Arc<Trace> {
        let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
        Arc::new(record(&setup, 1 << 30, &Progress::default()).expect("a small run"))
    }

    const fn at(time: f64) -> Pace {
        Pace { time, lasts: Some(0.25) }
    }

    #[test]
    fn the_next_input_ends_a_motion_where_things_are() {
        let (trace, mut motion) = (trace(), Motion::default());
        assert!(!motion.at(at(0.0), &trace, 0, &0).is_under_way, "there was nothing before");
        assert_eq!(motion.at(at(1.0), &trace, 1, &1000).picture, 0);
        let before = motion.at(at(1.1), &trace, 1, &1000).picture;
        assert!((100..900).contains(&before));
        let next = motion.at(at(1.1), &trace, 2, &2000);
        assert_eq!(next.picture, before, "nothing leaps");
        assert_eq!(next.way, Some(Way { from: 1, share: 0.0 }), "the new frame begins at once");
        assert!((before..2000).contains(&motion.at(at(1.3), &trace, 2, &2000).picture));
        let end = motion.at(at(1.36), &trace, 2, &2000);
        assert!(!end.is_under_way && end.way.is_none(), "a quarter of a second after the last input all is still");
        assert_eq!(end.picture, 2000);
    }

    #[test]
    fn what_a_frame_did_is_not_shown_again_when_something_else_changes() {
        let (trace, mut motion) = (trace(), Motion::default());
        motion.at(at(0.0), &trace, 3, &0);
        let moving = motion.at(at(1.0), &trace, 3, &500);
        assert!(moving.is_under_way && moving.way.is_none());
    }

    #[test]
    fn there_is_no_motion_where_none_is_wanted_or_nothing_can_be_followed() {
        let still = Pace { time: 1.0, lasts: None };
        for (pace, frame, picture) in [(still, 1, 1000), (at(1.0), 1, -1)] {
            let (trace, mut motion) = (trace(), Motion::default());
            motion.at(at(0.0), &trace, 0, &0);
            let moving = motion.at(pace, &trace, frame, &picture);
            assert!(!moving.is_under_way && moving.way.is_none());
            assert_eq!(moving.picture, picture);
            assert!(moving.opacity >= 1.0);
        }
        let (trace, mut motion) = (trace(), Motion::default());
        motion.at(at(0.0), &trace, 0, &0);
        let jump = motion.at(at(1.0), &trace, 40, &1000);
        assert!(jump.is_under_way && jump.opacity < 0.5, "a jump fades");
        assert_eq!(jump.picture, 1000, "and nothing moves");
        let other = self::trace();
        assert!(!motion.at(at(1.1), &other, 41, &0).is_under_way, "not from one run to another");
    }
}
