//! Facts that the program of a trace recorded about its search: windows, speculative visits, skipped moves, and updates without a
//! child.

use crate::score::Window;
use crate::search::Algorithm;
use crate::trace::model::own_update::OwnUpdates;
use crate::trace::{ColumnValue, Meaning, NodeId, OwnUpdate, Process, Skip, Trace, VisitId};

impl Trace {
    /// Whether the window of `visit` is recorded; otherwise it is derived from the parent's window.
    #[must_use]
    pub fn tells_window(&self, visit: VisitId) -> bool {
        self.foreign().is_none_or(|foreign| foreign.tells_window(visit.0))
    }

    /// Number of visits whose windows are derived because the program does not record them.
    #[must_use]
    pub fn derived_windows(&self) -> u64 {
        self.foreign().map_or(0, |foreign| foreign.derived_windows.iter().map(|&(_, count)| u64::from(count)).sum())
    }

    /// Whether the file states a window at `frame` that differs from the derived one.
    pub fn states_window(&self, frame: usize) -> bool {
        let stated = self.foreign().map_or(&[][..], |foreign| &foreign.windows);
        u32::try_from(frame).is_ok_and(|frame| crate::trace::model::foreign::kept_for(stated, frame).is_some())
    }

    /// Whether any child's score makes a cut.
    pub(crate) fn has_cuts_by_children(&self) -> bool {
        self.tally().cuts_by_child.iter().any(|&cuts| cuts > 0)
    }

    /// Whether the program marks the cuts by children; otherwise they are derived.
    pub(crate) fn tells_cuts(&self) -> bool {
        self.foreign().is_none_or(|foreign| !foreign.tells_no_cuts)
    }

    /// Whether, in the trace as a stream, only the windows of updates show that the search has windows: the header names neither a
    /// search nor a cutoff test, no visit states its given window, and no cuts are marked.
    pub(crate) fn has_windows_of_updates_alone(&self) -> bool {
        let is_silent = self.origin().is_some_and(|header| header.search.is_none() && header.cut.is_none());
        let visits = self.visit_count() as u32;
        is_silent
            && self.derived_windows() == u64::from(visits)
            && !(self.tells_cuts() && self.has_cuts_by_children())
            && (0..visits).any(|visit| self.given_window(VisitId(visit)) != Window::FULL)
    }

    /// Whether the effects of table lookups are known: table events are recorded, or the header states that there is no table.
    #[must_use]
    pub fn tells_answers(&self) -> bool {
        let Some(header) = self.origin() else { return true };
        let has_table = header.table.as_ref().map(|table| table.setup().is_some());
        self.tells_table() || has_table == Some(false)
    }

    /// Whether the trace contains table events. A program that records stores is assumed to record lookups, too.
    #[must_use]
    pub fn tells_table(&self) -> bool {
        let tally = self.table().tally();
        tally.lookups + tally.stores > 0
    }

    /// Whether the window of a child can be derived from the parent's window: the header names an algorithm with such windows.
    #[must_use]
    pub fn windows_follow(&self) -> bool {
        let Some(header) = self.origin() else { return true };
        let may_be_null = |algorithm: Algorithm| algorithm.has_null_windows() || header.null_windows == Some(true);
        header
            .process()
            .and_then(Process::algorithm)
            .is_some_and(|algorithm| algorithm.has_full_windows() || (!may_be_null(algorithm) && self.tells_answers()))
    }

