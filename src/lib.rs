//! Edagari (枝狩り, "pruning") records what a game-tree search does, step by step, and replays it.
//!
//! The rooms of the library, each of which uses only those before it: [`score`], [`game`], [`search`], [`trace`],
//! [`language`], [`analysis`], [`scene`]; and, with the features of the same names, `export`, `viewer` and `cli`.

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
