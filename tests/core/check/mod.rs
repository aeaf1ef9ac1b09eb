//! Searches of other programs, right and wrong. The check must report no right one as wrong, and must find each planted
//! fault.
//!
//! The code here (games, searches, writer of the stream) shares no code with the library and depends only on
//! `docs/trace-format.md`: a negamax over an explicit graph of places.

mod boards;
mod called_wrong;
mod drivers;
mod engine;
mod games;
mod graph;
mod guessing;
mod made_up;
mod missed;
mod names;
mod others;
mod planted;
mod relay;
mod rewritten;
mod runs;
mod said;
mod scribe;
mod seeker;
pub mod silent;
mod slips;
mod story;
mod stream_remarks;
mod stream_verdicts;
mod streams;
mod ways;

pub use silent::{read, told};
