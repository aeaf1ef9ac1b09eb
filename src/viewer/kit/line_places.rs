//! Positions of bounds and scores on a number line, including those during a motion.

use super::score_scale::ScoreScale;
use edagari_core::score::{Score, Window};

/// Positions of window ends on a number line, from 0 to 1 of its length.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct LinePlaces {
    /// Scores at the ends of the line.
    pub(super) scale: ScoreScale,
    /// Positions of α and β.
    pub(super) window: [f64; 2],
    /// Positions of the ends of the window whose zones are shown.
    pub(super) zoned: [f64; 2],
}

impl LinePlaces {
    /// Computes the positions of `window`, and of `zoned`, whose zones are shown, on `scale`.
    pub(super) fn new(scale: ScoreScale, window: Window, zoned: Window) -> Self {
        let ends = |window: Window| [window.alpha, window.beta].map(|bound| place(&scale, bound));
        Self { scale, window: ends(window), zoned: ends(zoned) }
    }

    /// Interpolates to `other`; `share` is from 0 to 1.
    pub(crate) fn between(&self, other: &Self, share: f32) -> Self {
        let share = f64::from(share);
        let mix = |from: [f64; 2], to: [f64; 2]| [0, 1].map(|end| from[end] + (to[end] - from[end]) * share);
        Self {
            scale: self.scale.toward(&other.scale, share),
            window: mix(self.window, other.window),
            zoned: mix(self.zoned, other.zoned),
        }
    }
}

/// Returns the position of a score on the line; −∞ and ∞ are at its ends.
pub(super) fn place(scale: &ScoreScale, score: Score) -> f64 {
    match score.finite() {
        Some(value) => scale.part(f64::from(value)).clamp(0.0, 1.0),
        None if score == Score::INFINITY => 1.0,
        None => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_interpolated_from_the_ends() {
        let (full, raised) = (Window::FULL, Window { alpha: Score::new(0), ..Window::FULL });
        let scale = ScoreScale::fixed(-1, 1);
        let (before, after) = (LinePlaces::new(scale, full, full), LinePlaces::new(scale, raised, full));
        assert_eq!((before.window, after.window), ([0.0, 1.0], [0.5, 1.0]));
        let between = before.between(&after, 0.5);
        assert_eq!((between.window, between.zoned), ([0.25, 1.0], [0.0, 1.0]));
        let end = before.between(&after, 1.0);
        assert_eq!((end.window, end.zoned), (after.window, after.zoned));
    }
}
