//! Games: their rules, their positions, solvers, and games of other crates.

mod chess;
mod chess_endings;
#[cfg(feature = "viewer")]
mod game_of_ones_own;
mod games;
mod kalah;
mod named_positions;
pub(crate) mod other_games;
mod plain_chess;
mod position_sketches;
pub(crate) mod positions;
mod solver_of_connect_four;
mod start_positions;
