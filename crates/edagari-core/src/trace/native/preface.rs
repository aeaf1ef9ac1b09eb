//! Preface of a native file, before the series of its visits, and the range that it covers if its lists were truncated.

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
    /// Heads of the columns; since version 2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) columns: Vec<ColumnHead>,
    /// Passes of the run; since version 2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) passes: Vec<Pass>,
    /// Whether nodes can be entered several times; since version 2.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) has_layers: bool,
    /// Whether a part with the log line of each visit follows; since version 2.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) has_lines: bool,
    /// Whether a part with the program's id of each visit's node follows; since version 2. Before, the ids were in [`Foreign`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) has_ids: bool,
    /// Whether there are several threads; since version 2. A series of the threads follows then.
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

/// Number of visits, frames and nodes that the (truncated) lists of the preface cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ListRange {
    pub(super) visits: u32,
    pub(super) frames: u32,
    /// Number of nodes; `None` if the lists of the tree are complete.
    pub(super) nodes: Option<usize>,
}

impl ListRange {
    /// Range of lists that are complete.
    pub(super) const ALL: Self = Self { visits: u32::MAX, frames: u32::MAX, nodes: None };

    /// Returns the range that the preface covers without the last elements of `cut_lists`, which are identified by the keys on the
    /// path to them; `None` if the trace cannot be opened without them. Each list is sorted by visit, frame or node.
    pub(super) fn of(preface: &Preface, cut_lists: &[String]) -> Option<Self> {
        let mut reach = Self::ALL;
        for list in cut_lists {
            match list.split_once('.') {
                None if list == "passes" => {
                    reach.visits = reach.visits.min(preface.passes.last().map_or(0, |pass| pass.visit.0));
                }
                Some(("foreign", list)) => reach.limit_by_foreign(preface.foreign.as_ref()?, list)?,
                Some(("tree", list)) => reach.limit_by_tree(preface.tree.as_ref()?, list)?,
                // The values of a column end at the first one whose text is missing.
                Some(("columns", "texts")) => {}
                _ => return None,
            }
        }
        Some(reach)
    }

    fn limit_by_foreign(&mut self, foreign: &Foreign, list: &str) -> Option<()> {
        let Foreign { ids, labels, unscored, windows, derived_windows, scores, bounds, cuts, lookups, pruned, .. } =
            foreign;
        let visits = match list {
            "ids" => Some(ids.len() as u32),
            "labels" => Some(labels.last().map_or(0, |&(visit, _)| visit)),
            "unscored" => Some(unscored.last().map_or(0, |&visit| visit)),
            "lookups" => Some(lookups.last().map_or(0, |&(visit, ..)| visit)),
            "derived_windows" => Some(derived_windows.last().map_or(0, |&(first, count)| first.saturating_add(count))),
            _ => None,
        };
        if let Some(visits) = visits {
            self.visits = self.visits.min(visits);
            return Some(());
        }
        let frames = match list {
            "windows" => windows.last().map(|&(frame, _)| frame),
            "scores" => scores.last().map(|&(frame, _)| frame),
            "bounds" => bounds.last().map(|&(frame, _)| frame),
            "cuts" => cuts.last().map(|&(frame, _)| frame),
            "pruned" => pruned.last().map(|&(frame, _)| frame),
            "skips" => foreign.skips.list().last().map(|skip| skip.frame),
            "own_updates" => foreign.own_updates.list().last().map(|update| update.frame),
            "remarks" => foreign.remarks.last().map(|remark| remark.frame),
            _ => return None,
        };
        self.frames = self.frames.min(frames.unwrap_or(0));
        Some(())
    }

    fn limit_by_tree(&mut self, tree: &TreePart, list: &str) -> Option<()> {
        let nodes = match list {
            // The visited nodes without a name are known only after the visits: a name can occur in the list long after its node.
            "nodes" | "texts" => usize::MAX,
            "leaves" => tree.leaves.last().map_or(0, |&(leaf, _)| leaf as usize),
            _ => return None,
        };
        self.nodes = Some(self.nodes.map_or(nodes, |most| most.min(nodes)));
        Some(())
    }
}
