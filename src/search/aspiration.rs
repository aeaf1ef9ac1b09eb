use super::{Algorithm, ChildWindows, RootWindows, SearchKind};
use crate::language::Words;
use crate::score::Fail;

/// Fail-soft α-β with a window around a guess of the value. If the value is outside, the bound that failed is widened, and the
/// search runs again (Baudet 1978; windows as in Slate and Atkin 1977).
pub(super) const KIND: SearchKind = SearchKind {
    name: "aspiration",
    title: Words::new("aspiration search", "アスピレーション探索"),
    about: "Fail-soft α-β with a window around a guess, which opens if it fails (--aspiration WIDTH)",
    fail: Fail::Soft,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: false,
    root_windows: RootWindows::Aspiration,
    memory: None,
    with_bounds: Algorithm::Aspiration,
    // Excluded from comparisons: the search chooses moves by the same values as α-β.
    is_compared: false,
};
