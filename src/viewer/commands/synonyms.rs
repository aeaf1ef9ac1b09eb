//! Synonyms of actions, by which the command palette finds them in addition to their names.

use super::action::Action;
use edagari_core::language::Text;

/// Returns the texts with the synonyms of an action, each with the place of the action among those that the text finds.
pub(crate) fn synonyms(action: Action) -> impl Iterator<Item = (Text, usize)> + Clone {
    let place = move |actions: &[Action]| actions.iter().position(|&found| found == action);
    SYNONYMS.iter().filter_map(move |&(text, actions)| Some((text, place(actions)?)))
}

/// Texts with synonyms, each with the actions that they find, the most likely first.
const SYNONYMS: &[(Text, &[Action])] = &[
    (
        Text::SynonymsOfCut,
        &[Action::NextCut, Action::PreviousCut, Action::Why, Action::ToPruning, Action::ToCause, Action::ToggleGroups],
    ),
    (
        Text::SynonymsOfTable,
        &[
            Action::ToggleTablePanel,
            Action::NextTableReturn,
            Action::PreviousTableReturn,
            Action::NextStore,
            Action::PreviousStore,
            Action::ToSource,
            Action::ToNextUse,
            Action::ToggleEqualPositions,
        ],
    ),
    (Text::SynonymsOfUndo, &[Action::UndoEdit, Action::ReopenPanel, Action::Back]),
    (Text::SynonymsOfRedo, &[Action::RedoEdit, Action::Forward]),
    (
        Text::SynonymsOfTime,
        &[
            Action::First,
            Action::Last,
            Action::FrameOn,
            Action::FrameBack,
            Action::TenOn,
            Action::TenBack,
            Action::TimeZoomIn,
            Action::TimeZoomOut,
            Action::TimeWhole,
        ],
    ),
    (Text::SynonymsOfPlay, &[Action::TogglePlay, Action::ToggleLoop]),
    (Text::SynonymsOfSpeed, &[Action::Faster, Action::Slower]),
    (Text::SynonymsOfDark, &[Action::ThemeDark]),
    (Text::SynonymsOfLight, &[Action::ThemeLight]),
    (Text::SynonymsOfTheme, &[Action::ThemeDark, Action::ThemeLight, Action::ThemeSystem]),
    (Text::SynonymsOfTextSize, &[Action::TextLarger, Action::TextSmaller, Action::TextUsual]),
    (Text::SynonymsOfOpen, &[Action::OpenTrace]),
    (Text::SynonymsOfProgram, &[Action::RecordProgram]),
    (Text::SynonymsOfSave, &[Action::SaveTrace, Action::SavePicture, Action::Share]),
    (Text::SynonymsOfPicture, &[Action::SavePicture]),
    (Text::SynonymsOfShare, &[Action::Share, Action::CopyLink, Action::CopyPosition]),
    (Text::SynonymsOfSetUp, &[Action::SetUp, Action::SetUpLeft, Action::SetUpRight, Action::AddRun]),
    (
        Text::SynonymsOfCompare,
        &[Action::Differences, Action::DifferencesOnly, Action::ArrangeCompare, Action::AddRun, Action::ToggleMatches],
    ),
    (Text::SynonymsOfFind, &[Action::Find]),
    (Text::SynonymsOfKeys, &[Action::KeyboardHelp]),
    (Text::SynonymsOfLegend, &[Action::ExplainPicture]),
    (Text::SynonymsOfGlossary, &[Action::Glossary]),
    (Text::SynonymsOfInspector, &[Action::ToggleInspector]),
    (Text::SynonymsOfPractice, &[Action::Practice, Action::ByHand, Action::ExerciseSet]),
    (
        Text::SynonymsOfPasses,
        &[Action::TogglePasses, Action::NextPass, Action::PreviousPass, Action::TogglePassesApart],
    ),
    (Text::SynonymsOfOrder, &[Action::ToggleOrder, Action::ToggleOrderMarks]),
    (Text::SynonymsOfBestLine, &[Action::ToggleBestLine]),
    (
        Text::SynonymsOfBestMove,
        &[Action::NextBestMove, Action::PreviousBestMove, Action::NextScoreChange, Action::PreviousScoreChange],
    ),
    (Text::SynonymsOfSkip, &[Action::NextSkip, Action::PreviousSkip, Action::Guesses]),
    (Text::SynonymsOfGuesses, &[Action::Guesses]),
    (Text::SynonymsOfMotion, &[Action::ToggleMotion]),
    (Text::SynonymsOfWhatIf, &[Action::WhatIf]),
    (Text::SynonymsOfFollow, &[Action::ToggleFollow, Action::CurrentNode]),
    (Text::SynonymsOfFit, &[Action::Fit]),
    (Text::SynonymsOfNote, &[Action::AddNote, Action::ToggleNotes]),
    (Text::SynonymsOfCheck, &[Action::CheckTrace, Action::SolveCheck]),
    (Text::SynonymsOfQuit, &[Action::Quit]),
    (
        Text::SynonymsOfHelp,
        &[
            Action::KeyboardHelp,
            Action::ExplainPicture,
            Action::Glossary,
            Action::Welcome,
            Action::RecordYourOwn,
            Action::About,
        ],
    ),
    (Text::SynonymsOfLanguage, Action::LANGUAGES),
    (Text::SynonymsOfReopen, &[Action::ReopenPanel]),
    (Text::SynonymsOfBreakpoint, &[Action::ToggleCode]),
    (Text::SynonymsOfPrint, &[Action::SavePicture, Action::ExerciseSet, Action::Share]),
    (Text::SynonymsOfFullScreen, &[Action::MaximiseTile, Action::OneRun, Action::ArrangeOne]),
    (Text::SynonymsOfClear, &[Action::CloseRun, Action::CloseTile, Action::Dismiss]),
    (Text::SynonymsOfCopyPosition, &[Action::CopyPosition]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use edagari_core::language::Language;

    #[test]
    fn synonyms_have_actions_and_exist_in_every_language() {
        for (text, actions) in SYNONYMS {
            assert!(!actions.is_empty());
            for language in Language::ALL {
                assert!(language.text(*text).split([' ', '、']).count() >= 2, "{text:?} in {language:?}");
            }
        }
    }
}
