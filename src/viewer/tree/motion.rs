//! Motion from one picture to the next: of the tree of a run, and of the number line that moves with it.

use std::sync::Arc;

use egui::{Context, Id, Ui};

use crate::viewer::session::{Run, RunId, Session};
use edagari_core::trace::Trace;
use edagari_draw::scene::{
    AFTERGLOW, FocusLayout, LONGEST_MOTION, Way, afterglow, eased, is_jump, motion_of_frame, stages, stopped, tween,
};

/// The maximum number of pictures that are visible below another after rapid jumps.
const MAX_FADES: usize = 4;
/// The opacity below which a picture can be removed at once.
const HARDLY_SEEN: f32 = 0.15;

/// A picture that can be animated.
pub(crate) trait Picture: Clone {
    /// Whether the picture moves like a camera, after the event of the frame; otherwise its motion is the event of the frame.
    const IS_CAMERA: bool;

    /// Whether the two pictures are the same, so that nothing has to move.
    fn is(&self, other: &Self) -> bool;

    /// Whether the picture can be animated to the other.
    fn leads_to(&self, other: &Self) -> bool;

    /// Returns the picture at a share of the way to `other`, from 0 to 1.
    fn toward(&self, other: &Self, share: f32) -> Self;

    /// Returns the picture drawn on the way to a frame, with everything that moves at its present place.
    fn stopped(&self, _trace: &Trace, _frame: usize, _way: Way) -> Self {
        self.clone()
    }
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

    fn stopped(&self, trace: &Trace, frame: usize, way: Way) -> Self {
        Self::new(stopped(trace, self, frame, way))
    }
}

/// The motion of a picture of a run. Pictures given the same frames at the same times move in step.
#[derive(Debug)]
pub(crate) struct Motion<P> {
    shown: Option<ShownPicture<P>>,
    from: Option<Before<P>>,
    began: f64,
    lasts: f64,
    /// The pictures before jumps, each covered by the next one, the last by the picture that is shown.
    fades: Vec<Fade<P>>,
    /// The time, in seconds, at which the frame with an afterglow appeared; `None` if the last change has no afterglow.
    glows_since: Option<f64>,
    /// Whether a view moves after the event of the frame, even if the picture is unchanged: over the tree, or beside the number line.
    pub(crate) view_moves: bool,
}

/// The picture at rest.
#[derive(Debug)]
struct ShownPicture<P> {
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

/// A picture that is gradually covered by another one after a jump.
#[derive(Debug)]
struct Fade<P> {
    frame: usize,
    picture: P,
    began: f64,
    lasts: f64,
}

impl<P> Fade<P> {
    /// Returns the opacity of the picture that covers it.
    fn cover(&self, time: f64) -> f32 {
        eased(share_at(time, self.began, self.lasts))
    }
}

/// The time of a redraw, and whether and how long pictures may move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The time, in seconds.
    pub(super) time: f64,
    /// The duration of a motion, in seconds; `None` if there is to be no motion.
    pub(super) lasts: Option<f64>,
    /// Whether a frame is visible long enough for an afterglow.
    pub(super) glows: bool,
}

/// The picture at a moment of a motion.
pub(crate) struct Moving<P> {
    pub(crate) picture: P,
    /// Whether anything moves.
    pub(crate) is_under_way: bool,
    /// The motion from the previous frame; `None` if nothing moves.
    pub(crate) way: Option<Way>,
    /// The progress of the camera, from 0 to 1.
    pub(crate) movement: f32,
    /// The strength of the afterglow, from 0 to 1, and the seconds until it changes.
    pub(crate) glow: f32,
    pub(crate) glow_changes: Option<f64>,
    /// The opacity of the picture, from 0 to 1: after a jump it fades in over the previous ones.
    pub(crate) opacity: f32,
    /// The previous pictures that are still visible, from the lowest: frame, picture and opacity.
    pub(crate) below: Vec<(usize, P, f32)>,
}

impl Pace {
    /// Creates the pace of a run's pictures: no motion while a trace grows or something is dragged.
    pub(crate) fn of(ui: &Ui, session: &Session, run: &Run) -> Self {
        let settings = &session.settings;
        let is_dragged = ui.dragged_id().is_some();
        let lasts = if !settings.motion || run.is_growing() || is_dragged {
            None
        } else if session.playing {
            motion_of_frame(1.0 / f64::from(settings.speed))
        } else {
            Some(LONGEST_MOTION)
        };
        // If frames follow each other faster, the afterglow of one frame would seem to belong to the next.
        let glows = lasts.is_some() && (!session.playing || f64::from(settings.speed) * AFTERGLOW <= 1.0);
        Self { time: ui.input(|input| input.time), lasts, glows }
    }
}

