//! Extra data recorded with visits: updates without a child, and the reasons of the move ordering.

use crate::score::{Score, Window};
use crate::trace::model::column::ColumnBuilder;
use crate::trace::model::foreign::Foreign;
use crate::trace::model::table_log::TableLog;
use crate::trace::model::tree::{NONE, Visits};
use crate::trace::model::visit_frames;
use crate::trace::{ColumnValue, OwnUpdate, VisitId};

/// Name of the column with the reason why a move was tried at its place.
const ORDER: &str = "order";

/// Extra data that a search records with its visits.
#[derive(Debug, Default)]
pub(super) struct ToldBySearch {
    /// Updates without a child, in the order of the frames.
    updates: Vec<Update>,
    order: Option<ColumnBuilder>,
}

/// An update without a child.
#[derive(Debug)]
struct Update {
    visit: u32,
    /// Number of visits entered before the update.
    entered: u32,
    searched: Window,
    value: Option<Score>,
    cut: bool,
    why: &'static str,
}

impl ToldBySearch {
    /// Records an update of `visit` after `entered` visits were entered.
    pub(super) fn update(
        &mut self,
        (visit, entered): (VisitId, usize),
        searched: Window,
        value: Option<Score>,
        cut: bool,
        why: &'static str,
    ) {
        self.updates.push(Update { visit: visit.0, entered: entered as u32, searched, value, cut, why });
    }

    /// Records the heuristic that moved a visit's move to its place.
    pub(super) fn place(&mut self, visit: VisitId, source: &'static str) {
        let column = self.order.get_or_insert_with(|| ColumnBuilder::new(ORDER.into()));
        column.push(visit.0, &ColumnValue::Text(source.into()));
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Bytes of the lists, and of the updates built from them.
    pub(super) fn memory(&self) -> u64 {
        let updates = self.updates.len() * (size_of::<Update>() + size_of::<OwnUpdate>());
        updates as u64 + self.order.as_ref().map_or(0, ColumnBuilder::memory)
    }

    /// Returns the data that a trace keeps, if there is any. If there are updates, the frames do not follow from the visits: they
    /// are stated in `visits`, and their number is returned.
    pub(super) fn kept(self, visits: &mut Visits, table: &TableLog) -> (Option<Foreign>, Option<u32>) {
        if self.updates.is_empty() && self.order.is_none() {
            return (None, None);
        }
        let columns = self.order.iter().map(ColumnBuilder::column).collect();
        let mut foreign = Foreign { columns, ..Foreign::default() };
        if self.updates.is_empty() {
            return (Some(foreign), None);
        }
        let (own_updates, frames) = state_frames(self.updates, visits, table);
        foreign.own_updates = own_updates.into();
        (Some(foreign), Some(frames))
    }
}

/// Numbers the frames of a search with these updates, and states the frames of its visits; returns the updates with their frames,
/// and the number of all frames.
fn state_frames(updates: Vec<Update>, visits: &mut Visits, table: &TableLog) -> (Vec<OwnUpdate>, u32) {
    let count = visits.list.len();
    let mut has_store = vec![false; count];
    table.stored_by().for_each(|visit| has_store[visit as usize] = true);
    let mut looked_up = table.looked_up().peekable();
    let mut left = updates.into_iter().peekable();
    let mut own_updates = Vec::new();
    let mut frames = vec![(0, NONE); count];
    let mut path: Vec<u32> = Vec::new();
    let mut frame = 0;
    for entered in 0..=count as u32 {
        while let Some(&top) = path.last() {
            while let Some(update) = left.next_if(|update| (update.visit, update.entered) == (top, entered)) {
                let Update { visit, searched, value, cut, why, .. } = update;
                own_updates.push(OwnUpdate { frame, visit, searched, value, cut, why: Some(why.into()) });
                frame = visit_frames::after_own_update(frame);
            }
            if visits.list[top as usize].end != entered {
                break;
            }
            path.pop();
            let end = visit_frames::end(frame, has_store[top as usize]);
            frames[top as usize].1 = end;
            frame = if path.is_empty() { visit_frames::count(end) } else { visit_frames::after_update(end) };
        }
        if (entered as usize) < count {
            frames[entered as usize].0 = frame;
            let has_lookup = looked_up.next_if_eq(&entered).is_some();
            frame = visit_frames::after_start(frame, has_lookup);
            path.push(entered);
        }
    }
    for (start, end) in frames {
        visits.state_frames(start, Some(end).filter(|&end| end != NONE));
    }
    (own_updates, frame)
}
