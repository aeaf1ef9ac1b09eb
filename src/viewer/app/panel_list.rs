//! The descriptor of each panel, from the list in `panels/mod.rs`. Menus, ticks, Escape, arrangements and the tests follow from
//! it.

use crate::viewer::commands::Action;
use crate::viewer::panel::Panel;
use crate::viewer::session::Session;
use crate::viewer::{forms, inspector, panels};

/// Where a panel lies when it is opened for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Home {
    /// In the column beside the runs, among the tabs of the inspector.
    Column,
    /// In the column beside the runs, below the inspector, which stays in sight.
    Below,
    /// Below the runs, for it needs the width.
    Wide,
    /// In the place of the runs, as a tab beside them.
    Large,
}

/// The effect of a panel's action while the panel is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Again {
    /// It closes the panel.
    Close,
    /// It begins anew.
    Anew,
    /// It brings the panel to the front.
    Front,
}

/// A panel that can be opened.
pub(crate) struct Entry {
    /// Opens it.
    pub(crate) action: Action,
    pub(crate) home: Home,
    pub(crate) again: Again,
    /// Whether it is open again after a restart; Escape leaves it open too, unless it lies below the runs.
    pub(crate) stays: bool,
    pub(crate) open: fn(&Session) -> Box<dyn Panel>,
}

macro_rules! entries {
    ($($(file $file:ident)? $(function $($path:ident)::+)?: $action:ident, $home:ident, $again:ident, $stays:literal;)+) => {
        /// All panels.
        pub(crate) const PANELS: &[Entry] = &[$(Entry {
            action: Action::$action,
            home: Home::$home,
            again: Again::$again,
            stays: $stays,
            open: $(panels::$file::open)? $($($path)::+)?,
        },)+];
    };
}

panels::panels!(entries);

/// The panel that an action opens.
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
