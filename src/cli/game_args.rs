//! Which game: the arguments that all commands but `view` share.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::CliError;
use super::chosen_game::ChosenGame;
use super::game_name::{GameName, GameSource, GameSourceParser};
use super::parse::whole_number;
use crate::game::{Capture, ConnectFour, GameSetup, Kalah, LayeredGraph, RandomTree, Reversi, SetupError};

/// The game and its options.
#[derive(Debug, Args)]
pub(super) struct GameArgs {
    /// The game, or the file of a trace (.edagari, .jsonl, .jsonl.zst or .ron) for the game of that trace
    #[arg(value_parser = GameSourceParser)]
    game: GameSource,

    /// Moves to play before the search starts, such as "a1 b2"
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    after: String,

    /// tic-tac-toe, connect-four: the earlier a win, the more it scores
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

    /// layered: positions of each layer below the root [default: 8]; connect-four: columns [default: 7]
    #[arg(long, value_name = "N", value_parser = parse_width, help_heading = "Options of one game")]
    #[arg(allow_negative_numbers = true)]
    width: Option<u16>,

    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    kalah: KalahArgs,
}

/// The boards of Connect Four and Reversi.
#[derive(Debug, Args)]
struct BoardArgs {
    /// connect-four: rows [default: 6]
    #[arg(long, value_name = "N", value_parser = parse_small, help_heading = "Options of one game")]
    #[arg(allow_negative_numbers = true)]
    height: Option<u8>,

    /// connect-four: stones in a row that win [default: 4]
    #[arg(long, value_name = "N", value_parser = parse_small, help_heading = "Options of one game")]
    #[arg(allow_negative_numbers = true)]
    line: Option<u8>,

    /// reversi: squares of each side, 4, 6 or 8 [default: 6]
    #[arg(long, value_name = "N", value_parser = parse_small, help_heading = "Options of one game")]
    #[arg(allow_negative_numbers = true)]
    size: Option<u8>,
}

/// The board and the rules of Kalah.
#[derive(Debug, Args)]
struct KalahArgs {
    /// kalah: houses of each side [default: 6]
    #[arg(long, value_name = "N", value_parser = parse_small, help_heading = "Options of one game")]
    #[arg(allow_negative_numbers = true)]
    houses: Option<u8>,

    /// kalah: stones of each house [default: 6]
    #[arg(long, value_name = "N", value_parser = parse_small, help_heading = "Options of one game")]
    #[arg(allow_negative_numbers = true)]
    stones: Option<u8>,

    /// kalah: when a last stone in an own empty house captures [default: opposite-nonempty]
    #[arg(long, value_name = "RULE", value_enum, help_heading = "Options of one game")]
    capture: Option<CaptureName>,

    /// kalah: go on when a store holds more than half, and score the difference of the stores
    #[arg(long, help_heading = "Options of one game")]
    play_out: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum CaptureName {
    /// If the opposite house holds stones
    OppositeNonempty,
    /// Always
    Always,
}

impl GameArgs {
    /// The game, if no option of another one was given.
    pub(super) fn chosen(&self) -> Result<ChosenGame, CliError> {
        self.check_options_but(None)?;
        self.open()
    }

    /// Whether the game is that of a file, with nothing else said about it.
    pub(super) fn is_bare_file(&self) -> bool {
        matches!(self.game, GameSource::File(_)) && self.after.trim().is_empty()
    }

    fn open(&self) -> Result<ChosenGame, CliError> {
        match &self.game {
            GameSource::Name(name) => ChosenGame::named(self.game(*name)?, &self.after),
            GameSource::File(file) => ChosenGame::of_file(file, &self.after),
        }
    }

    /// The name of the game, where it is one of those that come with Edagari.
    fn name(&self) -> Option<GameName> {
        match self.game {
            GameSource::Name(name) => Some(name),
            GameSource::File(_) => None,
        }
    }

    /// The game and the depth to which it is counted, where `--depth` says that; of a random game it is the levels too.
    pub(super) fn chosen_to_depth(&self) -> Result<(ChosenGame, u32), CliError> {
        let is_random = matches!(self.name(), Some(GameName::Random | GameName::Layered));
        self.check_options_but((!is_random).then_some("--depth"))?;
        Ok((self.open()?, self.depth.unwrap_or_default()))
    }

    /// The game and a seed, where `--seed` is of more than a random game.
    pub(super) fn chosen_with_seed(&self) -> Result<(ChosenGame, u64), CliError> {
        self.check_options_but(Some("--seed"))?;
        Ok((self.open()?, self.seed.unwrap_or(1)))
    }

