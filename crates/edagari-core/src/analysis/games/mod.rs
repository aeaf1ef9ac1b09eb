//! Analyses of games without a trace: matches between searches, experiments, solving, and counts of
//! positions.

pub(super) mod experiment;
pub(super) mod guess_report;
pub(super) mod matches;
pub(super) mod perft;
pub(super) mod position_set;
mod retrograde;
pub(super) mod solve_check;

pub use experiment::{ExperimentGame, TriedPosition, depth_pairs, run_experiment, try_positions};
pub use guess_report::{GuessEffect, GuessLimits, GuessReport, GuessRun, WrongGuess};
pub use matches::{Match, MatchError, Side, Turn, play_match};
pub use perft::{PerftError, PerftRow, count_positions, count_rows, count_sequences};
pub use position_set::{KnownPosition, SetError, parse_set};
pub use solve_check::{
    Chooser, Solution, SolutionError, SolveCheck, SolveError, WrongChoice, WrongChoiceInWords, solve, solve_check,
    solve_check_game, solve_check_with,
};
