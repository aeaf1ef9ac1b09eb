//! Descriptors of the panels, from the list in `panels/mod.rs`. Menus, ticks, Escape, arrangements and tests are derived from them.

use crate::viewer::commands::Action;
use crate::viewer::panel::Panel;
use crate::viewer::session::Session;
use crate::viewer::{forms, inspector, panels};

/// Place of a panel when it is opened for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Home {
    /// A tab of the inspector's column beside the runs.
    Column,
    /// Below the inspector, which stays visible, in the column beside the runs.
    Below,
    /// Below the runs, where it has the full width.
    Wide,
    /// A tab over the runs, in their place.
    Large,
}

/// Effect of a panel's action while the panel is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Again {
    /// Closes the panel.
    Close,
    /// Restarts the panel.
    Anew,
    /// Brings the panel to the front.
    Front,
}

/// Descriptor of a panel.
pub(crate) struct Entry {
    /// Action that opens the panel.
    pub(crate) action: Action,
    pub(crate) home: Home,
    pub(crate) again: Again,
    /// Whether the panel reopens after a restart; Escape does not close it, unless it is below the runs.
    pub(crate) stays: bool,
    pub(crate) open: fn(&Session) -> Box<dyn Panel>,
}

macro_rules! entries {
    ($($($path:ident)::+: $action:ident, $home:ident, $again:ident, $stays:literal;)+) => {
        /// Descriptors of all panels.
        pub(crate) const PANELS: &[Entry] = &[$(Entry {
            action: Action::$action,
            home: Home::$home,
            again: Again::$again,
            stays: $stays,
            open: $($path)::+,
        },)+];
    };
}

panels::panels!(entries);

/// Returns the descriptor of the panel that an action opens.
pub(crate) fn entry_of(action: Action) -> Option<&'static Entry> {
    PANELS.iter().find(|entry| entry.action == action)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_action_opens_one_panel() {
        let actions: HashSet<Action> = PANELS.iter().map(|entry| entry.action).collect();
        assert_eq!(actions.len(), PANELS.len());
    }
}
