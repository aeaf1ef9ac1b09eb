//! Arguments for the rules that a search uses (bounds, immediate wins) and for the sources of moves to try first.

use clap::{Args, ValueEnum};

use super::parse::parse_order_by;
use crate::cli::CliError;
use edagari_core::search::{OrderBy, RuleBounds, RuleSetup};
use edagari_core::trace::Process;

/// Help heading of the options on the rules.
const RULES: &str = "Rules of the game";

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum BoundsName {
    /// Lower and upper bound
    Both,
    /// Only the best score that the player to move can still reach
    Best,
}

/// Options for the rules that a search uses, and for the sources of moves to try first.
#[derive(Debug, Args)]
pub(super) struct RuleArgs {
    /// Sources of moves to try before --order, the first source first: table, killers, countermoves, history, captures, threats
    #[arg(long, value_name = "SOURCES", value_parser = parse_order_by)]
    order_by: Option<OrderBy>,

    /// Narrow the window of each node by the bounds of its value known from the rules, such as the earliest win still possible: by both, or
    /// only by the best score that the player to move can still reach
    #[arg(long, value_name = "WHICH", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "both")]
    #[arg(help_heading = RULES)]
    rule_bounds: Option<BoundsName>,

    /// Stop at positions where the player to move can win at once
    #[arg(long, help_heading = RULES)]
    win_at_once: bool,

    /// Skip moves after which the other player can win at once
    #[arg(long, help_heading = RULES)]
    skip_losing: bool,
}

impl RuleArgs {
    /// Name of the first given option, if there is one.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--order-by", self.order_by.is_some()),
            ("--rule-bounds", self.rule_bounds.is_some()),
            ("--win-at-once", self.win_at_once),
            ("--skip-losing", self.skip_losing),
        ];
        given.into_iter().find(|&(_, is_given)| is_given).map(|(option, _)| option)
    }

    /// Returns the rule setup and the sources of moves; an error if an option is given and `process` does not search.
    pub(super) fn chosen(&self, process: Process) -> Result<(RuleSetup, OrderBy), CliError> {
        if let (Process::Generate(_), Some(option)) = (process, self.given()) {
            return Err(CliError::OfSearchAlone { option, process: process.name() });
        }
        let bounds = self.rule_bounds.map(|which| match which {
            BoundsName::Both => RuleBounds::Both,
            BoundsName::Best => RuleBounds::Best,
        });
        let rules = RuleSetup { bounds, win_at_once: self.win_at_once, skip_losing: self.skip_losing };
        Ok((rules, self.order_by.unwrap_or_default()))
    }
}
