//! Tests without a window: games, searches, traces, files, analysis and export, through the public library.

mod arriving;
#[cfg(feature = "files")]
mod changes;
#[cfg(feature = "files")]
mod check;
mod code;
mod corresponding;
mod dependencies;
mod exercise;
#[cfg(feature = "export")]
mod export;
#[cfg(feature = "files")]
mod fate;
mod figures;
mod focus_motion;
mod focus_room;
mod focus_view;
#[cfg(feature = "viewer")]
mod game_of_ones_own;
mod games;
mod hostile_files;
mod house;
mod kalah;
mod languages;
mod laws;
mod lesson_words;
mod lessons;
mod noise;
#[cfg(feature = "files")]
mod options_of_searches;
#[cfg(feature = "files")]
mod order;
mod other_games;
#[cfg(feature = "export")]
mod pages;
mod passes_apart;
#[cfg(feature = "export")]
mod plain_pdf;
mod plain_searches;
mod positions;
mod practice;
mod random_games;
mod random_trees;
#[expect(dead_code, reason = "its `main` is for `cargo run --example`")]
#[path = "../../examples/record_your_search.rs"]
mod record_your_search;
mod replays;
mod scale;
#[cfg(feature = "files")]
mod searches_of_practice;
mod sentences;
#[cfg(feature = "server")]
mod server;
mod smallest_change;
mod solve_check;
mod solver_of_connect_four;
mod tables;
#[cfg(feature = "files")]
mod trace_files;
#[cfg(feature = "viewer")]
#[expect(dead_code, reason = "its `main` is for `cargo run --example`")]
#[path = "../../examples/your_game.rs"]
mod your_game;
