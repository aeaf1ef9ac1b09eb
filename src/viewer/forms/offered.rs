//! Options that do not fit the setup: they are disabled, with the reason.

use egui::Ui;

use crate::viewer::kit::form::{named_switch_ui, refused_switch_ui};
use edagari_core::language::{Language, Text};
use edagari_core::search::RefusedSetup;

/// Returns the text of the reason why an option is not available.
pub(crate) const fn refusal_text(refused: RefusedSetup) -> Text {
    match refused {
        RefusedSetup::EmptyWindow(_) => Text::RefusedEmptyWindow,
        RefusedSetup::NoWindows(_) | RefusedSetup::NothingToNarrow(_) | RefusedSetup::NoBoundsToKeep(_) => {
            Text::RefusedNoWindows
        }
        RefusedSetup::OwnWindows(_) => Text::RefusedOwnWindows,
        RefusedSetup::NoGuess(_) => Text::RefusedNoGuess,
        RefusedSetup::NoDepthLimit | RefusedSetup::NoDepthOfEntries | RefusedSetup::GuessWithoutDepth(_) => {
            Text::RefusedNoDepthLimit
        }
        RefusedSetup::NoTableToOrderBy => Text::RefusedNoTable,
        RefusedSetup::NoCuts { .. } => Text::RefusedNoCuts,
        RefusedSetup::NoBounds(_) => Text::RefusedNoBounds,
        RefusedSetup::EvaluatesBeyond { .. } => Text::RefusedEvaluation,
        RefusedSetup::NoCenter => Text::RefusedNoCenter,
        RefusedSetup::NoCaptures => Text::RefusedNoCaptures,
        RefusedSetup::NoExchanges => Text::RefusedNoExchanges,
        RefusedSetup::NoThreats => Text::RefusedNoThreats,
        RefusedSetup::NoRandomSide(_) => Text::RefusedRandomSide,
        RefusedSetup::NoChance(_) => Text::RefusedNoChance,
        RefusedSetup::NoProofTable => Text::RefusedNoProofTable,
        RefusedSetup::GuessOfSearch { .. } => Text::RefusedGuessOfSearch,
        RefusedSetup::GuessAlone { .. } => Text::RefusedGuessAlone,
        RefusedSetup::GuessAndRules { .. } => Text::RefusedGuessAndRules,
        RefusedSetup::GuessOutOfRange { .. } => Text::RefusedGuessRange,
        RefusedSetup::GuessOfGame { .. } => Text::RefusedGuessOfGame,
        RefusedSetup::OfSampling { .. } | RefusedSetup::Iterations(_) => Text::RefusedBySampling,
    }
}

/// Draws a row with a check box; if the option is refused, it stays off with the reason below it, and the choice is kept.
pub(crate) fn offered_switch_ui(
    ui: &mut Ui,
    language: Language,
    on: &mut bool,
    text: Text,
    refused: Option<RefusedSetup>,
) {
    let Some(why) = refused else { return named_switch_ui(ui, on, language.text(text)) };
    refused_switch_ui(ui, language.text(text), language.text(refusal_text(why)));
}
