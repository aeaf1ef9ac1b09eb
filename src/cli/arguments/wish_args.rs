//! What a teacher wishes of trees, and how they are searched, as arguments.

use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{ArgAction, Args};

use crate::lesson::exercise::{
    Convention, CutAt, LARGEST_SCORE, MOST_LEAVES, MOST_WIDE, Returned, SearchByHand, View, Wishes,
};

/// How the trees are searched.
#[derive(Debug, Args)]
#[command(next_help_heading = "How the trees are searched")]
pub(in crate::cli) struct ConventionArgs {
    /// The search that is done by hand
    #[arg(long, value_name = "NAME", default_value = SearchByHand::AlphaBeta.name(), value_parser = search_parser())]
    search: SearchByHand,

    /// When the rest of the children is skipped: at equality (α ≥ β) or only above (α > β)
    #[arg(long, value_name = "RULE", default_value = CutAt::Equality.name(), value_parser = cut_parser())]
    cut_at: CutAt,

    /// What a node returns outside its window
    #[arg(long, value_name = "HOW", default_value = Returned::Soft.name(), value_parser = returned_parser())]
    returned: Returned,

    /// From whose side scores are written: always from max's, or from that of the player to move
    #[arg(long, value_name = "SIDE", default_value = View::Max.name(), value_parser = view_parser())]
    view: View,

    /// Do not ask for the windows
    #[arg(long = "no-windows", action = ArgAction::SetFalse)]
    windows: bool,

    /// Ask for =, ≤ or ≥ before each score
    #[arg(long)]
    signs: bool,

    /// What a node has returned is known when it is searched again, as in a transposition table; only in PVS
    #[arg(long)]
    table: bool,
}

impl ConventionArgs {
    pub(in crate::cli) const fn convention(&self) -> Convention {
        Convention {
            search: self.search,
            cut: self.cut_at,
            returned: self.returned,
            view: self.view,
            windows: self.windows && self.search.cuts(),
            signs: self.signs,
            table: self.table,
        }
    }
}

/// What is wished of the trees. Ranges are written A..B, A.. or ..B, with both ends, or as one number.
#[derive(Debug, Args)]
#[command(next_help_heading = "The trees, by ranges such as 2..3, 3.. or 4")]
pub(in crate::cli) struct WishArgs {
    /// Leaves
    #[arg(long, value_name = "RANGE", default_value = "16", value_parser = |text: &str| range(text, 1, MOST_LEAVES))]
    leaves: RangeInclusive<u32>,

    /// Children of each node above the leaves
    #[arg(long, value_name = "RANGE", default_value = "2..3", value_parser = |text: &str| range(text, 1, MOST_WIDE))]
    branching: RangeInclusive<u32>,

    /// Moves from the root to each leaf
    #[arg(long, value_name = "RANGE", default_value = "4", value_parser = |text: &str| range(text, 1, MOST_WIDE))]
    depth: RangeInclusive<u32>,

    /// The scores of leaves, seen from max
    #[arg(long, value_name = "RANGE", default_value = "0..20", allow_hyphen_values = true,
          value_parser = |text: &str| range(text, -LARGEST_SCORE, LARGEST_SCORE))]
    scores: RangeInclusive<i32>,

    /// Cuts that skip something
    #[arg(long, value_name = "RANGE", default_value = "0..", value_parser = |text: &str| range(text, 0, u32::MAX))]
    cuts: RangeInclusive<u32>,

    /// Cuts that skip a node with children
    #[arg(long, value_name = "RANGE", default_value = "0..", value_parser = |text: &str| range(text, 0, u32::MAX))]
    cut_above_leaves: RangeInclusive<u32>,

    /// Deep cuts: their bound comes from further up than the last node of the other player
    #[arg(long, value_name = "RANGE", default_value = "0..", value_parser = |text: &str| range(text, 0, u32::MAX))]
    deep_cuts: RangeInclusive<u32>,

    /// The share of leaves that are never evaluated, from 0 to 1
    #[arg(long, value_name = "RANGE", default_value = "0..1", value_parser = |text: &str| range(text, 0.0, 1.0))]
    pruned_share: RangeInclusive<f64>,

    /// No two leaves have the same score
    #[arg(long)]
    distinct_scores: bool,

    /// No two children of a node have the same value
    #[arg(long)]
    no_ties: bool,

    /// Cutting at α ≥ β and only at α > β skips the same nodes
    #[arg(long)]
    conventions_agree: bool,
}

impl WishArgs {
    pub(in crate::cli) fn wishes(&self, convention: Convention) -> Wishes {
        Wishes {
            convention,
            leaves: self.leaves.clone(),
            branching: self.branching.clone(),
            depth: self.depth.clone(),
            scores: self.scores.clone(),
            cuts: self.cuts.clone(),
            cuts_above_leaves: self.cut_above_leaves.clone(),
            deep_cuts: self.deep_cuts.clone(),
            pruned_share: self.pruned_share.clone(),
            distinct_scores: self.distinct_scores,
            no_ties: self.no_ties,
            conventions_agree: self.conventions_agree,
        }
    }
}

/// A range within two ends; an end that is left out is the last possible one.
fn range<T: FromStr + PartialOrd + Copy + std::fmt::Display>(
    text: &str,
    least: T,
    most: T,
) -> Result<RangeInclusive<T>, String> {
    let refused = || {
        format!("expected numbers from {least} to {most}, as A..B with the smaller one first, A.., ..B or a single one")
    };
    let end = |text: &str, open: T| if text.is_empty() { Ok(open) } else { text.parse().map_err(|_| refused()) };
    let (lower, upper) = match text.split_once("..") {
        Some((before, behind)) => (end(before, least)?, end(behind, most)?),
        None => text.parse().map(|number| (number, number)).map_err(|_| refused())?,
    };
    // Written so that what is not a number is refused too.
    if least <= lower && lower <= upper && upper <= most { Ok(lower..=upper) } else { Err(refused()) }
}

/// A parser of names of a list.
macro_rules! named {
    ($function:ident, $Type:ident) => {
        fn $function() -> impl clap::builder::TypedValueParser<Value = $Type> {
            PossibleValuesParser::new($Type::ALL.map($Type::name))
                .try_map(|name| $Type::ALL.into_iter().find(|one| one.name() == name).ok_or("expected another name"))
        }
    };
}

named!(search_parser, SearchByHand);
named!(cut_parser, CutAt);
named!(returned_parser, Returned);
named!(view_parser, View);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_written_in_several_ways() {
        assert_eq!(range("2..3", 1, 20), Ok(2..=3));
        assert_eq!(range("3..", 0, u32::MAX), Ok(3..=u32::MAX));
        assert_eq!(range("..3", 1, 20), Ok(1..=3));
        assert_eq!(range("4", 1, 20), Ok(4..=4));
        assert_eq!(range("-9..-2", -10, 10), Ok(-9..=-2));
        assert_eq!(range("0.2..0.5", 0.0, 1.0), Ok(0.2..=0.5));
        for wrong in ["", "x", "3..2", "0..5", "2..21", "2...3", "1..2..3"] {
            assert!(range(wrong, 1, 20).is_err(), "{wrong}");
        }
        assert!(range("NaN..1", 0.0, 1.0).is_err());
    }
}
