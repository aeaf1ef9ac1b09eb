//! Arguments of exercises: requirements for the trees, and the conventions of the search.

use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{ArgAction, Args};

use crate::cli::arguments::parse::{parse_window, whole_number};
use edagari_core::score::{Score, Window};
use edagari_teach::exercise::{
    Convention, CutAt, KindName, LARGEST_SCORE, MAX_LEAVES, MAX_WIDE, Requirements, Returned, RootWindow, SearchByHand,
    View,
};

/// Conventions of the search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search conventions")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(in crate::cli) struct ConventionArgs {
    /// Task of the student: write down the whole search; cross out leaves that are not evaluated; fill in minimax values; order the
    /// children of the root; find the scores of a leaf with which a node is skipped; the order of the second iteration of
    /// deepening; the wrong line of a program; fill in expected values where chance moves; write down proof numbers; do an
    /// iteration of UCT
    #[arg(long, value_name = "NAME", default_value = KindName::Search.name(), value_parser = kind_parser())]
    kind: KindName,

    /// Search to do by hand [default: alpha-beta, or minimax where nothing is cut]
    #[arg(long, value_name = "NAME", value_parser = search_parser())]
    search: Option<SearchByHand>,

    /// Condition for a cut: at equality (α ≥ β), only above (α > β), or either, the same at all nodes of an answer
    #[arg(long, value_name = "RULE", default_value = CutAt::Equality.name(), value_parser = cut_parser())]
    cut_at: CutAt,

    /// Score that a node returns outside its window
    #[arg(long, value_name = "HOW", default_value = Returned::Soft.name(), value_parser = returned_parser())]
    returned: Returned,

    /// Point of view of the scores: always max, or the player to move
    #[arg(long, value_name = "SIDE", default_value = View::Max.name(), value_parser = view_parser())]
    view: View,

    /// Do not require windows in the answers
    #[arg(long = "no-windows", action = ArgAction::SetFalse)]
    windows: bool,

    /// Require =, ≤ or ≥ before each score
    #[arg(long)]
    signs: bool,

    /// Reuse the results of a node in a re-search, as with a transposition table that keeps all bounds (record --table bounds
    /// --intersect); only in PVS
    #[arg(long)]
    table: bool,

    /// Window with which the root is entered, from max's point of view; in α-β and PVS
    #[arg(long, value_name = "A..B", value_parser = parse_window, allow_hyphen_values = true)]
    initial_window: Option<Window>,

    /// State that all scores are in the range of --scores: the root is entered with it, and a score at its end cuts
    #[arg(long, conflicts_with = "initial_window")]
    known_range: bool,

    /// Search the children of each node from right to left
    #[arg(long)]
    from_right: bool,

    /// Stop the search N moves below the root: nodes there have static scores, and the tree is deeper (--depth is that of the whole
    /// tree)
    #[arg(long, value_name = "N", value_parser = parse_limit)]
    depth_limit: Option<u32>,
}

impl ConventionArgs {
    pub(in crate::cli) const fn kind(&self) -> KindName {
        self.kind
    }

    /// Returns the convention for leaves with these scores.
    pub(in crate::cli) fn convention(&self, scores: &RangeInclusive<i32>) -> Convention {
        let [alpha, beta] = [*scores.start(), *scores.end()].map(Score::new);
        let root = match self.initial_window {
            Some(window) => RootWindow::Given(window),
            None if self.known_range => RootWindow::Known(Window { alpha, beta }),
            None => RootWindow::Full,
        };
        let search = self.search.unwrap_or(self.kind.usual_search());
        Convention {
            search,
            cut: self.cut_at,
            returned: self.returned,
            view: self.view,
            windows: self.windows && search.cuts(),
            signs: self.signs,
            table: self.table,
            root,
            from_right: self.from_right,
            depth_limit: self.depth_limit,
        }
    }
}

