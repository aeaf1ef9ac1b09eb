//! The rule of a depth-first search: the part in which searches differ.

use super::SearchKind;
use crate::score::{Player, Window};

/// The rule of a depth-first search. A rule selected at compile time has its own compiled walk; an
/// [`Algorithm`](super::Algorithm) is a rule that is selected at run time, at each call.
pub(super) trait Rule: Copy {
    /// The descriptor of the search.
    fn kind(self) -> &'static SearchKind;

    /// The window of a child, given the parent's current window and the player to move at the child.
    fn child_window(self, window: Window, child_player: Player) -> Window;
}
