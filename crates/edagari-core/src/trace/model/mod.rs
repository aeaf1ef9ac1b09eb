//! Data model of a trace: the tree, the visits, the table log, the threads, and the facts that only a file states. Queries are in
//! `query`.

pub(super) mod bits;
pub(super) mod column;
pub(super) mod foreign;
pub(super) mod frame;
pub(super) mod guide;
pub(super) mod ids;
pub(super) mod layers;
pub(super) mod origin;
pub(super) mod own_update;
pub(super) mod pass;
pub(super) mod progress;
pub(super) mod recorded_tree;
pub(super) mod setup;
pub(super) mod skip;
pub(super) mod spare_memory;
pub(super) mod table_log;
pub(super) mod texts;
pub(super) mod threads;
pub(super) mod tree;
pub(super) mod visit_frames;
pub(super) mod visit_lookup;

pub use column::{Column, ColumnValue, MOST_COLUMNS};
pub use foreign::{Remark, RemarkKind};
pub use frame::{Cut, FrameKind, Step};
pub use ids::{EntryId, NodeId, StoreId, VisitId};
pub use origin::{CutTest, Header, Id, ParseCutTestError, PointOfView, TableField, UNNAMED};
pub use own_update::OwnUpdate;
pub use pass::Pass;
pub use progress::{Abandoned, Progress};
pub use recorded_tree::{RecordedNode, RecordedTree, Rules};
pub(crate) use setup::one_of;
pub use setup::{ParseProcessError, Process, Setup, Traversal};
pub use skip::Skip;
pub use texts::Texts;
