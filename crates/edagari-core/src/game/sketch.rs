//! Positions that are edited on a board: the contents of their squares, and their text after a
//! change. Impossible positions can be edited, too.

use super::{Board, Player};
use crate::language::{Language, Text, Words};

/// A position that is edited on a board, possible or not.
///
/// ```
/// use edagari_core::game::{GameSetup, SketchChange, TicTacToe};
///
/// let setup = GameSetup::from(TicTacToe::default());
/// let kind = setup.kind().expect("a game of the list");
/// let option = kind.options.iter().find(|option| option.name == "position").expect("an option");
/// let sketch = option.sketch("", &Default::default()).expect("the start");
/// assert_eq!(sketch.changed(4, SketchChange::Next), ".../.O./...");
/// ```
#[derive(Clone, Debug)]
pub struct PositionSketch {
    /// Picture of the position.
    pub board: Board,
    /// Squares, or houses and stores, in the order of the text.
    pub squares: Vec<SketchSquare>,
    /// The player to move, if the notation contains it.
    pub side: Option<Player>,
    /// The available changes; a click makes the chosen one. Never empty.
    pub tools: &'static [SketchTool],
    pub(super) notation: SketchNotation,
}

/// A square of a sketch.
#[derive(Clone, Debug)]
pub struct SketchSquare {
    /// The name, which can depend on the language.
    pub name: SketchName,
    /// The number of stones, or the index of the content: 0 for a free square, then the marks or pieces.
    pub content: u8,
    /// The centre on the board.
    pub center: [f32; 2],
    /// Half the width on the board.
    pub half: f32,
}

/// The name of a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SketchName {
    /// A square with its coordinates.
    Square(String),
    /// A house with the text of its move.
    House(String),
    /// The store of a player.
    Store(Player),
}

/// A change of a square that can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct SketchTool {
    /// The name of its button.
    pub name: Words,
    /// The change that a click makes.
    pub change: SketchChange,
}

/// A change of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SketchChange {
    /// The next content: after the last one the first, or one stone more.
    Next,
    /// The previous content, or one stone less.
    Previous,
    /// This content, or a free square if the square has it already.
    Put(u8),
    /// A free square, or a house without stones.
    Clear,
}

/// The notation of a sketch: how its text is written, and what a square can contain.
#[derive(Clone, Debug)]
pub(super) struct SketchNotation {
    /// Writes the text of the position.
    pub(super) write: fn(&PositionSketch) -> String,
    /// The names of the contents; empty if the contents are numbers of stones.
    pub(super) contents: &'static [Words],
    /// The names of max and min.
    pub(super) sides: [Words; 2],
    /// Pictures of the contents for the buttons of tools.
    pub(super) picture: fn(u8) -> Option<Board>,
    /// The number of columns; 0 without columns.
    pub(super) columns: usize,
    /// Whether a new disc falls to the lowest free square of its column.
    pub(super) drops: bool,
    /// Fields of the text that are not on the board.
    pub(super) rest: Vec<String>,
}

/// The tool of games whose squares have few contents: a click puts the next content.
pub(super) const CYCLE: &[SketchTool] =
    &[SketchTool { name: Words::new("next mark", "次の印"), change: SketchChange::Next }];

/// Free square, the mark of max, the mark of min.
pub(super) const FREE: Words = Words::new("free", "空き");

impl SketchName {
    /// Returns the name in a language; `player` has the names of max and min.
    fn text(&self, language: Language, players: [Words; 2]) -> String {
        match self {
            Self::Square(name) => name.clone(),
            Self::House(mv) => language.fill(Text::HouseNamed, &[("move", mv)]),
            Self::Store(player) => {
                language.fill(Text::StoreNamed, &[("player", players[*player as usize].text(language))])
            }
        }
    }
}

impl PositionSketch {
    /// Returns the text of the position after a change of one square.
    ///
    /// # Panics
    /// Panics if there is no such square.
    #[must_use]
    pub fn changed(&self, square: usize, change: SketchChange) -> String {
        let mut next = self.clone();
        if self.notation.drops {
            next.drop_in_column(square, change);
        } else {
            next.squares[square].content = self.after(self.squares[square].content, change);
        }
        (self.notation.write)(&next)
    }

    /// Returns the text of the position with the other player to move.
    #[must_use]
    pub fn with_other_side(&self) -> String {
        let next = Self { side: self.side.map(Player::other), ..self.clone() };
        (self.notation.write)(&next)
    }

    /// Returns the name of a square.
    #[must_use]
    pub fn square_name(&self, square: &SketchSquare, language: Language) -> String {
        square.name.text(language, self.notation.sides)
    }

    /// Returns the name of a content.
    #[must_use]
    pub fn content_name(&self, content: u8, language: Language) -> String {
        match self.notation.contents.get(usize::from(content)) {
            Some(name) => name.text(language).to_owned(),
            None => content.to_string(),
        }
    }

