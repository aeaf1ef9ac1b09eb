//! Questions to games: matches between searches, experiments, solving, and counts of positions.

pub(super) mod experiment;
pub(super) mod matches;
pub(super) mod perft;
pub(super) mod position_experiment;
pub(super) mod position_set;
pub(super) mod solve;
pub(super) mod solve_check;

pub use experiment::{ExperimentGame, depth_pairs, run_experiment};
pub use matches::{Match, MatchError, Side, Turn, play_match};
pub use perft::{PerftError, PerftRow, count_positions, count_rows, count_sequences};
pub use position_experiment::{TriedPosition, try_positions};
pub use position_set::{KnownPosition, SetError, parse_set};
pub use solve::{Solution, SolutionError, solve};
pub use solve_check::{
    Chooser, SolveCheck, SolveError, WrongChoice, WrongChoiceInWords, solve_check, solve_check_game, solve_check_with,
};
