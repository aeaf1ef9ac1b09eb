use super::{Algorithm, ChildWindows, RootWindows, SearchKind, TableSetup};
use crate::language::Words;
use crate::score::Fail;

/// Null windows over fail-soft α-β with memory, each in the middle between the bounds of the value (Coplan's C*, 1982). While one
/// bound is infinite, the steps towards it double.
pub(super) const KIND: SearchKind = SearchKind {
    name: "bisection",
    title: Words::new("bisection", "二分探索"),
    about: "Null windows that halve the interval of possible scores, with a table",
    fail: Fail::Soft,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: false,
    root_windows: RootWindows::Halves,
    memory: Some(TableSetup::BOTH_BOUNDS),
    with_bounds: Algorithm::Bisection,
    // Excluded from comparisons: the search chooses moves by the same values as α-β.
    is_compared: false,
};
