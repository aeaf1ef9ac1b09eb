//! Queries on a trace: the data of a frame, the state of a node at a frame, and the frames of events.

pub(super) mod changes;
pub(super) mod cut_questions;
pub(super) mod frames_of_visit;
pub(super) mod jump;
pub(super) mod listing;
pub(super) mod node_state;
pub(super) mod passes;
pub(super) mod position_cursor;
pub(super) mod pruned;
pub(super) mod replay;
pub(super) mod strip;
pub(super) mod subtree;
pub(super) mod sweep;
pub(super) mod table;
pub(super) mod thread_questions;
pub(super) mod told;
pub(super) mod tree_questions;

pub use changes::Field;
pub use jump::Jump;
pub use node_state::NodeState;
pub use passes::PassResult;
pub use strip::StripColumn;
pub use subtree::Subtree;
pub use table::{EntryState, Found, Stored, TableTally};
pub use tree_questions::Place;
