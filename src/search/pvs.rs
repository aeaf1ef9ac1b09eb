use super::{Algorithm, ChildWindows, RootWindows, SearchKind};
use crate::language::Words;
use crate::score::Fail;

/// Principal variation search, also known as `NegaScout`: fail-soft α-β that relies on good move ordering. The first child is
/// searched with the whole window; for each other child, a null window tests only whether it is better. A child that is better
/// and causes no cutoff is re-searched, starting from the score it returned (Marsland and Campbell 1982; Reinefeld 1983).
pub(super) const KIND: SearchKind = SearchKind {
    name: "pvs",
    title: Words::new("PVS", "PVS（NegaScout）"),
    about: "Principal variation search (NegaScout): null windows for all children but the first, and re-searches",
    fail: Fail::Soft,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: true,
    root_windows: RootWindows::Asked,
    memory: None,
    with_bounds: Algorithm::Pvs,
    // Without a table it chooses the same moves as α-β.
    is_compared: false,
};
