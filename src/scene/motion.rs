//! The duration of motion between two frames, and when a jump fades instead. The window and animations move alike.

/// Seconds that a motion takes at most.
pub const LONGEST_MOTION: f64 = 0.25;
/// Frames a second up to which a motion can be followed.
pub const FASTEST_MOTION: f64 = 8.0;
/// The part of the time of a frame that its motion takes.
const PART_OF_FRAME: f64 = 0.8;
/// Frames that can be followed; farther away is a jump.
const NEAR: usize = 16;
/// Seconds from a frame to the end of its afterglow.
pub const AFTERGLOW: f64 = 1.0;
/// The steps in which an afterglow fades: each is a redraw.
const AFTERGLOW_STEPS: f64 = 8.0;
/// The part of a motion that belongs to what the frame did, before the picture moves.
const EVENT: f32 = 0.5;

/// The motion towards a frame: the frame before, and the share of the time that has passed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Way {
    /// The frame that was shown before.
    pub from: usize,
    /// The share of the time that has passed, from 0 to 1.
    pub share: f32,
}

/// The seconds of motion where each frame is seen for `seconds`; `None` where motion would be too fast to follow.
#[must_use]
pub fn motion_of_frame(seconds: f64) -> Option<f64> {
    (seconds * FASTEST_MOTION >= 1.0).then(|| (seconds * PART_OF_FRAME).min(LONGEST_MOTION))
}

/// The two stages of a motion, each from 0 to 1: first what the frame did, then how the picture moves; never both at once, so that the
/// eye follows one thing at a time (Heer and Robertson, 2007). Where the picture stays, the first has all the time.
#[must_use]
pub fn stages(share: f32, moves: bool) -> (f32, f32) {
    if moves { ((share / EVENT).min(1.0), ((share - EVENT) / (1.0 - EVENT)).max(0.0)) } else { (share, 1.0) }
}

/// The strength of an afterglow, from 1 down to 0, so many seconds after its frame, and the seconds until it is weaker; `None` when it is over.
/// It fades in steps, so that a window has little to redraw.
#[must_use]
pub fn afterglow(seconds: f64) -> Option<(f32, f64)> {
    let step = (seconds.max(0.0) / AFTERGLOW * AFTERGLOW_STEPS).floor();
    let next = (step + 1.0) * AFTERGLOW / AFTERGLOW_STEPS - seconds;
    (step < AFTERGLOW_STEPS).then_some(((1.0 - step / AFTERGLOW_STEPS) as f32, next))
}

/// Whether two frames are so far from each other that nothing moves from one to the other: the later picture replaces the earlier one by
/// a cross-fade.
#[must_use]
pub const fn is_jump(from: usize, to: usize) -> bool {
    from.abs_diff(to) > NEAR
}
