//! Data model of a trace: the tree, the visits, the table log, the threads, and the facts that only a file states. Queries are in
//! `query`.

pub(super) mod bits;
pub(super) mod column;
pub(super) mod columns;
mod fact;
pub(super) mod foreign;
pub(super) mod frame;
pub(super) mod header;
pub(super) mod layers;
pub(super) mod mate_scores;
pub(super) mod meaning;
pub(super) mod own_update;
mod progress;
pub(super) mod proof_index;
pub(super) mod recorded_tree;
pub(super) mod sample_index;
pub(super) mod setup;
pub(super) mod setup_words;
pub(super) mod spare_memory;
pub(super) mod table_log;
pub(super) mod texts;
pub(super) mod threads;
pub(super) mod tree;
pub(super) mod visit_frames;
pub(super) mod visit_lookup;

pub use column::{Column, ColumnValue, MAX_COLUMNS};
pub use fact::{Fact, FactSource};
pub use foreign::{Remark, RemarkKind};
pub use frame::{Cut, EntryId, FrameKind, NodeId, Step, StoreId, VisitId};
pub use header::{
    BoardNotation, CutTest, Header, Id, MateDistance, Mates, ParseCutTestError, PlayerNames, PointOfView, ScoreRange,
    SearchMoves, TableField, UNNAMED,
};
pub use layers::Pass;
pub use mate_scores::MateScores;
pub(crate) use meaning::KnownReason;
pub use meaning::{Meaning, VisitKind};
pub use own_update::{OwnUpdate, Skip};
pub use progress::{Abandoned, Progress};
pub use recorded_tree::{RecordedNode, RecordedTree, Rules};
pub use setup::{ParseProcessError, Process, Setup, Traversal};
pub use setup_words::SetupWordsError;
pub use texts::Texts;
