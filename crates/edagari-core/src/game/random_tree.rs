//! Trees with random scores.

use super::options::game_of_options;
use super::{Board, Game, GameKind, GameOption, Ink, Mark, OptionKind, Player, mix};
use crate::language::Words;
use crate::score::{Bounds, Score};

/// A uniform tree with random scores: every node above the last level has the same number of children, and leaf scores are drawn
/// from a range with a seed. The tree is not stored: a leaf's score is computed from its path.
///
/// ```
/// use edagari_core::game::{Game, RandomTree};
///
/// let tree = RandomTree { depth: 4, branching: 3, seed: 1, scores: (0, 9) };
/// assert_eq!(tree.subtree_size(&tree.root()), Some(1 + 3 + 9 + 27 + 81));
/// // Every score is in the range.
/// let leaf = (0..4).fold(tree.root(), |node, _| tree.play(&node, 2));
/// let bounds = tree.bounds(&tree.root(), 0).expect("bounds of all scores");
/// assert!(tree.score(&leaf).is_some_and(|score| bounds.contain(score)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct RandomTree {
    /// The number of moves from the root to each leaf; 0 for a single leaf.
    pub depth: u32,
    /// The number of children per inner node, at least 1.
    pub branching: u32,
    /// The seed of the scores.
    pub seed: u64,
    /// The smallest and the largest possible score of a leaf.
    pub scores: (i32, i32),
}

pub(super) static DEPTH: GameOption =
    GameOption::number("depth", Words::new("Depth", "深さ"), "moves from the root to each leaf", 6, |_| {
        0..=1_000_000
    });

pub(super) static BRANCHING: GameOption = GameOption::number(
    "branching",
    Words::new("Children of each node", "子ノードの数"),
    "children of each node above the leaves",
    3,
    |_| 1..=1000,
);

pub(super) static SCORES: GameOption = GameOption {
    name: "scores",
    label: Words::new("Scores", "評価値の範囲"),
    help: "the least and the greatest score of a leaf",
    kind: OptionKind::Scores { default: (-20, 20) },
};

pub(super) static SEED: GameOption =
    GameOption::number("seed", Words::new("Seed", "乱数の種"), "the seed", 7, |_| 0..=u64::MAX);

pub(super) static KIND: GameKind = GameKind {
    name: "random",
    title: Words::new("random tree", "ランダムな木"),
    about: "A tree with random scores; moves are 1, 2, 3, …",
    options: &[&DEPTH, &BRANCHING, &SCORES, &SEED],
    evaluations: &["zero"],
    example_moves: "1 2 3",
    heading: Words::new("random tree", "ランダムな木"),
    summary: |options| {
        let RandomTree { depth, branching, seed, scores } = RandomTree::of(options);
        let (lowest, highest) = (Score::new(scores.0), Score::new(scores.1));
        format!(" (depth {depth}, branching {branching}, seed {seed}, scores {lowest}..{highest})")
    },
    move_named: None,
};

game_of_options! { RandomTree { depth: DEPTH, branching: BRANCHING, seed: SEED, scores: SCORES } }

/// A node: its depth, and a hash of the moves that lead to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Twig {
    depth: u32,
    hash: u64,
}

impl Game for RandomTree {
    type Position = Twig;
    /// The index of a child.
    type Move = u32;

    fn root(&self) -> Twig {
        Twig { depth: 0, hash: self.seed }
    }

    #[inline]
    fn player(&self, position: &Twig) -> Player {
        if position.depth.is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    #[inline]
    fn score(&self, position: &Twig) -> Option<Score> {
        (position.depth == self.depth).then(|| Score::drawn(self.scores, mix(position.hash, u64::MAX)))
    }

    fn bounds(&self, _: &Twig, _: u32) -> Option<Bounds> {
        let (lower, upper) = self.scores;
        Some(Bounds { lower: Score::new(lower), upper: Score::new(upper) })
    }

    fn evaluates_within_bounds(&self, _: u8) -> bool {
        (self.scores.0..=self.scores.1).contains(&0)
    }

    #[inline]
    fn moves(&self, _: &Twig, moves: &mut Vec<u32>) {
        moves.extend(0..self.branching);
    }

    #[inline]
    fn play(&self, position: &Twig, mv: u32) -> Twig {
        Twig { depth: position.depth + 1, hash: mix(position.hash, u64::from(mv)) }
    }

    fn move_text(&self, _: &Twig, mv: u32) -> String {
        (mv + 1).to_string()
    }

    fn board(&self, position: &Twig) -> Board {
        let marks = match self.score(position) {
            Some(score) => {
                vec![Mark::Text { center: [0.5, 0.5], size: 0.45, text: score.to_string(), ink: Ink::Text }]
            }
            None => vec![Mark::Square { center: [0.5, 0.5], radius: 0.08, ink: Ink::Grid }],
        };
        Board::square(marks)
    }

    fn subtree_size(&self, position: &Twig) -> Option<u64> {
        let levels = self.depth - position.depth;
        if self.branching == 1 {
            return Some(u64::from(levels) + 1);
        }
        // 1 + b + b² + … + b^levels, by Horner's rule; stops as soon as it overflows.
        (0..levels).try_fold(1_u64, |size, _| size.checked_mul(u64::from(self.branching))?.checked_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subtree_sizes_match_regular_trees() {
        let tree = RandomTree { depth: 3, branching: 2, ..RandomTree::default() };
        assert_eq!(tree.subtree_size(&tree.root()), Some(15));
        let thin = RandomTree { depth: 100_000, branching: 1, ..tree };
        assert_eq!(thin.subtree_size(&thin.root()), Some(100_001));
        let huge = RandomTree { depth: 100, branching: 10, ..tree };
        assert_eq!(huge.subtree_size(&huge.root()), None);
    }

    #[test]
    fn scores_cover_exactly_the_range() {
        let tree = RandomTree { depth: 1, branching: 1000, seed: 1, scores: (-2, 3) };
        let mut seen = std::collections::BTreeSet::new();
        for mv in 0..1000 {
            seen.insert(tree.score(&tree.play(&tree.root(), mv)).and_then(Score::finite));
        }
        assert_eq!(seen, (-2..=3).map(Some).collect());
    }
}
