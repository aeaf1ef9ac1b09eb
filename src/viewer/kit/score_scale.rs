//! Range of a number line, the scores written below it, and the positions of bounds and scores on it.

use edagari_core::score::{Score, Window};

/// Empty part at each end, as a share of the range shown.
const MARGIN: f64 = 0.35;

/// Scores at the ends of a number line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ScoreScale {
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Minimum and maximum score that may be written below the line.
    named: (i64, i64),
}

impl ScoreScale {
    /// Creates a scale from `low` to `high`, with space at both ends for scores beyond.
    pub(crate) fn fixed(low: i32, high: i32) -> Self {
        let scale = Self::around(low, high);
        Self { named: (low.into(), high.into()), ..scale }
    }

    /// Creates a scale on which the finite scores of `shown` take most of the space; without any, the scores of the whole trace.
    pub(crate) fn following(shown: impl Iterator<Item = Score>, trace: Option<(i32, i32)>) -> Self {
        let range = shown.filter_map(Score::finite).fold(None, |range, score| match range {
            None => Some((score, score)),
            Some((low, high)) => Some((score.min(low), score.max(high))),
        });
        let (low, high) = range.or(trace).unwrap_or((-1, 1));
        Self::around(low, high)
    }

    fn around(low: i32, high: i32) -> Self {
        let (low, high) = (f64::from(low), f64::from(high));
        // A single score gets a neighbour on each side.
        let (low, high) = if low < high { (low, high) } else { (low - 1.0, high + 1.0) };
        let margin = (high - low) * MARGIN;
        let (low, high) = (low - margin, high + margin);
        Self { low, high, named: (low.ceil() as i64, high.floor() as i64) }
    }

    /// Returns the position of a number on the line, from 0 to 1; outside this range beyond the ends.
    pub(crate) fn part(&self, number: f64) -> f64 {
        (number - self.low) / (self.high - self.low)
    }

    /// Returns a scale on which the position of every number is interpolated to its position on `other`; `share` is from 0 to 1.
    pub(crate) fn toward(&self, other: &Self, share: f64) -> Self {
        let mix = |a: f64, b: f64| a + (b - a) * share;
        let start = mix(self.part(0.0), other.part(0.0));
        let of_one = mix((self.high - self.low).recip(), (other.high - other.low).recip());
        Self { low: -start / of_one, high: (1.0 - start) / of_one, named: other.named }
    }

    /// Returns the scores written below the line, at most `most`: multiples of the smallest step among 1, 2, 5, 10, 20, … that
    /// satisfies this limit, each times `whole`, or of a half or a quarter of `whole`.
    pub(crate) fn ticks(&self, most: usize, whole: i64) -> Vec<i64> {
        let (low, high) = self.named;
        let first = |step: i64| low.div_euclid(step) + i64::from(low.rem_euclid(step) != 0);
        let last = |step: i64| high.div_euclid(step);
        let parts = [4, 2].into_iter().filter(|&part| whole > 1 && whole % part == 0).map(|part| whole / part);
        let powers = (0..).map(|power| 10_i64.pow(power)).flat_map(|power| [power, 2 * power, 5 * power]);
        let steps = parts.chain(powers.take(33).map(|step| step.saturating_mul(whole)));
        let fits = |step: &i64| last(*step) - first(*step) < most.max(1) as i64;
        let Some(step) = steps.into_iter().find(fits) else { return Vec::new() };
        (first(step)..=last(step)).map(|number| number * step).collect()
    }
}

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

    const ENDS: [i32; 16] =
        [i32::MIN + 1, -100_000, -997, -64, -18, -3, -2, -1, 0, 1, 2, 7, 19, 64, 30_000, i32::MAX - 1];

    fn following(shown: &[Score]) -> ScoreScale {
        ScoreScale::following(shown.iter().copied(), Some((-18, 18)))
    }

    /// Position of a score on the line, from 0 to 1.
    fn place(scale: &ScoreScale, score: i32) -> f64 {
        (f64::from(score) - scale.low) / (scale.high - scale.low)
    }

    #[test]
    fn window_takes_most_of_the_line() {
        for (alpha, beta) in ENDS.iter().flat_map(|&alpha| ENDS.map(|beta| (alpha, beta))).filter(|(a, b)| a < b) {
            let scale = following(&[alpha, beta].map(Score::new));
            let (alpha, beta) = (place(&scale, alpha), place(&scale, beta));
            assert!(beta - alpha > 0.55, "{alpha} {beta}");
            assert!(alpha > 0.15 && beta < 0.85, "{alpha} {beta}");
        }
    }

    #[test]
    fn score_outside_the_window_is_on_the_line() {
        for (alpha, score) in ENDS.iter().flat_map(|&alpha| ENDS.map(|score| (alpha, score))) {
            let scale = following(&[Score::new(alpha), Score::INFINITY, Score::new(score)]);
            for shown in [alpha, score] {
                assert!((0.15..0.85).contains(&place(&scale, shown)), "{alpha} {score}");
            }
        }
    }

    #[test]
    fn single_bound_is_centred() {
        let scale = following(&[Score::new(-2), Score::INFINITY]);
        assert!((place(&scale, -2) - 0.5).abs() < 1e-9);
        assert_eq!(scale.ticks(9, 1), [-3, -2, -1]);
    }

    #[test]
    fn scale_without_finite_scores_covers_the_trace() {
        let open = [Score::NEG_INFINITY, Score::INFINITY];
        assert_eq!(following(&open), ScoreScale::around(-18, 18));
        assert_eq!(ScoreScale::following(open.into_iter(), None), ScoreScale::around(-1, 1));
    }

    #[test]
    fn ticks_are_few_and_even() {
        for (low, high) in ENDS.iter().flat_map(|&low| ENDS.map(|high| (low, high))).filter(|(low, high)| low <= high) {
            for scale in [ScoreScale::around(low, high), ScoreScale::fixed(low, high)] {
                for most in 1..20 {
                    let ticks = scale.ticks(most, 1);
                    assert!(ticks.len() <= most, "{low} {high}: {ticks:?}");
                    let step = |at: usize| ticks[at + 1] - ticks[at];
                    assert!((1..ticks.len()).all(|at| step(at - 1) == step(0)), "{ticks:?}");
                    assert!(ticks.iter().all(|&tick| scale.low <= tick as f64 && tick as f64 <= scale.high));
                    assert!(most < 4 || low == high || ticks.len() >= 2, "{low} {high}, {most}: {ticks:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_interpolated_between_scales() {
        for (low, high) in ENDS.iter().flat_map(|&low| ENDS.map(|high| (low, high))).filter(|(low, high)| low <= high) {
            let (from, to) = (ScoreScale::around(-3, 5), ScoreScale::around(low, high));
            for share in [0.0, 0.3, 1.0] {
                let between = from.toward(&to, share);
                for number in [low, high, -3, 5] {
                    let (before, after) = (place(&from, number), place(&to, number));
                    let expected = before + (after - before) * share;
                    assert!((place(&between, number) - expected).abs() < 1e-6 * expected.abs().max(1.0), "{number}");
                }
            }
        }
    }

    #[test]
    fn fixed_scale_has_no_ticks_beyond_its_ends() {
        assert_eq!(ScoreScale::fixed(-5, 5).ticks(20, 1), (-5..=5).collect::<Vec<i64>>());
        assert_eq!(ScoreScale::fixed(-5, 5).ticks(5, 1), [-4, -2, 0, 2, 4]);
    }
}

#[cfg(test)]
mod line_places_tests {
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
