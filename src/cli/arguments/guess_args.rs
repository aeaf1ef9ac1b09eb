//! Arguments of the guesses of a search, from the list of guesses.

use crate::cli::CliError;
use crate::cli::arguments::parse::whole_number;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use edagari_core::search::{Guess, GuessKind, GuessSetup};
use edagari_core::trace::Process;

/// Help heading of these options.
const GUESSES: &str = "Guesses (alpha-beta, alpha-beta-soft, pvs, aspiration)";

/// The option with the parameter of the quiescence search, which is a switch without it.
const QUIESCENCE_DEPTH: &str = "quiescence-depth";

/// Guesses of a search: one option each.
#[derive(Debug, Default)]
pub(in crate::cli) struct GuessArgs(GuessSetup);

/// Whether the option of a guess is a switch.
fn is_switch(guess: Guess) -> bool {
    guess == Guess::Quiescence || !guess.kind().has_parameter()
}

fn number(name: &'static str, kind: &GuessKind) -> Arg {
    let (least, greatest) = (u64::from(*kind.values.start()), u64::from(*kind.values.end()));
    let parse = move |text: &str| whole_number(text, least, greatest).map(|number| number as u32);
    Arg::new(name).long(name).value_name("N").value_parser(parse)
}

impl Args for GuessArgs {
    fn augment_args(command: Command) -> Command {
        let options = Guess::ALL.into_iter().flat_map(|guess| {
            let kind = guess.kind();
            let option = if is_switch(guess) {
                Arg::new(kind.name).long(kind.name).action(ArgAction::SetTrue)
            } else {
                number(kind.name, kind)
            };
            let option = option.help(kind.about).help_heading(GUESSES);
            let depth = (guess == Guess::Quiescence).then(|| {
                let help = format!("Greatest number of plies of the quiescence search [default: {}]", kind.usual);
                number(QUIESCENCE_DEPTH, kind).requires(kind.name).help(help).help_heading(GUESSES)
            });
            std::iter::once(option).chain(depth)
        });
        command.args(options)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for GuessArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut setup = GuessSetup::default();
        for guess in Guess::ALL {
            let kind = guess.kind();
            if matches.value_source(kind.name) != Some(ValueSource::CommandLine) {
                continue;
            }
            let option = if guess == Guess::Quiescence { Some(QUIESCENCE_DEPTH) } else { Some(kind.name) };
            let option = option.filter(|_| guess == Guess::Quiescence || kind.has_parameter());
            let value = option.and_then(|option| matches.get_one::<u32>(option).copied());
            setup = setup.with(guess, value.unwrap_or(kind.usual));
        }
        Ok(Self(setup))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl GuessArgs {
    /// Returns the guesses; an error if one is given and `process` is no depth-first search.
    pub(super) fn chosen(&self, process: Process) -> Result<GuessSetup, CliError> {
        match (process.algorithm(), self.given()) {
            (None, Some(option)) => Err(CliError::OfSearchAlone { option, process: process.name() }),
            _ => Ok(self.0),
        }
    }

    /// Name of the first given option, if there is one.
    pub(super) fn given(&self) -> Option<String> {
        self.0.list().next().map(|(guess, _)| format!("--{}", guess.name()))
    }
}
