//! The descriptor of a search: what running it, menus, command line and files need.

use super::Algorithm;
use crate::language::Words;
use crate::score::{Fail, Player, Window};

/// The descriptor of a search, in the search's file: what running it, menus, command line and files need.
#[derive(Clone, Copy, Debug)]
pub struct SearchKind {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// The name in the interface.
    pub title: Words,
    /// The help text on the command line.
    pub about: &'static str,
    /// The score returned outside the window.
    pub fail: Fail,
    /// Whether a closed window skips the remaining children.
    pub cuts: bool,
    /// The windows that children are searched with.
    pub windows: ChildWindows,
    /// Whether a child other than the first is asked with a null window first, and searched again only if its score lies inside
    /// the window that is open.
    pub null_windows: bool,
    /// The search that runs in its place, or itself, with a table keyed by positions alone.
    pub with_bounds: Algorithm,
    /// Whether an experiment lets it play against itself.
    pub is_compared: bool,
}

/// The windows that children are searched with.
#[derive(Clone, Copy, Debug)]
pub enum ChildWindows {
    /// The full window at every node, so windows have no effect.
    Full,
    /// A window computed from the parent's current window and the player to move at the child.
    HandedDown(fn(Window, Player) -> Window),
}

impl ChildWindows {
    /// The window of a child, given its parent's current window and the player to move at the child.
    #[inline]
    #[must_use]
    pub fn of_child(self, window: Window, child_player: Player) -> Window {
        match self {
            Self::Full => Window::FULL,
            Self::HandedDown(child_window) => child_window(window, child_player),
        }
    }
}