    /// Returns the name of a player.
    #[must_use]
    pub fn side_name(&self, player: Player, language: Language) -> &'static str {
        self.notation.sides[player as usize].text(language)
    }

    /// Returns the picture of the content that a tool puts on a square, if it has a picture.
    #[must_use]
    pub fn picture(&self, tool: &SketchTool) -> Option<Board> {
        match tool.change {
            SketchChange::Put(content) => (self.notation.picture)(content),
            SketchChange::Next | SketchChange::Previous | SketchChange::Clear => None,
        }
    }

    /// Returns the nearest square of `from` in a direction: right and down are positive.
    #[must_use]
    pub fn neighbour(&self, from: usize, [right, down]: [f32; 2]) -> Option<usize> {
        let [x, y] = self.squares.get(from)?.center;
        let distance = |square: &SketchSquare| {
            let [u, v] = [square.center[0] - x, square.center[1] - y];
            let (ahead, aside) = (u * right + v * down, (u * down).abs() + (v * right).abs());
            (ahead > 1e-4).then_some(ahead + 2.0 * aside)
        };
        let near = self.squares.iter().enumerate().filter_map(|(at, square)| Some((at, distance(square)?)));
        near.min_by(|one, other| one.1.total_cmp(&other.1)).map(|(at, _)| at)
    }

    fn after(&self, content: u8, change: SketchChange) -> u8 {
        let count = self.notation.contents.len() as u8;
        match (change, count) {
            (SketchChange::Next, 0) => content.saturating_add(1),
            (SketchChange::Previous, 0) => content.saturating_sub(1),
            (SketchChange::Next, _) => (content + 1) % count,
            (SketchChange::Previous, _) => (content + count - 1) % count,
            (SketchChange::Put(new), _) => u8::from(new != content) * new,
            (SketchChange::Clear, _) => 0,
        }
    }

    /// Changes a column of a game with falling discs. A free square takes a disc of the player to
    /// move, which falls onto the column. Further changes of a disc change its player, and then
    /// remove it, so that the discs above it fall.
    fn drop_in_column(&mut self, square: usize, change: SketchChange) {
        let columns = self.notation.columns;
        let column: Vec<usize> = (square % columns..self.squares.len()).step_by(columns).collect();
        let content = self.squares[square].content;
        if content == 0 {
            let count = |content| self.squares.iter().filter(|square| square.content == content).count();
            let mover = if count(1) > count(2) { 2 } else { 1 };
            let lowest = column.into_iter().rev().find(|&at| self.squares[at].content == 0);
            if let Some(lowest) = lowest.filter(|_| change != SketchChange::Clear) {
                self.squares[lowest].content = mover;
            }
            return;
        }
        let next = self.after(content, change);
        self.squares[square].content = next;
        if next == 0 {
            let above: Vec<usize> = column.into_iter().take_while(|&at| at <= square).collect();
            for pair in above.windows(2).rev() {
                self.squares[pair[1]].content = self.squares[pair[0]].content;
            }
            self.squares[above[0]].content = 0;
        }
    }
}

/// The squares of a grid, row by row from the top, in the middle of a board that is as wide as its longer side.
pub(super) fn grid_squares(
    rows: &[Vec<Option<Player>>],
    columns: usize,
    name: impl Fn(usize, usize) -> String,
) -> Vec<SketchSquare> {
    let cell = 1.0 / columns.max(rows.len()).max(1) as f32;
    let (left, top) = ((1.0 - columns as f32 * cell) / 2.0, (1.0 - rows.len() as f32 * cell) / 2.0);
    let square = |row: usize, column: usize, mark: Option<Player>| SketchSquare {
        name: SketchName::Square(name(column, row)),
        content: mark.map_or(0, |player| player as u8 + 1),
        center: [left + (column as f32 + 0.5) * cell, top + (row as f32 + 0.5) * cell],
        half: cell / 2.0,
    };
    let row = |(row, marks): (usize, &Vec<Option<Player>>)| {
        marks.iter().enumerate().map(|(column, &mark)| square(row, column, mark)).collect::<Vec<_>>()
    };
    rows.iter().enumerate().flat_map(row).collect()
}

/// Writes the marks of a grid as letters: those of a free square, of max and of min; with `/` between rows.
pub(super) fn write_rows(sketch: &PositionSketch, letters: [char; 3]) -> String {
    let letter = |square: &SketchSquare| letters.get(usize::from(square.content)).copied().unwrap_or(letters[0]);
    let row = |squares: &[SketchSquare]| squares.iter().map(letter).collect::<String>();
    sketch.squares.chunks(sketch.notation.columns.max(1)).map(row).collect::<Vec<_>>().join("/")
}

/// Changes the size of a grid: surplus rows at the bottom and columns at the right are dropped;
/// missing ones are added as free squares.
pub(super) fn resized(mut rows: Vec<Vec<Option<Player>>>, columns: usize, count: usize) -> Vec<Vec<Option<Player>>> {
    rows.resize(count, Vec::new());
    for row in &mut rows {
        row.resize(columns, None);
    }
    rows
}
