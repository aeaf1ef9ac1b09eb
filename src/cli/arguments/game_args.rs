//! Arguments of the game, whose options come from the list of games, and the game of a command: a built-in one, or that of
//! a trace file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::parse::parse_size;
use crate::cli::CliError;
use crate::cli::output::interrupt::{interruptible, waiting};
use crate::cli::output::printing::{remark, with_progress};
use crate::cli::output::text::size_text;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use edagari_core::game::{AnyGame, GAMES, GameKind, GameOption, GameSetup, OptionKind, Options};
use edagari_core::language::{Message, grouped, shortened};
use edagari_core::trace::file::{NamedFileError, is_trace_name, open_trace, read_trace};
use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Ending, Header, Progress, RecordedTree, Trace, most_memory};

/// Game and its options.
#[derive(Debug)]
pub(in crate::cli) struct GameArgs {
    plain: PlainArgs,
    given: GivenOptions,
}

/// Arguments shared by all games.
#[derive(Debug, Args)]
struct PlainArgs {
    /// Game, or a trace file (.edagari, .jsonl, .jsonl.zst or .ron; - for a pipe) to use the game of that trace
    #[arg(value_parser = GameSourceParser)]
    game: GameSource,

    /// Moves to play before the search starts, such as "a1 b2"
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    after: String,

    /// Memory limit for recording, reading and counting positions: MiB, or a number with KiB, MiB or GiB [default: 2GiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory_limit: Option<u64>,
}

/// Values of the given game options as text, by name.
#[derive(Debug, Default)]
struct GivenOptions(BTreeMap<&'static str, Vec<String>>);

impl GameArgs {
    /// Opens the game; an error if an option of another game was given.
    pub(in crate::cli) fn chosen(&self) -> Result<ChosenGame, CliError> {
        self.open_but(None)
    }

    /// Returns whether the game is given as a file, without `--after`.
    pub(super) fn is_bare_file(&self) -> bool {
        self.bare_file().is_some()
    }

    /// Returns the file, if the game is given as one without `--after`.
    pub(super) fn bare_file(&self) -> Option<&Path> {
        match &self.plain.game {
            GameSource::File(file) if self.plain.after.trim().is_empty() => Some(file),
            _ => None,
        }
    }

    /// Opens the game, and returns the value of the option `name`, which this command accepts with
    /// every game.
    pub(in crate::cli) fn chosen_with<T>(
        &self,
        name: &'static str,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<(ChosenGame, Option<T>), CliError> {
        let game = self.kind().map_or("any game", |kind| kind.name);
        let refused =
            |text: &str, expected| CliError::OptionValue { game, option: name, value: shortened(text), expected };
        let text = self.given.text(name)?;
        let value = text.map(|text| parse(text).map_err(|expected| refused(text, expected))).transpose()?;
        Ok((self.open_but(Some(name))?, value))
    }

    /// Removes and returns the values of an option for which `is_meant` is true: the command uses them itself, not the game.
    #[cfg(feature = "export")]
    pub(in crate::cli) fn take(&mut self, name: &'static str, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
        let Some(texts) = self.given.0.get_mut(name) else { return Vec::new() };
        let taken = texts.extract_if(.., |text| is_meant(text)).collect();
        if texts.is_empty() {
            self.given.0.remove(name);
        }
        taken
    }

    /// Opens the game; the option `allowed` is accepted with every game.
    fn open_but(&self, allowed: Option<&str>) -> Result<ChosenGame, CliError> {
        let is_foreign = |name: &&&'static str| {
            allowed != Some(**name) && self.kind().is_none_or(|kind| kind.option(name).is_none())
        };
        if let Some(&option) = self.given.0.keys().find(|name| is_foreign(name)) {
            let owners = GAMES.iter().filter(|kind| kind.option(option).is_some());
            return Err(CliError::ForeignOption {
                option,
                game: self.kind().map_or("of a file", |kind| kind.name),
                owners: owners.map(|kind| kind.name).collect::<Vec<_>>().join(" or "),
            });
        }
        match &self.plain.game {
            GameSource::Kind(kind) => ChosenGame::named(self.given.setup(kind)?, &self.plain.after),
            GameSource::File(file) => ChosenGame::of_file(file, &self.plain.after, self.memory_limit()),
        }
    }

    /// Memory limit of a table in bytes, if there is one.
    pub(in crate::cli) fn table_memory_limit(&self) -> Option<u64> {
        limit_if_scarce(self.plain.memory_limit)
    }

    /// Memory limit in bytes.
    pub(in crate::cli) fn memory_limit(&self) -> u64 {
        memory_limit(self.plain.memory_limit)
    }

    /// Returns the game, if it is built in.
    const fn kind(&self) -> Option<&'static GameKind> {
        match self.plain.game {
            GameSource::Kind(kind) => Some(kind),
            GameSource::File(_) => None,
        }
    }
}

