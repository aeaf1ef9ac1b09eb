//! Arguments for the setup of a run: search, passes, rules and transposition table.

use std::num::NonZeroU32;

use super::game_args::ChosenGame;
use super::game_args::GameArgs;
use super::guess_args::GuessArgs;
use super::parse::{parse_depth_limit, parse_order, parse_order_by, parse_positive, parse_table_size, parse_window};
use super::proof_args::ProofArgs;
use super::sampling_args::SamplingArgs;
use crate::cli::CliError;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use clap::{Args, ValueEnum};
use edagari_core::game::{AnyGame, GameSetup};
use edagari_core::score::Window;
use edagari_core::search::{
    Aspiration, DepthLimit, GameKnowledge, Order, OrderBy, PassSetup, RandomSide, RuleBounds, RuleSetup, TableKey,
    TableSetup,
};
use edagari_core::trace::{Process, Setup, Trace};
#[cfg(feature = "export")]
use std::path::Path;

/// Game, search and their options.
#[derive(Debug, Args)]
pub(in crate::cli) struct SetupArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Search algorithm, or generation of the tree with one frame per node; without it, a trace file is used unchanged
    #[arg(long, value_name = "NAME", value_parser = process_parser())]
    search: Option<Process>,

    /// Order of the children: natural, reversed, shuffled:SEED, center (a good static order that some games define) or best [default: natural]
    #[arg(long, value_name = "ORDER", value_parser = parse_order)]
    order: Option<Order>,

    /// Evaluate after N changes of player instead of searching further
    #[arg(long, value_name = "N", value_parser = parse_depth_limit, allow_negative_numbers = true)]
    depth_limit: Option<u32>,

    /// Evaluation at the depth limit, by name; each game has its own [default: its first]
    #[arg(long, value_name = "NAME", requires = "depth_limit")]
    evaluation: Option<String>,

    /// Let max, min or both choose at random among their moves, for expectimax, star1 and star2
    #[arg(long, value_name = "SIDE", value_parser = random_parser())]
    random: Option<RandomSide>,

    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    passes: PassArgs,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    guesses: GuessArgs,

    #[command(flatten)]
    sampling: SamplingArgs,

    #[command(flatten)]
    proof: ProofArgs,
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
        let guesses = self.guesses.chosen(search)?;
        let start = game.parse_moves(&[], &after)?;
        let sampling = self.sampling.chosen(search, game.position(&start).as_ref())?;
        let of_game = Setup { after, ..Setup::new(game_setup, search) };
        let (random, proof) = (self.random, self.proof.chosen(search)?);
        let setup = Setup { order, table, limit, passes, rules, order_by, guesses, sampling, random, proof, ..of_game };
        setup.check_for(&GameKnowledge::of_any(&game, &start))?;
        Ok((setup, game))
    }

    fn no_search() -> CliError {
        CliError::Usage("the following required arguments were not provided: --search <NAME>".to_owned())
    }

    /// Name of a given option that requires a search, if there is one.
    fn option_of_search(&self) -> Option<String> {
        let given = [
            ("--order", self.order.is_some()),
            ("--depth-limit", self.depth_limit.is_some()),
            ("--random", self.random.is_some()),
            ("--table", self.table.is_given()),
        ];
        let given = given.into_iter().find(|&(_, is_given)| is_given).map(|(option, _)| option);
        let given = given.or_else(|| self.passes.given()).or_else(|| self.rules.given());
        let others = || self.sampling.given().or_else(|| self.proof.given());
        given.map(str::to_owned).or_else(|| self.guesses.given()).or_else(|| others().map(str::to_owned))
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
        if search.algorithm().is_none() && search.expectation().is_none() {
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

fn random_parser() -> impl clap::builder::TypedValueParser<Value = RandomSide> {
    let values = RandomSide::ALL.map(|side| PossibleValue::new(side.name()));
    PossibleValuesParser::new(values).map(|name| {
        let named = RandomSide::ALL.into_iter().find(|side| side.name() == name);
        named.unwrap_or(RandomSide::Both)
    })
}

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
        if let (None, Some(option)) = (process.algorithm(), self.given()) {
            return Err(CliError::OfSearchAlone { option: option.to_owned(), process: process.name() });
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
pub(in crate::cli) fn deepening(is_requested: bool, step: Option<NonZeroU32>) -> Option<NonZeroU32> {
    step.or(if is_requested { Some(NonZeroU32::MIN) } else { None })
}

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
    /// Sources of moves to try before --order, the first source first: table, killers, countermoves, history, captures, see, threats
    #[arg(long, value_name = "SOURCES", value_parser = parse_order_by)]
    order_by: Option<OrderBy>,

    /// Narrow the window of each node by the bounds of its value that follow from the rules, such as the earliest possible win: by both bounds, or
    /// only by the best score that the player to move can still reach
    #[arg(long, value_name = "WHICH", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "both")]
    #[arg(help_heading = RULES)]
    rule_bounds: Option<BoundsName>,

    /// Stop at positions in which the player to move can win immediately
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
        if let (None, Some(option)) = (process.algorithm(), self.given()) {
            return Err(CliError::OfSearchAlone { option: option.to_owned(), process: process.name() });
        }
        let bounds = self.rule_bounds.map(|which| match which {
            BoundsName::Both => RuleBounds::Both,
            BoundsName::Best => RuleBounds::Best,
        });
        let rules = RuleSetup { bounds, win_at_once: self.win_at_once, skip_losing: self.skip_losing };
        Ok((rules, self.order_by.unwrap_or_default()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum TableName {
    /// No table
    None,
    /// Entries are keyed by position and window
    Window,
    /// Entries are keyed by position and contain bounds of its value
    Bounds,
}

/// Help heading of the options of the table.
const TABLE: &str = "Transposition table";

/// Transposition table and its options.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(super) struct TableArgs {
    /// Transposition table: none, window (keyed by position and window) or bounds (keyed by position) [default: none; bounds with mtd-f,
    /// sss-star, dual-star and bisection, which intersect them]
    #[arg(long, value_name = "KIND", value_enum, help_heading = TABLE)]
    table: Option<TableName>,

    /// Store symmetric positions separately
    #[arg(long, help_heading = TABLE)]
    no_symmetry: bool,

    /// Do not narrow the window by bounds that cause no cutoff
    #[arg(long, help_heading = TABLE)]
    no_narrowing: bool,

    /// Intersect new bounds of a position with the stored ones instead of replacing them
    #[arg(long, help_heading = TABLE)]
    intersect: bool,

    /// With a depth limit, also use entries at nodes with less remaining depth; the value can differ from that without a table
    #[arg(long, help_heading = TABLE)]
    deeper_entries: bool,

    /// Store only the best score that the player to move can still reach, not the score already secured
    #[arg(long, help_heading = TABLE)]
    best_only: bool,

    /// Limit the table to N entries; a new entry replaces the one in its slot [default: no limit]
    #[arg(long, value_name = "N", value_parser = parse_table_size, help_heading = TABLE)]
    #[arg(allow_negative_numbers = true)]
    table_size: Option<NonZeroU32>,
}

impl TableArgs {
    /// Returns whether an option of the table is given.
    pub(super) fn is_given(&self) -> bool {
        self.table.is_some()
            || self.no_symmetry
            || self.no_narrowing
            || self.intersect
            || self.deeper_entries
            || self.best_only
            || self.table_size.is_some()
    }

    /// Returns the setup of the table; `None` without a table.
    pub(super) fn table(&self, process: Process) -> Result<Option<TableSetup>, CliError> {
        let usual = process.algorithm().and_then(|algorithm| algorithm.kind().memory);
        let name = match (self.table, usual.map(|usual| usual.key)) {
            (Some(name), _) => name,
            (None, Some(TableKey::Position)) => TableName::Bounds,
            (None, Some(TableKey::PositionAndWindow)) => TableName::Window,
            (None, None) => TableName::None,
        };
        let key = match name {
            TableName::None => {
                let options = [
                    ("--no-symmetry", self.no_symmetry),
                    ("--no-narrowing", self.no_narrowing),
                    ("--intersect", self.intersect),
                    ("--deeper-entries", self.deeper_entries),
                    ("--best-only", self.best_only),
                    ("--table-size", self.table_size.is_some()),
                ];
                return match options.into_iter().find(|&(_, is_given)| is_given) {
                    None => Ok(None),
                    Some((option, _)) => Err(CliError::NoTable { option }),
                };
            }
            TableName::Window => TableKey::PositionAndWindow,
            TableName::Bounds => TableKey::Position,
        };
        if process.algorithm().is_none() && process.expectation().is_none() {
            return Err(CliError::TableOfGeneration { process: process.name() });
        }
        Ok(Some(TableSetup {
            key,
            symmetry: !self.no_symmetry,
            narrowing: !self.no_narrowing,
            intersection: self.intersect || usual.is_some_and(|usual| usual.intersection),
            deeper_entries: self.deeper_entries,
            best_only: self.best_only,
            size: self.table_size,
        }))
    }
}
