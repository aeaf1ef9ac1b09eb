//! Trace files: written traces read back equal, and streams of other programs are interpreted correctly.

mod causes;
mod checks;
mod column_colors;
mod differences;
mod emitters;
mod foreign_streams;
mod games_of_others;
mod golden;
mod guesses;
mod in_part;
mod label_boards;
mod layers;
mod mutations;
mod pass_figures;
mod planted_search;
mod recorded_layers;
mod round_trips;
mod saving;
mod stream_recorder;
mod threads_that_skip;
mod told_scores;
mod units;

pub use round_trips::{check_round_trips, read_stream, stream_of};
