//! A game as a ready-made graph: places, and the ways between them.

use std::collections::HashMap;
use std::hash::Hash;

/// A position.
#[derive(Clone, Debug)]
pub struct Place {
    /// What tells it from other positions, as the program writes it.
    pub key: String,
    pub label: String,
    /// Whether the first player, who is the max player, is to move.
    pub is_first: bool,
    /// How the game ended for the first player, if it is over.
    pub over: Option<i32>,
    /// The program's own evaluation, for the first player.
    pub feel: i32,
    pub ways: Vec<Way>,
    /// Where a null move leads.
    pub null: Option<usize>,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Way {
    pub name: String,
    pub to: usize,
    /// Whether a quiescence search tries it.
    pub is_loud: bool,
}

/// A game, from a start on.
pub struct Graph {
    pub places: Vec<Place>,
    /// Fields of the header that speak of the game.
    pub header: Vec<(&'static str, serde_json::Value)>,
    /// Whether the library has the rules of the game.
    pub is_known: bool,
    /// Whether the evaluation is one that the library has.
    pub is_evaluated: bool,
}

/// The rules of a game.
pub trait Rules {
    type Board: Clone + Eq + Hash;
    fn start(&self) -> Self::Board;
    /// The moves: name, what it leads to, whether it is loud.
    fn ways(&self, board: &Self::Board) -> Vec<(String, Self::Board, bool)>;
    fn null(&self, board: &Self::Board) -> Option<Self::Board>;
    fn describe(&self, board: &Self::Board) -> Place;
}

impl Graph {
    /// All that can be reached within a number of moves.
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

    /// The plain minimax value of a place for its mover, `depth` moves deep.
    pub fn value(&self, at: usize, depth: i32) -> i32 {
        let place = &self.places[at];
        if let Some(score) = self.settled(at, depth) {
            return score;
        }
        let values = place.ways.iter().map(|way| self.turned(at, way.to, self.value(way.to, depth - 1)));
        values.max().expect("a move")
    }

    /// The score of a place that is not searched further, for its mover.
    pub fn settled(&self, at: usize, depth: i32) -> Option<i32> {
        let place = &self.places[at];
        let score = place.over.or((depth <= 0).then_some(place.feel))?;
        Some(if place.is_first { score } else { -score })
    }

    /// A score for the mover of one place, as that of another sees it.
    pub fn turned(&self, one: usize, other: usize, score: i32) -> i32 {
        if self.places[one].is_first == self.places[other].is_first { score } else { -score }
    }
}