impl<P> Default for Motion<P> {
    fn default() -> Self {
        Self {
            shown: None,
            from: None,
            began: 0.0,
            lasts: 0.0,
            fades: Vec::new(),
            glows_since: None,
            view_moves: false,
        }
    }
}

impl<P: Picture> Motion<P> {
    /// Returns the picture to draw for a frame, on its way from the previous one.
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
        let (below, opacity) = self.below(pace.time);
        let Some(from) = self.from.as_ref().filter(|_| share < 1.0) else {
            self.from = None;
            self.view_moves = false;
            return Moving {
                picture: picture.clone(),
                is_under_way: !below.is_empty(),
                way: None,
                movement: 1.0,
                glow,
                glow_changes,
                opacity,
                below,
            };
        };
        let (event, movement) = self.stages(from, (frame, picture), share);
        let way = (from.frame != frame).then_some(Way { from: from.frame, share: event });
        Moving {
            picture: from.seen(frame, picture, movement),
            is_under_way: true,
            way,
            movement: eased(movement),
            // The afterglow fades in while the event fades out.
            glow: glow * way.map_or(1.0, |way| eased(way.share)),
            glow_changes,
            opacity,
            below,
        }
    }

    /// Returns the progress of the frame's event and of the picture's movement, each from 0 to 1.
    fn stages(&self, from: &Before<P>, (frame, picture): (usize, &P), share: f32) -> (f32, f32) {
        let moves = self.view_moves || (P::IS_CAMERA && !from.picture.is(picture));
        if !moves || from.frame == frame {
            return (share, share);
        }
        let (event, camera) = stages(share, true);
        (event, if P::IS_CAMERA { camera } else { event })
    }

    /// Whether a camera moves after the event of the frame, in the motion that began last.
    pub(crate) fn has_stages(&self) -> bool {
        let ways = self.from.as_ref().zip(self.shown.as_ref());
        ways.is_some_and(|(from, to)| self.stages(from, (to.frame, &to.picture), 0.5).0 > 0.5)
    }

    /// Returns the previous pictures that are still visible, and the opacity of the current one.
    fn below(&mut self, time: f64) -> (Vec<(usize, P, f32)>, f32) {
        // A fully covered picture hides all pictures below it.
        if let Some(covered) = self.fades.iter().rposition(|fade| fade.cover(time) >= 1.0) {
            self.fades.drain(..=covered);
        }
        let mut opacity = 1.0;
        let layers = self.fades.iter().map(|fade| {
            let layer = (fade.frame, fade.picture.clone(), opacity);
            opacity = fade.cover(time);
            layer
        });
        let layers = layers.collect();
        (layers, opacity)
    }

    /// Leaves a picture by a jump: it is covered from now on.
    fn leave(&mut self, left: &Before<P>) {
        if self.fades.len() >= MAX_FADES {
            // Removes the least visible picture: the latest, if it is almost transparent, or the lowest, which is almost covered.
            let latest = self.fades.last().map_or(1.0, |fade| fade.cover(self.began));
            if latest < HARDLY_SEEN {
                return;
            }
            self.fades.remove(0);
        }
        let Before { frame, picture } = left;
        self.fades.push(Fade { frame: *frame, picture: picture.clone(), began: self.began, lasts: self.lasts });
    }

    fn begin(&mut self, pace: Pace, trace: &Arc<Trace>, frame: usize, picture: &P) {
        let before = self.shown.take();
        if before.as_ref().is_none_or(|before| before.frame != frame || !Arc::ptr_eq(&before.trace, trace)) {
            let is_near = |before: &ShownPicture<P>| Arc::ptr_eq(&before.trace, trace) && !is_jump(before.frame, frame);
            self.glows_since = before.as_ref().filter(|before| pace.glows && is_near(before)).map(|_| pace.time);
        }
        let can_move = |shown: &ShownPicture<P>| shown.picture.leads_to(picture) && Arc::ptr_eq(&shown.trace, trace);
        let begins = before.filter(can_move).zip(pace.lasts);
        let share = self.share(pace.time);
        // An interrupted motion stops at its current place.
        self.from = begins.map(|(before, lasts)| {
            self.began = pace.time;
            self.lasts = lasts;
            let picture = match &self.from {
                Some(from) if share < 1.0 => {
                    let (event, movement) = self.stages(from, (before.frame, &before.picture), share);
                    let way = Way { from: from.frame, share: event };
                    from.seen(before.frame, &before.picture, movement).stopped(trace, before.frame, way)
                }
                _ => before.picture,
            };
            Before { frame: before.frame, picture }
        });
        match self.from.take() {
            None => self.fades.clear(),
            Some(left) => {
                if is_jump(left.frame, frame) {
                    self.leave(&left);
                }
                self.from = Some(left);
            }
        }
        self.shown = Some(ShownPicture { trace: Arc::clone(trace), frame, picture: picture.clone() });
    }

    /// Returns the progress of the motion, from 0 to 1.
    fn share(&self, time: f64) -> f32 {
        share_at(time, self.began, self.lasts)
    }
}

