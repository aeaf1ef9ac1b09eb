//! Facts of a trace beyond its frames: their sources, and the columns that a program records with its visits.

use crate::score::Window;
use crate::search::{Algorithm, PassKind};
use crate::trace::{Column, ColumnValue, Header, KnownReason, Meaning, Process, Trace, VisitId, VisitKind};

/// A fact of a trace that can have different sources.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The moves and players of nodes, and the results of games: by the rules, or only by the program.
    Moves,
    /// The window given to a visit: stated by the program, derived from the parent's window, or unknown.
    Window(VisitId),
    /// The cuts by scores of children: marked by the program, or derived from windows.
    Cuts,
    /// The effects of table entries on visits: stated by the program (also by the statement that it has no table), or unknown.
    Answers,
}

/// The source of a fact of a trace: nothing shown is stronger than its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactSource {
    /// The rules of the game.
    Rules,
    /// The program that made the trace.
    Program,
    /// Edagari, from other facts of the trace.
    Derived,
    /// None: any value is an assumption.
    Unknown,
}

impl FactSource {
    /// Whether the fact is known from any source.
    #[must_use]
    pub const fn is_known(self) -> bool {
        !matches!(self, Self::Unknown)
    }

    /// Whether the program states the fact.
    #[must_use]
    pub const fn is_program(self) -> bool {
        matches!(self, Self::Program)
    }
}

impl Trace {
    /// Returns the source of a fact. Facts of a run by Edagari are those of its recorder, the program of such a trace.
    #[must_use]
    pub fn source_of(&self, fact: Fact) -> FactSource {
        let has_no_table = |header: &Header| header.table.as_ref().is_some_and(|table| table.setup().is_none());
        let foreign = self.foreign();
        match fact {
            Fact::Moves if self.rules().is_some() => FactSource::Rules,
            Fact::Window(visit) if foreign.is_some_and(|foreign| !foreign.tells_window(visit.0)) => {
                // A run from the root has the full window, unless its search or the kind of its pass can start with a narrower one.
                let may_be_narrow = || self.parent_visit(visit).is_none() && self.may_begin_narrow(visit);
                if self.windows_follow() && !may_be_narrow() { FactSource::Derived } else { FactSource::Unknown }
            }
            Fact::Cuts if foreign.is_some_and(|foreign| foreign.tells_no_cuts) => FactSource::Derived,
            Fact::Answers if self.origin().is_some_and(|header| !has_no_table(header)) && !self.tells_table() => {
                FactSource::Unknown
            }
            Fact::Moves | Fact::Window(_) | Fact::Cuts | Fact::Answers => FactSource::Program,
        }
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

    /// Whether, in the trace as a stream, only the windows of updates show that the search has windows: the header names neither a
    /// search nor a cutoff test, no visit states its given window, and no cuts are marked.
    pub(crate) fn has_windows_of_updates_alone(&self) -> bool {
        let is_silent = self.origin().is_some_and(|header| header.search.is_none() && header.cut.is_none());
        let visits = self.visit_count() as u32;
        is_silent
            && self.derived_windows() == u64::from(visits)
            && !(self.source_of(Fact::Cuts).is_program() && self.has_cuts_by_children())
            && (0..visits).any(|visit| self.given_window(VisitId(visit)) != Window::FULL)
    }

    /// Whether the trace contains table events. A program that records stores is assumed to record lookups, too.
    #[must_use]
    pub fn tells_table(&self) -> bool {
        !self.table.lookups.is_empty() || !self.table.stores.is_empty()
    }

    /// Whether the window of a child can be derived from the parent's window: the header names an algorithm with such windows.
    #[must_use]
    pub fn windows_follow(&self) -> bool {
        let Some(header) = self.origin() else { return true };
        let may_be_null = |algorithm: Algorithm| algorithm.has_null_windows() || header.null_windows == Some(true);
        header.process().and_then(Process::algorithm).is_some_and(|algorithm| {
            algorithm.has_full_windows() || (!may_be_null(algorithm) && self.source_of(Fact::Answers).is_known())
        })
    }

    fn may_begin_narrow(&self, root: VisitId) -> bool {
        let Some(header) = self.origin() else { return false };
        let begins_wide =
            |algorithm: Algorithm| !matches!(algorithm, Algorithm::Aspiration | Algorithm::MtdF | Algorithm::Bisection);
        let pass = self.pass_of(root).map(|pass| &self.passes()[pass]);
        let is_plain = header.process().and_then(Process::algorithm).is_some_and(begins_wide);
        !is_plain || pass.is_some_and(|pass| pass.kind.is_some() && pass.known_kind() != Some(PassKind::Deepening))
    }
}

impl Trace {
    /// Columns of values that the program recorded with visits, sorted by name.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        self.foreign().map_or(&[], |foreign| foreign.columns.list())
    }

