//! What can be said about a trace: its figures, a sentence for each frame, and how it compares with another; and about
//! the bounds of a table, case by case.

mod best_line;
mod bounds_case;
mod compare;
mod explain;
mod naming;
mod summary;

pub use best_line::best_line;
pub use bounds_case::{BoundsCase, answer_text};
pub use compare::{Counterpart, counterpart};
pub use explain::explain;
pub use naming::{node_name, player_text, process_text};
pub use summary::Summary;
