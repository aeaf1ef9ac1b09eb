use super::{Algorithm, ChildWindows, First, RootWindows, SearchKind, TableSetup};
use crate::language::Words;
use crate::score::Fail;

/// DUAL* (Marsland, Reinefeld and Schaeffer 1987), the dual of SSS*, as null windows over fail-soft α-β with memory: each run
/// raises the lower bound, starting from −∞, until a run fails low (AB-DUAL* of Plaat, Schaeffer, Pijls and de Bruin 1996).
pub(super) const KIND: SearchKind = SearchKind {
    name: "dual-star",
    title: Words::new("DUAL*", "DUAL*"),
    about: "DUAL* as null windows from −∞ up, with a table",
    fail: Fail::Soft,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: false,
    root_windows: RootWindows::NullWindows(First::Lowest),
    memory: Some(TableSetup::BOTH_BOUNDS),
    with_bounds: Algorithm::DualStar,
    // Excluded from comparisons: the search chooses moves by the same values as α-β.
    is_compared: false,
};
