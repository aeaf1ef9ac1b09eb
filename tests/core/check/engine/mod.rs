//! A chess engine with everything that engines have, each feature a flag: its recordings are right, and a fault planted in
//! it is found where it happens.

mod bugs;
pub mod chess;
mod hunt;
mod journal;
mod naming;
mod options;
mod pruning;
mod quiescence;
pub mod rings;
mod search;
mod silence;
