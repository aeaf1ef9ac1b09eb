//! The rule of a depth-first search: where it differs from another.

use super::SearchKind;
use crate::score::{Player, Window};

/// The rule of a depth-first search. One that is known when the walk is compiled has a walk of its own; an
/// [`Algorithm`](super::Algorithm) is a rule that asks each time which search it is.
pub(super) trait Rule: Copy {
    /// The descriptor of the search.
    fn kind(self) -> &'static SearchKind;

    /// The window handed to a child, given the parent's at that moment, and who moves at the child.
    fn child_window(self, window: Window, child_player: Player) -> Window;
}
