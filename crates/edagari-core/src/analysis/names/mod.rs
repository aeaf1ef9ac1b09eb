//! Names of runs, nodes and passes in texts.

pub(super) mod naming;
pub(super) mod node_names;
pub(super) mod scores;

pub use naming::{
    game_of_run_text, game_text, log_text, node_of_player, pass_name, player_text, process_text, reason_title,
    reduction_title, run_text, run_title, setup_text, setup_title, short_pass_name, side_text, visit_tag,
};
pub use node_names::{child_name, child_text, children_text, name_of, node_name, node_title};
pub use scores::{bounded_text, decimal_text, mate_text, mate_text_of_game, score_text, short_score_text, signed_text};
