//! Scores of mates in a game of Edagari: counted in moves of the game. Those in a trace of any program are `MateScores`.

use super::{Bounds, Score};

/// The scores that a game gives to mates: a mate after `n` moves of the game has the absolute value `from − n`, but at least
/// `least`. All other scores have smaller absolute values.
///
/// ```
/// use edagari_core::score::{Bounds, MateScale, Score};
///
/// let scale = MateScale { from: 1000, least: 900 };
/// assert_eq!(scale.after(5), 995);
/// // The same mate, seen from a node two moves farther from the root; the other score is none of a mate.
/// let bounds = Bounds { lower: Score::new(30), upper: Score::new(995) };
/// assert_eq!(scale.farther(bounds, 2), Bounds { lower: Score::new(30), upper: Score::new(993) });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateScale {
    /// Absolute value of a mate at the root, above `least`.
    pub from: i32,
    /// The least absolute value of a mate, above 0.
    pub least: i32,
}

impl MateScale {
    /// Absolute value of a mate after this number of moves.
    #[inline]
    #[must_use]
    pub const fn after(self, moves: u32) -> i32 {
        let value = self.from.saturating_sub_unsigned(moves);
        if value < self.least { self.least } else { value }
    }

    /// Bounds whose mates are `plies` moves farther from the root, or nearer if negative.
    #[inline]
    #[must_use]
    pub fn farther(self, bounds: Bounds, plies: i32) -> Bounds {
        let moved = |end: Score| match end.finite() {
            Some(score) if score.abs() >= self.least => {
                Score::new(score.signum() * (score.abs() - plies).clamp(self.least, self.from))
            }
            _ => end,
        };
        Bounds { lower: moved(bounds.lower), upper: moved(bounds.upper) }
    }
}