    /// Whether the window of a visit is known: it is recorded, or it can be derived. A run from the root has the full window,
    /// unless its search or the kind of its pass can start with a narrower one.
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

/// Kinds of speculative visits: no move leads to them, or they are searched with reduced depth. Their scores are not returned to
/// the parent.
const ASKED_KINDS: [&str; 4] = ["null-move", "probcut", "singular", "verification"];

/// Kinds of visits with a meaning, see *Depth, kinds, reasons* in `docs/trace-format.md`.
const KINDS: [&str; 8] = ["pv", "cut", "all", "quiescence", "null-move", "probcut", "singular", "verification"];

/// The kinds in a value of the column `kind`: one, or a list of known kinds, which a column keeps separated by blanks.
pub(in crate::trace) fn kinds_in(value: &str) -> impl Iterator<Item = &str> {
    let is_list = value.split(' ').all(|kind| KINDS.contains(&kind));
    let separator = if is_list { ' ' } else { '\0' };
    value.split(separator)
}

/// Whether a value of a column marks a visit as speculative: `counts` is false, or its `kind` is a speculative one.
pub(in crate::trace) fn is_only_asked(column: &str, value: &ColumnValue<'_>) -> bool {
    match value {
        ColumnValue::Boolean(counts) => Meaning::Counts.is_of(column) && !counts,
        ColumnValue::Text(kind) => {
            Meaning::Kind.is_of(column) && kinds_in(kind).any(|kind| ASKED_KINDS.contains(&kind))
        }
        _ => false,
    }
}

impl Trace {
    /// Whether `visit` is speculative according to its columns (`kind` null-move, `counts` false): its parent does not use its
    /// score.
    #[must_use]
    pub fn is_only_asked(&self, visit: VisitId) -> bool {
        [Meaning::Counts, Meaning::Kind]
            .iter()
            .any(|&column| self.value_of(column, visit).is_some_and(|value| is_only_asked(column.name(), &value)))
    }
}

impl Trace {
    /// Whether the program records this kind for a visit, alone or in a list.
    #[must_use]
    pub fn has_kind(&self, visit: VisitId, kind: &str) -> bool {
        let value = self.value_of(Meaning::Kind, visit);
        matches!(value, Some(ColumnValue::Text(found)) if kinds_in(&found).any(|found| found == kind))
    }

    /// Moves that were skipped heuristically, in the order of the frames.
    #[must_use]
    pub fn skips(&self) -> &[Skip] {
        self.foreign().map_or(&[], |foreign| foreign.skips.list())
    }

    /// Skips at a frame.
    #[must_use]
    pub fn skips_at(&self, frame: usize) -> &[Skip] {
        let skips = self.skips();
        let first = skips.partition_point(|skip| (skip.frame as usize) < frame);
        let count = skips[first..].partition_point(|skip| skip.frame as usize == frame);
        &skips[first..first + count]
    }

    /// Skips of a visit.
    pub fn skips_of(&self, visit: VisitId) -> impl Iterator<Item = &Skip> {
        self.foreign().into_iter().flat_map(move |foreign| foreign.skips.of(visit.0))
    }

    /// The frame at which `visit` skipped `node`, if it did by `frame`.
    pub(super) fn skipped_at(&self, visit: VisitId, node: NodeId, frame: u32) -> Option<usize> {
        let mut skips = self.foreign()?.skips.naming(node.0);
        skips.find(|skip| skip.visit == visit.0 && skip.frame <= frame).map(|skip| skip.frame as usize)
    }
}

impl Trace {
    fn own(&self) -> Option<&OwnUpdates> {
        self.foreign().map(|foreign| &foreign.own_updates).filter(|updates| !updates.is_empty())
    }

    /// Whether the trace has updates without a child.
    pub(in crate::trace) fn has_own_updates(&self) -> bool {
        self.own().is_some()
    }

    /// Updates without a child, in the order of the frames.
    #[must_use]
    pub fn own_updates(&self) -> &[OwnUpdate] {
        self.own().map_or(&[], OwnUpdates::list)
    }

    /// The update without a child at `frame`, if there is one.
    #[must_use]
    pub fn own_update_at(&self, frame: usize) -> Option<&OwnUpdate> {
        self.own()?.at(u32::try_from(frame).ok()?)
    }

    /// Updates of a visit without a child, in the order of the frames.
    #[must_use]
    pub fn own_updates_of(&self, visit: VisitId) -> impl DoubleEndedIterator<Item = &OwnUpdate> + Clone {
        self.own().into_iter().flat_map(move |updates| updates.of(visit))
    }

    /// The last update of `visit` without a child, at or before `frame`.
    pub(super) fn own_update_by(&self, visit: VisitId, frame: u32) -> Option<&OwnUpdate> {
        self.own()?.last_of(visit, frame)
    }

    /// Window that decides whether the score of `visit` is exact or a bound: the given one, narrowed by the table and by updates
    /// without a child.
    #[must_use]
    pub fn judged_window(&self, visit: VisitId) -> Window {
        self.searched_by(visit, u32::MAX)
    }

    /// Window in which `visit` searches after `frame`, without the effect of returned scores: the given one, narrowed by the table
    /// and by updates without a child.
    #[inline]
    pub(super) fn searched_by(&self, visit: VisitId, frame: u32) -> Window {
        if self.foreign.is_none() {
            return self.table().searched_window(visit);
        }
        self.own_update_by(visit, frame).map_or_else(|| self.table().searched_window(visit), |update| update.searched)
    }
}
