//! Figures of a run: its summary, passes, size and table, and nodes with the same position.

pub(super) mod equal_positions;
pub(super) mod guesses;
pub(super) mod pass_figures;
pub(super) mod run_size;
pub(super) mod summary;
pub(super) mod table_curve;
pub(super) mod table_rows;

pub use equal_positions::{equal_positions, position_key};
pub use guesses::ByReason;
pub use pass_figures::PassFigures;
pub use run_size::{RunSize, TreeSize, bytes_of_nodes};
pub use summary::Summary;
pub use table_curve::{TablePoint, table_curve};
pub use table_rows::{BoundsKind, TableOrder, TableQuery, moves_of_entry, table_rows};
