//! Commands on games without a trace: matches, counts of positions, solving, noise.

mod matches;
mod noise;
mod perft;
mod positions;
mod solve;
mod solve_check;
