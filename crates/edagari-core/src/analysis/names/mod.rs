//! Names of runs, nodes and passes in texts.

pub(super) mod log_text;
pub(super) mod naming;
pub(super) mod node_names;
pub(super) mod pass_names;

pub use log_text::log_text;
pub use naming::{game_text, player_text, process_text, run_text, run_title, setup_text, setup_title};
pub use node_names::{child_name, child_text, children_text, name_of, node_name, node_title};
pub use pass_names::{pass_name, short_pass_name, visit_tag};
