//! Kalah, with its variants of capture and of the end.

use super::options::{OptionField, OptionValue, game_of_options};
use super::sketch::{PositionSketch, SketchChange, SketchName, SketchNotation, SketchSquare, SketchTool};
use super::{Board, Choice, Game, GameKind, GameOption, Ink, Mark, Options, Player};
use crate::language::{Message, Text, Words};
use crate::score::{Bounds, Score};

/// Kalah: players sow the stones of one of their houses counterclockwise, one per pit, including their own store but not the
/// opponent's.
///
/// If the last stone falls into the player's own store, the player moves again. If it falls into an own empty house, it captures:
/// that stone and the stones of the opposite house go to the player's own store. When all houses of a side are empty, the stones
/// of the other side go to that side's store, and the game is over. Unless it is played out, the game is also over when a store
/// holds more than half of all stones. Houses are numbered 0 to m − 1 for the first player, and m + 1 to 2m for the second, whose
/// house 2m − i is opposite to i. Rules after M. Hiroi, "Algorithms with Python: minimax and αβ" (2007).
///
/// ```
/// use edagari_core::game::{Game, Kalah, Player};
///
/// let game = Kalah { houses: 3, stones: 2, ..Kalah::default() };
/// let start = game.root();
/// let moves = game.legal_moves(&start);
/// // The last stone of the second house falls into the player's own store, so the player moves again.
/// assert_eq!(game.player(&game.play(&start, moves[1])), Player::Max);
/// assert_eq!(game.player(&game.play(&start, moves[0])), Player::Min);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Kalah {
    /// The number of houses per side, at least 1.
    pub houses: u8,
    /// The number of stones in each house at the start, at least 1.
    pub stones: u8,
    /// The condition under which a last stone in an own empty house captures.
    pub capture: Capture,
    /// Whether the game continues when a store holds more than half of the stones. If so, the score is the difference of the
    /// stores; otherwise 99 or −99 for the player with more than half, and 0 for equal shares.
    pub play_out: bool,
}

/// The condition under which a last stone in an own empty house captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Capture {
    /// Only if the opposite house holds stones: the rule of M. Hiroi's article.
    #[default]
    OppositeNonempty,
    /// Always, so the stone alone may go to the store: the rule of Irving, Donkers and Uiterwijk,
    /// "Solving Kalah" (2000).
    Always,
}

impl Capture {
    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OppositeNonempty => "opposite-nonempty",
            Self::Always => "always",
        }
    }
}

/// The largest number of houses per side.
const MAX_HOUSES: u8 = 12;
/// The largest total number of stones: the difference of the stores in an undecided game must stay below [`DECIDED`].
const MAX_STONES: u32 = 196;
/// The absolute score of a won game that is not played out.
const DECIDED: i32 = 99;

static HOUSES: GameOption = GameOption::number(
    "houses",
    Words::new("Houses of each side", "片側の穴の数"),
    "houses of each side",
    6,
    |_| 1..=u64::from(MAX_HOUSES),
);

static STONES: GameOption = GameOption::number(
    "stones",
    Words::new("Stones of each house", "穴ごとの石の数"),
    "stones of each house",
    6,
    |options| 1..=u64::from(most_stones(options.number(&HOUSES).clamp(1, MAX_HOUSES.into()) as u32)),
);

static CAPTURE: GameOption = GameOption::choice(
    "capture",
    Words::new("Capture", "取る条件"),
    "when a last stone in an own empty house captures",
    &[
        Choice {
            name: "opposite-nonempty",
            label: Words::new("if the opposite house holds stones", "向かいの穴に石があるとき"),
        },
        Choice { name: "always", label: Words::new("always", "いつでも") },
    ],
);

static PLAY_OUT: GameOption = GameOption::switch(
    "play-out",
    Words::new("play on when a store holds more than half", "過半数を取っても続ける"),
    "play on when a store holds more than half, and score the difference of the stores",
);

