use std::ops::RangeInclusive;

use super::shapes::{MOST_LEAVES, Shapes};
use super::{Convention, ConventionError, CutAt, LARGEST_SCORE, SearchByHand};

/// The most children of a node, and moves from root to leaf, of a tree that is made.
pub const MOST_WIDE: u32 = 20;

/// What a teacher wishes of the trees of a set of exercises. All ranges hold both their ends.
#[derive(Clone, PartialEq, Debug)]
pub struct Wishes {
    /// How the trees are searched.
    pub convention: Convention,
    /// The number of leaves, at most [`MOST_LEAVES`].
    pub leaves: RangeInclusive<u32>,
    /// The number of children of each node above the leaves, 1 to [`MOST_WIDE`].
    pub branching: RangeInclusive<u32>,
    /// Moves from the root to a leaf, for each leaf, 1 to [`MOST_WIDE`].
    pub depth: RangeInclusive<u32>,
    /// The scores of leaves, in max's view.
    pub scores: RangeInclusive<i32>,
    /// The cuts that skip something.
    pub cuts: RangeInclusive<u32>,
    /// Those that skip a node with children.
    pub cuts_above_leaves: RangeInclusive<u32>,
    /// Those with a bound from further up than the last node of the other player (see [`super::Cut::is_deep`]).
    pub deep_cuts: RangeInclusive<u32>,
    /// The share of leaves that are never evaluated, from 0 to 1.
    pub pruned_share: RangeInclusive<f64>,
    /// No two leaves have the same score.
    pub distinct_scores: bool,
    /// No two children of a node have the same value.
    pub no_ties: bool,
    /// A cut at α ≥ β and one only at α > β skip the same nodes, so that nobody is marked down for the other one.
    pub conventions_agree: bool,
}

impl Default for Wishes {
    /// Trees with two or three children a node and leaves four moves below the root, as they are drawn in textbooks; anything may be cut.
    fn default() -> Self {
        Self {
            convention: Convention::default(),
            leaves: 16..=16,
            branching: 2..=3,
            depth: 4..=4,
            scores: 0..=20,
            cuts: 0..=u32::MAX,
            cuts_above_leaves: 0..=u32::MAX,
            deep_cuts: 0..=u32::MAX,
            pruned_share: 0.0..=1.0,
            distinct_scores: false,
            no_ties: false,
            conventions_agree: false,
        }
    }
}

/// Why wishes cannot be fulfilled, whatever the tree: a sentence.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Contradiction {
    /// The convention cannot be.
    #[error(transparent)]
    Convention(#[from] ConventionError),
    /// A range has no numbers, or lies outside what is made.
    #[error("{what} {first}..{last}: expected a range within {least}..{most}, the smaller number first")]
    Range {
        /// The option.
        what: &'static str,
        /// Its first number.
        first: String,
        /// Its last number.
        last: String,
        /// The least number possible.
        least: String,
        /// The greatest number possible.
        most: String,
    },
    /// No tree has these leaves.
    #[error(
        "no tree with {branching} children a node and all leaves {depth} moves below the root has {wished} leaves, expected {possible}"
    )]
    Leaves {
        /// The leaves that were wished.
        wished: String,
        /// Children of each node.
        branching: String,
        /// Moves to the leaves.
        depth: String,
        /// The numbers nearest to them that are possible.
        possible: String,
    },
    /// Two wishes exclude each other, or the search.
    #[error("{wish} and {other} contradict each other: {reason}")]
    Exclude {
        /// One wish.
        wish: String,
        /// The other.
        other: String,
        /// Why.
        reason: String,
    },
}

pub(super) fn range_text<T: std::fmt::Display + PartialEq>(range: &RangeInclusive<T>) -> String {
    if range.start() == range.end() { range.start().to_string() } else { format!("{}..{}", range.start(), range.end()) }
}

impl Wishes {
    /// Whether some tree could fulfil them, as far as that can be told without a try.
    ///
    /// # Errors
    /// [`Contradiction`] says which wishes exclude each other.
    pub fn check(&self) -> Result<(), Contradiction> {
        self.convention.check()?;
        self.check_ranges()?;
        let shapes = Shapes::of(&self.branching, &self.depth, *self.leaves.end());
        if !self.leaves.clone().any(|leaves| shapes.has(leaves)) {
            let possible = shapes.nearest(&self.leaves);
            return Err(Contradiction::Leaves {
                wished: range_text(&self.leaves),
                branching: range_text(&self.branching),
                depth: range_text(&self.depth),
                possible,
            });
        }
        self.check_scores(&shapes)?;
        self.check_cuts()
    }

