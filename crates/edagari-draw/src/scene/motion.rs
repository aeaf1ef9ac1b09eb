//! Timing of the motion between two frames, and the limit beyond which a jump is cross-faded. The window and exported animations share it.

/// Maximum duration of a motion, in seconds.
pub const LONGEST_MOTION: f64 = 0.25;
/// Maximum rate, in frames per second, at which a motion can be followed.
pub const FASTEST_MOTION: f64 = 8.0;
/// Share of a frame's time that its motion takes.
const PART_OF_FRAME: f64 = 0.8;
/// Maximum distance, in frames, that is animated as a motion; greater distances are jumps.
const NEAR: usize = 16;
/// Duration of an afterglow, in seconds, from its frame on.
pub const AFTERGLOW: f64 = 1.0;
/// Number of steps in which an afterglow fades; each one is a redraw.
const AFTERGLOW_STEPS: f64 = 8.0;
/// Share of a motion that shows the effect of the frame, before the picture moves.
const EVENT: f32 = 0.5;

/// Progress of a motion towards a frame: the previous frame, and the share of the time that has passed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Way {
    /// Frame that was shown before.
    pub from: usize,
    /// Share of the time that has passed, from 0 to 1.
    pub share: f32,
}

/// Returns the duration of a motion, in seconds, where each frame is shown for `seconds`; `None` if motion would be too fast to follow.
#[must_use]
pub fn motion_of_frame(seconds: f64) -> Option<f64> {
    (seconds * FASTEST_MOTION >= 1.0).then(|| (seconds * PART_OF_FRAME).min(LONGEST_MOTION))
}

/// Returns the two stages of a motion, each from 0 to 1: first the effect of the frame, then the
/// movement of the picture. The stages never overlap, so that viewers follow one change at a time
/// (Heer and Robertson, 2007). If the picture does not move, the first stage takes the whole time.
///
/// ```
/// use edagari_draw::scene::stages;
///
/// assert_eq!(stages(0.25, true), (0.5, 0.0));
/// assert_eq!(stages(0.75, true), (1.0, 0.5));
/// // If the picture does not move, the effect takes the whole time.
/// assert_eq!(stages(0.75, false), (0.75, 1.0));
/// ```
#[must_use]
pub fn stages(share: f32, moves: bool) -> (f32, f32) {
    if moves { ((share / EVENT).min(1.0), ((share - EVENT) / (1.0 - EVENT)).max(0.0)) } else { (share, 1.0) }
}

/// Returns the strength of an afterglow, from 1 down to 0, `seconds` after its frame, and the seconds until the next weaker step;
/// `None` when it is over. It fades in steps, so that a window has few redraws.
#[must_use]
pub fn afterglow(seconds: f64) -> Option<(f32, f64)> {
    let step = (seconds.max(0.0) / AFTERGLOW * AFTERGLOW_STEPS).floor();
    let next = (step + 1.0) * AFTERGLOW / AFTERGLOW_STEPS - seconds;
    (step < AFTERGLOW_STEPS).then_some(((1.0 - step / AFTERGLOW_STEPS) as f32, next))
}

/// Whether two frames are too far apart for a motion: the later picture replaces the earlier one by a cross-fade.
#[must_use]
pub const fn is_jump(from: usize, to: usize) -> bool {
    from.abs_diff(to) > NEAR
}
