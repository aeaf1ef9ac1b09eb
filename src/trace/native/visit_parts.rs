//! The parts of a native file that tell what the program said of its visits: columns, lines of its log, ids.

use super::column_parts::{ColumnHead, Read, read, read_ids, read_lines};
use crate::trace::model::foreign::Foreign;
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
    /// Reads the parts as far as `reach` says; the error says what does not fit.
    pub(super) fn read(&self, reach: Read) -> Result<ToldOfVisits, &'static str> {
        let columns = self.columns.iter().map(|(head, parts)| read(head, *parts, reach));
        let lines = self.lines.map(|part| read_lines(part, reach)).transpose();
        let ids = self.ids.map(|part| read_ids(part, reach)).transpose();
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
