use super::{BoundKind, Bounds, Score, Window};

/// Effect of bounds from a transposition table at a node: a cutoff, a narrowed window, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Answer {
    /// The bounds settle the node: no score of its subtree can still matter.
    Returned {
        /// The score the node returns.
        score: Score,
        /// Whether the score is the node's value or bounds it.
        kind: BoundKind,
    },
    /// The node is searched with a smaller window.
    Narrowed(Window),
    /// The bounds change nothing: the node is searched with its window.
    Nothing,
}

impl Bounds {
    /// Effect of these bounds of a node's minimax value when the node is entered with `window`.
    ///
    /// Equal bounds are the value itself. lower ≥ β is a fail high and upper ≤ α a fail low, without searching the subtree.
    /// Otherwise the node is searched with the window (max(α, lower), min(β, upper)).
    #[inline]
    #[must_use]
    pub fn answer(self, window: Window) -> Answer {
        let Self { lower, upper } = self;
        if lower == upper {
            return Answer::Returned { score: lower, kind: BoundKind::Exact };
        }
        if lower >= window.beta {
            return Answer::Returned { score: lower, kind: BoundKind::Lower };
        }
        if upper <= window.alpha {
            return Answer::Returned { score: upper, kind: BoundKind::Upper };
        }
        let narrowed = window.within(self);
        if narrowed == window { Answer::Nothing } else { Answer::Narrowed(narrowed) }
    }

    /// The intersection of both bounds. Both must bound the same value, so that they overlap.
    #[inline]
    #[must_use]
    pub fn intersect(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(lower: i32, upper: i32) -> Bounds {
        Bounds { lower: Score::new(lower), upper: Score::new(upper) }
    }

    #[test]
    fn answer_agrees_with_every_value_within_the_bounds() {
        for (alpha, beta) in (0..6).flat_map(|alpha| (alpha + 1..7).map(move |beta| (alpha, beta))) {
            let window = Window { alpha: Score::new(alpha), beta: Score::new(beta) };
            for (lower, upper) in (-1..8).flat_map(|lower| (lower..8).map(move |upper| (lower, upper))) {
                for value in lower..=upper {
                    let value = Score::new(value);
                    match bounds(lower, upper).answer(window) {
                        Answer::Returned { score, kind } => assert!(Bounds::of(score, kind).contain(value)),
                        Answer::Narrowed(narrowed) => {
                            assert!(narrowed.alpha < narrowed.beta);
                            assert!(window.alpha <= narrowed.alpha && narrowed.beta <= window.beta);
                            // A value inside the window is still inside the narrowed window, or equals one of the bounds.
                            let asked = window.alpha < value && value < window.beta;
                            let still = narrowed.alpha < value && value < narrowed.beta;
                            assert!(!asked || still || value == narrowed.alpha || value == narrowed.beta);
                        }
                        Answer::Nothing => assert!(lower <= alpha && upper >= beta),
                    }
                }
            }
        }
    }

    #[test]
    fn bounds_touching_the_window_from_outside_cut_the_node() {
        let window = Window { alpha: Score::new(0), beta: Score::new(5) };
        let returned = |score, kind| Answer::Returned { score: Score::new(score), kind };
        assert_eq!(bounds(-3, 0).answer(window), returned(0, BoundKind::Upper));
        assert_eq!(bounds(5, 9).answer(window), returned(5, BoundKind::Lower));
        assert_eq!(bounds(2, 2).answer(window), returned(2, BoundKind::Exact));
        assert_eq!(bounds(0, 5).answer(window), Answer::Nothing);
    }

    #[test]
    fn intersections_keep_the_tighter_ends() {
        assert_eq!(bounds(-3, 4).intersect(bounds(1, 9)), bounds(1, 4));
    }
}
