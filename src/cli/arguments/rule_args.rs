//! The arguments that say what a search takes from the rules besides moves and ends, and what it tries first.

use clap::{Args, ValueEnum};

use super::parse::parse_order_by;
use crate::cli::CliError;
use crate::search::{OrderBy, RuleBounds, RuleSetup};
use crate::trace::Process;

/// The heading over what is taken from the rules.
const RULES: &str = "Rules of the game";

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum BoundsName {
    /// Both bounds
    Both,
    /// The best score that the player to move can still have
    Best,
}

/// What is taken from the rules, and what puts moves in front.
#[derive(Debug, Args)]
pub(super) struct RuleArgs {
    /// Put moves in front of --order, those of the first source first: table, killers, countermoves, history, captures,
    /// threats
    #[arg(long, value_name = "SOURCES", value_parser = parse_order_by)]
    order_by: Option<OrderBy>,

    /// Narrow the window of each node by the bounds of its value known from the rules, such as the earliest win still possible: by both, or
    /// only by the best score that the player to move can still have
    #[arg(long, value_name = "WHICH", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "both")]
    #[arg(help_heading = RULES)]
    rule_bounds: Option<BoundsName>,

    /// Go no further where the player to move can win at once
    #[arg(long, help_heading = RULES)]
    win_at_once: bool,

    /// Leave moves out after which the other player can win at once
    #[arg(long, help_heading = RULES)]
    skip_losing: bool,
}

impl RuleArgs {
    /// An option that is given, if any is.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--order-by", self.order_by.is_some()),
            ("--rule-bounds", self.rule_bounds.is_some()),
            ("--win-at-once", self.win_at_once),
            ("--skip-losing", self.skip_losing),
        ];
        given.into_iter().find(|&(_, is_given)| is_given).map(|(option, _)| option)
    }

    /// What is taken from the rules, and what puts moves in front.
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
