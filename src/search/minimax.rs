use super::{Algorithm, ChildWindows, RootWindows, SearchKind};
use crate::language::Words;
use crate::score::Fail;

/// Plain minimax: every child gets the full window, and there are no cutoffs.
pub(super) const KIND: SearchKind = SearchKind {
    name: "minimax",
    title: Words::new("minimax", "ミニマックス法"),
    about: "Plain minimax: visits every node",
    fail: Fail::Soft,
    cuts: false,
    windows: ChildWindows::Full,
    null_windows: false,
    root_windows: RootWindows::Asked,
    memory: None,
    with_bounds: Algorithm::Minimax,
    is_compared: true,
};