    /// Whether the program named more columns than [`MOST_COLUMNS`](crate::trace::MOST_COLUMNS).
    #[must_use]
    pub fn has_left_out_columns(&self) -> bool {
        self.foreign().is_some_and(|foreign| foreign.has_left_out_columns)
    }

    /// Names and values of the columns in which a visit has a value.
    pub fn column_values(&self, visit: VisitId) -> impl Iterator<Item = (&str, ColumnValue<'_>)> {
        self.columns().iter().filter_map(move |column| Some((column.name(), column.value(visit)?)))
    }

    /// The column with a known meaning; `None` if the trace has none.
    #[must_use]
    pub fn column_of(&self, meaning: Meaning) -> Option<&Column> {
        self.foreign()?.columns.of(meaning)
    }

    /// The value of a visit in the column with a known meaning.
    #[must_use]
    pub fn value_of(&self, meaning: Meaning, visit: VisitId) -> Option<ColumnValue<'_>> {
        self.column_of(meaning)?.value(visit)
    }

    /// Kinds with a known meaning that the program records for a visit.
    #[must_use]
    pub fn kinds_of(&self, visit: VisitId) -> &[VisitKind] {
        self.foreign().map_or(&[], |foreign| foreign.columns.kinds(visit))
    }

    /// Whether the program records this kind for a visit, alone or in a list.
    #[must_use]
    pub fn has_kind(&self, visit: VisitId, kind: VisitKind) -> bool {
        self.kinds_of(visit).contains(&kind)
    }

    /// Known reason that the program records for the score of a visit; `None` for any other reason.
    pub(crate) fn reason_of(&self, visit: VisitId) -> Option<KnownReason> {
        self.foreign()?.columns.reason(visit)
    }

    /// Whether `visit` is speculative according to its columns (`kind` null-move, `counts` false): its parent does not use its
    /// score.
    #[must_use]
    pub fn is_only_asked(&self, visit: VisitId) -> bool {
        self.kinds_of(visit).iter().any(|kind| kind.is_speculative())
            || self.value_of(Meaning::Counts, visit) == Some(ColumnValue::Boolean(false))
    }

    /// Whether the search of `visit` was stopped, so that its score is no result.
    pub(crate) fn is_stopped(&self, visit: VisitId) -> bool {
        self.reason_of(visit) == Some(KnownReason::Stopped)
    }

    /// The number of moves from the root to a visit. A speculative visit of the place of its parent adds none.
    #[must_use]
    pub fn ply_of(&self, visit: VisitId) -> i32 {
        let is_move = |&visit: &VisitId| self.parent_visit(visit).is_some() && !self.is_same_place(visit);
        std::iter::successors(Some(visit), |&visit| self.parent_visit(visit)).filter(is_move).count() as i32
    }

    /// Whether a speculative visit searches the position of its parent once more: no move leads to it.
    pub(crate) fn is_same_place(&self, visit: VisitId) -> bool {
        self.is_only_asked(visit) && self.recorded_move_text(self.node_of(visit)) == Some("")
    }
}
