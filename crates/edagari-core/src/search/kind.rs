//! The descriptor of a search: the data for running it, menus, command line and files.

use super::{Algorithm, TableSetup};
use crate::language::Words;
use crate::score::{Fail, Player, Window};

/// The descriptor of a search, defined in `algorithms.rs`: the data for running it, menus, command line and files.
#[derive(Clone, Copy, Debug)]
pub struct SearchKind {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// The name in the user interface.
    pub title: Words,
    /// The help text on the command line.
    pub about: &'static str,
    /// Whether it is fail-hard or fail-soft: the score that a node returns outside its window.
    pub fail: Fail,
    /// Whether the remaining children are skipped when a window closes (a cutoff).
    pub cuts: bool,
    /// The windows that children are searched with.
    pub windows: ChildWindows,
    /// Whether a child other than the first is searched with a null window, and re-searched only if its score is inside the
    /// parent's current window.
    pub null_windows: bool,
    /// The windows of the runs from the root.
    pub root_windows: RootWindows,
    /// The default table: used unless another table, or none, is selected.
    pub memory: Option<TableSetup>,
    /// The search that is used with a table keyed by positions alone: another search, or this one.
    pub with_bounds: Algorithm,
    /// Whether an experiment by default plays this search against itself.
    pub is_compared: bool,
}

/// The windows of the runs from the root.
#[derive(Clone, Copy, Debug)]
pub enum RootWindows {
    /// A single run with the requested window.
    Requested,
    /// A window around a guess of the value; if it fails, the bound that failed is widened.
    Aspiration,
    /// Null windows next to the bound that the previous run returned, until the bounds meet (Plaat et al. 1996).
    NullWindows(First),
    /// Null windows that halve the range between the bounds.
    Halves,
}

/// The start of a sequence of null windows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    /// A guess of the value.
    Guess,
    /// The highest score of the requested window.
    Highest,
    /// The lowest score of the requested window.
    Lowest,
}

impl RootWindows {
    /// Whether the first window depends on a guess of the value.
    #[must_use]
    pub const fn take_guess(self) -> bool {
        match self {
            Self::Aspiration | Self::Halves | Self::NullWindows(First::Guess) => true,
            Self::Requested | Self::NullWindows(First::Highest | First::Lowest) => false,
        }
    }
}

/// The windows that children are searched with.
#[derive(Clone, Copy, Debug)]
pub enum ChildWindows {
    /// The full window at every node, so that windows have no effect.
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
