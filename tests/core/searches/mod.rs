//! Searches with their options: laws on random trees and games, and the published figures.

mod expectation;
mod guesses;
pub mod options_of_searches;
mod proof;
mod proof_table;
mod sampling;
mod star2;
mod streams_of_others;
pub mod used_in_practice;
