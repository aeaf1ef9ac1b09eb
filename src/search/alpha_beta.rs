use super::{Algorithm, ChildWindows, RootWindows, SearchKind};
use crate::language::Words;
use crate::score::Fail;

/// α-β whose nodes start from the bound they were given, so that a node which fails low for its player returns that
/// bound. Knuth and Moore (1975) call it F2; the score that makes a cut is returned as it is.
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
    // As the published search does: there a tighter bound is worth more than the agreement with plain α-β.
    with_bounds: Algorithm::AlphaBetaSoft,
    is_compared: true,
};
