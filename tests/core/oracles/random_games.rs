//! Random searches with transposition tables, of games in which positions repeat.

use std::num::NonZeroU32;

use edagari::game::{ConnectFour, Eight, GameSetup, LayeredGraph, Reversi, TicTacToe};
use edagari::search::{TableKey, TableSetup};
use edagari::trace::{Process, Setup};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::oracles::plain_searches::single_runs;
use crate::oracles::random_trees::orders;

/// Games with repeated positions, small enough to check every frame, and the moves to the start of the run.
fn setups_with_transpositions() -> impl Strategy<Value = (GameSetup, String)> {
    let tic_tac_toe = any::<bool>().prop_map(|shortest_win| GameSetup::from(TicTacToe { shortest_win }));
    let layered =
        (0_u32..6, 1_u32..7, 1_u32..4, any::<u64>(), 0_i32..8).prop_map(|(depth, width, branching, seed, spread)| {
            GameSetup::from(LayeredGraph { depth, width, branching, seed, scores: (-spread, spread) })
        });
    let connect_four = (2_u8..5, 2_u8..4, 2_u8..4, any::<bool>()).prop_map(|(width, height, line, shortest_win)| {
        let line = line.min(width.max(height));
        GameSetup::from(ConnectFour { width, height, line, shortest_win })
    });
    // Late in the game players often have to pass.
    let reversi = Just(GameSetup::from(Reversi { size: 4 }));
    prop_oneof![
        4 => (layered, vec(any::<u32>(), 0..3)),
        2 => (reversi, vec(any::<u32>(), 7..12)),
        1 => (connect_four, vec(any::<u32>(), 5..10)),
        2 => (tic_tac_toe, vec(any::<u32>(), 4..9)),
        1 => (Just(GameSetup::from(Eight)), vec(any::<u32>(), 0..4)),
    ]
    .prop_map(|(game, choices)| {
        let after = random_moves(&game, &choices);
        (game, after)
    })
}

/// Chooses moves from the root of a game until the choices or the game end.
fn random_moves(game: &GameSetup, choices: &[u32]) -> String {
    let mut position = game.open().expect("a game").position(&[]).expect("a root");
    let mut moves = Vec::new();
    for &choice in choices {
        let Some(mv) = (choice as usize).checked_rem(position.move_count()) else { break };
        moves.push(position.move_text(mv));
        position = position.play(mv as u32).expect("a legal move");
    }
    moves.join(" ")
}

/// Tables with random options; the sizes are relevant for such small games.
pub fn tables() -> impl Strategy<Value = TableSetup> {
    let key = select(&[TableKey::Position, TableKey::Position, TableKey::PositionAndWindow][..]);
    let size = prop_oneof![3 => Just(0), 3 => 1_u32..=8, 1 => 9_u32..80].prop_map(NonZeroU32::new);
    (key, any::<bool>(), any::<bool>(), any::<bool>(), size).prop_map(
        |(key, symmetry, narrowing, intersection, size)| TableSetup {
            key,
            symmetry,
            narrowing,
            intersection,
            size,
            ..TableSetup::default()
        },
    )
}

/// Searches with tables.
pub fn setups() -> impl Strategy<Value = Setup> {
    (setups_with_transpositions(), select(single_runs()), orders(), tables()).prop_map(
        |((game, after), algorithm, order, table)| Setup {
            after,
            order,
            table: Some(table),
            ..Setup::new(game, Process::Search(algorithm))
        },
    )
}
