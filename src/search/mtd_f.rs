use super::{Algorithm, ChildWindows, First, RootWindows, SearchKind, TableSetup};
use crate::language::Words;
use crate::score::Fail;

/// MTD(f): fail-soft α-β with memory, run with null windows only. Each run returns a bound of the value, and the next run tests
/// right next to it, starting from a first guess, until the bounds meet (Plaat, Schaeffer, Pijls and de Bruin 1996).
pub(super) const KIND: SearchKind = SearchKind {
    name: "mtd-f",
    title: Words::new("MTD(f)", "MTD(f)"),
    about: "MTD(f): null windows from a first guess towards the value, with a table (--first-guess N)",
    fail: Fail::Soft,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: false,
    root_windows: RootWindows::NullWindows(First::Guess),
    memory: Some(TableSetup::BOTH_BOUNDS),
    with_bounds: Algorithm::MtdF,
    // Excluded from comparisons: the search chooses moves by the same values as α-β.
    is_compared: false,
};
