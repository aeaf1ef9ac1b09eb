//! Arguments for the setup of a run.

#[cfg(feature = "export")]
use std::path::Path;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};

use super::chosen_game::ChosenGame;
use super::game_args::GameArgs;
use super::parse::{parse_depth_limit, parse_order};
use super::pass_args::PassArgs;
use super::rule_args::RuleArgs;
use super::table_args::TableArgs;
use crate::cli::CliError;
use edagari_core::game::{AnyGame, GameSetup};
use edagari_core::search::{DepthLimit, GameKnowledge, Order};
use edagari_core::trace::{Process, Setup, Trace};

/// Game, search and their options.
#[derive(Debug, Args)]
pub(in crate::cli) struct SetupArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Search algorithm, or generation of the tree with one frame per node; without it, a trace file is used unchanged
    #[arg(long, value_name = "NAME", value_parser = process_parser())]
    search: Option<Process>,

    /// Order of the children: natural, reversed, shuffled:SEED, center (the game's own good order) or best [default: natural]
    #[arg(long, value_name = "ORDER", value_parser = parse_order)]
    order: Option<Order>,

    /// Evaluate after N changes of player instead of searching further
    #[arg(long, value_name = "N", value_parser = parse_depth_limit, allow_negative_numbers = true)]
    depth_limit: Option<u32>,

    /// Evaluation at the depth limit, by name; each game has its own [default: its first]
    #[arg(long, value_name = "NAME", requires = "depth_limit")]
    evaluation: Option<String>,

    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    passes: PassArgs,

    #[command(flatten)]
    table: TableArgs,
}

/// Run or trace used by a command.
#[derive(Debug)]
pub(super) enum Subject {
    /// Run to record, with its opened game.
    Run(Box<Setup>, AnyGame),
    /// Trace from a file.
    Trace(Box<Trace>),
}

impl SetupArgs {
    /// Returns the arguments of the game mutably: a command can remove options that it uses itself.
    #[cfg(feature = "export")]
    pub(in crate::cli) const fn game_mut(&mut self) -> &mut GameArgs {
        &mut self.game
    }

    /// Returns the run to record, or the trace of the file if no search is given.
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

    /// Returns the file whose trace is used unchanged, if there is one.
    #[cfg(feature = "export")]
    pub(in crate::cli) fn file(&self) -> Option<&Path> {
        self.game.bare_file().filter(|_| self.search.is_none())
    }

    /// Returns the setup of the run and its opened game.
    pub(in crate::cli) fn run(&self) -> Result<(Setup, AnyGame), CliError> {
        let search = self.search.ok_or_else(Self::no_search)?;
        let ChosenGame { setup: game_setup, game, after, .. } = self.game.chosen()?.searchable()?;
        let limit = self.limit(search, &game, &game_setup)?;
        let table = self.table.table(search)?;
        let order = self.order.unwrap_or_default();
        let passes = self.passes.passes(search)?;
        let (rules, order_by) = self.rules.chosen(search)?;
        let setup = Setup { game: game_setup, after, process: search, order, table, limit, passes, rules, order_by };
        setup.check_for(&GameKnowledge::of_any(&game, &game.parse_moves(&[], &setup.after)?))?;
        Ok((setup, game))
    }

    fn no_search() -> CliError {
        CliError::Usage("the following required arguments were not provided: --search <NAME>".to_owned())
    }

    /// Name of a given option that requires a search, if there is one.
    fn option_of_search(&self) -> Option<&'static str> {
        let given = [
            ("--order", self.order.is_some()),
            ("--depth-limit", self.depth_limit.is_some()),
            ("--table", self.table.is_given()),
        ];
        given
            .into_iter()
            .find(|&(_, is_given)| is_given)
            .map(|(option, _)| option)
            .or_else(|| self.passes.given().or_else(|| self.rules.given()))
    }

    /// Memory limit of a table in bytes, if there is one.
    pub(in crate::cli) fn table_memory_limit(&self) -> Option<u64> {
        self.game.table_memory_limit()
    }

    /// Memory limit of the recording, in bytes.
    pub(in crate::cli) fn memory_limit(&self) -> u64 {
        self.game.memory_limit()
    }

    /// Returns the depth limit, if one is given.
    fn limit(&self, search: Process, game: &AnyGame, setup: &GameSetup) -> Result<Option<DepthLimit>, CliError> {
        let Some(depth) = self.depth_limit else { return Ok(None) };
        if let Process::Generate(_) = search {
            return Err(CliError::NothingToLimit { process: search.name() });
        }
        Ok(Some(DepthLimit { depth, evaluation: evaluation_number(game, setup, self.evaluation.as_deref())? }))
    }
}

/// Returns the index of the evaluation `name` of a game; 0 without a name.
pub(in crate::cli) fn evaluation_number(game: &AnyGame, setup: &GameSetup, name: Option<&str>) -> Result<u8, CliError> {
    let Some(name) = name else { return Ok(0) };
    let names = game.evaluations();
    let found = names.iter().position(|&known| known == name);
    found.map(|evaluation| evaluation as u8).ok_or_else(|| CliError::NoSuchEvaluation {
        name: name.to_owned(),
        game: setup.name().to_owned(),
        expected: names.join(" or "),
    })
}

fn process_parser() -> impl clap::builder::TypedValueParser<Value = Process> {
    let values = Process::ALL.map(|process| PossibleValue::new(process.name()).help(process.about()));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Process>())
}
