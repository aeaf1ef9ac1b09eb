//! Values of all positions of a game in which moves can lead back to earlier positions, computed backwards from the mates.

use std::collections::VecDeque;

use crate::score::{Bounds, MateScale, Player, Score};

/// The positions of a game, and the moves between them, by index.
pub(super) trait Graph {
    /// The number of positions.
    fn len(&self) -> usize;
    /// The positions that the moves lead to; none where the game is over.
    fn children(&self, at: usize) -> &[u32];
    /// The player to move.
    fn player(&self, at: usize) -> Player;
    /// The score where the game is over, with mates counted from the position itself.
    fn score(&self, at: usize) -> Option<Score>;
}

/// A score of a position, seen from a position one move before it.
pub(super) fn one_move_before(scale: MateScale, score: Score) -> Score {
    scale.farther(Bounds { lower: score, upper: score }, 1).lower
}

/// The value of every position, with mates counted from the position itself: the shortest mate that a player can force; 0 if neither
/// player can force one.
///
/// A breadth-first search from the mates reaches each position at the right distance: for the
/// winning player first by the shortest mate, and for the losing player last, when all moves lose,
/// by the longest defence (K. Thompson, "Retrograde analysis of certain endgames", 1986).
pub(super) fn values(graph: &impl Graph, scale: MateScale) -> Vec<Score> {
    let mut parents: Vec<Vec<u32>> = vec![Vec::new(); graph.len()];
    let mut open: Vec<u32> = (0..graph.len()).map(|at| graph.children(at).len() as u32).collect();
    for at in 0..graph.len() {
        for &child in graph.children(at) {
            parents[child as usize].push(at as u32);
        }
    }
    let is_mate = |score: &Score| score.finite().is_some_and(|score| score.abs() >= scale.least);
    let mut values = vec![None; graph.len()];
    let mut known = VecDeque::new();
    for (at, value) in values.iter_mut().enumerate() {
        *value = graph.score(at).filter(is_mate);
        if value.is_some() {
            known.push_back(at);
        }
    }
    while let Some(at) = known.pop_front() {
        let Some(value) = values[at] else { continue };
        let before = one_move_before(scale, value);
        let winner = if value > Score::new(0) { Player::Max } else { Player::Min };
        for &parent in &parents[at] {
            let parent = parent as usize;
            open[parent] -= 1;
            if values[parent].is_none() && (graph.player(parent) == winner || open[parent] == 0) {
                values[parent] = Some(before);
                known.push_back(parent);
            }
        }
    }
    values.into_iter().map(|value| value.unwrap_or(Score::new(0))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions by their children, players, and scores.
    struct Listed(Vec<(Player, Vec<u32>, Option<i32>)>);

    impl Graph for Listed {
        fn len(&self) -> usize {
            self.0.len()
        }
        fn children(&self, at: usize) -> &[u32] {
            &self.0[at].1
        }
        fn player(&self, at: usize) -> Player {
            self.0[at].0
        }
        fn score(&self, at: usize) -> Option<Score> {
            self.0[at].2.map(Score::new)
        }
    }

    #[test]
    fn shortest_win_and_longest_defence_are_found_among_moves_that_lead_back() {
        use Player::{Max, Min};

        let graph = Listed(vec![
            (Max, vec![1, 3], None),
            (Min, vec![0, 2], None),
            (Max, vec![3], None),
            (Min, vec![], Some(1000)),
            // Min must move to 0 or to 2. Both are lost, and both mates take the same number of
            // moves.
            (Min, vec![0, 2, 5], None),
            (Max, vec![4, 1, 6], None),
            // Neither player can win by leaving the cycle of 6 and 7.
            (Max, vec![7], None),
            (Min, vec![6, 3], None),
        ]);
        let scale = MateScale { from: 1000, least: 900 };
        let values: Vec<_> = values(&graph, scale).into_iter().filter_map(Score::finite).collect();
        assert_eq!(values, [999, 998, 999, 1000, 996, 997, 0, 0]);
    }
}
