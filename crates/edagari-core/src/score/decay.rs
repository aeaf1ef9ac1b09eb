//! Scores that move toward 0 each time that they are returned.

use super::Score;

/// How scores change on the way from a node to its parent: those of at least `from` move by `by` toward 0.
///
/// ```
/// use edagari_core::score::{Decay, Score};
///
/// let decay = Decay { by: 1, from: 900 };
/// assert_eq!((decay.of(Score::new(-950)), decay.of(Score::new(40))), (Score::new(-949), Score::new(40)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decay {
    /// The difference at each return.
    pub by: i32,
    /// The least absolute value of the scores that change.
    pub from: i32,
}

impl Decay {
    /// The score as the parent receives it.
    #[must_use]
    pub fn of(self, score: Score) -> Score {
        let is_changed = |&number: &i32| number.saturating_abs() >= self.from.max(1);
        score.finite().filter(is_changed).map_or(score, |number| {
            let by = self.by.min(number.saturating_abs());
            Score::new(number - number.signum() * by)
        })
    }

    /// Whether scores that changed, of `sizes` different absolute values, show the decay, if the greatest score that did not
    /// change is `plain`: several are enough, or a single one that is far beyond all others, such as that of a mate.
    pub(crate) const fn is_shown(self, sizes: usize, plain: i32) -> bool {
        const MATE: i32 = 100;
        self.is_shown_by_several(sizes, plain)
            || (plain < self.from && sizes > 0 && self.from >= MATE && plain < self.from / 2)
    }

    /// Whether scores of several different absolute values show the decay.
    pub(crate) const fn is_shown_by_several(self, sizes: usize, plain: i32) -> bool {
        const ENOUGH: usize = 3;
        plain < self.from && sizes >= ENOUGH
    }

    /// Whether the end of a child's window follows from that of its parent, moved away from 0 or not.
    #[must_use]
    pub fn may_be_end(self, expected: Score, found: Score) -> bool {
        let moved = || Some(found.finite()?.signum() == expected.finite()?.signum() && self.of(found) == expected);
        found == expected || moved().unwrap_or(false)
    }
}