pub(super) static KIND: GameKind = GameKind {
    name: "kalah",
    title: Words::new("Kalah", "カラー"),
    about: "Kalah: sow stones, with extra turns and captures; moves are the houses, 0 to 5 and 7 to 12",
    options: &[&HOUSES, &STONES, &CAPTURE, &PLAY_OUT, &POSITION],
    evaluations: &["stores", "zero"],
    example_moves: "0 5 8",
    heading: Words::new("Kalah({houses}, {stones}), capture {capture}", "カラー（{houses}, {stones}）、{capture} 取る"),
    summary: |options| {
        let Kalah { houses, stones, capture, play_out } = Kalah::of(options);
        let capture = capture.name();
        let end = if play_out { ", played out" } else { "" };
        let position = options.position(&POSITION).map(|position| format!(", from {position}")).unwrap_or_default();
        format!("({houses},{stones}) (capture {capture}{end}{position})")
    },
    move_named: Some(Text::HouseNamed),
};

/// The largest number of stones per house for which the key of a position fits into 128 bits: one
/// digit per pit except the last, and two bits.
fn most_stones(houses: u32) -> u32 {
    let fits = |stones: &u32| {
        let keys = u128::from(2 * houses * stones + 1).checked_pow(2 * houses + 1);
        keys.is_some_and(|keys| keys <= u128::MAX >> 2)
    };
    (1..=MAX_STONES / (2 * houses)).rev().find(fits).unwrap_or(0)
}

impl OptionField for Capture {
    fn of(option: &GameOption, options: &Options) -> Self {
        [Self::OppositeNonempty, Self::Always][options.choice(option)]
    }

    fn value(self) -> OptionValue {
        self.name().into()
    }
}

game_of_options! { Kalah { houses: HOUSES, stones: STONES, capture: CAPTURE, play_out: PLAY_OUT } from read }

static POSITION: GameOption = GameOption::position(
    "start from this position: the houses and the store of both players, and the player to move",
    "[0, 2, 0, 1, 3, 0, 20] [4, 0, 0, 2, 1, 0, 15] first",
    |text, options| Kalah::of(options).read(text).map(|_| ()),
    derive_houses,
)
.with_sketch(|text, options| Kalah::of(options).sketch(text));

static TOOLS: [SketchTool; 3] = [
    SketchTool { name: Words::new("add a stone", "石を足す"), change: SketchChange::Next },
    SketchTool { name: Words::new("take a stone", "石を取る"), change: SketchChange::Previous },
    SketchTool { name: Words::new("take all", "すべて取る"), change: SketchChange::Clear },
];

/// The numbers of a position, and the words after them.
fn numbers_and_words(text: &str) -> (Vec<&str>, Vec<&str>) {
    let is_between = |letter: char| letter.is_whitespace() || "[](),;|/".contains(letter);
    let fields = text.split(is_between).filter(|field| !field.is_empty());
    fields.partition(|field| field.starts_with(|first: char| first.is_ascii_digit()))
}

/// Sets the number of houses to that of a position.
fn derive_houses(text: &str, options: &mut Options) {
    let houses = (numbers_and_words(text).0.len() / 2).saturating_sub(1);
    if (1..=usize::from(MAX_HOUSES)).contains(&houses) {
        options.set_missing(&HOUSES, houses as u64);
    }
}

