//! A random game in which many paths lead to the same position.

use super::options::game_of_options;
use super::random_tree::{BRANCHING, DEPTH, SCORES, SEED};
use super::{Board, Game, GameKind, GameOption, Ink, Mark, Player, mix};
use crate::language::Words;
use crate::score::{Bounds, Score};

/// A random game in which many paths lead to the same position: layers of positions, each with moves to some positions of the
/// next layer. The graph is not stored: the position after a move is computed from its place and a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct LayeredGraph {
    /// The number of layers below the root, equal to the length of every game; 0 for a single position.
    pub depth: u32,
    /// The number of positions per layer below the root, at least 1.
    pub width: u32,
    /// The number of moves per position above the last layer, at least 1; limited to `width`.
    pub branching: u32,
    /// The seed of the moves and the scores.
    pub seed: u64,
    /// The smallest and the largest possible score of a position in the last layer.
    pub scores: (i32, i32),
}

static WIDTH: GameOption = GameOption::number(
    "width",
    Words::new("Positions of each layer", "層ごとの局面の数"),
    "positions of each layer below the root",
    8,
    |_| 1..=u64::from(u16::MAX),
);

pub(super) static KIND: GameKind = GameKind {
    name: "layered",
    title: Words::new("layered graph", "ランダムな層状グラフ"),
    about: "A random game in which many paths lead to the same position; moves are 1, 2, 3, …",
    options: &[&WIDTH, &DEPTH, &BRANCHING, &SCORES, &SEED],
    evaluations: &["zero"],
    example_moves: "1 2 3",
    heading: Words::new("layered graph", "ランダムな層状グラフ"),
    summary: |options| {
        let LayeredGraph { depth, width, branching, seed, scores } = LayeredGraph::of(options);
        let (lowest, highest) = (Score::new(scores.0), Score::new(scores.1));
        format!(" (depth {depth}, width {width}, branching {branching}, seed {seed}, scores {lowest}..{highest})")
    },
    move_named: None,
};

game_of_options! { LayeredGraph { depth: DEPTH, width: WIDTH, branching: BRANCHING, seed: SEED, scores: SCORES } }

/// A position: its layer, 0 for the root, and its place in the layer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LayerPlace {
    layer: u32,
    place: u32,
}

impl LayeredGraph {
    fn hash(&self, position: LayerPlace) -> u64 {
        mix(mix(self.seed, u64::from(position.layer)), u64::from(position.place))
    }

    /// The place in the next layer that a move leads to. The seed determines a start and a stride, so that no two moves of a
    /// position lead to the same place.
    fn target(&self, from: LayerPlace, mv: u32) -> u32 {
        let width = u64::from(self.width);
        let hash = self.hash(from);
        let start = mix(hash, 0) % width;
        // A stride that shares a divisor with the width would repeat places too early.
        let mut stride = 1 + mix(hash, 1) % width;
        while !is_coprime(stride, width) {
            stride = stride % width + 1;
        }
        ((start + u64::from(mv) * stride) % width) as u32
    }
}

fn is_coprime(mut a: u64, mut b: u64) -> bool {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}

impl Game for LayeredGraph {
    type Position = LayerPlace;
    /// The index of a move.
    type Move = u32;

    fn root(&self) -> LayerPlace {
        LayerPlace { layer: 0, place: 0 }
    }

    #[inline]
    fn player(&self, position: &LayerPlace) -> Player {
        if position.layer.is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    #[inline]
    fn score(&self, position: &LayerPlace) -> Option<Score> {
        (position.layer == self.depth).then(|| Score::drawn(self.scores, mix(self.hash(*position), u64::MAX)))
    }

    fn bounds(&self, _: &LayerPlace, _: u32) -> Option<Bounds> {
        let (lower, upper) = self.scores;
        Some(Bounds { lower: Score::new(lower), upper: Score::new(upper) })
    }

    fn evaluates_within_bounds(&self, _: u8) -> bool {
        (self.scores.0..=self.scores.1).contains(&0)
    }

    #[inline]
    fn moves(&self, _: &LayerPlace, moves: &mut Vec<u32>) {
        moves.extend(0..self.branching.min(self.width));
    }

    #[inline]
    fn play(&self, position: &LayerPlace, mv: u32) -> LayerPlace {
        LayerPlace { layer: position.layer + 1, place: self.target(*position, mv) }
    }

    fn move_text(&self, _: &LayerPlace, mv: u32) -> String {
        (mv + 1).to_string()
    }

    /// The score if the game is over, and the place in the layer, which identifies equal positions.
    fn board(&self, position: &LayerPlace) -> Board {
        let place = format!("#{}", position.place + 1);
        let marks = match self.score(position) {
            Some(score) => vec![
                Mark::Text { center: [0.5, 0.38], size: 0.42, text: score.to_string(), ink: Ink::Text },
                Mark::Text { center: [0.5, 0.8], size: 0.26, text: place, ink: Ink::Text },
            ],
            None => vec![Mark::Text { center: [0.5, 0.5], size: 0.34, text: place, ink: Ink::Text }],
        };
        Board::square(marks)
    }

    #[inline]
    fn key(&self, position: &LayerPlace) -> Option<u128> {
        Some(u128::from(position.layer) << 16 | u128::from(position.place))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn moves_of_a_position_lead_to_different_places() {
        for width in 1..40 {
            let game = LayeredGraph { width, branching: width, depth: 3, ..LayeredGraph::default() };
            let below = game.play(&game.root(), width - 1);
            let places: HashSet<u32> =
                game.legal_moves(&below).into_iter().map(|mv| game.play(&below, mv).place).collect();
            assert_eq!(places.len(), width as usize);
        }
    }

    #[test]
    fn moves_are_limited_to_the_number_of_places() {
        let game = LayeredGraph { width: 2, branching: 5, ..LayeredGraph::default() };
        assert_eq!(game.legal_moves(&game.root()).len(), 2);
    }

    #[test]
    fn equal_positions_are_reached_by_several_paths() {
        let game = LayeredGraph::default();
        let mut paths = 0;
        let mut open = vec![game.root()];
        let mut seen = HashSet::new();
        while let Some(position) = open.pop() {
            paths += 1;
            seen.insert(game.key(&position));
            open.extend(game.legal_moves(&position).into_iter().map(|mv| game.play(&position, mv)));
        }
        assert_eq!(paths, (0..=6).map(|layer| 3_usize.pow(layer)).sum::<usize>());
        assert!(seen.len() <= 1 + 6 * 8 && seen.len() > 30, "{} positions", seen.len());
    }
}