    fn check_ranges(&self) -> Result<(), Contradiction> {
        check_range("leaves", &self.leaves, 1, MOST_LEAVES)?;
        check_range("branching", &self.branching, 1, MOST_WIDE)?;
        check_range("depth", &self.depth, 1, MOST_WIDE)?;
        check_range("scores", &self.scores, -LARGEST_SCORE, LARGEST_SCORE)?;
        check_range("cuts", &self.cuts, 0, u32::MAX)?;
        check_range("cuts above leaves", &self.cuts_above_leaves, 0, u32::MAX)?;
        check_range("deep cuts", &self.deep_cuts, 0, u32::MAX)?;
        check_range("pruned share", &self.pruned_share, 0.0, 1.0)
    }

    fn check_scores(&self, shapes: &Shapes) -> Result<(), Contradiction> {
        let numbers = u64::from(self.scores.start().abs_diff(*self.scores.end())) + 1;
        let least = self.leaves.clone().find(|&leaves| shapes.has(leaves)).unwrap_or(*self.leaves.start());
        let scores = format!("scores {}", range_text(&self.scores));
        if self.distinct_scores && numbers < u64::from(least) {
            return Err(exclude(
                "distinct scores",
                &scores,
                format!("{least} leaves need {least} scores, and there are {numbers}"),
            ));
        }
        let widest = u64::from(*self.branching.start());
        if self.conventions_agree && self.convention.search == SearchByHand::Pvs {
            return Err(exclude("agreeing conventions", "pvs", "it knows only the cut at α ≥ β".to_owned()));
        }
        if self.no_ties && numbers < widest {
            return Err(exclude(
                "no ties",
                &scores,
                format!("{widest} children need {widest} scores, and there are {numbers}"),
            ));
        }
        Ok(())
    }

    fn check_cuts(&self) -> Result<(), Contradiction> {
        let search = self.convention.search;
        let counted =
            [("cuts above leaves", &self.cuts_above_leaves), ("deep cuts", &self.deep_cuts), ("cuts", &self.cuts)];
        let asks_for_cuts = counted.into_iter().find(|(_, range)| *range.start() > 0);
        let share = format!("pruned share {}", range_text(&self.pruned_share));
        let wish = asks_for_cuts.map(|(what, range)| format!("{} {what} or more", range.start()));
        let wish = wish.or_else(|| (*self.pruned_share.start() > 0.0).then(|| share.clone()));
        let Some(wish) = wish else { return Ok(()) };
        let deepest = *self.depth.end();
        let depth = format!("depth {}", range_text(&self.depth));
        let refused = |other: &str, reason: &str| Err(exclude(&wish, other, reason.to_owned()));
        if !search.cuts() {
            return refused(search.name(), "minimax searches every node");
        }
        if *self.branching.end() < 2 {
            return refused("branching 1", "a cut skips what comes behind the first child");
        }
        if deepest < 2 {
            return refused(&depth, "the first cut can be at a child of the root");
        }
        if *self.scores.start() == *self.scores.end() && self.convention.cut == CutAt::Above {
            return refused("one score for all leaves", "then α > β never holds");
        }
        if *self.cuts_above_leaves.start() > 0 && deepest < 3 {
            return refused(&depth, "below a cut at a child of the root, and above the leaves, there must be a level");
        }
        if *self.deep_cuts.start() > 0 {
            if search == SearchByHand::OneBound {
                return refused(search.name(), "it misses all deep cuts");
            }
            if deepest < 4 {
                return refused(
                    &depth,
                    "the bound of a deep cut comes from three levels up, and it skips a leaf below",
                );
            }
        }
        for (what, range) in &counted[..2] {
            if range.start() > self.cuts.end() {
                let cuts = format!("at most {} cuts", self.cuts.end());
                return refused(&cuts, &format!("{what} are cuts"));
            }
        }
        if asks_for_cuts.is_some() && *self.pruned_share.end() <= 0.0 {
            return refused(&share, "a cut skips at least a leaf");
        }
        if asks_for_cuts.is_none() && *self.cuts.end() == 0 {
            return refused("at most 0 cuts", "without a cut nothing is skipped");
        }
        Ok(())
    }
}

fn exclude(wish: &str, other: &str, reason: String) -> Contradiction {
    Contradiction::Exclude { wish: wish.to_owned(), other: other.to_owned(), reason }
}

fn check_range<T: PartialOrd + std::fmt::Display + Copy>(
    what: &'static str,
    range: &RangeInclusive<T>,
    least: T,
    most: T,
) -> Result<(), Contradiction> {
    let (from, to) = (*range.start(), *range.end());
    // Written so that what is not a number is refused too.
    if from >= least && to <= most && from <= to {
        return Ok(());
    }
    Err(Contradiction::Range {
        what,
        first: from.to_string(),
        last: to.to_string(),
        least: least.to_string(),
        most: most.to_string(),
    })
}
