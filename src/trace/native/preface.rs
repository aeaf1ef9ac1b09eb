//! What stands in a native file before the series of its visits, and how far it tells of them if its lists were cut.

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

/// The first visits, frames and nodes of which the lists tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ReachOfLists {
    pub(super) visits: u32,
    pub(super) frames: u32,
    /// `None` if the lists of the tree are whole.
    pub(super) nodes: Option<usize>,
}

impl ReachOfLists {
    /// What lists that are whole tell of.
    pub(super) const ALL: Self = Self { visits: u32::MAX, frames: u32::MAX, nodes: None };

    /// What a preface tells of without the last elements of some lists, which are named by the keys that lead to them; `None` if the
    /// trace cannot be opened without them. Each list is sorted by what its elements tell of.
    pub(super) fn of(preface: &Preface, cut_lists: &[String]) -> Option<Self> {
        let mut reach = Self::ALL;
        for list in cut_lists {
            match list.split_once('.') {
                None if list == "passes" => {
                    reach.visits = reach.visits.min(preface.passes.last().map_or(0, |pass| pass.visit.0));
                }
                Some(("foreign", list)) => reach.limit_by_foreign(preface.foreign.as_ref()?, list)?,
                Some(("tree", list)) => reach.limit_by_tree(preface.tree.as_ref()?, list)?,
                // The values of a column end where it has no text for one.
                Some(("columns", "texts")) => {}
                _ => return None,
            }
        }
        Some(reach)
    }

    fn limit_by_foreign(&mut self, foreign: &Foreign, list: &str) -> Option<()> {
        let Foreign { ids, labels, windows, derived_windows, scores, bounds, cuts, lookups, pruned, .. } = foreign;
        let visits = match list {
            "ids" => Some(ids.len() as u32),
            "labels" => Some(labels.last().map_or(0, |&(visit, _)| visit)),
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
            // Which visited nodes have no name is seen when the visits are known: many a name is told long after its node.
            "nodes" | "texts" => usize::MAX,
            "leaves" => tree.leaves.last().map_or(0, |&(leaf, _)| leaf as usize),
            _ => return None,
        };
        self.nodes = Some(self.nodes.map_or(nodes, |most| most.min(nodes)));
        Some(())
    }
}
