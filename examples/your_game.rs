//! A game that Edagari does not have, searched, checked, explained, drawn and shown: `cargo run --example your_game -- chomp.svg
//! chomp.edagari` draws the first cut and saves the run; with `--window` instead, the window opens on it.

use std::error::Error;

use edagari::analysis::{Summary, check, explain};
use edagari::export::{Picture, save_picture};
use edagari::game::{AnyGame, Board, Game, GameSetup, Ink, Mark, Player};
use edagari::language::Language;
use edagari::score::Score;
use edagari::search::{Algorithm, TableSetup};
use edagari::trace::file::{is_trace_name, save_trace};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, RecordError, Setup, Trace, record_game};

/// Chomp: a bite takes a piece and all below it and to its right; the player who eats the poisoned first piece loses.
#[derive(Clone)]
pub struct Chomp;

/// Pieces left in each row, and the player to move.
#[derive(Clone, Copy)]
pub struct Bar {
    rows: [u8; 3],
    player: Player,
}

impl Bar {
    fn pieces(self) -> impl DoubleEndedIterator<Item = (u8, u8)> {
        (0..3).flat_map(move |row| (0..self.rows[usize::from(row)]).map(move |column| (row, column)))
    }
}

impl Game for Chomp {
    type Position = Bar;
    /// Row and column, from 0.
    type Move = (u8, u8);

    fn root(&self) -> Bar {
        Bar { rows: [3; 3], player: Player::Max }
    }

    fn player(&self, bar: &Bar) -> Player {
        bar.player
    }

    fn score(&self, bar: &Bar) -> Option<Score> {
        (bar.rows[0] == 0).then(|| Score::new(if bar.player == Player::Max { 1 } else { -1 }))
    }

    fn moves(&self, bar: &Bar, moves: &mut Vec<(u8, u8)>) {
        moves.extend(bar.pieces().rev());
    }

    fn play(&self, bar: &Bar, (row, column): (u8, u8)) -> Bar {
        let rows = [0, 1, 2].map(|at| bar.rows[usize::from(at)].min(if at < row { 3 } else { column }));
        Bar { rows, player: bar.player.other() }
    }

    fn move_text(&self, _: &Bar, (row, column): (u8, u8)) -> String {
        format!("{}{}", ["a", "b", "c"][usize::from(column)], row + 1)
    }

    fn board(&self, bar: &Bar) -> Board {
        let center = |(row, column)| [column, row].map(|at: u8| (f32::from(at) + 0.5) / 3.0);
        let piece = |at| Mark::Square { center: center(at), radius: 0.15, ink: Ink::Max };
        let poison = Mark::Cross { center: center((0, 0)), radius: 0.08, ink: Ink::Min };
        Board::square(bar.pieces().map(piece).chain([poison]).collect())
    }

    /// Identifies equal positions: required for a table and for links between nodes with the same position.
    fn key(&self, bar: &Bar) -> Option<u128> {
        Some(bar.rows.iter().fold(bar.player as u128, |key, &pieces| key << 8 | u128::from(pieces)))
    }
}

/// Searches the game by α-β, optionally with a table.
pub(crate) fn search(table: Option<TableSetup>) -> Result<Trace, RecordError> {
    let setup = Setup { table, ..Setup::new(GameSetup::unknown("Chomp"), Process::Search(Algorithm::AlphaBeta)) };
    record_game(AnyGame::other(Chomp), &setup, DEFAULT_MEMORY_LIMIT, &Progress::default())
}

fn main() -> Result<(), Box<dyn Error>> {
    let trace = search(None)?;
    let (summary, first_cut) = (Summary::of(&trace), trace.cuts()[0] as usize);
    println!("{}: {} nodes are visited", summary.game, summary.nodes_visited);
    println!("{}", explain(&trace, first_cut, Language::English));
    println!("every step is right: {}", check(&trace, true, &Progress::default()).is_right());
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--window" => {
                let runs = [("without a table", search(None)?), ("with a table", search(Some(TableSetup::default()))?)];
                edagari::viewer::run_with(runs.map(|(name, trace)| (name.to_owned(), trace)).into())?;
            }
            name if is_trace_name(name) => save_trace(&trace, name, &Progress::default())?,
            name => save_picture(&trace, &Picture::at(first_cut), name, &Progress::default())?,
        }
    }
    Ok(())
}
