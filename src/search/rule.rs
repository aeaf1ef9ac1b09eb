//! What one depth-first search does differently from another.

use crate::score::{Fail, Player, Window};

/// The rule of a depth-first search. A rule whose type says it all, such as [`Minimax`](super::minimax::Minimax), compiles into a walk of its own;
/// an [`Algorithm`](super::Algorithm) is a rule that asks each time which search it is.
pub(super) trait Rule: Copy {
    /// The window handed to a child, given the parent's at that moment, and who moves at the child.
    fn child_window(self, window: Window, child_player: Player) -> Window;

    /// What a node returns outside its window.
    fn fail(self) -> Fail;

    /// Whether a closed window skips the remaining children.
    fn cuts(self) -> bool;
}
