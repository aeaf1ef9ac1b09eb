//! The scores that a node may return for a value: the value itself, or the value clipped to the window of the node.

use super::{Fail, Player, Score, Window};

/// The source of the score that a node returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreSource {
    /// The best score of its children.
    Children,
    /// The score of the node itself, which is a leaf.
    Leaf,
    /// An entry of the transposition table.
    Table,
}

/// The scores that a node may return for one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Returnable {
    /// The value without the effect of the window.
    pub value: Score,
    /// The value clipped to both ends of the window.
    pub clipped: Score,
    /// The value clipped to the bound of the player to move, see [`Fail::Hard`].
    pub one_sided: Score,
    fail: Option<Fail>,
    source: ScoreSource,
}

impl Returnable {
    /// The scores that a node with `window` may return for `value`. `fail` is `None` if the program does not specify it: then the
    /// scores of both forms are allowed. A fail-hard search may return the score of a leaf unclipped, but not that of the table.
    #[must_use]
    pub fn of(fail: Option<Fail>, source: ScoreSource, player: Player, window: Window, value: Score) -> Self {
        let Window { alpha, beta } = window;
        Self {
            value,
            clipped: value.max(alpha).min(beta),
            one_sided: match player {
                Player::Max => value.max(alpha),
                Player::Min => value.min(beta),
            },
            fail,
            source,
        }
    }

    fn may_be_value(&self) -> bool {
        self.fail != Some(Fail::Hard) || self.source == ScoreSource::Leaf
    }

    fn may_be_one_sided(&self) -> bool {
        self.fail != Some(Fail::Soft) && self.source == ScoreSource::Children
    }

    fn may_be_clipped(&self) -> bool {
        self.fail != Some(Fail::Soft)
    }

    /// Whether the node may return `score`.
    #[must_use]
    pub fn allows(&self, score: Score) -> bool {
        (self.may_be_value() && score == self.value)
            || (self.may_be_one_sided() && score == self.one_sided)
            || (self.may_be_clipped() && score == self.clipped)
            || (self.fail == Some(Fail::Firm) && self.is_between(score))
    }

    /// Whether a score is between the value and the value clipped to the window: still a bound that follows.
    #[must_use]
    pub fn is_between(&self, score: Score) -> bool {
        (self.value.min(self.clipped)..=self.value.max(self.clipped)).contains(&score)
    }

    /// The expected score, and that of the other form if both forms are allowed.
    #[must_use]
    pub fn expected(&self) -> (Score, Option<Score>) {
        let hard = if self.may_be_one_sided() { self.one_sided } else { self.clipped };
        match (self.may_be_value(), self.may_be_clipped()) {
            (true, true) => (self.value, Some(hard).filter(|&hard| hard != self.value)),
            (true, false) => (self.value, None),
            (false, _) => (hard, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fail_hard_clips_table_answers_and_may_clip_leaves() {
        let of =
            |fail, source, value: i32| Returnable::of(fail, source, Player::Max, Window::new(0, 9), Score::new(value));
        let allowed = |fail, source| -> Vec<i32> {
            (7..=14).filter(|&score| of(fail, source, 12).allows(Score::new(score))).collect()
        };
        assert_eq!(allowed(Some(Fail::Soft), ScoreSource::Table), [12]);
        assert_eq!(allowed(Some(Fail::Hard), ScoreSource::Table), [9]);
        assert_eq!(allowed(Some(Fail::Hard), ScoreSource::Leaf), [9, 12]);
        assert_eq!(allowed(Some(Fail::Hard), ScoreSource::Children), [9, 12]);
        assert_eq!(allowed(None, ScoreSource::Table), [9, 12]);
        assert_eq!(allowed(Some(Fail::Firm), ScoreSource::Children), [9, 10, 11, 12]);
        assert_eq!(of(Some(Fail::Hard), ScoreSource::Table, 12).expected(), (Score::new(9), None));
        assert_eq!(of(None, ScoreSource::Children, -4).expected(), (Score::new(-4), Some(Score::new(0))));
    }
}
