//! The definitions and caveats that apply to the figures of a trace's move ordering.

use super::node_type::is_null;
use crate::trace::parcel::parceled_enum;
use crate::trace::{Trace, VisitId};

/// A definition or caveat for the figures of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderDefinition {
    /// The expected type follows from the parent and the rank of the move, the actual type from the score and the window.
    Types,
    /// The minimal tree is the part of the visits that proves the score of the root.
    Minimal,
    /// A wasted visit in the subtrees of several moves is counted once.
    Wasted,
    /// The search passes no windows to children, so each node has the type PV, and there are no cutoffs.
    FullWindows,
    /// A run with a null window has no PV nodes.
    NullWindow,
    /// Each run from the root has its own minimal tree; the number of runs.
    Runs(u64),
    /// Moves are re-searched; the number of re-searches.
    ReSearches(u64),
    /// The table causes cutoffs; the number of them.
    Table(u64),
    /// Some visits are speculative, without trying a move.
    Asked,
    /// Moves are skipped by heuristics.
    Guesses,
    /// The search has several threads.
    Threads,
    /// The number of runs from the root that did not end, so that they have no minimal tree.
    Unended(u64),
    /// The number of visits in minimal trees whose scores are not proved by the trace.
    Trusted(u64),
    /// The number of visits whose windows are not known.
    Windows(u64),
    /// The program does not record the sources of moves.
    Sources,
}

impl OrderDefinition {
    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Types => "types",
            Self::Minimal => "minimal-tree",
            Self::Wasted => "wasted-visits",
            Self::FullWindows => "full-windows",
            Self::NullWindow => "null-window",
            Self::Runs(_) => "runs",
            Self::ReSearches(_) => "re-searches",
            Self::Table(_) => "table",
            Self::Asked => "only-asked",
            Self::Guesses => "guesses",
            Self::Threads => "threads",
            Self::Unended(_) => "not-ended",
            Self::Trusted(_) => "not-proved",
            Self::Windows(_) => "windows-not-known",
            Self::Sources => "sources-not-told",
        }
    }

    /// The number in the definition, if it has one.
    #[must_use]
    pub const fn count(self) -> Option<u64> {
        match self {
            Self::Runs(count)
            | Self::ReSearches(count)
            | Self::Table(count)
            | Self::Unended(count)
            | Self::Trusted(count)
            | Self::Windows(count) => Some(count),
            _ => None,
        }
    }
}

/// Facts counted in addition to the figures.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facts {
    pub(super) re_searches: u64,
    pub(super) answers: u64,
    pub(super) asked: bool,
    pub(super) unended: u64,
    pub(super) trusted: u64,
    pub(super) unknown_windows: u64,
    pub(super) tells_sources: bool,
}

/// The definitions that apply to the figures of these runs from the root.
pub(super) fn definitions(trace: &Trace, roots: &[VisitId], facts: Facts) -> Vec<OrderDefinition> {
    use OrderDefinition as Of;
    let has_full_windows = trace.setup.algorithm().is_some_and(crate::search::Algorithm::has_full_windows);
    let is_full = has_full_windows && trace.origin().is_none();
    let null = roots.iter().any(|&root| is_null(trace.given_window(root)));
    let counted = |of: fn(u64) -> Of, count: u64| (count > 0).then(|| of(count));
    let said = [
        Some(Of::Types),
        Some(Of::Minimal),
        Some(Of::Wasted),
        is_full.then_some(Of::FullWindows),
        null.then_some(Of::NullWindow),
        counted(Of::Runs, (roots.len() as u64) * u64::from(roots.len() > 1)),
        counted(Of::ReSearches, facts.re_searches),
        counted(Of::Table, facts.answers),
        facts.asked.then_some(Of::Asked),
        (!trace.skips().is_empty()).then_some(Of::Guesses),
        trace.has_threads().then_some(Of::Threads),
        counted(Of::Unended, facts.unended),
        counted(Of::Trusted, facts.trusted),
        counted(Of::Windows, facts.unknown_windows),
        (!facts.tells_sources).then_some(Of::Sources),
    ];
    said.into_iter().flatten().collect()
}

parceled_enum! {
    OrderDefinition {
        0 Types,
        1 Minimal,
        2 Wasted,
        3 FullWindows,
        4 NullWindow,
        5 Runs(one),
        6 ReSearches(one),
        7 Table(one),
        8 Asked,
        9 Guesses,
        10 Threads,
        11 Unended(one),
        12 Trusted(one),
        13 Windows(one),
        14 Sources,
    }
}
