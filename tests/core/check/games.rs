//! The games that are searched.

use std::sync::OnceLock;

use serde_json::json;

use super::boards::{Adding, Rows};
use super::engine::chess::Chess;
use super::engine::rings::Rings;
use super::graph::Graph;
use super::made_up::{MadeUp, Shape};

/// A game by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Game {
    TicTacToe,
    ConnectFour,
    Eight,
    Tree,
    Layers,
    ExtraTurns,
    Mates,
    KnownMates,
    /// Tic-tac-toe with the evaluation that the library calls `open-lines`.
    OpenLines,
    /// Tic-tac-toe from a place with symmetries.
    WholeTicTacToe,
    /// A small chess, with checks, mates and repetitions.
    Chess,
    /// The small chess, with few pieces.
    ChessEnding,
    /// A made-up game with cycles, checks and mates.
    Rings,
}

impl Game {
    /// The graph, drawn once.
    pub fn graph(self) -> &'static Graph {
        static GRAPHS: [OnceLock<Graph>; 13] = [const { OnceLock::new() }; 13];
        GRAPHS[self as usize].get_or_init(|| self.draw())
    }

    /// Moves until the game is over at the latest, to which it is searched where no limit is set.
    pub const fn whole(self) -> i32 {
        match self {
            Self::WholeTicTacToe => 7,
            Self::ConnectFour => 10,
            Self::Eight | Self::Chess | Self::ChessEnding | Self::Rings => 9,
            Self::Tree | Self::ExtraTurns => 5,
            Self::TicTacToe | Self::KnownMates | Self::OpenLines | Self::Layers | Self::Mates => 6,
        }
    }

    fn draw(self) -> Graph {
        let made_up = |shape, moves| Graph::of(&MadeUp { shape, seed: 7, moves }, moves as usize);
        match self {
            Self::TicTacToe | Self::KnownMates | Self::OpenLines | Self::WholeTicTacToe => {
                let sooner_is_more = self == Self::KnownMates;
                let is_evaluated = self == Self::OpenLines;
                let (after, moves) = if self == Self::WholeTicTacToe { ("b2 a1", 7) } else { ("b2 a1 c3", 6) };
                let rules = Rows {
                    width: 3,
                    height: 3,
                    line: 3,
                    falls: false,
                    after,
                    sooner_is_more,
                    counts_open_lines: is_evaluated,
                };
                let header = vec![
                    ("game", json!("tic-tac-toe")),
                    ("after", json!(after)),
                    ("rules", json!({"shortest_win": sooner_is_more})),
                ];
                Graph { header, is_known: true, is_evaluated, ..Graph::of(&rules, moves) }
            }
            Self::ConnectFour => {
                let rules = Rows {
                    width: 4,
                    height: 3,
                    line: 3,
                    falls: true,
                    after: "b c",
                    sooner_is_more: false,
                    counts_open_lines: false,
                };
                let header = vec![
                    ("game", json!("connect-four")),
                    ("after", json!("b c")),
                    ("rules", json!({"width": 4, "height": 3, "line": 3})),
                ];
                Graph { header, is_known: true, ..Graph::of(&rules, 10) }
            }
            Self::Eight => Graph { header: vec![("game", json!("eight"))], is_known: true, ..Graph::of(&Adding, 9) },
            Self::Tree => Graph { header: vec![("game", json!("a tree of its own"))], ..made_up(Shape::Tree, 5) },
            Self::Layers => made_up(Shape::Layers, 6),
            Self::ExtraTurns => made_up(Shape::ExtraTurns, 5),
            Self::Chess | Self::ChessEnding => {
                let rules = if self == Self::Chess { Chess::MIDDLE } else { Chess::ENDING };
                Graph { header: vec![("game", json!("small chess"))], ..Graph::of(&rules, 9) }
            }
            Self::Rings => Graph { header: vec![("game", json!("rings"))], ..Graph::of(&Rings { seed: 5 }, 99) },
            Self::Mates => Graph { header: vec![("game", json!("mates"))], ..made_up(Shape::Mates, 6) },
        }
    }
}