impl GivenOptions {
    /// Returns the value of an option, `None` if it is absent; an error if it was given twice.
    fn text(&self, name: &str) -> Result<Option<&str>, CliError> {
        match self.0.get(name).map(Vec::as_slice) {
            None | Some([]) => Ok(None),
            Some([text]) => Ok(Some(text)),
            Some(_) => Err(CliError::Usage(format!("the argument '--{name}' cannot be used multiple times"))),
        }
    }

    /// Builds the setup of a game from the given options.
    fn setup(&self, kind: &'static GameKind) -> Result<GameSetup, CliError> {
        let mut options = Options::default();
        let position = kind.position_option();
        let position = position.map(|option| Ok::<_, CliError>((option, self.text(option.name)?))).transpose()?;
        for option in kind.options {
            let Some(text) = self.text(option.name)? else { continue };
            // The size of the board can follow from a position, and limits other options.
            let before = match position {
                Some((position, Some(text))) => position.with_derived(text, &options),
                _ => options.clone(),
            };
            let refused = |expected: Message| CliError::OptionValue {
                game: kind.name,
                option: option.name,
                value: shortened(text),
                expected: match option.kind {
                    // The problem of a position is a complete clause already.
                    OptionKind::Position { .. } => expected.to_string(),
                    _ => format!("expected {expected}"),
                },
            };
            options.set(option, option.parse(text, &before).map_err(refused)?);
        }
        Ok(GameSetup::known(kind, options))
    }
}

/// Names of all game options, each with the games that have it.
fn options_by_name() -> BTreeMap<&'static str, Vec<(&'static GameKind, &'static GameOption)>> {
    let mut by_name: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for &kind in GAMES {
        for &option in kind.options {
            by_name.entry(option.name).or_default().push((kind, option));
        }
    }
    by_name
}

/// Help text of an option: its meaning, its values and its default.
fn help_of(option: &GameOption) -> String {
    let values = match option.kind {
        OptionKind::OneOf { numbers, .. } => numbers.iter().map(u64::to_string).collect(),
        OptionKind::Choice(choices) => choices.iter().map(|choice| choice.name.to_owned()).collect(),
        OptionKind::Position { .. } => option.names_of_positions().into_iter().collect(),
        _ => Vec::new(),
    };
    let values = if values.is_empty() { String::new() } else { format!(": {}", values.join(" or ")) };
    match option.default_value() {
        Some(default) if !matches!(option.kind, OptionKind::Switch) => {
            format!("{}{values} [default: {default}]", option.help)
        }
        _ => option.help.to_owned(),
    }
}

/// Builds the argument for an option. Games with the same help text are listed together.
fn argument(name: &'static str, owners: &[(&GameKind, &GameOption)]) -> Arg {
    let mut helps: Vec<(String, Vec<&str>)> = Vec::new();
    for (kind, option) in owners {
        let help = help_of(option);
        match helps.iter_mut().find(|(known, _)| *known == help) {
            Some((_, names)) => names.push(kind.name),
            None => helps.push((help, vec![kind.name])),
        }
    }
    let help: Vec<String> = helps.iter().map(|(help, names)| format!("{}: {help}", names.join(", "))).collect();
    let argument = Arg::new(name).long(name).help(help.join("; ")).help_heading("Options of one game");
    match owners.first().map(|(_, option)| option) {
        Some(option) if matches!(option.kind, OptionKind::Switch) => argument.action(ArgAction::SetTrue),
        Some(option) => argument.value_name(option.value_name()).allow_hyphen_values(true).action(ArgAction::Append),
        None => argument,
    }
}

