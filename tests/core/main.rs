//! What needs no window: games, searches, traces, files, analysis and export, through the public library.

#[cfg(feature = "export")]
mod export;
mod figures;
mod focus_motion;
mod focus_view;
mod games;
mod hostile_files;
mod house;
mod kalah;
mod languages;
mod laws;
mod noise;
mod other_games;
mod plain_searches;
mod random_games;
mod random_trees;
#[expect(dead_code, reason = "its `main` is for `cargo run --example`")]
#[path = "../../examples/record_your_search.rs"]
mod record_your_search;
mod replays;
mod scale;
mod sentences;
mod solve_check;
mod tables;
#[cfg(feature = "files")]
mod trace_files;
