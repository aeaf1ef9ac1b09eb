//! Tests without a window: games, searches, traces, files, analysis and export, through the public library.

mod arriving;
#[cfg(feature = "files")]
mod bisect;
#[cfg(feature = "files")]
mod changes;
#[cfg(feature = "files")]
mod check;
mod code;
mod corresponding;
mod dependencies;
#[cfg(all(feature = "files", feature = "export"))]
mod error_messages;
mod exercise;
#[cfg(feature = "export")]
mod export;
#[cfg(feature = "files")]
mod fate;
mod figure_pairs;
mod figures;
mod focus;
mod hostile_files;
mod house;
mod languages;
mod laws;
mod lesson_words;
mod lessons;
mod noise;
mod oracles;
#[cfg(feature = "files")]
mod order;
#[cfg(feature = "export")]
mod pages;
mod practice;
#[expect(dead_code, reason = "its `main` is for `cargo run --example`")]
#[path = "../../examples/record_your_search.rs"]
mod record_your_search;
mod rules;
mod scale;
#[cfg(feature = "files")]
mod searches;
mod sentences;
#[cfg(feature = "server")]
mod server;
mod smallest_change;
mod solve_check;
mod tables;
#[cfg(feature = "files")]
mod trace_files;
#[cfg(feature = "viewer")]
#[expect(dead_code, reason = "its `main` is for `cargo run --example`")]
#[path = "../../examples/your_game.rs"]
mod your_game;
