//! What is run: the arguments that all commands but `view` share.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};

use super::CliError;
use super::chosen_game::ChosenGame;
use super::game_args::GameArgs;
use super::table_args::TableArgs;
use crate::game::{AnyGame, GameSetup};
use crate::search::{DepthLimit, Order};
use crate::trace::{DEFAULT_MEMORY_LIMIT, Process, Setup, Trace};

/// The game, the search and their options.
#[derive(Debug, Args)]
pub(super) struct SetupArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The search, or the generation of the tree, one frame a node; needed but for a file, whose trace is then taken as it is
    #[arg(long, value_name = "NAME", value_parser = process_parser())]
    search: Option<Process>,

    /// The order of the children: natural, reversed, shuffled:SEED or best [default: natural]
    #[arg(long, value_name = "ORDER", value_parser = parse_order)]
    order: Option<Order>,

    /// Stop after so many changes of player, and evaluate there
    #[arg(long, value_name = "N", value_parser = parse_depth_limit, allow_negative_numbers = true)]
    depth_limit: Option<u32>,

    /// The evaluation at the depth limit, by name; each game has its own [default: its first]
    #[arg(long, value_name = "NAME", requires = "depth_limit")]
    evaluation: Option<String>,

    #[command(flatten)]
    table: TableArgs,

    /// Memory that the recording may take: MiB, or a number with KiB, MiB or GiB [default: 2GiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory_limit: Option<u64>,
}

/// What a command looks at.
#[derive(Debug)]
pub(super) enum Subject {
    /// A run that is still to be made, of a game that is open.
    Run(Box<Setup>, AnyGame),
    /// A trace from a file.
    Trace(Box<Trace>),
}

impl SetupArgs {
    /// The run, or the trace of a file where no search is named.
    pub(super) fn subject(&self) -> Result<Subject, CliError> {
        if let (Some(option), None) = (self.option_of_search(), self.search) {
            return Err(CliError::OptionWithoutSearch { option });
        }
        if self.search.is_none() && self.game.is_bare_file() {
            let chosen = self.game.chosen()?;
            return chosen.trace.map(|trace| Subject::Trace(Box::new(trace))).ok_or_else(Self::no_search);
        }
        let (setup, game) = self.run()?;
        Ok(Subject::Run(Box::new(setup), game))
    }

    /// What is run, and its game.
    pub(super) fn run(&self) -> Result<(Setup, AnyGame), CliError> {
        let search = self.search.ok_or_else(Self::no_search)?;
        let ChosenGame { setup: game_setup, game, after, .. } = self.game.chosen()?.searchable()?;
        let limit = self.limit(search, &game, &game_setup)?;
        let table = self.table.table(search)?;
        let order = self.order.unwrap_or_default();
        Ok((Setup { game: game_setup, after, process: search, order, table, limit }, game))
    }

    fn no_search() -> CliError {
        CliError::Usage("the following required arguments were not provided: --search <NAME>".to_owned())
    }

    /// An option that says something of a search.
    fn option_of_search(&self) -> Option<&'static str> {
        let given = [
            ("--order", self.order.is_some()),
            ("--depth-limit", self.depth_limit.is_some()),
            ("--table", self.table.is_given()),
        ];
        given.into_iter().find(|&(_, is_given)| is_given).map(|(option, _)| option)
    }

    /// The bytes that the recording may take.
    pub(super) fn memory_limit(&self) -> u64 {
        self.memory_limit.unwrap_or(DEFAULT_MEMORY_LIMIT)
    }

    /// The depth limit, if there is to be one.
    fn limit(&self, search: Process, game: &AnyGame, setup: &GameSetup) -> Result<Option<DepthLimit>, CliError> {
        let Some(depth) = self.depth_limit else { return Ok(None) };
        if let Process::Generate(_) = search {
            return Err(CliError::NothingToLimit { process: search.name() });
        }
        Ok(Some(DepthLimit { depth, evaluation: evaluation_number(game, setup, self.evaluation.as_deref())? }))
    }
}

/// The place of an evaluation among those of a game: of the first, where none is named.
pub(super) fn evaluation_number(game: &AnyGame, setup: &GameSetup, name: Option<&str>) -> Result<u8, CliError> {
    let Some(name) = name else { return Ok(0) };
    let names = game.evaluations();
    let found = names.iter().position(|&known| known == name);
    found.map(|evaluation| evaluation as u8).ok_or_else(|| CliError::NoSuchEvaluation {
        name: name.to_owned(),
        game: setup.name(),
        expected: names.join(" or "),
    })
}

fn process_parser() -> impl clap::builder::TypedValueParser<Value = Process> {
    PossibleValuesParser::new(Process::ALL.map(Process::name)).try_map(|name| name.parse::<Process>())
}

pub(super) fn parse_order(text: &str) -> Result<Order, &'static str> {
    text.parse().map_err(|_| "expected natural, reversed, shuffled:SEED (a whole number from 0) or best")
}

/// A whole number in a range.
pub(super) fn whole_number(text: &str, least: u64, greatest: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (least..=greatest).contains(number));
    number.ok_or_else(|| format!("expected a whole number from {least} to {greatest}"))
}

pub(super) fn parse_depth_limit(text: &str) -> Result<u32, String> {
    whole_number(text, 0, 1_000_000).map(|depth| depth as u32)
}

/// A number of bytes; without a unit it counts MiB.
fn parse_size(text: &str) -> Result<u64, String> {
    let unit_at = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let bytes = match unit.trim().to_ascii_lowercase().as_str() {
        "kib" => 1_u64 << 10,
        "" | "mib" => 1 << 20,
        "gib" => 1 << 30,
        _ => 0,
    };
    let size = number.parse::<u64>().ok().and_then(|number| number.checked_mul(bytes)).filter(|&size| size > 0);
    size.ok_or_else(|| "expected a number of MiB from 1, or a number with KiB, MiB or GiB, such as 512MiB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [("512", 512 << 20), ("64KiB", 64 << 10), ("3 mib", 3 << 20), ("2GiB", 2 << 30)] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "0", "0GiB", "-1", "1.5GiB", "2GB", "MiB", "99999999999999999999", "18446744073709551615GiB"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
