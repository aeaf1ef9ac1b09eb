//! Panels, one file each, in folders by what they are for.

mod begin_by_hand;
pub(crate) mod compare;
pub(crate) mod explain;
pub(crate) mod figures;
pub(crate) mod notes;
pub(crate) mod search;
pub(crate) mod teach;
mod wide;
pub(crate) mod window;

/// The list of panels: the function that creates each; its action; its first place; the effect of its action while it is open;
/// whether it reopens after a restart. A new panel is one line here.
macro_rules! panels {
    ($make:ident) => {
        $make! {
            inspector::open: ToggleInspector, Column, Close, true;
            panels::teach::practice::open: Practice, Below, Close, false;
            panels::teach::by_hand::open: ByHand, Large, Close, false;
            panels::teach::exercise_set::open: ExerciseSet, Large, Front, false;
            panels::teach::what_if::open: WhatIf, Column, Close, false;
            panels::explain::why::open: Why, Below, Close, false;
            panels::explain::code::open: ToggleCode, Column, Close, true;
            panels::search::fate::open: Fate, Below, Close, false;
            panels::search::find::open: Find, Below, Front, false;
            panels::search::equal_positions::open: ToggleEqualPositions, Below, Close, true;
            panels::compare::check::open: CheckTrace, Below, Anew, false;
            panels::compare::differences::open: Differences, Below, Anew, false;
            panels::compare::solve_check::open: SolveCheck, Below, Anew, false;
            panels::explain::bounds_explorer::open: ToggleBoundsExplorer, Column, Close, false;
            panels::figures::table::open: ToggleTablePanel, Wide, Close, false;
            panels::figures::passes::open: TogglePasses, Wide, Close, true;
            panels::figures::order::open: ToggleOrder, Wide, Close, true;
            panels::notes::notes_panel::open: ToggleNotes, Column, Close, false;
            panels::compare::matches::open: ToggleMatches, Large, Close, false;
            forms::setup_form::open: SetUp, Column, Anew, false;
            forms::file_form::open_trace: OpenTrace, Column, Anew, false;
            forms::file_form::save_trace: SaveTrace, Column, Anew, false;
            forms::picture_form::open: SavePicture, Column, Anew, false;
            forms::share_form::open: Share, Column, Anew, false;
            panels::window::arrangements::open: Arrangements, Column, Close, false;
            panels::window::performance::open: TogglePerformance, Column, Close, true;
            panels::window::welcome::open: Welcome, Large, Close, false;
            panels::window::record_your_own::open: RecordYourOwn, Large, Close, false;
            panels::window::keyboard_help::open: KeyboardHelp, Column, Close, false;
            panels::window::glossary::open: Glossary, Column, Close, false;
            panels::window::about::open: About, Column, Close, false;
        }
    };
}

pub(crate) use panels;