/// Requirements for the trees. Ranges are written A..B, A.. or ..B, with both ends included, or as one number.
#[derive(Debug, Args)]
#[command(next_help_heading = "Trees, with ranges such as 2..3, 3.. or 4")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(in crate::cli) struct RequirementArgs {
    /// Number of leaves [default: 12 for expectimax and proof-numbers, 10 for uct, else 16]
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true, value_parser = |text: &str| range(text, 1, MAX_LEAVES))]
    leaves: Option<RangeInclusive<u32>>,

    /// Number of children of each node above the leaves; of the root at least three for order and deepening
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true, default_value = "2..3", value_parser = |text: &str| range(text, 1, MAX_WIDE))]
    branching: RangeInclusive<u32>,

    /// Number of moves from the root to each leaf [default: 3 for order, deepening, expectimax, proof-numbers and uct, else 4]
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true, value_parser = |text: &str| range(text, 1, MAX_WIDE))]
    depth: Option<RangeInclusive<u32>>,

    /// Scores of the leaves, from max's point of view [default: -1..1 for proof-numbers and uct, else 0..20]
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true,
          value_parser = |text: &str| range(text, -LARGEST_SCORE, LARGEST_SCORE))]
    scores: Option<RangeInclusive<i32>>,

    /// Number of cuts that skip at least one node
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true, default_value = "0..", value_parser = |text: &str| range(text, 0, u32::MAX))]
    cuts: RangeInclusive<u32>,

    /// Number of α-cuts (at min nodes) [default: 1.. if there are such trees and nothing is required of cuts, else 0..]
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true, value_parser = |text: &str| range(text, 0, u32::MAX))]
    alpha_cuts: Option<RangeInclusive<u32>>,

    /// Number of β-cuts (at max nodes) [default: like α-cuts]
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true, value_parser = |text: &str| range(text, 0, u32::MAX))]
    beta_cuts: Option<RangeInclusive<u32>>,

    /// Number of leaves that are evaluated
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true, default_value = "1..", value_parser = |text: &str| range(text, 1, u32::MAX))]
    evaluated: RangeInclusive<u32>,

    /// Number of cuts that skip a node with children
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true, default_value = "0..", value_parser = |text: &str| range(text, 0, u32::MAX))]
    cut_above_leaves: RangeInclusive<u32>,

    /// Number of deep cuts: the bound comes from above the last node of the other player
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true, default_value = "0..", value_parser = |text: &str| range(text, 0, u32::MAX))]
    deep_cuts: RangeInclusive<u32>,

    /// Share of leaves that are never evaluated, from 0 to 1
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true, default_value = "0..1", value_parser = |text: &str| range(text, 0.0, 1.0))]
    pruned_share: RangeInclusive<f64>,

    /// Require distinct scores of all leaves
    #[arg(long)]
    distinct_scores: bool,

    /// Require distinct values of the children of each node
    #[arg(long)]
    no_ties: bool,

    /// Require that cuts at α ≥ β and cuts only at α > β skip the same nodes
    #[arg(long)]
    conventions_agree: bool,

    /// Require that leaves, evaluated leaves and cuts of each kind differ by at most one within the set
    #[arg(long)]
    equally_hard: bool,

    /// Give the children of chance nodes unequal probabilities; in expectimax and star1
    #[arg(long)]
    unequal_probabilities: bool,
}

impl RequirementArgs {
    pub(in crate::cli) fn scores(&self, kind: KindName) -> RangeInclusive<i32> {
        self.scores.clone().unwrap_or(Requirements::of_kind(kind).scores)
    }

    /// Returns the requirements with cuts of both kinds, if nothing is required of cuts and the search has them.
    pub(in crate::cli) fn with_both_cuts(&self, kind: KindName, convention: Convention) -> Option<Requirements> {
        let plain = self.requirements(kind, convention);
        let usual = Requirements::default();
        let requires_nothing = self.alpha_cuts.is_none()
            && self.beta_cuts.is_none()
            && [&plain.cuts, &plain.cuts_above_leaves, &plain.deep_cuts].iter().all(|range| **range == usual.cuts)
            && plain.evaluated == usual.evaluated
            && plain.pruned_share == usual.pruned_share;
        let has_cuts = matches!(kind, KindName::Search | KindName::CrossOut) && convention.search.cuts();
        let both = Requirements { alpha_cuts: 1..=u32::MAX, beta_cuts: 1..=u32::MAX, ..plain };
        (requires_nothing && has_cuts && both.check().is_ok()).then_some(both)
    }

    pub(in crate::cli) fn requirements(&self, kind: KindName, convention: Convention) -> Requirements {
        let any = || 0..=u32::MAX;
        let usual = Requirements::of_kind(kind);
        Requirements {
            kind,
            convention,
            leaves: self.leaves.clone().unwrap_or(usual.leaves),
            branching: self.branching.clone(),
            depth: self.depth.clone().unwrap_or(usual.depth),
            scores: self.scores(kind),
            cuts: self.cuts.clone(),
            alpha_cuts: self.alpha_cuts.clone().unwrap_or_else(any),
            beta_cuts: self.beta_cuts.clone().unwrap_or_else(any),
            evaluated: self.evaluated.clone(),
            cuts_above_leaves: self.cut_above_leaves.clone(),
            deep_cuts: self.deep_cuts.clone(),
            pruned_share: self.pruned_share.clone(),
            distinct_scores: self.distinct_scores,
            no_ties: self.no_ties,
            conventions_agree: self.conventions_agree,
            equally_hard: self.equally_hard,
            unequal_probabilities: self.unequal_probabilities,
        }
    }
}

/// Parses the number of moves below the root at which a search stops.
fn parse_limit(text: &str) -> Result<u32, String> {
    whole_number(text, 1, MAX_WIDE.into()).map(|limit| limit as u32)
}

/// Parses a range from `least` to `most`; an omitted end is the limit.
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
    // Written so that NaN is rejected too.
    if least <= lower && lower <= upper && upper <= most { Ok(lower..=upper) } else { Err(refused()) }
}

/// Defines a parser for the names of an enum.
macro_rules! named {
    ($function:ident, $Type:ident) => {
        fn $function() -> impl clap::builder::TypedValueParser<Value = $Type> {
            PossibleValuesParser::new($Type::ALL.map($Type::name))
                .try_map(|name| $Type::ALL.into_iter().find(|one| one.name() == name).ok_or("expected another name"))
        }
    };
}

named!(kind_parser, KindName);
named!(search_parser, SearchByHand);
named!(cut_parser, CutAt);
named!(returned_parser, Returned);
named!(view_parser, View);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_is_parsed_in_each_notation_and_rejected_outside_the_limits() {
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
