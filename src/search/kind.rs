//! What Edagari has to know of a search in order to run it and to offer it.

use super::Algorithm;
use crate::language::Words;
use crate::score::{Fail, Player, Window};

/// What Edagari has to know of a search in order to run it and to offer it: the descriptor that stands in the search's file.
#[derive(Clone, Copy, Debug)]
pub struct SearchKind {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// The name in the interface.
    pub title: Words,
    /// What the search is, as the help of the command line says it.
    pub about: &'static str,
    /// What a node returns outside its window.
    pub fail: Fail,
    /// Whether a closed window skips the remaining children.
    pub cuts: bool,
    /// What children are searched with.
    pub windows: ChildWindows,
    /// The search that runs in its place, or itself, where a table is keyed by positions alone.
    pub with_bounds: Algorithm,
    /// Whether an experiment lets it play against itself.
    pub is_compared: bool,
}

/// The windows that children are searched with.
#[derive(Clone, Copy, Debug)]
pub enum ChildWindows {
    /// Every node has the full one, so that windows mean nothing.
    Full,
    /// Those that follow from the parent's at that moment, and from who moves at the child.
    HandedDown(fn(Window, Player) -> Window),
}

impl ChildWindows {
    /// The window of a child, given its parent's at that moment, and who moves at the child.
    #[inline]
    #[must_use]
    pub fn of_child(self, window: Window, child_player: Player) -> Window {
        match self {
            Self::Full => Window::FULL,
            Self::HandedDown(child_window) => child_window(window, child_player),
        }
    }
}
