//! What is run: the arguments that all commands but `view` share.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Args, ValueEnum};

use super::CliError;
use super::table_args::TableArgs;
use crate::game::{GameSetup, LayeredGraph, RandomTree};
use crate::search::{DepthLimit, Order};
use crate::trace::{DEFAULT_MEMORY_LIMIT, Process, Setup};

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum GameName {
    /// Tic-tac-toe: O begins and is the max player; moves are a1 to c3
    TicTacToe,
    /// Add 1, 2 or 3 in turn, never the number just added; who makes 8 wins; moves are 1 to 3
    Eight,
    /// The three-move figure, or the tree in --file; moves are the names of the nodes
    Textbook,
    /// A tree with random scores; moves are 1, 2, 3, …
    Random,
    /// A random game in which many ways lead to the same position; moves are 1, 2, 3, …
    Layered,
}

/// The game, the search and their options.
#[derive(Debug, Args)]
pub(super) struct SetupArgs {
    /// The game
    #[arg(value_enum)]
    game: GameName,

    /// The search, or the generation of the tree, one frame a node
    #[arg(long, value_name = "NAME", value_parser = process_parser())]
    search: Process,

    /// The order of the children: natural, reversed, shuffled:SEED or best
    #[arg(long, value_name = "ORDER", default_value = "natural", value_parser = parse_order)]
    order: Order,

    /// Stop after so many changes of player, and evaluate there
    #[arg(long, value_name = "N", value_parser = parse_depth_limit, allow_negative_numbers = true)]
    depth_limit: Option<u32>,

    /// The evaluation at the depth limit, by name; each game has its own [default: its first]
    #[arg(long, value_name = "NAME", requires = "depth_limit")]
    evaluation: Option<String>,

    #[command(flatten)]
    table: TableArgs,

    /// Moves to play before the search starts, such as "a1 b2"
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    after: String,

    /// Memory that the recording may take: MiB, or a number with KiB, MiB or GiB [default: 2GiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory_limit: Option<u64>,

    /// tic-tac-toe: the earlier a win, the more it scores
    #[arg(long, help_heading = "Options of one game")]
    shortest_win: bool,

    /// textbook: a RON file with the tree, instead of the three-move figure
    #[arg(long, value_name = "TREE.ron", help_heading = "Options of one game")]
    file: Option<PathBuf>,

    /// random, layered: moves from the root to each leaf [default: 6]
    #[arg(long, value_name = "N", value_parser = parse_depth, help_heading = "Options of one game")]
    #[arg(allow_negative_numbers = true)]
    depth: Option<u32>,

    /// random, layered: children of each node above the leaves [default: 3]
    #[arg(long, value_name = "N", value_parser = parse_branching, help_heading = "Options of one game")]
    #[arg(allow_negative_numbers = true)]
    branching: Option<u16>,

    /// random, layered: the seed [default: 7]
    #[arg(long, value_name = "N", value_parser = parse_seed, help_heading = "Options of one game")]
    #[arg(allow_negative_numbers = true)]
    seed: Option<u64>,

    /// random, layered: the least and the greatest score of a leaf [default: -20..20]
    #[arg(long, value_name = "LOWEST..HIGHEST", value_parser = parse_scores, help_heading = "Options of one game")]
    #[arg(allow_hyphen_values = true)]
    scores: Option<(i32, i32)>,

    /// layered: positions of each layer below the root [default: 8]
    #[arg(long, value_name = "N", value_parser = parse_width, help_heading = "Options of one game")]
    #[arg(allow_negative_numbers = true)]
    width: Option<u16>,
}

impl SetupArgs {
    /// What is run.
    pub(super) fn setup(&self) -> Result<Setup, CliError> {
        self.check_options()?;
        let game = self.game();
        let limit = self.limit(&game)?;
        Ok(Setup {
            game,
            after: self.after.clone(),
            process: self.search,
            order: self.order,
            table: self.table.table(self.search)?,
            limit,
        })
    }

    /// The bytes that the recording may take.
    pub(super) fn memory_limit(&self) -> u64 {
        self.memory_limit.unwrap_or(DEFAULT_MEMORY_LIMIT)
    }

    /// The depth limit, if there is to be one.
    fn limit(&self, game: &GameSetup) -> Result<Option<DepthLimit>, CliError> {
        let Some(depth) = self.depth_limit else { return Ok(None) };
        if let Process::Generate(_) = self.search {
            return Err(CliError::NothingToLimit { process: self.search.name() });
        }
        let Some(name) = &self.evaluation else { return Ok(Some(DepthLimit { depth, evaluation: 0 })) };
        let names = game.open()?.evaluations();
        match names.iter().position(|known| known == name) {
            Some(evaluation) => Ok(Some(DepthLimit { depth, evaluation: evaluation as u8 })),
            None => {
                Err(CliError::NoSuchEvaluation { name: name.clone(), game: game.name(), expected: names.join(" or ") })
            }
        }
    }

