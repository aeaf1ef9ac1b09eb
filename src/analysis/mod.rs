//! What can be said about a trace: its figures, a sentence for each frame, and how it compares with another.

mod best_line;
mod compare;
mod explain;
mod naming;
mod summary;

pub use best_line::best_line;
pub use compare::{Counterpart, counterpart};
pub use explain::explain;
pub use naming::{node_name, player_text, process_text};
pub use summary::Summary;
