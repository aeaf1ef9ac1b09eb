//! 2048 on 2 × 2 squares: the player slides the tiles, and chance adds new ones.

use super::options::game_of_options;
use super::{Board, Game, GameKind, GameOption, Ink, Mark, OptionKind, Player};
use crate::language::Words;
use crate::score::{Bounds, Score};

/// 2048 on 2 × 2 squares. At the start, chance puts two tiles on the empty board. Then the player
/// and chance alternate: the player slides all tiles to one side, which merges equal neighbours
/// (each tile at most once), and chance adds a tile. A new tile is a 2 with probability 0.9 and a 4
/// with probability 0.1, on any free square with equal probability. Reaching the goal scores 1; the
/// game is lost, with score 0, when no slide changes the board.
///
/// ```
/// use edagari_core::game::{AnyGame, Tiles};
///
/// let game = AnyGame::from(Tiles { goal: 8 });
/// let path = game.parse_moves(&[], "a1=2 b1=2 left")?;
/// let position = game.position(&path).expect("legal moves");
/// // The new tile is on one of three free squares, a 2 nine times as often as a 4.
/// assert_eq!(position.move_count(), 6);
/// assert_eq!((position.chance(0), position.chance(1)), (Some(9), Some(1)));
/// # Ok::<(), edagari_core::game::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tiles {
    /// The tile to reach: a power of two from 8 to 64.
    pub goal: u8,
}

static GOAL: GameOption = GameOption {
    name: "goal",
    label: Words::new("Tile to reach", "目標のタイル"),
    help: "tile to reach",
    kind: OptionKind::OneOf { default: 16, numbers: &[8, 16, 32, 64] },
};

pub(super) static KIND: GameKind = GameKind {
    name: "2048",
    title: Words::new("2048 on 2 × 2", "2048（2×2）"),
    about: "2048 on 2 × 2 squares, alone against chance; moves are left, right, up, down, and a1=2 for a new tile",
    options: &[&GOAL],
    evaluations: &["zero"],
    example_moves: "a1=2 b2=2 left",
    heading: Words::new("2048 on 2 × 2", "2048（2×2）"),
    summary: |options| format!(" (to {})", options.number(&GOAL)),
    move_named: None,
};

game_of_options! { Tiles { goal: GOAL } }

/// Number of columns and of rows.
const SIDE: usize = 2;
const CELLS: usize = SIDE * SIDE;
/// The names of the slides, in the order of the moves.
const SLIDES: [&str; 4] = ["left", "right", "up", "down"];
/// The exponents of new tiles with their weights: 2 with probability 0.9, 4 with 0.1.
const NEW_TILES: [(u8, u32); 2] = [(1, 9), (2, 1)];

/// A position of 2048.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TilePosition {
    /// The exponents of the tiles, row by row from a1; 0 for a free square.
    cells: [u8; CELLS],
    /// The number of tiles that chance still adds before the player moves.
    to_add: u8,
    /// The square of the tile added last.
    last: Option<u8>,
}

impl TilePosition {
    fn slid(self, slide: u8) -> [u8; CELLS] {
        let mut cells = [0; CELLS];
        for line in 0..SIDE {
            let place = |step: usize| {
                let along = if slide.is_multiple_of(2) { step } else { SIDE - 1 - step };
                if slide < 2 { line * SIDE + along } else { along * SIDE + line }
            };
            let (mut next, mut can_merge) = (0, false);
            for tile in (0..SIDE).map(|step| self.cells[place(step)]).filter(|&tile| tile > 0) {
                if can_merge && cells[place(next - 1)] == tile {
                    cells[place(next - 1)] += 1;
                    can_merge = false;
                } else {
                    cells[place(next)] = tile;
                    next += 1;
                    can_merge = true;
                }
            }
        }
        cells
    }

    fn slides(self) -> impl Iterator<Item = u8> {
        (0..SLIDES.len() as u8).filter(move |&slide| self.slid(slide) != self.cells)
    }
}

impl Game for Tiles {
    type Position = TilePosition;
    /// A slide, 0 to 3; or a new tile: twice its square, plus 1 for a 4.
    type Move = u8;

    fn root(&self) -> TilePosition {
        TilePosition { cells: [0; CELLS], to_add: 2, last: None }
    }

