use super::{Algorithm, ChildWindows, RootWindows, SearchKind};
use crate::language::Words;
use crate::score::Fail;

/// Principal variation search, also known as `NegaScout`: fail-soft α-β that trusts the order of the children. It searches the first
/// with the whole window and asks of each other one, with a null window, only whether it is better. One that is, and that does not
/// cut, is searched again from the score that it has shown (Marsland and Campbell 1982; Reinefeld 1983).
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
    // Without a table it chooses the moves that α-β does.
    is_compared: false,
};
