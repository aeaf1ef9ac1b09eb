//! The pictures of Edagari (枝狩り, "pruning"): game trees at a frame of a search, as display lists and as files, without a window.
//!
//! The crate `edagari` re-exports both modules.
//!
//! # Modules
//!
//! - [`scene`]: which nodes are shown, where, and a display list in named colours.
//! - `export`, with the feature of that name: SVG, PNG, PDF, TikZ, animations, tables, sheets of exercises and web pages. The files are the
//!   same on every machine, because fonts are bundled.
//!
//! ```
//! use edagari_core::game::{GameSetup, TicTacToe};
//! use edagari_core::search::Algorithm;
//! use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
//! use edagari_draw::scene::{ViewOptions, ViewTree};
//!
//! let setup = Setup::new(GameSetup::from(TicTacToe::default()), Process::Search(Algorithm::AlphaBeta));
//! let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default())?;
//! let tree = ViewTree::new(&trace, &[], ViewOptions::default()).expect("there is a root");
//! assert!(tree.nodes.len() > 9);
//! # Ok::<(), edagari_core::trace::RecordError>(())
//! ```

#[cfg(feature = "export")]
pub mod export;
pub mod scene;
