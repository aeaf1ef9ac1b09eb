//! Analyses of a trace: figures, explanations of frames, causes, checks, and differences from
//! another trace; and the effect of table bounds in each case.

mod check;
mod code;
mod compare;
mod explanation;
mod fate;
mod figures;
mod find;
mod games;
mod limited_solver;
mod names;
pub mod noise;
mod order;

pub use check::{
    Assumption, CheckOptions, CheckRemark, CheckRemarkKind, CheckReport, EXACT_VISITS, Fault, Finding, MAX_FINDINGS,
    Unjudged, Verdict, check, check_with, incomplete_text,
};
pub use code::{Code, CodeAt, CodeLine, LineSet, NoCode, Seek, Sought, Variable, WrittenLine};
pub use compare::{
    BisectKind, BisectStep, ComparisonRow, Corresponding, DiffError, Difference, DifferenceKind, MAX_DIFFERENCES,
    Relation, TraceDiff, are_alike, bisect, compared_figures, corresponding, differing_options, have_same_moves,
    path_in,
};
pub use explanation::{
    BoundSource, BoundsCase, FrameInShort, PassWindow, PruningReason, Reason, ScoreReason, ValueEnd, ValueLine,
    ValueStep, answer_text, best_line, explain, final_window, frame_in_short, known_bounds, next_frame_text,
    next_step_at_child_texts, next_step_texts, nodes_of_line, pass_window, pass_window_reason, proof_note,
    proof_number_text, proof_numbers_text, returned_text, returns_next, sample_by, sample_text, state_text,
    stored_text, value_line, why_pruned, why_score, window_text,
};
pub use fate::{Line, LineFate, Ply, PlyEnd, RestsOn, WeakSource, line_fates};
pub use figures::{
    BoundsKind, ByReason, Course, FavouriteChange, NoProofTree, PassFigures, ProofFigures, ProofPosition, ProofResult,
    ProofTree, RootNumbers, RootShares, RunSize, ShareMoment, Summary, TableOrder, TablePoint, TableQuery, TreeSize,
    bytes_of_nodes, equal_positions, moves_of_entry, position_key, table_curve, table_rows,
};
pub use find::{
    ColumnCondition, ColumnTest, Compare, Completion, FindKind, Found, MAX_FOUND, Query, QueryError, completions, find,
};
pub use games::{
    Chooser, ExperimentGame, GuessEffect, GuessLimits, GuessReport, GuessRun, KnownPosition, Match, MatchError,
    PerftError, PerftRow, SetError, Side, Solution, SolutionError, SolveCheck, SolveError, TriedPosition, Turn,
    WrongChoice, WrongChoiceInWords, WrongGuess, count_positions, count_rows, count_sequences, depth_pairs, parse_set,
    play_match, run_experiment, solve, solve_check, solve_check_game, solve_check_with, try_positions,
};
pub use names::{
    bounded_text, child_name, child_text, children_text, decimal_text, game_of_run_text, game_text, log_text,
    mate_text, mate_text_of_game, name_of, node_name, node_of_player, node_title, pass_name, player_text, process_text,
    reason_title, reduction_title, run_text, run_title, score_text, setup_text, setup_title, short_pass_name,
    short_score_text, side_text, signed_text, visit_tag,
};
pub use order::{
    DepthOrder, MAX_COSTLY, MovesTried, NodeType, OrderCounts, OrderDefinition, OrderReport, OrderUnknown, SourceOrder,
    TriedMove, TypeCounts, VisitOrdered, WastingCut, WorkRemark, WorkRemarkKind,
};
