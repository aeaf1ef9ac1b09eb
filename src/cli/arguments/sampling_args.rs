//! Arguments of a Monte-Carlo tree search.

use crate::cli::CliError;
use crate::cli::arguments::parse::{parse_unsigned, whole_number};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use edagari_core::game::AnyPosition;
use edagari_core::search::{Exploration, FinalMove, Playout, Priors, Sampling, SamplingSetup};
use edagari_core::trace::Process;

/// Help heading of these options.
const SAMPLING: &str = "Monte-Carlo tree search (uct, puct)";

/// Parses a number of iterations.
fn parse_iterations(text: &str) -> Result<u32, String> {
    whole_number(text, 1, SamplingSetup::MAX_ITERATIONS.into()).map(|number| number as u32)
}

/// Options of a Monte-Carlo tree search.
#[derive(Debug, Args)]
pub(super) struct SamplingArgs {
    /// Number of iterations, each from the root to a leaf and back [default: 1000]
    #[arg(long, value_name = "N", help_heading = SAMPLING, allow_negative_numbers = true)]
    #[arg(value_parser = parse_iterations)]
    iterations: Option<u32>,

    /// Exploration constant c, in the unit of scores, at least 0 [default: the square root of 2, times the
    /// greatest score if the game knows it]
    #[arg(long, value_name = "C", value_parser = parse_exploration, help_heading = SAMPLING, allow_negative_numbers = true)]
    exploration: Option<Exploration>,

    /// Evaluation of a new node: by a playout with random moves, by a playout with the first legal moves, or by the game's first evaluation
    /// [default: random]
    #[arg(long, value_name = "NAME", value_parser = named_parser(Playout::ALL, Playout::name), help_heading = SAMPLING)]
    playouts: Option<Playout>,

    /// Seed of the random playouts [default: 0]
    #[arg(long, value_name = "N", value_parser = parse_unsigned::<u64>, help_heading = SAMPLING)]
    playout_seed: Option<u64>,

    /// Add all children of a node at its second visit instead of one at each visit; puct always does this
    #[arg(long, help_heading = SAMPLING)]
    expand_all: bool,

    /// Replace the mean of a proven position by its value
    #[arg(long, help_heading = SAMPLING)]
    solver: bool,

    /// Prior probabilities of the children in puct: equal, or in proportion to the game's first evaluation [default: equal]
    #[arg(long, value_name = "NAME", value_parser = named_parser(Priors::ALL, Priors::name), help_heading = SAMPLING)]
    priors: Option<Priors>,

    /// Criterion for the move to play: the best proven result and then the most visits, only the most visits, or the best mean
    /// [default: proven]
    #[arg(long = "final", value_name = "NAME", value_parser = named_parser(FinalMove::ALL, FinalMove::name), help_heading = SAMPLING)]
    final_move: Option<FinalMove>,
}

impl SamplingArgs {
    /// Returns the options for a start position; an error if one is given and `process` is another search.
    pub(super) fn chosen(&self, process: Process, start: Option<&AnyPosition>) -> Result<SamplingSetup, CliError> {
        if let (None, Some(option)) = (process.sampling(), self.given()) {
            return Err(CliError::OfSamplingAlone { option, process: process.name() });
        }
        if let (Some(Sampling::Uct), Some(_)) = (process.sampling(), self.priors) {
            return Err(CliError::PriorsOfUct);
        }
        let usual = SamplingSetup::default();
        let bounds = start.filter(|start| start.score().is_none()).and_then(|start| start.bounds(0));
        Ok(SamplingSetup {
            iterations: self.iterations.unwrap_or(usual.iterations),
            exploration: self.exploration.unwrap_or_else(|| Exploration::usual(bounds)),
            playouts: self.playouts.unwrap_or(usual.playouts),
            seed: self.playout_seed.unwrap_or(usual.seed),
            expands_all: self.expand_all,
            solver: self.solver,
            priors: self.priors.unwrap_or(usual.priors),
            final_move: self.final_move.unwrap_or(usual.final_move),
            ..usual
        })
    }

    /// Name of the first given option, if there is one.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--iterations", self.iterations.is_some()),
            ("--exploration", self.exploration.is_some()),
            ("--playouts", self.playouts.is_some()),
            ("--playout-seed", self.playout_seed.is_some()),
            ("--expand-all", self.expand_all),
            ("--solver", self.solver),
            ("--priors", self.priors.is_some()),
            ("--final", self.final_move.is_some()),
        ];
        given.into_iter().find(|&(_, is_given)| is_given).map(|(option, _)| option)
    }
}

fn parse_exploration(text: &str) -> Result<Exploration, String> {
    let constant = text.parse().ok().and_then(Exploration::new);
    constant.ok_or_else(|| "expected a number of at least 0, such as 1.414".to_owned())
}

/// Parses the name of one of the choices.
fn named_parser<T: Copy + Default + Send + Sync + 'static, const N: usize>(
    choices: [T; N],
    name: fn(T) -> &'static str,
) -> impl clap::builder::TypedValueParser<Value = T> {
    let values = choices.map(|choice| PossibleValue::new(name(choice)));
    PossibleValuesParser::new(values).map(move |text| {
        let named = choices.into_iter().find(|&choice| name(choice) == text);
        named.unwrap_or_default()
    })
}
