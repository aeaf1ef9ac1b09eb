use super::{Algorithm, ChildWindows, RootWindows, SearchKind};
use crate::language::Words;
use crate::score::Fail;

/// Fail-soft α-β: nodes start from the player's worst score, so a node that fails low for its player returns the best score it
/// has received: a tighter bound (Fishburn 1983).
pub(super) const KIND: SearchKind = SearchKind {
    name: "alpha-beta-soft",
    title: Words::new("α-β (fail-soft)", "αβ 法（fail-soft）"),
    about: "Fail-soft α-β: a node returns its best score, also outside its window",
    fail: Fail::Soft,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: false,
    root_windows: RootWindows::Asked,
    memory: None,
    with_bounds: Algorithm::AlphaBetaSoft,
    // Without a table it visits the same nodes as fail-hard and chooses the same moves.
    is_compared: false,
};