    fn player(&self, position: &TilePosition) -> Player {
        if position.to_add == 0 { Player::Max } else { Player::Min }
    }

    fn score(&self, position: &TilePosition) -> Option<Score> {
        if position.cells.iter().any(|&tile| 1_u32 << tile >= u32::from(self.goal) && tile > 0) {
            return Some(Score::new(1));
        }
        (position.to_add == 0 && position.slides().next().is_none()).then(|| Score::new(0))
    }

    fn moves(&self, position: &TilePosition, moves: &mut Vec<u8>) {
        if position.to_add == 0 {
            moves.extend(position.slides());
            return;
        }
        let free = (0_u8..).zip(position.cells).filter(|&(_, tile)| tile == 0);
        moves.extend(free.flat_map(|(square, _)| [2 * square, 2 * square + 1]));
    }

    fn play(&self, position: &TilePosition, mv: u8) -> TilePosition {
        if position.to_add == 0 {
            return TilePosition { cells: position.slid(mv), to_add: 1, last: None };
        }
        let mut cells = position.cells;
        cells[usize::from(mv / 2)] = NEW_TILES[usize::from(mv % 2)].0;
        TilePosition { cells, to_add: position.to_add - 1, last: Some(mv / 2) }
    }

    fn chance(&self, position: &TilePosition, mv: u8) -> Option<u32> {
        (position.to_add > 0).then(|| NEW_TILES[usize::from(mv % 2)].1)
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn score_range(&self) -> Option<Bounds> {
        Some(Bounds { lower: Score::new(0), upper: Score::new(1) })
    }

    fn move_text(&self, position: &TilePosition, mv: u8) -> String {
        if position.to_add == 0 {
            return SLIDES[usize::from(mv)].to_owned();
        }
        let (column, row) = (usize::from(mv / 2) % SIDE, usize::from(mv / 2) / SIDE);
        let tile = 1 << NEW_TILES[usize::from(mv % 2)].0;
        format!("{}{}={tile}", char::from(b'a' + column as u8), row + 1)
    }

    fn key(&self, position: &TilePosition) -> Option<u128> {
        let cells = position.cells.iter().fold(0, |key, &tile| key << 8 | u128::from(tile));
        Some(cells << 8 | u128::from(position.to_add))
    }

    fn board(&self, position: &TilePosition) -> Board {
        let at = |square: usize| [0.25 + 0.5 * (square % SIDE) as f32, 0.25 + 0.5 * (square / SIDE) as f32];
        let line = |from, to| Mark::Line { from, to, ink: Ink::Grid };
        let added =
            position.last.map(|square| Mark::Square { center: at(usize::from(square)), radius: 0.23, ink: Ink::Last });
        let tiles = position.cells.iter().enumerate().filter(|(_, tile)| **tile > 0);
        let text = |(square, tile): (usize, &u8)| {
            let text = (1_u32 << tile).to_string();
            Mark::Text { center: at(square), size: if text.len() > 1 { 0.26 } else { 0.32 }, text, ink: Ink::Text }
        };
        let lines = [line([0.5, 0.02], [0.5, 0.98]), line([0.02, 0.5], [0.98, 0.5])];
        Board::square(added.into_iter().chain(lines).chain(tiles.map(text)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tile_merges_at_most_once() {
        let slid = |cells, slide| TilePosition { cells, to_add: 0, last: None }.slid(slide);
        assert_eq!(slid([1, 1, 0, 2], 0), [2, 0, 2, 0]);
        assert_eq!(slid([1, 1, 0, 2], 1), [0, 2, 0, 2]);
        assert_eq!(slid([1, 2, 1, 1], 2), [2, 2, 0, 1]);
        assert_eq!(slid([1, 2, 1, 1], 3), [0, 2, 2, 1]);
    }

    #[test]
    fn game_without_a_slide_is_lost() {
        let game = Tiles { goal: 16 };
        let stuck = TilePosition { cells: [1, 2, 2, 1], to_add: 0, last: None };
        assert_eq!(game.score(&stuck), Some(Score::new(0)));
        assert_eq!(game.score(&TilePosition { cells: [4, 2, 2, 1], ..stuck }), Some(Score::new(1)));
        assert_eq!(game.score(&TilePosition { cells: [0, 2, 2, 1], ..stuck }), None);
    }
}
