//! Panels, one file each.

/// The list of panels: the file of each, or the function that creates it if it is in another folder; its action; its first place;
/// the effect of its action while it is open; whether it reopens after a restart. A new panel is one line here.
macro_rules! panels {
    ($make:ident) => {
        $make! {
            function inspector::open: ToggleInspector, Column, Close, true;
            file practice: Practice, Below, Close, false;
            file by_hand: ByHand, Large, Close, false;
            file exercise_set: ExerciseSet, Large, Front, false;
            file what_if: WhatIf, Column, Close, false;
            file why: Why, Below, Close, false;
            file code: ToggleCode, Column, Close, true;
            file fate: Fate, Below, Close, false;
            file find: Find, Below, Front, false;
            file equal_positions: ToggleEqualPositions, Below, Close, true;
            file check: CheckTrace, Below, Anew, false;
            file differences: Differences, Below, Anew, false;
            file solve_check: SolveCheck, Below, Anew, false;
            file bounds_explorer: ToggleBoundsExplorer, Column, Close, false;
            file table: ToggleTablePanel, Wide, Close, false;
            file passes: TogglePasses, Wide, Close, true;
            file order: ToggleOrder, Wide, Close, true;
            file notes: ToggleNotes, Column, Close, false;
            file matches: ToggleMatches, Large, Close, false;
            function forms::setup_form::open: SetUp, Column, Anew, false;
            function forms::file_form::open_trace: OpenTrace, Column, Anew, false;
            function forms::file_form::save_trace: SaveTrace, Column, Anew, false;
            function forms::picture_form::open: SavePicture, Column, Anew, false;
            function forms::share_form::open: Share, Column, Anew, false;
            file arrangements: Arrangements, Column, Close, false;
            file performance: TogglePerformance, Column, Close, true;
            file welcome: Welcome, Large, Close, false;
            file record_your_own: RecordYourOwn, Large, Close, false;
            file keyboard_help: KeyboardHelp, Column, Close, false;
            file glossary: Glossary, Column, Close, false;
            file about: About, Column, Close, false;
        }
    };
}

macro_rules! files {
    ($($(file $file:ident)? $(function $($path:ident)::+)?: $action:ident, $home:ident, $again:ident, $stays:literal;)+) => {
        $($(pub(crate) mod $file;)?)+
    };
}

panels!(files);

pub(crate) use panels;

mod begin_by_hand;
mod by_hand_choice;
mod by_hand_step;
mod by_hand_tree;
mod code_line;
mod convention_form;
mod experiment_view;
mod match_view;
mod note_question;
mod note_text;
mod note_written;
mod pass_plots;
mod question_written;
mod smallest_change;
mod wide;
mod wish_form;
mod wording_fields;
