//! What stands in a native file before the series of its visits.

use super::column_parts::ColumnHead;
use super::tree_part::TreePart;
use crate::trace::model::foreign::Foreign;
use crate::trace::{Header, Pass};

/// The data before the series.
#[expect(clippy::struct_excessive_bools, reason = "each says whether the file has a part, under its own name")]
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Preface {
    pub(super) header: Header,
    pub(super) ending: Ended,
    pub(super) visits: u32,
    pub(super) has_order: bool,
    pub(super) cuts: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) foreign: Option<Foreign>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) tree: Option<TreePart>,
    /// Since version 2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) columns: Vec<ColumnHead>,
    /// Since version 2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) passes: Vec<Pass>,
    /// Whether nodes can be entered several times, since version 2.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) has_layers: bool,
    /// Whether a part with the line of each visit follows, since version 2.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) has_lines: bool,
    /// Whether a part with the program's id of each visit's node follows, since version 2; before that they stood in [`Foreign`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) has_ids: bool,
    /// Whether several threads take turns, since version 2; the series of their turns follows then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) has_threads: bool,
}

#[derive(serde::Serialize, serde::Deserialize)]
pub(super) enum Ended {
    NotStarted,
    Complete,
    Cancelled,
    MemoryLimit(u64),
    CutShort,
}
