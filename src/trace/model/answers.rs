//! What the entries that a run found in its table did at the nodes.

use super::foreign::Foreign;
use super::table_log::TableLog;
use crate::score::{Answer, Bounds, Score, Window};
use crate::search::TableSetup;

/// The lookups of a run, with what they follow from.
#[derive(Clone, Copy)]
pub(in crate::trace) struct Answers<'a> {
    pub(in crate::trace) table: &'a TableLog,
    pub(in crate::trace) setup: Option<TableSetup>,
    /// The file's own statements, if there is one.
    pub(in crate::trace) foreign: Option<&'a Foreign>,
}

impl Answers<'_> {
    /// The bounds that the lookup numbered `lookup` found, and what they did at its visit, which was given this window.
    pub(in crate::trace) fn found(self, lookup: usize, given: Window) -> (Bounds, Answer) {
        let lookup = self.table.lookups[lookup];
        if let Some(stated) = self.foreign.and_then(|foreign| foreign.lookup(lookup.visit)) {
            return stated;
        }
        let written = self.table.stores.get(lookup.store as usize);
        let bounds = written.map_or(Bounds { lower: Score::NEG_INFINITY, upper: Score::INFINITY }, |store| Bounds {
            lower: store.lower,
            upper: store.upper,
        });
        (bounds, self.setup.unwrap_or_default().answer(bounds, given))
    }
}
