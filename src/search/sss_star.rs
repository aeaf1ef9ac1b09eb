use super::{Algorithm, ChildWindows, First, RootWindows, SearchKind, TableSetup};
use crate::language::Words;
use crate::score::Fail;

/// SSS* (Stockman 1979), the best-first search, as null windows over fail-soft α-β with memory: each run lowers the upper bound,
/// starting from ∞, until a run fails high (AB-SSS* of Plaat, Schaeffer, Pijls and de Bruin 1996, who prove that both expand the
/// same nodes in the same order).
pub(super) const KIND: SearchKind = SearchKind {
    name: "sss-star",
    title: Words::new("SSS*", "SSS*"),
    about: "SSS* as null windows from +∞ down, with a table",
    fail: Fail::Soft,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: false,
    root_windows: RootWindows::NullWindows(First::Highest),
    memory: Some(TableSetup::BOTH_BOUNDS),
    with_bounds: Algorithm::SssStar,
    // Excluded from comparisons: the search chooses moves by the same values as α-β.
    is_compared: false,
};