    /// Refuses options of another game.
    fn check_options(&self) -> Result<(), CliError> {
        const RANDOM: &[GameName] = &[GameName::Random, GameName::Layered];
        let given: [(&str, bool, &[GameName]); 7] = [
            ("--shortest-win", self.shortest_win, &[GameName::TicTacToe]),
            ("--file", self.file.is_some(), &[GameName::Textbook]),
            ("--depth", self.depth.is_some(), RANDOM),
            ("--branching", self.branching.is_some(), RANDOM),
            ("--seed", self.seed.is_some(), RANDOM),
            ("--scores", self.scores.is_some(), RANDOM),
            ("--width", self.width.is_some(), &[GameName::Layered]),
        ];
        match given.into_iter().find(|(_, is_given, owners)| *is_given && !owners.contains(&self.game)) {
            None => Ok(()),
            Some((option, _, owners)) => {
                let owners: Vec<_> = owners.iter().map(|owner| owner.text()).collect();
                Err(CliError::ForeignOption { option, game: self.game.text(), owners: owners.join(" or ") })
            }
        }
    }

    fn game(&self) -> GameSetup {
        match self.game {
            GameName::TicTacToe => GameSetup::TicTacToe { shortest_win: self.shortest_win },
            GameName::Eight => GameSetup::Eight,
            GameName::Textbook => GameSetup::Textbook { file: self.file.clone() },
            GameName::Random => GameSetup::Random(self.random_tree()),
            GameName::Layered => GameSetup::Layered(self.layered_graph()),
        }
    }

    fn random_tree(&self) -> RandomTree {
        let default = RandomTree::default();
        RandomTree {
            depth: self.depth.unwrap_or(default.depth),
            branching: self.branching.unwrap_or(default.branching),
            seed: self.seed.unwrap_or(default.seed),
            scores: self.scores.unwrap_or(default.scores),
        }
    }

    fn layered_graph(&self) -> LayeredGraph {
        let default = LayeredGraph::default();
        LayeredGraph {
            depth: self.depth.unwrap_or(default.depth),
            width: self.width.unwrap_or(default.width),
            branching: self.branching.unwrap_or(default.branching),
            seed: self.seed.unwrap_or(default.seed),
            scores: self.scores.unwrap_or(default.scores),
        }
    }
}

impl GameName {
    const fn text(self) -> &'static str {
        match self {
            Self::TicTacToe => "tic-tac-toe",
            Self::Eight => "eight",
            Self::Textbook => "textbook",
            Self::Random => "random",
            Self::Layered => "layered",
        }
    }
}

fn process_parser() -> impl clap::builder::TypedValueParser<Value = Process> {
    PossibleValuesParser::new(Process::ALL.map(Process::name)).try_map(|name| name.parse::<Process>())
}

fn parse_order(text: &str) -> Result<Order, &'static str> {
    text.parse().map_err(|_| "expected natural, reversed, shuffled:SEED (a whole number from 0) or best")
}

/// A whole number in a range.
pub(super) fn whole_number(text: &str, least: u64, greatest: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (least..=greatest).contains(number));
    number.ok_or_else(|| format!("expected a whole number from {least} to {greatest}"))
}

fn parse_depth(text: &str) -> Result<u32, String> {
    whole_number(text, 0, 1_000_000).map(|depth| depth as u32)
}

fn parse_branching(text: &str) -> Result<u16, String> {
    whole_number(text, 1, 1000).map(|branching| branching as u16)
}

fn parse_depth_limit(text: &str) -> Result<u32, String> {
    whole_number(text, 0, 1_000_000).map(|depth| depth as u32)
}

fn parse_width(text: &str) -> Result<u16, String> {
    whole_number(text, 1, u64::from(u16::MAX)).map(|width| width as u16)
}

fn parse_seed(text: &str) -> Result<u64, String> {
    whole_number(text, 0, u64::MAX)
}

fn parse_scores(text: &str) -> Result<(i32, i32), String> {
    let range = text.split_once("..").and_then(|(lowest, highest)| Some((lowest.parse().ok()?, highest.parse().ok()?)));
    range.filter(|(lowest, highest)| lowest <= highest).ok_or_else(|| {
        "expected the least and the greatest score, two whole numbers with two dots between them, such as -20..20"
            .to_owned()
    })
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

    #[test]
    fn ranges_of_scores_are_not_empty() {
        assert_eq!(parse_scores("-20..20"), Ok((-20, 20)));
        assert_eq!(parse_scores("-3..-3"), Ok((-3, -3)));
        for text in ["", "5", "5..", "..5", "1..=2", "2..1", "a..b", "0..99999999999"] {
            assert!(parse_scores(text).is_err(), "{text}");
        }
    }

    #[test]
    fn names_of_games_are_those_of_their_setups() {
        for name in GameName::value_variants() {
            let shown = name.to_possible_value().map(|value| value.get_name().to_owned());
            assert_eq!(shown.as_deref(), Some(name.text()));
        }
    }
}
