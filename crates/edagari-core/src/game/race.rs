//! A race with two dice: in each turn, a player chooses one of the dice and throws it.

use super::options::game_of_options;
use super::{Board, Game, GameKind, GameOption, Ink, Mark, Player};
use crate::language::Words;
use crate::score::{Bounds, Score};

/// A race: in turn, each player chooses a die, throws it, and moves forward by the number thrown. The steady die shows 1, 2 or 3 with
/// equal probability; the wild die shows 5 with probability 1/3, else 0. After an equal number of turns the player who is in front
/// wins: 1 for max, who begins, −1 for min, and 0 if both are on the same square.
///
/// ```
/// use edagari_core::game::{AnyGame, Race};
/// use edagari_core::score::Score;
///
/// let game = AnyGame::from(Race { turns: 1 });
/// let path = game.parse_moves(&[], "steady 2 wild 5")?;
/// assert_eq!(game.position(&path).and_then(|end| end.score()), Some(Score::new(-1)));
/// # Ok::<(), edagari_core::game::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// The number of turns of each player, 1 to 4.
    pub turns: u8,
}

static TURNS: GameOption =
    GameOption::number("turns", Words::new("Turns each", "手番の数（各自）"), "turns of each player", 2, |_| 1..=4);

pub(super) static KIND: GameKind = GameKind {
    name: "race",
    title: Words::new("race with dice", "サイコロ競走"),
    about: "Each turn a player chooses the steady die (1, 2, 3) or the wild one (0, 0, 5) and moves; the one in front at the end wins",
    options: &[&TURNS],
    evaluations: &["zero"],
    example_moves: "steady 2 wild 0",
    heading: Words::new("race with dice", "サイコロ競走"),
    summary: |options| format!(" ({} turns each)", options.number(&TURNS)),
    move_named: None,
};

game_of_options! { Race { turns: TURNS } }

/// The dice: name, and the numbers that they show with their weights.
const DICE: [(&str, &[(u8, u32)]); 2] = [("steady", &[(1, 1), (2, 1), (3, 1)]), ("wild", &[(0, 2), (5, 1)])];

/// The highest number on a die.
const MAX_STEPS: u8 = 5;

/// A position of the race.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RacePosition {
    /// The number of throws so far.
    throws: u8,
    /// The squares of max and min.
    squares: [u8; 2],
    /// The die that is thrown next, once it is chosen.
    die: Option<u8>,
}

impl RacePosition {
    /// The index of the player whose turn it is.
    const fn mover(self) -> usize {
        (self.throws % 2) as usize
    }
}

impl Game for Race {
    type Position = RacePosition;
    /// The index of a die, or of a number on the chosen die.
    type Move = u8;

    fn root(&self) -> RacePosition {
        RacePosition { throws: 0, squares: [0; 2], die: None }
    }

    fn player(&self, position: &RacePosition) -> Player {
        let is_max = (position.mover() == 0) == position.die.is_none();
        if is_max { Player::Max } else { Player::Min }
    }

    fn score(&self, position: &RacePosition) -> Option<Score> {
        let [max, min] = position.squares.map(i32::from);
        (position.throws == 2 * self.turns).then(|| Score::new((max - min).signum()))
    }

    fn moves(&self, position: &RacePosition, moves: &mut Vec<u8>) {
        let count = position.die.map_or(DICE.len(), |die| DICE[usize::from(die)].1.len());
        moves.extend(0..count as u8);
    }

    fn play(&self, position: &RacePosition, mv: u8) -> RacePosition {
        let Some(die) = position.die else { return RacePosition { die: Some(mv), ..*position } };
        let mut squares = position.squares;
        squares[position.mover()] += DICE[usize::from(die)].1[usize::from(mv)].0;
        RacePosition { throws: position.throws + 1, squares, die: None }
    }

    fn chance(&self, position: &RacePosition, mv: u8) -> Option<u32> {
        position.die.map(|die| DICE[usize::from(die)].1[usize::from(mv)].1)
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn score_range(&self) -> Option<Bounds> {
        Some(Bounds { lower: Score::new(-1), upper: Score::new(1) })
    }

    fn move_text(&self, position: &RacePosition, mv: u8) -> String {
        match position.die {
            None => DICE[usize::from(mv)].0.to_owned(),
            Some(die) => DICE[usize::from(die)].1[usize::from(mv)].0.to_string(),
        }
    }

    fn key(&self, position: &RacePosition) -> Option<u128> {
        let [max, min] = position.squares.map(u128::from);
        let die = position.die.map_or(0, |die| u128::from(die) + 1);
        Some(u128::from(position.throws) << 24 | max << 16 | min << 8 | die)
    }

    /// Two tracks, that of max above, each with a disc on the player's square and its number at the end; and the name of a chosen die.
    fn board(&self, position: &RacePosition) -> Board {
        let most = f32::from(MAX_STEPS * self.turns);
        let mut marks = Vec::new();
        for (index, ink) in [Ink::Max, Ink::Min].into_iter().enumerate() {
            let y = 0.3 + 0.4 * index as f32;
            let end = 0.1 + 0.6 * f32::from(position.squares[index]) / most;
            marks.push(Mark::Line { from: [0.1, y], to: [0.7, y], ink: Ink::Grid });
            marks.push(Mark::Disc { center: [end, y], radius: 0.09, ink });
            let text = position.squares[index].to_string();
            marks.push(Mark::Text { center: [0.86, y], size: 0.24, text, ink: Ink::Text });
        }
        if let Some(die) = position.die {
            let center = [0.45, if position.mover() == 0 { 0.1 } else { 0.92 }];
            let text = DICE[usize::from(die)].0.to_owned();
            marks.push(Mark::Text { center, size: 0.16, text, ink: Ink::Text });
        }
        Board::square(marks)
    }
}
