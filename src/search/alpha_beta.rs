use super::{Algorithm, ChildWindows, RootWindows, SearchKind};
use crate::language::Words;
use crate::score::Fail;

/// Fail-hard α-β: nodes start from the bound of their window, so a node that fails low for its player returns that bound. Knuth
/// and Moore (1975) call it F2. A score that causes a cutoff is returned unclipped.
pub(super) const KIND: SearchKind = SearchKind {
    name: "alpha-beta",
    title: Words::new("α-β", "αβ 法"),
    about: "Fail-hard α-β: nodes start from the bound of their window",
    fail: Fail::Hard,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: false,
    root_windows: RootWindows::Asked,
    memory: None,
    // As in the published search: with a table, the tighter bounds of fail-soft are worth more than agreement with plain α-β.
    with_bounds: Algorithm::AlphaBetaSoft,
    is_compared: true,
};
