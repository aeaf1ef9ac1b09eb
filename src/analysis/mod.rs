//! Analyses of a trace: figures, explanations of frames, causes, checks, and differences from another trace; and the effect of
//! table bounds, case by case.

mod asked;
mod best_line;
mod bound_source;
mod bounds_case;
mod check;
mod code;
mod comparison;
mod corresponding;
mod diff;
mod equal_positions;
mod experiment;
mod explain;
mod fate;
mod find;
mod frame_in_short;
mod guesses;
mod known_bounds;
mod log_text;
mod matches;
mod naming;
mod node_names;
pub mod noise;
mod order;
mod own_text;
mod pass_figures;
mod pass_names;
mod pass_window;
mod perft;
mod position_experiment;
mod position_set;
mod reason;
mod run_size;
mod solve;
mod solve_check;
mod state_text;
mod summary;
mod table_curve;
mod table_rows;
mod value_line;
mod why;

pub use best_line::best_line;
pub use bound_source::BoundSource;
pub use bounds_case::{BoundsCase, answer_text};
pub use check::{
    Assumption, CheckOptions, CheckReport, EXACT_VISITS, Fault, Finding, MOST_FINDINGS, Unjudged, Verdict, check,
    check_with, incomplete_text,
};
pub use code::{Code, CodeAt, CodeLine, LineSet, NoCode, Seek, Sought, Variable, WrittenLine};
pub use comparison::{ComparisonRow, compared_figures, differing_options};
pub use corresponding::{Corresponding, Relation, corresponding, path_in};
pub use diff::{DiffError, Difference, DifferenceKind, MOST_DIFFERENCES, TraceDiff};
pub use equal_positions::{equal_positions, position_key};
pub use experiment::{ExperimentGame, depth_pairs, run_experiment};
pub use explain::explain;
pub use fate::{Line, LineFate, Ply, PlyEnd, line_fates};
pub use find::{
    ColumnCondition, ColumnTest, Compare, Completion, FindKind, Found, MOST_FOUND, Query, QueryError, completions, find,
};
pub use frame_in_short::{FrameInShort, frame_in_short};
pub use guesses::ByReason;
pub use known_bounds::known_bounds;
pub use log_text::log_text;
pub use matches::{Match, MatchError, Side, Turn, play_match};
pub use naming::{game_text, player_text, process_text, run_text, run_title, setup_text, setup_title};
pub use node_names::{child_name, child_text, children_text, name_of, node_name, node_title};
pub use order::{
    DepthOrder, MOST_COSTLY, NodeType, OrderCounts, OrderDefinition, OrderReport, OrderUnknown, SourceOrder,
    TypeCounts, VisitOrdered, WastingCut,
};
pub use pass_figures::PassFigures;
pub use pass_names::{pass_name, short_pass_name, visit_tag};
pub use pass_window::{PassWindow, pass_window, pass_window_reason};
pub use perft::{PerftError, PerftRow, count_positions, count_rows, count_sequences};
pub use position_experiment::{TriedPosition, try_positions};
pub use position_set::{KnownPosition, SetError, parse_set};
pub use reason::Reason;
pub use run_size::{RunSize, TreeSize, bytes_of_nodes};
pub use solve::{Solution, SolutionError, solve};
pub use solve_check::{
    Chooser, SolveCheck, SolveError, WrongChoice, WrongChoiceInWords, solve_check, solve_check_game, solve_check_with,
};
pub use state_text::{final_window, returns_next, returns_next_texts, state_text, window_text};
pub use summary::Summary;
pub use table_curve::{TablePoint, table_curve};
pub use table_rows::{BoundsKind, TableOrder, TableQuery, moves_of_entry, table_rows};
pub use value_line::{ValueEnd, ValueLine, ValueStep, nodes_of_line, value_line};
pub use why::{PruningReason, why_pruned};