impl Kalah {
    /// Reads the stones of the first player's houses and store and of the second player's, and the player to move: `first`, which can
    /// be missing, or `second`.
    fn read(self, text: &str) -> Result<Pits, Message> {
        let (numbers, words) = numbers_and_words(text);
        let player = match words.as_slice() {
            [] | ["first" | "max"] => Player::Max,
            ["second" | "min"] => Player::Min,
            [word, ..] => {
                return Err(Message::from(Text::ErrorKalahWord).with("word", &format!("{word:?}")));
            }
        };
        let (found, expected) = (numbers.len(), self.pit_count());
        if found != expected {
            let message = Message::from(Text::ErrorKalahNumbers).with_count("found", found).with("expected", &expected);
            return Err(message.with_count("houses", self.houses.into()));
        }
        let most = 2 * u32::from(self.houses) * most_stones(self.houses.into());
        let mut stones = [0; MAX_PITS];
        let mut total = 0_u32;
        for (pit, text) in numbers.into_iter().enumerate() {
            let count = text.parse::<u8>().ok().filter(|&count| u32::from(count) <= most);
            stones[pit] = count.ok_or_else(|| {
                let message = Message::from(Text::ErrorKalahStones).with("number", &(pit + 1));
                message.with("text", &format!("{text:?}")).with("most", &most)
            })?;
            total += u32::from(stones[pit]);
        }
        if total == 0 || total > most {
            return Err(Message::from(Text::ErrorKalahTotal).with("total", &total).with("most", &most));
        }
        let in_houses = |player| stones[self.houses_of(player)].iter().map(|&count| u32::from(count)).sum::<u32>();
        let is_empty = [Player::Max, Player::Min].map(|player| in_houses(player) == 0);
        if is_empty[0] != is_empty[1] {
            let text = if is_empty[0] { Text::ErrorKalahEmptyFirst } else { Text::ErrorKalahEmptySecond };
            return Err(text.into());
        }
        let has_most = |player| 2 * u32::from(stones[self.store(player)]) > total;
        let is_decided = !self.play_out && [Player::Max, Player::Min].into_iter().any(has_most);
        Ok(Pits { stones, player, is_over: is_empty[0] || is_decided, sown: None, total: total as u16 })
    }
}

impl Kalah {
    /// The stones of all pits, in any numbers; `None` if a number is missing or too large.
    fn sketch(self, text: &str) -> Option<PositionSketch> {
        if self.houses == 0 || self.houses > MAX_HOUSES {
            return None;
        }
        let text = if text.trim().is_empty() { self.position_text(&self.root())? } else { text.to_owned() };
        let (numbers, words) = numbers_and_words(&text);
        let player = match words.as_slice() {
            [] | ["first" | "max"] => Player::Max,
            ["second" | "min"] => Player::Min,
            _ => return None,
        };
        if numbers.len() != self.pit_count() {
            return None;
        }
        let mut stones = [0; MAX_PITS];
        for (pit, number) in stones.iter_mut().zip(numbers) {
            *pit = number.parse().ok()?;
        }
        let position = Pits { stones, player, is_over: false, sown: None, total: 0 };
        let square = |pit: usize| SketchSquare {
            name: match [Player::Max, Player::Min].into_iter().find(|&player| self.store(player) == pit) {
                Some(player) => SketchName::Store(player),
                None => SketchName::House(pit.to_string()),
            },
            content: stones[pit],
            center: self.center(pit),
            half: self.cell() * 0.46,
        };
        Some(PositionSketch {
            board: self.board(&position),
            squares: (0..self.pit_count()).map(square).collect(),
            side: Some(player),
            tools: &TOOLS,
            notation: SketchNotation {
                write: |sketch| {
                    let side = |squares: &[SketchSquare]| {
                        let numbers: Vec<String> = squares.iter().map(|square| square.content.to_string()).collect();
                        format!("[{}]", numbers.join(", "))
                    };
                    let (first, second) = sketch.squares.split_at(sketch.squares.len() / 2);
                    let mover = if sketch.side == Some(Player::Min) { "second" } else { "first" };
                    format!("{} {} {mover}", side(first), side(second))
                },
                contents: &[],
                sides: [Words::new("first player", "先手"), Words::new("second player", "後手")],
                picture: |_| None,
                columns: 0,
                drops: false,
                rest: Vec::new(),
            },
        })
    }

    /// The width of a pit in a picture.
    fn cell(self) -> f32 {
        1.0 / (f32::from(self.houses) + 2.0)
    }

