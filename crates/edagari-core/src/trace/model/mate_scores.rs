//! Scores of mates in a trace, also of other programs: counted from the root. Those of a game of Edagari are a `MateScale`.

use crate::score::{Bounds, Player, Score};

/// Scores of mates: a mate `n` plies below the root has the absolute value `from - n · step`.
///
/// ```
/// use edagari_core::score::Score;
/// use edagari_core::trace::MateScores;
///
/// let mates = MateScores { from: 1000, step: 1, least: 900, plain: 40, seen: None, is_declared: true, is_sure: true, is_of_mover: true };
/// assert_eq!((mates.plies(Score::new(-995)), mates.plies(Score::new(40))), (Some(5), None));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MateScores {
    /// Absolute value of a mate at the root.
    pub from: i32,
    /// Difference of the scores of mates that are one ply apart.
    pub step: i32,
    /// The least absolute value of a mate.
    pub least: i32,
    /// The greatest absolute value of a leaf that is not a mate.
    pub plain: i32,
    /// Absolute value of the leaves that are recorded as mates and are nearest to the root; `None` if there are none.
    pub seen: Option<i32>,
    /// Whether the header declares the scores of mates; otherwise they are recognized from leaves.
    pub is_declared: bool,
    /// Whether mate scores certainly change with the distance: declared in the header, or observed
    /// at several distances.
    pub is_sure: bool,
    /// Whether the player to move is mated at a leaf that is recorded as a mate: so at four of five of them, and at two or more.
    pub is_of_mover: bool,
}

impl MateScores {
    /// Whether a score can be that of a mate.
    #[must_use]
    pub fn has(&self, score: Score) -> bool {
        score.finite().is_none_or(|score| (self.least..=self.from).contains(&score.saturating_abs()))
    }

    /// The number of plies from the root to the mate that a score certainly announces; `None` for any other score.
    #[must_use]
    pub fn plies(&self, score: Score) -> Option<u32> {
        let magnitude = score.finite().filter(|_| self.has(score))?.saturating_abs();
        let distance = u32::try_from(self.from - magnitude).ok()?;
        let step = u32::try_from(self.step).ok()?;
        // If all mates are equally far from the root, a program may give every mate that score, so
        // no other score is known to be a mate.
        let is_known = self.is_declared || self.seen == Some(magnitude) || (self.is_sure && magnitude > self.plain);
        (is_known && distance.checked_rem(step) == Some(0)).then(|| distance / step)
    }

    /// The scores that a node `ply` moves below the root can have. At best its player mates with
    /// the next move, and at worst the player is already mated. The full range if the trace neither
    /// declares nor shows mates.
    #[must_use]
    pub fn range(&self, player: Player, ply: i32) -> Bounds {
        if !self.is_declared && self.seen.is_none() {
            return Bounds::UNKNOWN;
        }
        let at = |ply: i32| self.from.saturating_sub(ply.saturating_mul(self.step));
        let (now, next) = (at(ply), at(ply.saturating_add(1)));
        let (lower, upper) = match player {
            Player::Max => (-now, next),
            Player::Min => (-next, now),
        };
        Bounds { lower: Score::new(lower), upper: Score::new(upper) }
    }

    /// The correct score of a mate `ply` moves below the root, if mate scores certainly change with
    /// the distance, and `score` is that of a mate at the root or changes in the wrong direction.
    #[must_use]
    pub fn adjusted(&self, score: Score, ply: i32) -> Option<Score> {
        let number = score.finite()?;
        let by = ply.saturating_mul(self.step);
        let is_wrong = by > 0 && [self.from, self.from.saturating_add(by)].contains(&number.saturating_abs());
        (self.is_sure && is_wrong).then(|| Score::new(number.signum() * (self.from - by)))
    }

    /// The score of a mate `ply` moves below the root, if the scores of mates certainly change with the distance: with the sign
    /// of `score`.
    #[must_use]
    pub fn declared_at(&self, score: Score, ply: i32) -> Option<Score> {
        let number = self.from.saturating_sub(ply.saturating_mul(self.step));
        self.is_sure.then(|| Score::new(score.finite().map_or(0, i32::signum) * number))
    }

    /// Whether the bounds that can be mate scores certainly are, so that they change with the
    /// distance.
    #[must_use]
    pub fn is_certain(&self, bounds: Bounds) -> bool {
        let is_plain = |score: Score| score.finite().is_some_and(|score| score.saturating_abs() <= self.plain);
        self.is_sure && ![bounds.lower, bounds.upper].into_iter().any(|end| self.has(end) && is_plain(end))
    }

    /// Bounds whose mates are `plies` farther away.
    #[must_use]
    pub fn moved(&self, bounds: Bounds, plies: i32) -> Bounds {
        let moved = |end: Score| match end.finite() {
            Some(score) if self.has(end) => Score::new(score - score.signum() * plies * self.step),
            _ => end,
        };
        Bounds { lower: moved(bounds.lower), upper: moved(bounds.upper) }
    }
}
