//! The list of panels. Menus, ticks, Escape, arrangements and the tests follow from it: a new panel is a line here, a name
//! among the actions, and a file.

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

/// What the action of a panel does while the panel is open.
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
    /// Whether it is open again after a restart, and Escape leaves it open.
    pub(crate) stays: bool,
    pub(crate) open: fn(&Session) -> Box<dyn Panel>,
}

const fn entry(action: Action, home: Home, again: Again, stays: bool, open: fn(&Session) -> Box<dyn Panel>) -> Entry {
    Entry { action, home, again, stays, open }
}

/// All panels.
pub(crate) const PANELS: &[Entry] = &[
    entry(Action::ToggleInspector, Home::Column, Again::Close, true, inspector::open),
    entry(Action::Why, Home::Below, Again::Close, false, panels::why::open),
    entry(Action::Find, Home::Below, Again::Front, false, panels::find::open),
    entry(Action::ToggleEqualPositions, Home::Below, Again::Close, true, panels::equal_positions::open),
    entry(Action::CheckTrace, Home::Below, Again::Anew, false, panels::check::open),
    entry(Action::Differences, Home::Below, Again::Anew, false, panels::differences::open),
    entry(Action::SolveCheck, Home::Below, Again::Anew, false, panels::solve_check::open),
    entry(Action::ToggleBoundsExplorer, Home::Column, Again::Close, false, panels::bounds_explorer::open),
    entry(Action::ToggleTablePanel, Home::Wide, Again::Close, false, panels::table::open),
    entry(Action::ToggleMatches, Home::Large, Again::Close, false, panels::matches::open),
    entry(Action::SetUp, Home::Column, Again::Anew, false, forms::setup_form::open),
    entry(Action::OpenTrace, Home::Column, Again::Anew, false, forms::file_form::open_trace),
    entry(Action::SaveTrace, Home::Column, Again::Anew, false, forms::file_form::save_trace),
    entry(Action::SavePicture, Home::Column, Again::Anew, false, forms::picture_form::open),
    entry(Action::Arrangements, Home::Column, Again::Close, false, panels::arrangements::open),
    entry(Action::TogglePerformance, Home::Column, Again::Close, true, panels::performance::open),
    entry(Action::Welcome, Home::Large, Again::Close, false, panels::welcome::open),
    entry(Action::RecordYourOwn, Home::Large, Again::Close, false, panels::record_your_own::open),
    entry(Action::KeyboardHelp, Home::Column, Again::Close, false, panels::keyboard_help::open),
    entry(Action::About, Home::Column, Again::Close, false, panels::about::open),
];

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
