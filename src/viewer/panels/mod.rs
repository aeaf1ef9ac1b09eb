//! Panels, one file each, in folders by purpose.

mod begin_by_hand;
pub(crate) mod compare;
pub(crate) mod explain;
pub(crate) mod figures;
pub(crate) mod notes;
pub(crate) mod search;
pub(crate) mod teach;
mod wide_table;
pub(crate) mod window;

/// The list of panels: the action of each; the function that creates it, or its type in its default state; its first place, with
/// its first height if that is below another tile; the effect of its action while it is open; whether it reopens after a restart. A new panel is one line here.
macro_rules! panels {
    ($make:ident) => {
        $make! {
            ToggleInspector: inspector::open, Column, Close, true;
            Practice: first::<panels::teach::practice::Practising>, Below(MANY), Close, false;
            ByHand: first::<panels::teach::by_hand::DoingByHand>, Large, Close, false;
            ExerciseSet: panels::teach::exercise_set::open, Large, Front, false;
            WhatIf: first::<panels::teach::what_if::Changing>, Column, Close, false;
            Why: first::<panels::explain::why::Why>, Below(FEW), Close, false;
            ToggleCode: first::<panels::explain::code::CodePanel>, Column, Close, true;
            Fate: first::<panels::search::fate::Fate>, Below(MANY), Close, false;
            Find: panels::search::find::open, Below(MANY), Front, false;
            ToggleEqualPositions: first::<panels::search::equal_positions::EqualPositions>, Below(MANY), Close, true;
            CheckTrace: panels::compare::check::open, Below(MANY), Anew, false;
            Differences: panels::compare::differences::open, Below(MANY), Anew, false;
            SolveCheck: panels::compare::solve_check::open, Below(FEW), Anew, false;
            ToggleBoundsExplorer: panels::explain::bounds_explorer::open, Column, Close, false;
            ToggleTablePanel: first::<panels::figures::table::TablePanel>, Wide(TABLE), Close, false;
            TogglePasses: first::<panels::figures::passes::Passes>, Wide(TABLE), Close, true;
            ToggleOrder: panels::figures::order::open, Wide(TABLE), Close, true;
            Guesses: panels::figures::guesses::open, Wide(TABLE), Anew, false;
            ToggleNotes: panels::notes::notes_panel::open, Column, Close, false;
            ToggleMatches: panels::compare::matches::open, Large, Close, false;
            SetUp: forms::setup_form::open, Column, Anew, false;
            OpenTrace: first::<forms::file_form::OpenTrace>, Column, Anew, false;
            RecordProgram: forms::program_form::open, Column, Front, false;
            SaveTrace: forms::file_form::save_trace, Column, Anew, false;
            SavePicture: forms::picture_form::open, Column, Anew, false;
            Share: forms::share_form::open, Column, Anew, false;
            Arrangements: first::<panels::window::arrangements::Arrangements>, Column, Close, false;
            TogglePerformance: first::<panels::window::performance::Performance>, Column, Close, true;
            Welcome: first::<panels::window::welcome::Welcome>, Large, Close, false;
            RecordYourOwn: first::<panels::window::record_your_own::RecordYourOwn>, Large, Close, false;
            KeyboardHelp: first::<panels::window::keyboard_help::KeyboardHelp>, Column, Close, false;
            Glossary: first::<panels::window::glossary::Glossary>, Column, Close, false;
            About: first::<panels::window::about::About>, Column, Close, false;
        }
    };
}

pub(crate) use panels;
