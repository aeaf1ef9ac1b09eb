//! The core of Edagari (枝狩り, "pruning"): games, searches, and traces of them, without a window, pictures or a command line.
//!
//! A program that only records its own search depends on this crate alone; the crate `edagari` re-exports all its modules.
//!
//! ```
//! use edagari_core::game::TicTacToe;
//! use edagari_core::search::Algorithm;
//! use edagari_core::trace::Recording;
//!
//! let trace = Recording::of(TicTacToe::default()).search(Algorithm::AlphaBeta).record()?;
//! assert_eq!(trace.visit_count(), 18_297);
//! # Ok::<(), edagari_core::trace::RecordError>(())
//! ```
//!
//! # Modules
//!
//! Each module uses only those before it: [`language`], [`score`], [`game`], [`search`], [`trace`], [`analysis`].
//!
//! # Features
//!
//! Both are off by default.
//!
//! - `files`: compressed files of traces; adds zstd and tempfile. Without it, traces are written and read as plain streams.
//! - `window`: what the window of Edagari needs from the platform; of no use to other programs.

pub mod analysis;
pub mod game;
pub mod language;
#[doc(hidden)]
pub mod platform;
pub mod score;
pub mod search;
pub mod trace;