    /// The centre of a pit in a picture.
    fn center(self, pit: usize) -> [f32; 2] {
        let (houses, cell) = (usize::from(self.houses), self.cell());
        let column = |place: usize| (place as f32 + 1.5) * cell;
        match pit {
            _ if pit < houses => [column(pit), 0.5 + ROW * cell],
            _ if pit == houses => [1.0 - cell / 2.0, 0.5],
            _ if pit <= 2 * houses => [column(2 * houses - pit), 0.5 - ROW * cell],
            _ => [cell / 2.0, 0.5],
        }
    }
}

/// Distance of the rows of houses from the stores, relative to a cell: the rest is the margin above and below them.
const ROW: f32 = 0.9;

const MAX_PITS: usize = 2 * (MAX_HOUSES as usize + 1);

/// The stones of all houses and stores, and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pits {
    /// The first player's houses and store, followed by the second player's.
    stones: [u8; MAX_PITS],
    player: Player,
    is_over: bool,
    /// The house that was sown last, and the number of stones it contained.
    sown: Option<(u8, u8)>,
    /// The number of all stones, which never changes.
    total: u16,
}

impl Kalah {
    fn pit_count(self) -> usize {
        2 * (usize::from(self.houses) + 1)
    }

    fn store(self, player: Player) -> usize {
        let houses = usize::from(self.houses);
        match player {
            Player::Max => houses,
            Player::Min => 2 * houses + 1,
        }
    }

    fn houses_of(self, player: Player) -> std::ops::Range<usize> {
        let store = self.store(player);
        store - usize::from(self.houses)..store
    }

    /// The pits that stones from a house are sown into, in order, without end.
    fn way(self, player: Player, house: usize) -> impl Iterator<Item = usize> {
        let skipped = self.store(player.other());
        (house + 1..).map(move |pit| pit % self.pit_count()).filter(move |&pit| pit != skipped)
    }

    fn half(self) -> u32 {
        u32::from(self.houses) * u32::from(self.stones)
    }

    fn difference(self, position: &Pits) -> i32 {
        let stones = |player| i32::from(position.stones[self.store(player)]);
        stones(Player::Max) - stones(Player::Min)
    }
}

impl Game for Kalah {
    type Position = Pits;
    /// The house to sow.
    type Move = u8;

    fn root(&self) -> Pits {
        let mut stones = [0; MAX_PITS];
        for player in [Player::Max, Player::Min] {
            stones[self.houses_of(player)].fill(self.stones);
        }
        Pits { stones, player: Player::Max, is_over: false, sown: None, total: (2 * self.half()) as u16 }
    }

    #[inline]
    fn player(&self, position: &Pits) -> Player {
        position.player
    }

    #[inline]
    fn score(&self, position: &Pits) -> Option<Score> {
        position.is_over.then(|| {
            let difference = self.difference(position);
            Score::new(if self.play_out { difference } else { DECIDED * difference.signum() })
        })
    }

    /// Stones in a store stay there: with s of n stones in the store, the player's final difference is at least 2·s − n. If the
    /// game is not played out, the only scores are a win of either player and a draw.
    fn bounds(&self, position: &Pits, _: u32) -> Option<Bounds> {
        let least = |player| {
            let stones = i32::from(position.stones[self.store(player)]);
            if self.play_out { 2 * stones - i32::from(position.total) } else { -DECIDED }
        };
        Some(Bounds { lower: Score::new(least(Player::Max)), upper: Score::new(-least(Player::Min)) })
    }

    fn evaluates_within_bounds(&self, evaluation: u8) -> bool {
        // The difference of the stores is always within the bounds. `zero` is outside them if the game is played out and a player
        // already has more than half of the stones.
        evaluation == 0 || !self.play_out
    }

    /// Captures, and moves after which the same player moves again.
    fn is_noisy(&self, position: &Pits, mv: u8) -> Option<bool> {
        let count = usize::from(position.stones[usize::from(mv)]);
        let last = count.checked_sub(1).and_then(|steps| self.way(position.player, mv.into()).nth(steps));
        let moves_again = last == Some(self.store(position.player));
        self.captures(position, mv).map(|captures| captures || moves_again)
    }

