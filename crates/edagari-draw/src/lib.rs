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
//! use edagari_core::game::TicTacToe;
//! use edagari_core::search::Algorithm;
//! use edagari_core::trace::Recording;
//! use edagari_draw::scene::{ViewOptions, ViewTree};
//!
//! let trace = Recording::of(TicTacToe::default()).search(Algorithm::AlphaBeta).record()?;
//! let tree = ViewTree::new(&trace, &[], ViewOptions::default()).expect("there is a root");
//! assert!(tree.nodes.len() > 9);
//! # Ok::<(), edagari_core::trace::RecordError>(())
//! ```

#[cfg(feature = "export")]
pub mod export;
pub mod scene;
