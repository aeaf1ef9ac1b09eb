//! Traces as files: what is written is read back as the same trace, and what other programs write is taken as it is meant.

#[path = "../random_games/mod.rs"]
mod random_games;
#[expect(dead_code, reason = "not all of it is for the tests of files")]
#[path = "../random_trees/mod.rs"]
mod random_trees;

mod checks;
mod planted_search;
mod round_trips;