    fn may_pass(&self) -> bool {
        true
    }

    /// The other player has a move: if all houses of a player are empty, the game is over.
    fn pass(&self, position: &Pits) -> Option<Pits> {
        Some(Pits { player: position.player.other(), sown: None, ..*position })
    }

    fn captures(&self, position: &Pits, mv: u8) -> Option<bool> {
        let count = usize::from(position.stones[usize::from(mv)]);
        let player = position.player;
        // After a full round, the last stone falls into the sown house itself.
        let Some(last) = count.checked_sub(1).and_then(|steps| self.way(player, mv.into()).nth(steps)) else {
            return Some(false);
        };
        let houses = usize::from(self.houses);
        let round = 2 * houses + 1;
        let was_empty = (position.stones[last] == 0 && count < round) || count == round;
        let opposite = (2 * houses).checked_sub(last);
        let is_own = self.houses_of(player).contains(&last) && was_empty;
        // During a full round, the opposite house receives a stone.
        let has_stones =
            |pit: usize| position.stones[pit] > 0 || self.way(player, mv.into()).take(count).any(|to| to == pit);
        Some(is_own && (self.capture == Capture::Always || opposite.is_some_and(has_stones)))
    }

    #[inline]
    fn moves(&self, position: &Pits, moves: &mut Vec<u8>) {
        moves.extend(
            self.houses_of(position.player).filter(|&house| position.stones[house] > 0).map(|house| house as u8),
        );
    }

    #[inline]
    fn play(&self, position: &Pits, mv: u8) -> Pits {
        let mut next = *position;
        let player = position.player;
        let house = usize::from(mv);
        let store = self.store(player);
        let count = std::mem::take(&mut next.stones[house]);
        let mut last = house;
        for pit in self.way(player, house).take(usize::from(count)) {
            next.stones[pit] += 1;
            last = pit;
        }
        if self.houses_of(player).contains(&last) && next.stones[last] == 1 {
            let opposite = 2 * usize::from(self.houses) - last;
            if next.stones[opposite] > 0 || self.capture == Capture::Always {
                next.stones[store] += 1 + std::mem::take(&mut next.stones[opposite]);
                next.stones[last] = 0;
            }
        }
        let empty = [Player::Max, Player::Min]
            .into_iter()
            .find(|&side| next.stones[self.houses_of(side)].iter().all(|&stones| stones == 0));
        if let Some(side) = empty {
            let other = side.other();
            let rest: u8 = next.stones[self.houses_of(other)].iter().sum();
            next.stones[self.houses_of(other)].fill(0);
            next.stones[self.store(other)] += rest;
            next.is_over = true;
        } else if !self.play_out {
            next.is_over = 2 * u16::from(next.stones[store]) > next.total;
        }
        next.player = if last == store && !next.is_over { player } else { player.other() };
        next.sown = Some((mv, count));
        next
    }

    fn move_text(&self, _: &Pits, mv: u8) -> String {
        mv.to_string()
    }

    fn position_text(&self, position: &Pits) -> Option<String> {
        let side = |player| {
            let (houses, store) = (self.houses_of(player), self.store(player));
            let numbers: Vec<String> = position.stones[houses.start..=store].iter().map(u8::to_string).collect();
            format!("[{}]", numbers.join(", "))
        };
        let mover = if position.player == Player::Max { "first" } else { "second" };
        Some(format!("{} {} {mover}", side(Player::Max), side(Player::Min)))
    }

