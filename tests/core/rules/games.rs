//! Rules of games, compared with published counts of move sequences and positions, and with plain programs without
//! bitboards.

use std::collections::HashSet;

use crate::oracles::cases;
use edagari::analysis::{count_positions, count_sequences};
use edagari::game::{AnyGame, AnyPosition, Capture, ConnectFour, Game, Kalah, Player, Reversi, TicTacToe};
use edagari::score::Score;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Progress};
use proptest::prelude::*;

fn sequences(game: &AnyGame, depth: u32) -> Vec<u64> {
    count_sequences(game, &[], depth, &Progress::default())
}

/// Numbers of distinct positions by depth, and the same up to symmetry.
fn positions(game: &AnyGame, depth: u32) -> (Vec<u64>, Vec<u64>) {
    let counts =
        count_positions(game, &[], depth, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("positions have keys");
    counts.into_iter().map(|[positions, classes]| (positions, classes)).unzip()
}

#[test]
fn tic_tac_toe_has_the_known_counts() {
    // Well-known sums: 549,946 nodes of the tree, 5,478 positions, 765 up to symmetry.
    let game = AnyGame::from(TicTacToe::default());
    assert_eq!(sequences(&game, 10), [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872, 0]);
    let (all, classes) = positions(&game, 9);
    assert_eq!(all, [1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78]);
    assert_eq!(classes, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
}

#[test]
fn connect_four_has_the_published_counts() {
    // J. Tromp, "John's Connect Four Playground": perft and the numbers of positions by ply, also A212693 of the OEIS.
    let game = AnyGame::from(ConnectFour::default());
    assert_eq!(sequences(&game, 8), [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]);
    assert_eq!(positions(&game, 8).0, [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275]);
}

#[test]
fn reversi_has_the_published_counts() {
    // A. Bik, "Computing Deep Perft and Divide Numbers for Reversi"; A124004 of the OEIS.
    let game = AnyGame::from(Reversi { size: 8 });
    assert_eq!(sequences(&game, 8), [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216]);
}

/// A simple implementation of a game: a list of squares and a list of moves.
trait Plain: Clone {
    /// Texts of the legal moves; empty if the game is over.
    fn moves(&self) -> Vec<String>;
    fn play(&mut self, mv: &str);
    fn player(&self) -> Player;
    fn score(&self) -> Option<i32>;
}

fn plain_sequences<P: Plain>(game: &P, depth: u32) -> Vec<u64> {
    let after = |game: &P, mv: &String| {
        let mut next = game.clone();
        next.play(mv);
        next
    };
    let mut layer = vec![game.clone()];
    let mut counts = vec![1];
    for _ in 0..depth {
        layer =
            layer.iter().flat_map(|game| game.moves().iter().map(|mv| after(game, mv)).collect::<Vec<_>>()).collect();
        counts.push(layer.len() as u64);
    }
    counts
}

/// Plays the same random moves in both implementations and compares all observable state.
fn agrees(game: &AnyGame, mut plain: impl Plain, choices: &[u32]) -> Result<(), TestCaseError> {
    let mut here: AnyPosition = game.position(&[]).expect("a root");
    for &choice in choices {
        let count = here.move_count();
        let own: HashSet<String> = (0..count).map(|mv| here.move_text(mv)).collect();
        prop_assert_eq!(own.len(), count);
        prop_assert_eq!(own, plain.moves().into_iter().collect::<HashSet<_>>());
        prop_assert_eq!(here.score().and_then(Score::finite), plain.score());
        let Some(mv) = (choice as usize).checked_rem(count) else { break };
        prop_assert_eq!(here.player(), plain.player());
        plain.play(&here.move_text(mv));
        here = here.play(mv as u32).expect("a legal move");
    }
    Ok(())
}

#[derive(Clone)]
struct PlainReversi {
    size: i32,
    squares: Vec<Option<Player>>,
    player: Player,
}

impl PlainReversi {
    fn new(size: i32) -> Self {
        let mut game = Self { size, squares: vec![None; (size * size) as usize], player: Player::Max };
        let low = size / 2 - 1;
        for (column, row, player) in
            [(0, 0, Player::Min), (1, 1, Player::Min), (1, 0, Player::Max), (0, 1, Player::Max)]
        {
            game.squares[((low + row) * size + low + column) as usize] = Some(player);
        }
        game
    }

    fn at(&self, column: i32, row: i32) -> Option<Player> {
        let on_board = (0..self.size).contains(&column) && (0..self.size).contains(&row);
        if on_board { self.squares[(row * self.size + column) as usize] } else { None }
    }

    fn turned_by(&self, player: Player, column: i32, row: i32) -> Vec<(i32, i32)> {
        let mut turned = Vec::new();
        for (across, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let mut way = Vec::new();
            let (mut x, mut y) = (column + across, row + down);
            while self.at(x, y) == Some(player.other()) {
                way.push((x, y));
                (x, y) = (x + across, y + down);
            }
            if self.at(x, y) == Some(player) {
                turned.extend(way);
            }
        }
        turned
    }

    fn places(&self, player: Player) -> Vec<String> {
        let mut places = Vec::new();
        for row in 0..self.size {
            for column in 0..self.size {
                if self.at(column, row).is_none() && !self.turned_by(player, column, row).is_empty() {
                    places.push(format!("{}{}", char::from(b'a' + column as u8), row + 1));
                }
            }
        }
        places
    }
}

impl Plain for PlainReversi {
    fn moves(&self) -> Vec<String> {
        let places = self.places(self.player);
        if !places.is_empty() {
            places
        } else if self.places(self.player.other()).is_empty() {
            Vec::new()
        } else {
            vec!["pass".to_owned()]
        }
    }

    fn play(&mut self, mv: &str) {
        if mv != "pass" {
            let column = i32::from(mv.as_bytes()[0] - b'a');
            let row = mv[1..].parse::<i32>().expect("a row") - 1;
            let mut own = self.turned_by(self.player, column, row);
            own.push((column, row));
            for (column, row) in own {
                self.squares[(row * self.size + column) as usize] = Some(self.player);
            }
        }
        self.player = self.player.other();
    }

    fn player(&self) -> Player {
        self.player
    }

    fn score(&self) -> Option<i32> {
        let discs = |player| self.squares.iter().filter(|&&disc| disc == Some(player)).count() as i32;
        self.moves().is_empty().then(|| discs(Player::Max) - discs(Player::Min))
    }
}

#[derive(Clone)]
struct PlainConnectFour {
    width: usize,
    height: usize,
    line: usize,
    columns: Vec<Vec<Player>>,
    player: Player,
}

impl PlainConnectFour {
    fn new(game: ConnectFour) -> Self {
        let columns = vec![Vec::new(); usize::from(game.width)];
        let (width, height) = (usize::from(game.width), usize::from(game.height));
        Self { width, height, line: usize::from(game.line), columns, player: Player::Max }
    }

    fn wins(&self, player: Player) -> bool {
        let at = |column: i64, row: i64| {
            let column = usize::try_from(column).ok().and_then(|column| self.columns.get(column));
            column.zip(usize::try_from(row).ok()).and_then(|(column, row)| column.get(row)) == Some(&player)
        };
        (0..self.width as i64).any(|column| {
            (0..self.height as i64).any(|row| {
                [(1, 0), (0, 1), (1, 1), (1, -1)]
                    .into_iter()
                    .any(|(across, up)| (0..self.line as i64).all(|step| at(column + step * across, row + step * up)))
            })
        })
    }
}

impl Plain for PlainConnectFour {
    fn moves(&self) -> Vec<String> {
        if self.score().is_some() {
            return Vec::new();
        }
        let free = (0..self.width).filter(|&column| self.columns[column].len() < self.height);
        free.map(|column| char::from(b'a' + column as u8).to_string()).collect()
    }

    fn play(&mut self, mv: &str) {
        self.columns[usize::from(mv.as_bytes()[0] - b'a')].push(self.player);
        self.player = self.player.other();
    }

    fn player(&self) -> Player {
        self.player
    }

    fn score(&self) -> Option<i32> {
        if self.wins(Player::Max) {
            Some(1)
        } else if self.wins(Player::Min) {
            Some(-1)
        } else {
            self.columns.iter().all(|column| column.len() == self.height).then_some(0)
        }
    }
}

/// Kalah with two lists of houses and two stores, sown stone by stone.
#[derive(Clone)]
struct PlainKalah {
    rules: Kalah,
    houses: [Vec<u32>; 2],
    stores: [u32; 2],
    player: usize,
    is_over: bool,
}

impl PlainKalah {
    fn new(rules: Kalah) -> Self {
        let side = vec![u32::from(rules.stones); usize::from(rules.houses)];
        Self { rules, houses: [side.clone(), side], stores: [0, 0], player: 0, is_over: false }
    }
}

impl Plain for PlainKalah {
    fn moves(&self) -> Vec<String> {
        if self.is_over {
            return Vec::new();
        }
        let count = self.houses[0].len();
        let filled = (0..count).filter(|&house| self.houses[self.player][house] > 0);
        filled.map(|house| (house + self.player * (count + 1)).to_string()).collect()
    }

    fn play(&mut self, mv: &str) {
        let count = self.houses[0].len();
        let (own, other) = (self.player, 1 - self.player);
        let house = mv.parse::<usize>().expect("a number") - own * (count + 1);
        let mut hand = std::mem::take(&mut self.houses[own][house]);
        let (mut side, mut place) = (own, house + 1);
        let mut again = false;
        while hand > 0 {
            again = false;
            if place == count {
                if side == own {
                    self.stores[own] += 1;
                    hand -= 1;
                    again = true;
                }
                (side, place) = (1 - side, 0);
                continue;
            }
            self.houses[side][place] += 1;
            hand -= 1;
            let opposite = count - 1 - place;
            let captures = self.houses[other][opposite] > 0 || self.rules.capture == Capture::Always;
            if hand == 0 && side == own && self.houses[own][place] == 1 && captures {
                self.stores[own] += 1 + std::mem::take(&mut self.houses[other][opposite]);
                self.houses[own][place] = 0;
            }
            place += 1;
        }
        for side in [0, 1] {
            if self.houses[side].iter().all(|&stones| stones == 0) {
                self.stores[1 - side] += self.houses[1 - side].drain(..).sum::<u32>();
                self.houses[1 - side] = vec![0; count];
                self.is_over = true;
            }
        }
        let all = 2 * u32::from(self.rules.houses) * u32::from(self.rules.stones);
        self.is_over |= !self.rules.play_out && 2 * self.stores[own] > all;
        self.player = if again && !self.is_over { own } else { other };
    }

    fn player(&self) -> Player {
        [Player::Max, Player::Min][self.player]
    }

    fn score(&self) -> Option<i32> {
        let difference = self.stores[0] as i32 - self.stores[1] as i32;
        self.is_over.then_some(if self.rules.play_out { difference } else { 99 * difference.signum() })
    }
}

#[test]
fn plain_programs_count_the_same_sequences() {
    for size in [4, 6] {
        let game = AnyGame::from(Reversi { size });
        assert_eq!(sequences(&game, 6), plain_sequences(&PlainReversi::new(i32::from(size)), 6));
    }
    for capture in [Capture::OppositeNonempty, Capture::Always] {
        let rules = Kalah { capture, ..Kalah::default() };
        let game = AnyGame::from(rules);
        assert_eq!(sequences(&game, 6), plain_sequences(&PlainKalah::new(rules), 6));
    }
}

#[test]
fn small_reversi_is_won_by_the_second_player() {
    // A known result: on the board of 4×4 perfect play ends 3 to 11.
    use edagari::search::{Algorithm, Natural, SearchSetup, TableSetup, Unobserved, search};
    let game = Reversi { size: 4 };
    let setup = SearchSetup { table: Some(TableSetup::default()), ..Algorithm::AlphaBetaSoft.into() };
    let value = search(&game, &game.root(), setup, &Natural, &mut Unobserved);
    assert_eq!(value.and_then(Score::finite), Some(3 - 11));
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn reversi_agrees_with_a_plain_program(size in prop::sample::select(&[4_u8, 6, 8][..]), choices in any::<[u32; 32]>()) {
        let long: Vec<u32> = choices.iter().chain(choices.iter().rev()).copied().collect();
        agrees(&AnyGame::from(Reversi { size }), PlainReversi::new(i32::from(size)), &long)?;
    }

    #[test]
    fn connect_four_agrees_with_a_plain_program(
        width in 1_u8..9, height in 1_u8..7, line in 1_u8..6, choices in any::<[u32; 32]>()
    ) {
        let rules = ConnectFour { width, height, line: line.min(width.max(height)), shortest_win: false };
        agrees(&AnyGame::from(rules), PlainConnectFour::new(rules), &choices)?;
    }

    #[test]
    fn kalah_agrees_with_a_plain_program(
        houses in 1_u8..8, stones in 1_u8..9, always in any::<bool>(), play_out in any::<bool>(),
        choices in any::<[u32; 32]>()
    ) {
        let capture = if always { Capture::Always } else { Capture::OppositeNonempty };
        let rules = Kalah { houses, stones, capture, play_out };
        agrees(&AnyGame::from(rules), PlainKalah::new(rules), &choices)?;
    }

    /// Keys are equal exactly for equal boards; class keys are equal for mirror images too.
    #[test]
    fn keys_distinguish_positions(choices in any::<[u32; 12]>(), others in any::<[u32; 12]>()) {
        for game in [AnyGame::from(Reversi { size: 4 }), AnyGame::from(ConnectFour { width: 3, height: 3, line: 3, shortest_win: false })] {
            let mut positions = Vec::new();
            for choices in [&choices, &others] {
                let mut here = game.position(&[]).expect("a root");
                for &choice in choices {
                    positions.push(here.clone());
                    let Some(mv) = (choice as usize).checked_rem(here.move_count()) else { break };
                    here = here.play(mv as u32).expect("legal");
                }
            }
            // Observable state of a position: the moves, the player to move, and the discs on the board.
            let seen = |here: &AnyPosition| {
                let discs = here.board().marks.into_iter().filter(|mark| !format!("{mark:?}").contains("Last"));
                (here.player() == Player::Max, discs.map(|mark| format!("{mark:?}")).collect::<Vec<_>>())
            };
            for a in &positions {
                for b in &positions {
                    prop_assert_eq!(a.key() == b.key(), seen(a) == seen(b));
                    if a.class_key() == b.class_key() {
                        prop_assert_eq!((a.player(), a.score(), a.move_count()), (b.player(), b.score(), b.move_count()));
                    }
                }
            }
        }
    }
}
