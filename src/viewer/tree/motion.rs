//! Motion from one picture to the next: of the tree of a run, and of the number line that moves with it.

use std::sync::Arc;

use egui::Ui;

use crate::scene::{
    AFTERGLOW, FocusLayout, LONGEST_MOTION, Way, afterglow, eased, is_jump, motion_of_frame, stages, tween,
};
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
        if share > 0.0 { Self::new(tween(self, other, share)) } else { Self::clone(self) }
    }
}

/// The motion of a picture of a run. Pictures given the same frames at the same times move in step.
#[derive(Debug)]
pub(crate) struct Motion<P> {
    shown: Option<Shown<P>>,
    from: Option<Before<P>>,
    began: f64,
    lasts: f64,
    /// When the frame came whose afterglow is seen, if one is.
    glows_since: Option<f64>,
    /// Whether the view moves over the picture after what the frame did, even if the picture stays.
    pub(crate) view_moves: bool,
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
    pub(super) time: f64,
    /// Seconds that a motion may take, if there is to be one.
    pub(super) lasts: Option<f64>,
    /// Whether a frame is seen for so long that it has an afterglow.
    pub(super) glows: bool,
}

/// The picture at a moment of a motion.
pub(crate) struct Moving<P> {
    pub(crate) picture: P,
    /// Whether anything moves.
    pub(crate) is_under_way: bool,
    /// The way from the frame before, while something moves.
    pub(crate) way: Option<Way>,
    /// How far the camera has come, from 0 to 1.
    pub(crate) movement: f32,
    /// The strength of the afterglow, from 0 to 1, and the seconds until it changes.
    pub(crate) glow: f32,
    pub(crate) glow_changes: Option<f64>,
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
        // While frames follow each other faster, that of one would be taken for that of the next.
        let glows = lasts.is_some() && (!session.playing || f64::from(settings.speed) * AFTERGLOW <= 1.0);
        Self { time: ui.input(|input| input.time), lasts, glows }
    }
}

impl<P> Default for Motion<P> {
    fn default() -> Self {
        Self { shown: None, from: None, began: 0.0, lasts: 0.0, glows_since: None, view_moves: false }
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
        let glow = self.glows_since.filter(|_| pace.glows).and_then(|since| afterglow(pace.time - since));
        let (glow, glow_changes) = glow.map_or((0.0, None), |(strength, changes)| (strength, Some(changes)));
        let Some(from) = self.from.as_ref().filter(|_| share < 1.0) else {
            self.from = None;
            self.view_moves = false;
            return Moving {
                picture: picture.clone(),
                is_under_way: false,
                way: None,
                movement: 1.0,
                glow,
                glow_changes,
                opacity: 1.0,
                below: None,
            };
        };
        let (event, movement) = self.stages(from, (frame, picture), share);
        let way = (from.frame != frame).then_some(Way { from: from.frame, share: event });
        let (opacity, below) = if is_jump(from.frame, frame) {
            (eased(share), Some((from.frame, from.picture.clone())))
        } else {
            (1.0, None)
        };
        Moving {
            picture: from.seen(frame, picture, movement),
            is_under_way: true,
            way,
            movement: eased(movement),
            // It comes as the event goes.
            glow: glow * way.map_or(1.0, |way| eased(way.share)),
            glow_changes,
            opacity,
            below,
        }
    }

    /// The parts of what the frame does, and of the movement of the picture, that are over.
    fn stages(&self, from: &Before<P>, (frame, picture): (usize, &P), share: f32) -> (f32, f32) {
        let has_stages = P::IS_CAMERA && from.frame != frame && (self.view_moves || !from.picture.is(picture));
        if has_stages { stages(share, true) } else { (share, share) }
    }

    fn begin(&mut self, pace: Pace, trace: &Arc<Trace>, frame: usize, picture: &P) {
        let before = self.shown.take();
        if before.as_ref().is_none_or(|before| before.frame != frame || !Arc::ptr_eq(&before.trace, trace)) {
            let is_near = |before: &Shown<P>| Arc::ptr_eq(&before.trace, trace) && !is_jump(before.frame, frame);
            self.glows_since = before.as_ref().filter(|before| pace.glows && is_near(before)).map(|_| pace.time);
        }
        let can_move = |shown: &Shown<P>| shown.picture.leads_to(picture) && Arc::ptr_eq(&shown.trace, trace);
        let begins = before.filter(can_move).zip(pace.lasts);
        let share = self.share(pace.time);
        // An interrupted motion is left where it is.
        self.from = begins.map(|(before, lasts)| {
            self.began = pace.time;
            self.lasts = lasts;
            let picture = match &self.from {
                Some(from) if share < 1.0 => {
                    let (_, movement) = self.stages(from, (before.frame, &before.picture), share);
                    from.seen(before.frame, &before.picture, movement)
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
        Pace { time, lasts: Some(0.25), glows: true }
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
    fn what_a_frame_changed_glows_for_a_second_in_few_steps() {
        let (trace, mut motion) = (trace(), Motion::default());
        assert!(motion.at(at(0.0), &trace, 0, &0).glow <= 0.0, "nothing has changed yet");
        assert!(motion.at(at(1.0), &trace, 1, &0).glow <= 0.0, "first what the frame does is seen");
        let (mut time, mut redraws, mut before) = (1.25, 0, 1.0);
        let changes = loop {
            let moving = motion.at(at(time), &trace, 1, &0);
            assert!(!moving.is_under_way && moving.glow < before);
            before = moving.glow;
            let Some(changes) = moving.glow_changes else { break time };
            time += changes + 1e-6;
            redraws += 1;
        };
        assert!(redraws <= 15 && before <= 0.0 && (changes - 2.0).abs() < 1e-3, "{redraws} redraws until {changes}");
        assert!(motion.at(at(9.0), &trace, 1, &500).glow <= 0.0, "another picture of the frame does not glow again");
        let fast = Pace { glows: false, ..at(10.0) };
        assert!(motion.at(fast, &trace, 2, &500).glow_changes.is_none(), "nor while frames come faster");
    }

    #[test]
    fn there_is_no_motion_where_none_is_wanted_or_nothing_can_be_followed() {
        let still = Pace { time: 1.0, lasts: None, glows: false };
        for (pace, frame, picture) in [(still, 1, 1000), (at(1.0), 1, -1)] {
            let (trace, mut motion) = (trace(), Motion::default());
            motion.at(at(0.0), &trace, 0, &0);
            let moving = motion.at(pace, &trace, frame, &picture);
            assert!(!moving.is_under_way && moving.way.is_none());
            assert_eq!(moving.picture, picture);
            assert!(moving.opacity >= 1.0);
            assert!(pace.glows || (moving.glow <= 0.0 && moving.glow_changes.is_none()), "nothing glows either");
        }
        let (trace, mut motion) = (trace(), Motion::default());
        motion.at(at(0.0), &trace, 0, &0);
        let jump = motion.at(at(1.0), &trace, 40, &1000);
        assert!(jump.is_under_way && jump.opacity < 0.5, "a jump fades");
        assert_eq!(jump.picture, 1000, "and nothing moves");
        assert!(jump.glow <= 0.0, "all of it has changed");
        let other = self::trace();
        assert!(!motion.at(at(1.1), &other, 41, &0).is_under_way, "not from one run to another");
    }
}
