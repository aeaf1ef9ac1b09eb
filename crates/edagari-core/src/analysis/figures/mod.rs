//! Figures of a run: its summary, passes, course, proof tree, size and table, and nodes with the same position.

pub(super) mod course;
pub(super) mod pass_figures;
pub(super) mod proof_tree;
pub(super) mod run_size;
pub(super) mod summary;
pub(super) mod table_rows;

pub use course::{Course, FavouriteChange, RootNumbers, RootShares, ShareMoment};
pub use pass_figures::{ByReason, PassFigures};
pub use proof_tree::{NoProofTree, ProofFigures, ProofPosition, ProofResult, ProofTree};
pub use run_size::{RunSize, TreeSize, bytes_of_nodes};
pub use summary::Summary;
pub use table_rows::{
    BoundsKind, TableOrder, TablePoint, TableQuery, equal_positions, moves_of_entry, position_key, table_curve,
    table_rows,
};
