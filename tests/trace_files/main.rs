//! Traces as files: what is written is read back as the same trace, and what other programs write is taken as it is meant.

#[path = "../random_games/mod.rs"]
mod random_games;
#[expect(dead_code, reason = "not all of it is for the tests of files")]
#[path = "../random_trees/mod.rs"]
mod random_trees;
#[expect(dead_code, reason = "its `main` is for `cargo run --example`")]
#[path = "../../examples/record_your_search.rs"]
mod record_your_search;

mod checks;
mod differences;
mod emitters;
mod foreign_streams;
mod golden;
mod mutations;
mod planted_search;
mod round_trips;
mod stream_recorder;
