//! The parts of a native file that tell what the program said of its visits: columns, lines of its log, ids.

use super::column_parts::{ColumnHead, read, read_ids, read_lines};
use crate::trace::foreign::Foreign;
use crate::trace::{Column, Id};

/// The parts as they stand in the file.
pub(super) struct VisitParts<'a> {
    pub(super) columns: Vec<(ColumnHead, [&'a [u8]; 2])>,
    pub(super) lines: Option<&'a [u8]>,
    pub(super) ids: Option<&'a [u8]>,
}

/// What they tell.
pub(super) struct ToldOfVisits {
    columns: Vec<Column>,
    lines: Option<Vec<u32>>,
    ids: Option<Vec<Id>>,
}

impl VisitParts<'_> {
    /// Reads the parts of a trace with so many visits; the error says what does not fit.
    pub(super) fn read(self, visit_count: u32, memory_limit: u64) -> Result<ToldOfVisits, &'static str> {
        let columns = self.columns.iter().map(|(head, parts)| read(head, *parts, visit_count, memory_limit));
        let lines = self.lines.map(|part| read_lines(part, visit_count)).transpose();
        let ids = self.ids.map(|part| read_ids(part, visit_count, memory_limit)).transpose();
        Ok(ToldOfVisits {
            columns: columns.collect::<Result<_, _>>().map_err(|_| "a column does not fit the visits")?,
            lines: lines.map_err(|_| "the lines do not fit the visits")?,
            ids: ids.map_err(|_| "the ids do not fit the visits")?,
        })
    }
}

impl ToldOfVisits {
    /// Puts it into what a trace has from its file. Files of version 1 have lines and ids there.
    pub(super) fn put_into(self, foreign: &mut Foreign) {
        foreign.columns = self.columns;
        if let Some(lines) = self.lines {
            foreign.lines = lines;
        }
        if let Some(ids) = self.ids {
            foreign.ids = ids;
        }
    }
}
