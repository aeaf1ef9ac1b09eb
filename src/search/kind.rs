//! The descriptor of a search: what running it, menus, command line and files need.

use super::{Algorithm, TableSetup};
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
    /// The windows of its runs from the root.
    pub root_windows: RootWindows,
    /// The table that it has unless another one, or none, is asked for.
    pub memory: Option<TableSetup>,
    /// The search that runs in its place, or itself, with a table keyed by positions alone.
    pub with_bounds: Algorithm,
    /// Whether an experiment lets it play against itself.
    pub is_compared: bool,
}

/// The windows of the runs from the root.
#[derive(Clone, Copy, Debug)]
pub enum RootWindows {
    /// A single run with the window that is asked for.
    Asked,
    /// A window around a guess of the value; if that fails, the side that failed opens.
    Aspiration,
    /// Null windows beside the bound that the run before returned, until the bounds meet (Plaat et al. 1996).
    NullWindows(First),
    /// Null windows that halve what is left between the bounds.
    Halves,
}

/// Where null windows begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    /// At a guess of the value.
    Guess,
    /// At the highest score that is asked for.
    Highest,
    /// At the lowest.
    Lowest,
}

impl RootWindows {
    /// Whether the first window follows from a guess of the value.
    #[must_use]
    pub const fn take_guess(self) -> bool {
        match self {
            Self::Aspiration | Self::Halves | Self::NullWindows(First::Guess) => true,
            Self::Asked | Self::NullWindows(First::Highest | First::Lowest) => false,
        }
    }
}

/// The windows that children are searched with.
#[derive(Clone, Copy, Debug)]
pub enum ChildWindows {
    /// The full window at every node, so windows have no effect.
    Full,
    /// The parent's current window.
    Parents,
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
            Self::Parents => window,
            Self::HandedDown(child_window) => child_window(window, child_player),
        }
    }
}