    /// The second player's houses are at the top, from right to left. The house that was sown last is framed, and the pits that
    /// received its stones are underlined, in the colour of the player who sowed.
    fn board(&self, position: &Pits) -> Board {
        let cell = self.cell();
        let center = |pit| self.center(pit);
        let mut marks = Vec::new();
        let mut sown_into = [false; MAX_PITS];
        let mut sower = Ink::Text;
        if let Some((house, count)) = position.sown {
            let house = usize::from(house);
            let player = if self.houses_of(Player::Max).contains(&house) { Player::Max } else { Player::Min };
            let round = self.pit_count() - 1;
            for pit in self.way(player, house).take(usize::from(count).min(round)) {
                sown_into[pit] = true;
            }
            sower = if player == Player::Max { Ink::Max } else { Ink::Min };
            let ([x, y], r) = (center(house), cell * 0.46);
            let corners = [[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]];
            for side in 0..4 {
                marks.push(Mark::Line { from: corners[side], to: corners[(side + 1) % 4], ink: sower });
            }
        }
        for (pit, &is_sown) in sown_into[..self.pit_count()].iter().enumerate() {
            let is_store = pit == self.store(Player::Max) || pit == self.store(Player::Min);
            if is_sown || !is_store {
                let ink = if is_sown { Ink::Last } else { Ink::Grid };
                marks.push(Mark::Square { center: center(pit), radius: cell * 0.43, ink });
            }
            if is_sown {
                let ([x, y], r) = (center(pit), cell * 0.40);
                marks.push(Mark::Line { from: [x - r, y + r], to: [x + r, y + r], ink: sower });
            }
            let ink = if pit <= self.store(Player::Max) { Ink::Max } else { Ink::Min };
            let text = position.stones[pit].to_string();
            let size = cell
                * if is_store {
                    1.0
                } else if text.len() > 1 {
                    0.78
                } else {
                    0.86
                };
            marks.push(Mark::Text { center: center(pit), size, text, ink });
        }
        // Three rows of cells: the second player's houses, the stores, and the first player's houses.
        Board { marks, height: (3.0 * cell).min(1.0) }
    }

    /// The two stores.
    fn small_board(&self, position: &Pits) -> Board {
        let height = (3.0 / (f32::from(self.houses) + 2.0)).min(1.0);
        let size = height * 0.62;
        let store = |player, x, ink| Mark::Text {
            center: [x, 0.5],
            size,
            text: position.stones[self.store(player)].to_string(),
            ink,
        };
        let marks = vec![store(Player::Min, 0.25, Ink::Min), store(Player::Max, 0.75, Ink::Max)];
        Board { marks, height }
    }

    #[inline]
    fn key(&self, position: &Pits) -> Option<u128> {
        // The total is constant, so the last pit follows from the others.
        let base = u128::from(position.total) + 1;
        let pits = position.stones[..self.pit_count() - 1].iter();
        let stones = pits.fold(0_u128, |key, &stones| key * base + u128::from(stones));
        let state = u128::from(position.player == Player::Min) << 1 | u128::from(position.is_over);
        Some(stones << 2 | state)
    }

    fn stores(&self, position: &Pits) -> Option<[i32; 2]> {
        Some([Player::Max, Player::Min].map(|player| i32::from(position.stones[self.store(player)])))
    }

