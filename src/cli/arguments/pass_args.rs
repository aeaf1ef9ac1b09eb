//! Arguments of the passes (searches from the root).

use std::num::NonZeroU32;

use clap::Args;

use super::parse::{parse_positive, parse_window};
use crate::cli::CliError;
use edagari_core::score::Window;
use edagari_core::search::{Aspiration, PassSetup};
use edagari_core::trace::Process;

/// Help heading of the options of the passes.
const PASSES: &str = "Passes";

/// Options of the passes.
#[derive(Debug, Args)]
pub(super) struct PassArgs {
    /// Search with the window (A, B) instead of (-inf, inf); a result outside it is a bound
    #[arg(long, value_name = "A..B", value_parser = parse_window, help_heading = PASSES, allow_hyphen_values = true)]
    window: Option<Window>,

    /// Search with the score range of the game instead of (-inf, inf), if the game has one
    #[arg(long, help_heading = PASSES)]
    own_range: bool,

    /// First guess of the value, for mtd-f, bisection and aspiration; later iterations use the previous result [default: 0]
    #[arg(long, value_name = "N", help_heading = PASSES, allow_negative_numbers = true)]
    first_guess: Option<i32>,

    /// Aspiration window: search WIDTH to both sides of the guess, within --window, and re-search with a wider window if that fails
    /// [default with aspiration: 10]
    #[arg(long, value_name = "WIDTH", value_parser = parse_positive, help_heading = PASSES, allow_negative_numbers = true)]
    aspiration: Option<NonZeroU32>,

    /// Multiply WIDTH by N after each failed window [default: open the failed side to infinity]
    #[arg(long, value_name = "N", value_parser = parse_positive, help_heading = PASSES, allow_negative_numbers = true)]
    aspiration_growth: Option<NonZeroU32>,

    /// Iterative deepening: search to depth 1, 2, … up to --depth-limit
    #[arg(long, help_heading = PASSES)]
    deepening: bool,

    /// Iterative deepening in steps of N; the last step ends at --depth-limit
    #[arg(long, value_name = "N", value_parser = parse_positive, help_heading = PASSES, allow_negative_numbers = true)]
    deepening_step: Option<NonZeroU32>,
}

impl PassArgs {
    /// Name of the first given option, if there is one.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--window", self.window.is_some()),
            ("--own-range", self.own_range),
            ("--first-guess", self.first_guess.is_some()),
            ("--aspiration", self.aspiration.is_some()),
            ("--aspiration-growth", self.aspiration_growth.is_some()),
            ("--deepening", self.deepening),
            ("--deepening-step", self.deepening_step.is_some()),
        ];
        given.into_iter().find(|&(_, is_given)| is_given).map(|(option, _)| option)
    }

    /// Returns the setup of the passes; an error if an option is given and `process` does not search.
    pub(super) fn passes(&self, process: Process) -> Result<PassSetup, CliError> {
        if let (Process::Generate(_), Some(option)) = (process, self.given()) {
            return Err(CliError::OfSearchAlone { option, process: process.name() });
        }
        Ok(PassSetup {
            window: self.window.unwrap_or(Window::FULL),
            own_range: self.own_range,
            first_guess: self.first_guess,
            aspiration: aspiration(self.aspiration, self.aspiration_growth),
            deepening: deepening(self.deepening, self.deepening_step),
        })
    }
}

/// Returns the aspiration with this width and growth; `None` if neither is given.
pub(in crate::cli) fn aspiration(width: Option<NonZeroU32>, growth: Option<NonZeroU32>) -> Option<Aspiration> {
    let usual = Aspiration::default();
    (width.is_some() || growth.is_some()).then(|| Aspiration { width: width.unwrap_or(usual.width), growth })
}

/// Returns the step of deepening, 1 by default; `None` without deepening.
pub(in crate::cli) fn deepening(is_asked: bool, step: Option<NonZeroU32>) -> Option<NonZeroU32> {
    step.or(if is_asked { Some(NonZeroU32::MIN) } else { None })
}
