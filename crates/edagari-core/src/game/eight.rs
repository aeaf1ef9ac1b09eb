//! Eight: players in turn add 1, 2 or 3, but not the number just added; the player who reaches 8
//! wins.

use super::options::game_of_options;
use super::{Board, Game, GameKind, Ink, Mark, Player};
use crate::language::Words;
use crate::score::{Bounds, Score};

/// Eight: the players in turn add 1, 2 or 3 to a sum, never the number just added; reaching 8 wins, exceeding 8 loses. The max
/// player moves first. A win of max scores 1, a win of min −1.
///
/// ```
/// use edagari_core::game::{AnyGame, Eight};
/// use edagari_core::score::Score;
///
/// let game = AnyGame::from(Eight);
/// let path = game.parse_moves(&[], "3 2 3")?;
/// assert_eq!(game.position(&path).and_then(|end| end.score()), Some(Score::new(1)));
/// assert!(game.parse_moves(&[], "3 3").is_err());
/// # Ok::<(), edagari_core::game::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eight;

pub(super) static KIND: GameKind = GameKind {
    name: "eight",
    title: Words::new("Eight", "エイト"),
    about: "Add 1, 2 or 3 in turn, never the number just added; reaching 8 wins; moves are 1 to 3",
    options: &[],
    evaluations: &["zero"],
    example_moves: "1 2 3",
    heading: Words::new("Eight", "エイト"),
    summary: |_| String::new(),
    move_named: None,
};

game_of_options! { Eight {} }

const GOAL: u8 = 8;

/// The sum so far, the number added last (0 at the start), and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sum {
    total: u8,
    last: u8,
    player: Player,
}

impl Game for Eight {
    type Position = Sum;
    /// The number to add, 1 to 3.
    type Move = u8;

    fn root(&self) -> Sum {
        Sum { total: 0, last: 0, player: Player::Max }
    }

    #[inline]
    fn player(&self, position: &Sum) -> Player {
        position.player
    }

    #[inline]
    fn score(&self, position: &Sum) -> Option<Score> {
        let winner = match position.total.cmp(&GOAL) {
            std::cmp::Ordering::Less => return None,
            std::cmp::Ordering::Equal => position.player.other(),
            std::cmp::Ordering::Greater => position.player,
        };
        Some(Score::new(if winner == Player::Max { 1 } else { -1 }))
    }

    fn bounds(&self, _: &Sum, _: u32) -> Option<Bounds> {
        Some(Bounds { lower: Score::new(-1), upper: Score::new(1) })
    }

    fn evaluates_within_bounds(&self, _: u8) -> bool {
        true
    }

    #[inline]
    fn moves(&self, position: &Sum, moves: &mut Vec<u8>) {
        moves.extend((1..=3).filter(|&number| number != position.last));
    }

    #[inline]
    fn play(&self, position: &Sum, number: u8) -> Sum {
        Sum { total: position.total + number, last: number, player: position.player.other() }
    }

    fn move_text(&self, _: &Sum, number: u8) -> String {
        number.to_string()
    }

    fn board(&self, position: &Sum) -> Board {
        let mut marks =
            vec![Mark::Text { center: [0.5, 0.42], size: 0.55, text: position.total.to_string(), ink: Ink::Text }];
        if position.last != 0 {
            let ink = match position.player.other() {
                Player::Max => Ink::Max,
                Player::Min => Ink::Min,
            };
            marks.push(Mark::Text { center: [0.5, 0.82], size: 0.28, text: format!("+{}", position.last), ink });
        }
        Board::square(marks)
    }

    #[inline]
    fn key(&self, position: &Sum) -> Option<u128> {
        let player = u128::from(position.player == Player::Min);
        Some(u128::from(position.total) << 3 | u128::from(position.last) << 1 | player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reaching_eight_wins_and_exceeding_it_loses() {
        let at = |total, player| Sum { total, last: 1, player };
        assert_eq!(Eight.score(&at(7, Player::Min)), None);
        // Min is to move, so max reached 8.
        assert_eq!(Eight.score(&at(8, Player::Min)), Some(Score::new(1)));
        assert_eq!(Eight.score(&at(9, Player::Min)), Some(Score::new(-1)));
    }

    #[test]
    fn number_just_added_is_not_legal() {
        let after_two = Eight.play(&Eight.root(), 2);
        assert_eq!(Eight.legal_moves(&after_two), [1, 3]);
        assert_eq!(Eight.legal_moves(&Eight.root()), [1, 2, 3]);
    }
}