impl Args for GameArgs {
    fn augment_args(command: Command) -> Command {
        let arguments = options_by_name().into_iter().map(|(name, owners)| argument(name, &owners));
        PlainArgs::augment_args(command).args(arguments)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for GameArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut given = GivenOptions::default();
        for (name, owners) in options_by_name() {
            if matches.value_source(name) != Some(ValueSource::CommandLine) {
                continue;
            }
            let is_switch = owners.iter().any(|(_, option)| matches!(option.kind, OptionKind::Switch));
            let texts = if is_switch {
                vec!["true".to_owned()]
            } else {
                matches.get_many::<String>(name).into_iter().flatten().cloned().collect()
            };
            given.0.insert(name, texts);
        }
        Ok(Self { plain: PlainArgs::from_arg_matches(matches)?, given })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Value of the argument that names the game.
#[derive(Clone, Debug)]
pub(super) enum GameSource {
    /// Built-in game.
    Kind(&'static GameKind),
    /// Trace file.
    File(PathBuf),
}

/// Parser for the name of a game, or for a path that looks like a trace file.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameSourceParser;

impl TypedValueParser for GameSourceParser {
    type Value = GameSource;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<GameSource, clap::Error> {
        match value.to_str() {
            Some(text) if text != "-" && !is_trace_name(text) && !text.contains(std::path::MAIN_SEPARATOR) => {
                if let Some(kind) = GameKind::named(text) {
                    return Ok(GameSource::Kind(kind));
                }
                // Rejected with the list of valid names.
                let names = PossibleValuesParser::new(possible_values());
                names.parse_ref(command, arg, value).map(|name| GameSource::File(PathBuf::from(name)))
            }
            _ => Ok(GameSource::File(PathBuf::from(value))),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(possible_values()))
    }
}

fn possible_values() -> impl Iterator<Item = PossibleValue> {
    GAMES.iter().map(|kind| PossibleValue::new(kind.name).help(kind.about))
}

/// Opened game of a command, with the start of the search.
#[derive(Debug)]
pub(in crate::cli) struct ChosenGame {
    pub(in crate::cli) setup: GameSetup,
    pub(in crate::cli) game: AnyGame,
    /// Moves to play before the search starts, separated by blanks.
    pub(in crate::cli) after: String,
    /// Trace of the game, if it comes from a file.
    pub(in crate::cli) trace: Option<Trace>,
}

impl ChosenGame {
    /// Opens the game with this setup.
    pub(in crate::cli) fn named(setup: GameSetup, after: &str) -> Result<Self, CliError> {
        let game = setup.open()?;
        Ok(Self { setup, game, after: after.to_owned(), trace: None })
    }

    /// Opens the game of a trace file, at the position from which its run started.
    pub(super) fn of_file(path: &Path, after: &str, memory_limit: u64) -> Result<Self, CliError> {
        let trace = opened(path, memory_limit)?;
        // A recorded tree already starts at the start of its run.
        let start = if trace.recorded_tree().is_some() { "" } else { &trace.setup.after };
        let after = [start, after].map(str::trim).join(" ").trim().to_owned();
        Ok(Self { setup: trace.setup.game.clone(), game: trace.game.clone(), after, trace: Some(trace) })
    }

    /// Parses the moves to play before the search starts.
    pub(in crate::cli) fn start(&self) -> Result<Vec<u32>, CliError> {
        Ok(self.game.parse_moves(&[], &self.after)?)
    }

    /// Returns the game if its whole tree is known, so that it can be searched.
    pub(in crate::cli) fn searchable(self) -> Result<Self, CliError> {
        // The tree of a run with guesses can have null moves, which no game has: its game is in its setup.
        if let Some(setup) = self.trace.as_ref().and_then(Trace::setup_with_guesses) {
            return Self::named(setup.game, format!("{} {}", setup.after, self.after).trim());
        }
        match self.trace.as_ref().and_then(Trace::recorded_tree).map_or(0, RecordedTree::unknown_count) {
            0 => Ok(self),
            count => Err(CliError::UnknownNodes { count: count as u64 }),
        }
    }
}

/// Opens the trace in a file, or on standard input if the path is `-`. Shows the progress, and
/// prints notes on unknown names and on a trace that was truncated at the memory limit.
pub(in crate::cli) fn opened(path: &Path, memory_limit: u64) -> Result<Trace, CliError> {
    let progress = Progress::default();
    let tell = || format!("opening: {} nodes", grouped(progress.visits()));
    let is_pipe = path.as_os_str() == STANDARD_INPUT;
    let name = if is_pipe { Path::new("standard input") } else { path };
    let trace = with_progress(&tell, || {
        if !is_pipe {
            return interruptible(&progress, || open_trace(path, memory_limit, &progress));
        }
        let read = waiting(|| read_trace(std::io::stdin().lock(), memory_limit, &progress));
        read.map_err(|error| NamedFileError { path: name.to_owned(), error })
    })?;
    for note in notes_on(&trace, memory_limit) {
        remark(&format!("{}: {note}", name.display()));
    }
    Ok(trace)
}

/// Notes on a trace that was opened: unknown names, and whether it was truncated at the memory
/// limit.
pub(in crate::cli) fn notes_on(trace: &Trace, memory_limit: u64) -> Vec<String> {
    let mut notes: Vec<String> = trace.origin().into_iter().flat_map(Header::unknown_names).collect();
    if trace.ending == Ending::MemoryLimit(memory_limit) {
        notes.push(format!(
            "only {} nodes were read, because more do not fit into the memory limit of {}, expected a higher --memory-limit",
            grouped(trace.visit_count() as u64),
            size_text(memory_limit)
        ));
    }
    notes
}

/// Path for standard input.
const STANDARD_INPUT: &str = "-";

/// Returns the memory limit in bytes: `given` or the default, at most the memory of the machine.
pub(in crate::cli) fn memory_limit(given: Option<u64>) -> u64 {
    given.unwrap_or(DEFAULT_MEMORY_LIMIT).min(most_memory())
}

/// Memory limit in bytes for commands without a default limit: `None`, unless one is given or the
/// machine has less memory than the default limit.
pub(super) fn limit_if_scarce(given: Option<u64>) -> Option<u64> {
    (given.is_some() || most_memory() < DEFAULT_MEMORY_LIMIT).then(|| memory_limit(given))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_with_one_name_are_all_switches_or_all_valued() {
        for (name, owners) in options_by_name() {
            let is_switch = |(_, option): &(&GameKind, &GameOption)| matches!(option.kind, OptionKind::Switch);
            assert!(owners.iter().all(is_switch) || !owners.iter().any(is_switch), "{name}");
        }
    }
}
