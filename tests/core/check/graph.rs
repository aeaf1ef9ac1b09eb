//! A game as an explicit graph: places, and the moves between them.

use std::collections::HashMap;
use std::hash::Hash;

/// A position.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// Identity of the position, as the program records it.
    pub key: String,
    pub label: String,
    /// Whether the player to move is the first player, who is the max player.
    pub is_first: bool,
    /// Result for the first player, if the game is over.
    pub over: Option<i32>,
    /// Static evaluation by the program, for the first player.
    pub feel: i32,
    pub ways: Vec<Way>,
    /// Place after a null move.
    pub null: Option<usize>,
    /// Whether the player to move is in check.
    pub is_check: bool,
    /// Whether the player to move is mated: the score depends on the distance from the root.
    pub is_mate: bool,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Way {
    pub name: String,
    pub to: usize,
    /// Whether a quiescence search tries it.
    pub is_loud: bool,
}

/// A game from a start position.
pub struct Graph {
    pub places: Vec<Place>,
    /// Header fields that describe the game.
    pub header: Vec<(&'static str, serde_json::Value)>,
    /// Whether the library has the rules of the game.
    pub is_known: bool,
    /// Whether the library has the evaluation.
    pub is_evaluated: bool,
}

/// The rules of a game.
pub trait Rules {
    type Board: Clone + Eq + Hash;
    fn start(&self) -> Self::Board;
    /// Moves: name, next position, and whether the move is loud.
    fn ways(&self, board: &Self::Board) -> Vec<(String, Self::Board, bool)>;
    fn null(&self, board: &Self::Board) -> Option<Self::Board>;
    fn describe(&self, board: &Self::Board) -> Place;
}

impl Graph {
    /// Builds the graph of all positions within a number of moves.
    pub fn of<R: Rules>(rules: &R, moves: usize) -> Self {
        let mut numbers = HashMap::from([(rules.start(), 0)]);
        let mut boards = vec![rules.start()];
        let mut places: Vec<Place> = Vec::new();
        let mut until = 1;
        for far in 0..=moves {
            for at in places.len()..until {
                let board = boards[at].clone();
                let mut number = |board: R::Board| {
                    *numbers.entry(board.clone()).or_insert_with(|| {
                        boards.push(board);
                        boards.len() - 1
                    })
                };
                let mut place = rules.describe(&board);
                if place.over.is_none() && far < moves {
                    place.ways = rules
                        .ways(&board)
                        .into_iter()
                        .map(|(name, board, is_loud)| Way { name, to: number(board), is_loud })
                        .collect();
                    place.null = rules.null(&board).map(number);
                }
                places.push(place);
            }
            until = boards.len();
        }
        Self { places, header: Vec::new(), is_known: false, is_evaluated: false }
    }

    /// Minimax value of a place for its mover, at depth `depth`.
    pub fn value(&self, at: usize, depth: i32) -> i32 {
        let place = &self.places[at];
        if let Some(score) = self.settled(at, depth) {
            return score;
        }
        let values = place.ways.iter().map(|way| self.turned(at, way.to, self.value(way.to, depth - 1)));
        values.max().expect("a move")
    }

    /// Score of a place that is not searched further, for its mover.
    pub fn settled(&self, at: usize, depth: i32) -> Option<i32> {
        let place = &self.places[at];
        let score = place.over.or((depth <= 0).then_some(place.feel))?;
        Some(if place.is_first { score } else { -score })
    }

    /// Converts a score for the mover of one place to the mover of another.
    pub fn turned(&self, one: usize, other: usize, score: i32) -> i32 {
        if self.places[one].is_first == self.places[other].is_first { score } else { -score }
    }
}