/// Returns the elapsed share of a duration, from 0 to 1.
pub(super) fn share_at(time: f64, began: f64, lasts: f64) -> f32 {
    if lasts > 0.0 { (((time - began) / lasts) as f32).clamp(0.0, 1.0) } else { 1.0 }
}

/// Identifies in egui's memory whether the picture of a run moves after the event of the frame.
fn stages_id(run: RunId) -> Id {
    Id::unique(("stages of the motion", run))
}

/// Records whether the picture of a run moves after the event of the frame.
pub(super) fn set_has_stages(ctx: &Context, run: RunId, has_stages: bool) {
    ctx.data_mut(|data| data.insert_temp(stages_id(run), has_stages));
}

/// Whether the picture of a run moves after the event of the frame: what shows the event elsewhere then ends with it.
pub(crate) fn has_stages(ctx: &Context, run: RunId) -> bool {
    ctx.data(|data| data.get_temp(stages_id(run))).unwrap_or_default()
}

impl<P: Picture> Before<P> {
    /// Returns the picture at a share of the way to that of `frame`.
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
    use std::collections::HashMap;

    use super::*;
    use edagari_core::game::GameSetup;
    use edagari_core::search::Algorithm;
    use edagari_core::trace::{Process, Progress, Setup, record};

    /// A picture of a single moving thing.
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
    fn next_frame_interrupts_motion_at_current_picture() {
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
    fn event_beside_a_moving_tree_ends_before_the_camera_moves() {
        for (view_moves, at_half) in [(true, 1000), (false, 500)] {
            let (trace, mut motion) = (trace(), Motion::default());
            motion.at(at(0.0), &trace, 0, &0);
            motion.view_moves = view_moves;
            assert_eq!(motion.at(at(1.0), &trace, 1, &1000).picture, 0);
            assert_eq!(motion.at(at(1.125), &trace, 1, &1000).picture, at_half);
        }
    }

    #[test]
    fn new_picture_of_same_frame_moves_without_frame_event() {
        let (trace, mut motion) = (trace(), Motion::default());
        motion.at(at(0.0), &trace, 3, &0);
        let moving = motion.at(at(1.0), &trace, 3, &500);
        assert!(moving.is_under_way && moving.way.is_none());
    }

    #[test]
    fn afterglow_of_frame_lasts_a_second_in_few_redraws() {
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
    fn disabled_motion_unrelated_picture_and_jump_do_not_move() {
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

    /// Returns the visible share of each picture, by its frame.
    fn shares(moving: &Moving<i32>, frame: usize) -> HashMap<usize, f32> {
        let mut shares = HashMap::new();
        let top = [(frame, moving.opacity)];
        for (of, opacity) in moving.below.iter().map(|(of, _, opacity)| (*of, *opacity)).chain(top) {
            for share in shares.values_mut() {
                *share *= 1.0 - opacity;
            }
            *shares.entry(of).or_insert(0.0) += opacity;
        }
        shares
    }

    #[test]
    fn fades_interrupted_by_jumps_have_no_leaps() {
        const INSTANT: f64 = 1.0 / 240.0;
        let trace = trace();
        let mut state = 20_261_127_u64;
        let mut below = |count: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % count
        };
        let (mut motion, mut time, mut frame, mut interrupted) = (Motion::default(), 0.0, 0, 0);
        let mut last = shares(&motion.at(at(time), &trace, frame, &0), frame);
        for _ in 0..200 {
            let next = below(trace.frame_count());
            if !is_jump(frame, next) {
                continue;
            }
            frame = next;
            for instant in 0..2 + below(80) {
                let moving = motion.at(at(time), &trace, frame, &(frame as i32));
                let now = shares(&moving, frame);
                let of = |shares: &HashMap<usize, f32>, frame: usize| shares.get(&frame).copied().unwrap_or(0.0);
                for &of_frame in last.keys().chain(now.keys()) {
                    let by = (of(&last, of_frame) - of(&now, of_frame)).abs();
                    assert!(by < 0.2, "to frame {frame}, instant {instant}: {last:?} became {now:?}");
                }
                last = now;
                time += INSTANT;
                interrupted += usize::from(instant == 1 && moving.below.len() > 1);
            }
        }
        assert!(interrupted > 20, "{interrupted} fades are interrupted");
    }
}
