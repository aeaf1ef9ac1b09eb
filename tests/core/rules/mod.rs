//! Games: their rules, their positions, solvers, and games of other crates.

#[cfg(feature = "viewer")]
mod game_of_ones_own;
mod games;
mod kalah;
pub(crate) mod other_games;
pub(crate) mod positions;
mod solver_of_connect_four;
