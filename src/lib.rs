//! Edagari (枝狩り, "pruning") records what a game-tree search does, step by step, and replays it.
//!
//! Start here: the library has three uses, each with an example below. Edagari can search one of its games; a search of your own can record
//! its steps; and any trace can be queried at any of its frames.
//!
//! # Record one of our searches
//!
//! [`trace::Recording`] runs a search and returns its [`trace::Trace`]. A *frame* is one step of the search: a node is entered, a child
//! returns a score, the window is updated, a node ends. The handles [`trace::Frame`], [`trace::Node`] and [`trace::Visit`] lead from
//! one to the other.
//!
//! ```
//! use edagari::analysis::explain;
//! use edagari::game::TicTacToe;
//! use edagari::language::Language;
//! use edagari::score::Score;
//! use edagari::search::Algorithm;
//! use edagari::trace::Recording;
//!
//! let trace = Recording::of(TicTacToe::default()).search(Algorithm::AlphaBeta).record()?;
//! assert_eq!((trace.visit_count(), trace.value()), (18_297, Some(Score::new(0))));
//!
//! let cut = trace.next_cut(0).expect("α-β cuts");
//! println!("{}", explain(&trace, cut, Language::English));
//! # Ok::<(), edagari::trace::RecordError>(())
//! ```
//!
//! With `export`, the frame becomes a picture: `save_picture(&trace, &Picture::at(cut), …)`.
//!
//! # Record a search of your own
//!
//! A [`trace::file::StreamRecorder`] writes one line when your search enters a node and one when it leaves it. Edagari derives the rest
//! (players, windows, cuts), and `edagari check` reports whether the search follows the rules of α-β.
//!
//! ```
//! use edagari::score::Score;
//! use edagari::trace::Header;
//! use edagari::trace::file::{Enter, StreamReader, StreamRecorder};
//!
//! // Your search: it visits moves `a` and `b` below the root.
//! fn search(recorder: &mut StreamRecorder<Vec<u8>>) -> i32 {
//!     recorder.enter(Enter::default);
//!     let mut best = i32::MIN;
//!     for (name, score) in [("a", 3), ("b", 7)] {
//!         recorder.enter(|| Enter { mv: Some(name.into()), ..Enter::default() });
//!         recorder.leave(Score::new(score));
//!         best = best.max(score);
//!     }
//!     recorder.leave(Score::new(best));
//!     best
//! }
//!
//! let mut recorder = StreamRecorder::new(Vec::new(), Header::new());
//! let value = search(&mut recorder);
//! let stream = recorder.finish()?;
//!
//! let trace = StreamReader::new(stream.as_slice(), 1 << 20).read(&Default::default())?;
//! assert_eq!(trace.value(), Some(Score::new(value)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/record_your_search.rs` records a negamax search to a file; its filters limit the size of the trace.
//!
//! # Open and query a trace
//!
//! `trace::file::open_trace` opens a file of any of the formats. The state of a node at a frame, the next frame of a kind and a text query
//! take about the same time at every frame.
//!
//! ```
//! use edagari::analysis::{Query, find};
//! use edagari::trace::{NodeState, Progress};
//! # use edagari::trace::Recording;
//! # let game = edagari::game::TicTacToe::default();
//! # let trace = Recording::of(game).search(edagari::search::Algorithm::AlphaBeta).record()?;
//!
//! // let trace = open_trace("game.edagari".as_ref(), DEFAULT_MEMORY_LIMIT, &Progress::default())?;
//! let query = Query::parse("cut at depth 3")?;
//! let found = find(&trace, &query, &[], &Progress::default())?;
//! let first = found.frames[0] as usize;
//!
//! let node = trace.frame(first).expect("a frame of the trace").node();
//! assert!(matches!(node.state(0), NodeState::Unvisited));
//! assert!(matches!(node.state(first), NodeState::Open { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Games of your own
//!
//! Implement [`game::Game`] and record it with [`trace::record_game`] as [`game::AnyGame::other`], with its own name
//! ([`game::GameSetup::unknown`]). The trace can then be explained, checked, exported and shown in the window (`viewer::run_with`) like a
//! trace of a built-in game. `examples/your_game.rs` shows all of this in under a hundred lines.
//!
//! # The modules
//!
//! Each module uses only those before it: [`language`], [`score`], [`game`], [`search`], [`trace`], [`analysis`], [`scene`], [`lesson`];
//! and, with the features of the same names, `export`, `viewer`, `server` and `cli`. `docs/architecture.md` describes each of them.

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(any(feature = "cli", feature = "viewer"))]
mod platform;
#[cfg(feature = "server")]
pub mod server;
pub mod view_link;
#[cfg(feature = "viewer")]
pub mod viewer;

pub use edagari_core::{analysis, game, language, score, search, trace};
#[cfg(feature = "export")]
pub use edagari_draw::export;
pub use edagari_draw::scene;
pub use edagari_teach as lesson;
