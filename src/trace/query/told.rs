//! What the program of a trace tells of its search, and what therefore is known.

use crate::score::Window;
use crate::search::Algorithm;
use crate::trace::{Process, Trace, VisitId};

impl Trace {
    /// Whether the program tells the window that a visit was given; else it is derived from that of the visit above.
    #[must_use]
    pub fn tells_window(&self, visit: VisitId) -> bool {
        self.foreign().is_none_or(|foreign| foreign.tells_window(visit.0))
    }

    /// The number of visits whose windows are derived, for the program does not tell them.
    #[must_use]
    pub fn derived_windows(&self) -> u64 {
        self.foreign().map_or(0, |foreign| foreign.derived_windows.iter().map(|&(_, count)| u64::from(count)).sum())
    }

    /// Whether the file states a window at a frame that does not follow.
    pub(crate) fn states_window(&self, frame: usize) -> bool {
        let stated = self.foreign().map_or(&[][..], |foreign| &foreign.windows);
        u32::try_from(frame).is_ok_and(|frame| crate::trace::model::foreign::kept_for(stated, frame).is_some())
    }

    /// Whether a child's score cuts anywhere.
    pub(crate) fn has_cuts_by_children(&self) -> bool {
        self.tally().cuts_by_child.iter().any(|&cuts| cuts > 0)
    }

    /// Whether the program says of the cuts by children that they are; else they are derived.
    pub(crate) fn tells_cuts(&self) -> bool {
        self.foreign().is_none_or(|foreign| !foreign.tells_no_cuts)
    }

    /// Whether a reader of the trace as a stream learns by nothing but the windows of its updates that the search has windows: it is not
    /// named, none of its visits tells the window it was given, and no cuts are told.
    pub(crate) fn has_windows_of_updates_alone(&self) -> bool {
        let is_silent = self.origin().is_some_and(|header| header.search.is_none() && header.cut.is_none());
        let visits = self.visit_count() as u32;
        is_silent
            && self.derived_windows() == u64::from(visits)
            && !(self.tells_cuts() && self.has_cuts_by_children())
            && (0..visits).any(|visit| self.given_window(VisitId(visit)) != Window::FULL)
    }

    /// Whether it is known what a table answered: it is told, or it is said that there is no table.
    #[must_use]
    pub fn tells_answers(&self) -> bool {
        let Some(header) = self.origin() else { return true };
        let has_table = header.table.as_ref().map(|table| table.setup().is_some());
        self.tells_table() || has_table == Some(false)
    }

    /// Whether events tell of a table. Who tells what is stored, tells what is found.
    #[must_use]
    pub fn tells_table(&self) -> bool {
        let tally = self.table_tally();
        tally.lookups + tally.stores > 0
    }

    /// Whether the window of a child follows from that of the visit above: the search is named, and it is one of those.
    #[must_use]
    pub fn windows_follow(&self) -> bool {
        let Some(header) = self.origin() else { return true };
        let may_be_null = |algorithm: Algorithm| algorithm.has_null_windows() || header.null_windows == Some(true);
        header
            .process()
            .and_then(Process::algorithm)
            .is_some_and(|algorithm| algorithm.has_full_windows() || (!may_be_null(algorithm) && self.tells_answers()))
    }

    /// Whether the window of a visit is known: it is told, or it follows. That of a run from the root is the full one, unless its search or
    /// the kind of its pass is one that begins with others.
    #[must_use]
    pub fn knows_window(&self, visit: VisitId) -> bool {
        self.tells_window(visit)
            || (self.windows_follow() && !(self.parent_visit(visit).is_none() && self.may_begin_narrow(visit)))
    }

    fn may_begin_narrow(&self, root: VisitId) -> bool {
        let Some(header) = self.origin() else { return false };
        let begins_wide =
            |algorithm: Algorithm| !matches!(algorithm, Algorithm::Aspiration | Algorithm::MtdF | Algorithm::Bisection);
        let kind = self.pass_of(root).and_then(|pass| self.passes()[pass].kind.as_deref());
        let is_plain = header.process().and_then(Process::algorithm).is_some_and(begins_wide);
        !is_plain || kind.is_some_and(|kind| kind != "deepening")
    }
}