    fn evaluations(&self) -> &'static [&'static str] {
        KIND.evaluations
    }

    /// `stores`: the difference of the stores; `zero`: 0.
    #[inline]
    fn evaluate(&self, position: &Pits, evaluation: u8) -> Score {
        Score::new(if evaluation == 0 { self.difference(position) } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones(game: Kalah, position: &Pits) -> Vec<u8> {
        position.stones[..game.pit_count()].to_vec()
    }

    fn after(game: Kalah, moves: &[u8]) -> Pits {
        moves.iter().fold(game.root(), |position, &mv| {
            assert!(game.legal_moves(&position).contains(&mv));
            game.play(&position, mv)
        })
    }

    #[test]
    fn last_stone_in_own_store_gives_another_move() {
        let game = Kalah::default();
        let position = after(game, &[0]);
        assert_eq!(stones(game, &position), [0, 7, 7, 7, 7, 7, 1, 6, 6, 6, 6, 6, 6, 0]);
        assert_eq!(game.player(&position), Player::Max);
        assert_eq!(game.player(&after(game, &[1])), Player::Min);
    }

    #[test]
    fn opponents_store_is_skipped() {
        let game = Kalah { houses: 2, stones: 5, ..Kalah::default() };
        let position = after(game, &[1]);
        // The last stone falls into the house that was sown, which is empty now, and captures.
        assert_eq!(stones(game, &position), [6, 0, 8, 0, 6, 0]);
    }

    #[test]
    fn last_stone_in_own_empty_house_captures() {
        let capture = |capture| {
            let game = Kalah { capture, ..Kalah::default() };
            let mut position = game.root();
            position.stones = [0; MAX_PITS];
            position.stones[..14].copy_from_slice(&[1, 0, 3, 0, 0, 0, 10, 2, 0, 0, 0, 0, 4, 12]);
            let with_stones = game.play(&position, 0);
            position.stones[11] = 5;
            (with_stones.stones[6], game.play(&position, 0).stones[6])
        };
        assert_eq!(capture(Capture::OppositeNonempty), (10, 16));
        assert_eq!(capture(Capture::Always), (11, 16));
    }

    #[test]
    fn remaining_stones_go_to_their_owner_when_a_side_is_empty() {
        let game = Kalah::default();
        let mut position = game.root();
        position.stones = [0; MAX_PITS];
        position.stones[..14].copy_from_slice(&[0, 0, 0, 0, 0, 1, 30, 2, 0, 3, 0, 0, 0, 36]);
        let end = game.play(&position, 5);
        assert_eq!(stones(game, &end), [0, 0, 0, 0, 0, 0, 31, 0, 0, 0, 0, 0, 0, 41]);
        assert_eq!(game.score(&end), Some(Score::new(-99)));
        let played_out = Kalah { play_out: true, ..game };
        assert_eq!(played_out.score(&played_out.play(&position, 5)), Some(Score::new(-10)));
    }

    #[test]
    fn captures_gain_more_stones_than_were_sown_into_the_store() {
        for (houses, stones, capture) in [
            (2, 3, Capture::Always),
            (3, 2, Capture::OppositeNonempty),
            (6, 4, Capture::Always),
            (1, 9, Capture::Always),
        ] {
            let game = Kalah { houses, stones, capture, play_out: true };
            let mut captures = 0;
            let mut choice = 7_usize;
            for _ in 0..40 {
                let mut position = game.root();
                while game.score(&position).is_none() {
                    let moves = game.legal_moves(&position);
                    for &mv in &moves {
                        let next = game.play(&position, mv);
                        let store = game.store(position.player);
                        let sown = usize::from(position.stones[usize::from(mv)]);
                        let into_store =
                            game.way(position.player, mv.into()).take(sown).filter(|&pit| pit == store).count();
                        let gained = usize::from(next.stones[store] - position.stones[store]);
                        // At the end of the game, the remaining stones also go into a store.
                        if !next.is_over {
                            assert_eq!(game.captures(&position, mv), Some(gained > into_store), "{mv} of {position:?}");
                        }
                        captures += usize::from(game.captures(&position, mv) == Some(true));
                    }
                    choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    position = game.play(&position, moves[(choice >> 33) % moves.len()]);
                }
            }
            assert!(captures > 0 || houses == 1);
        }
    }

    #[test]
    fn total_number_of_stones_is_constant() {
        for (houses, stones) in [(1, 1), (2, 5), (6, 6), (12, 8)] {
            let game = Kalah { houses, stones, ..Kalah::default() };
            let mut position = game.root();
            let mut choice = 7_usize;
            while game.score(&position).is_none() {
                let moves = game.legal_moves(&position);
                choice = choice.wrapping_mul(31).wrapping_add(17);
                position = game.play(&position, moves[choice % moves.len()]);
                let total: u32 = position.stones.iter().map(|&stones| u32::from(stones)).sum();
                assert_eq!(total, 2 * game.half());
            }
        }
    }
}