    /// Refuses options of another game, but for one.
    fn check_options_but(&self, allowed: Option<&str>) -> Result<(), CliError> {
        const RANDOM: &[GameName] = &[GameName::Random, GameName::Layered];
        let given: [(&str, bool, &[GameName]); 14] = [
            ("--shortest-win", self.shortest_win, &[GameName::TicTacToe, GameName::ConnectFour]),
            ("--file", self.file.is_some(), &[GameName::Textbook]),
            ("--depth", self.depth.is_some(), RANDOM),
            ("--branching", self.branching.is_some(), RANDOM),
            ("--seed", self.seed.is_some(), RANDOM),
            ("--scores", self.scores.is_some(), RANDOM),
            ("--width", self.width.is_some(), &[GameName::Layered, GameName::ConnectFour]),
            ("--height", self.board.height.is_some(), &[GameName::ConnectFour]),
            ("--line", self.board.line.is_some(), &[GameName::ConnectFour]),
            ("--size", self.board.size.is_some(), &[GameName::Reversi]),
            ("--houses", self.kalah.houses.is_some(), &[GameName::Kalah]),
            ("--stones", self.kalah.stones.is_some(), &[GameName::Kalah]),
            ("--capture", self.kalah.capture.is_some(), &[GameName::Kalah]),
            ("--play-out", self.kalah.play_out, &[GameName::Kalah]),
        ];
        let is_foreign = |(option, is_given, owners): &(&str, bool, &[GameName])| {
            *is_given && !self.name().is_some_and(|name| owners.contains(&name)) && allowed != Some(*option)
        };
        match given.into_iter().find(is_foreign) {
            None => Ok(()),
            Some((option, _, owners)) => {
                let owners: Vec<_> = owners.iter().map(|owner| owner.text()).collect();
                Err(CliError::ForeignOption {
                    option,
                    game: self.name().map_or("of a file", GameName::text),
                    owners: owners.join(" or "),
                })
            }
        }
    }

    fn game(&self, name: GameName) -> Result<GameSetup, CliError> {
        Ok(match name {
            GameName::TicTacToe => GameSetup::TicTacToe { shortest_win: self.shortest_win },
            GameName::Eight => GameSetup::Eight,
            GameName::Textbook => GameSetup::Textbook { file: self.file.clone() },
            GameName::Random => GameSetup::Random(self.random_tree()),
            GameName::Layered => GameSetup::Layered(self.layered_graph()),
            GameName::Kalah => GameSetup::Kalah(self.kalah.game()),
            GameName::ConnectFour => GameSetup::ConnectFour(self.connect_four()?),
            GameName::Reversi => {
                GameSetup::Reversi(Reversi { size: self.board.size.unwrap_or(Reversi::default().size) })
            }
        })
    }

    fn connect_four(&self) -> Result<ConnectFour, SetupError> {
        let default = ConnectFour::default();
        let columns = |width: u16| {
            u8::try_from(width).map_err(|_| SetupError::Option {
                game: "connect-four",
                name: "width",
                value: width.to_string(),
                expected: "1 to 26",
            })
        };
        Ok(ConnectFour {
            width: self.width.map_or(Ok(default.width), columns)?,
            height: self.board.height.unwrap_or(default.height),
            line: self.board.line.unwrap_or(default.line),
            shortest_win: self.shortest_win,
        })
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

impl KalahArgs {
    fn game(&self) -> Kalah {
        let default = Kalah::default();
        Kalah {
            houses: self.houses.unwrap_or(default.houses),
            stones: self.stones.unwrap_or(default.stones),
            capture: match self.capture {
                None => default.capture,
                Some(CaptureName::OppositeNonempty) => Capture::OppositeNonempty,
                Some(CaptureName::Always) => Capture::Always,
            },
            play_out: self.play_out,
        }
    }
}

fn parse_depth(text: &str) -> Result<u32, String> {
    whole_number(text, 0, 1_000_000).map(|depth| depth as u32)
}

fn parse_branching(text: &str) -> Result<u16, String> {
    whole_number(text, 1, 1000).map(|branching| branching as u16)
}

fn parse_width(text: &str) -> Result<u16, String> {
    whole_number(text, 1, u64::from(u16::MAX)).map(|width| width as u16)
}

fn parse_small(text: &str) -> Result<u8, String> {
    whole_number(text, 1, u64::from(u8::MAX)).map(|number| number as u8)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_scores_are_not_empty() {
        assert_eq!(parse_scores("-20..20"), Ok((-20, 20)));
        assert_eq!(parse_scores("-3..-3"), Ok((-3, -3)));
        for text in ["", "5", "5..", "..5", "1..=2", "2..1", "a..b", "0..99999999999"] {
            assert!(parse_scores(text).is_err(), "{text}");
        }
    }
}
