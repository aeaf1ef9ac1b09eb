//! Edagari (枝狩り, "pruning") records what a game-tree search does, step by step, and replays it.
//!
//! The rooms of the library, each of which uses only those before it: [`score`], [`game`], [`search`], [`trace`],
//! [`language`], [`analysis`], [`scene`]; and, with the features of the same names, `export`, `viewer` and `cli`.
//!
//! # Games of your own
//!
//! A type that implements [`game::Game`] is searched and recorded as [`game::AnyGame::other`] by [`trace::record_game`], under a
//! name of its own ([`game::GameSetup::unknown`]); with the trace that comes of it all can be done that can be done with those of
//! the games in here, also in the window (`viewer::run_with`). `examples/your_game.rs` does it in under a hundred lines.

pub mod analysis;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "export")]
pub mod export;
pub mod game;
pub mod language;
pub mod scene;
pub mod score;
pub mod search;
pub mod trace;
#[cfg(feature = "viewer")]
pub mod viewer;
