//! How the figures of an order are counted, as far as a trace needs more than the plain words.

use super::node_type::is_null;
use crate::trace::parcel::parceled_enum;
use crate::trace::{Trace, VisitId};

/// A rule by which the figures of a trace are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OrderDefinition {
    /// What is expected follows from the parent and the place of the move; what a node came to from its score and its window.
    Types,
    /// The minimal tree is that part of the visits which proves what the root returned.
    Minimal,
    /// What a visit below several moves tried too early is worth is counted once.
    Wasted,
    /// The search hands no windows down, so that each node comes to PV, and nothing is cut.
    FullWindows,
    /// A run with a null window has no PV.
    NullWindow,
    /// Each run from the root has a minimal tree of its own; this many of them.
    Runs(u64),
    /// Moves are searched again; so many visits do.
    ReSearches(u64),
    /// The table answers; so often.
    Table(u64),
    /// Scores are only asked for, without a move being tried.
    Asked,
    /// Moves are left out on guesses.
    Guesses,
    /// Several threads search.
    Threads,
    /// So many runs from the root did not end, so that they have no minimal tree.
    Unended(u64),
    /// So many visits of minimal trees are there whose scores nothing in the trace proves.
    Trusted(u64),
    /// The windows of so many visits are not known.
    Windows(u64),
    /// The program does not tell what brought moves to their places.
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

    /// What it counts, if it counts anything.
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

/// What was counted besides the figures.
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

/// The rules by which the figures of these runs from the root are counted.
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
