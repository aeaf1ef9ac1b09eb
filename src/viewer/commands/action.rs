//! Actions: the entries of the command palette, each with a name and, in many cases, keyboard shortcuts.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::platform::child::CAN_START;
use edagari_core::language::{Language, Text};

macro_rules! actions {
    ($($name:ident => $text:ident $(, $shortcut:expr)*;)+) => {
        /// An action without values, identified by its name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        #[expect(missing_docs, reason = "the text of the same name in the table says what it does")]
        pub enum Action {
            $($name,)+
            Language(Language),
        }

        /// All actions except the choice of a language.
        const WITH_A_TEXT: &[Action] = &[$(Action::$name,)+];

        impl Action {
            /// Returns the name of the action in the interface.
            #[must_use]
            pub fn name(self, language: Language) -> &'static str {
                match self {
                    $(Self::$name => language.text(Text::$text),)+
                    Self::Language(own) => own.listed_as(),
                }
            }

            /// Whether the action works in the noise laboratory too.
            #[must_use]
            pub const fn is_of_every_workspace(self) -> bool {
                matches!(
                    self,
                    Self::WorkspaceReplay
                        | Self::WorkspaceNoise
                        | Self::Dismiss
                        | Self::ThemeLight
                        | Self::ThemeDark
                        | Self::ThemeSystem
                        | Self::Language(_)
                        | Self::TextLarger
                        | Self::TextSmaller
                        | Self::TextUsual
                        | Self::Palette
                        | Self::Welcome
                        | Self::RecordYourOwn
                        | Self::KeyboardHelp
                        | Self::Glossary
                        | Self::About
                        | Self::Quit
                )
            }

            /// Returns the keyboard shortcuts of the action.
            #[must_use]
            pub const fn shortcuts(self) -> &'static [KeyboardShortcut] {
                match self {
                    $(Self::$name => const { &[$($shortcut,)*] },)+
                    Self::Language(_) => &[],
                }
            }
        }
    };
}

const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

const fn control(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn control_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

// Alternative shortcuts for those that a browser reserves, so that every action has one in a page,
// too.
const fn alt_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT.plus(Modifiers::SHIFT), key)
}

actions! {
    TogglePlay => ActPlay, key(Key::Space);
    FrameOn => ActFrameOn, key(Key::ArrowRight);
    FrameBack => ActFrameBack, key(Key::ArrowLeft);
    TenOn => ActTenOn, shift(Key::ArrowRight);
    TenBack => ActTenBack, shift(Key::ArrowLeft);
    NextCut => ActNextCut, control(Key::ArrowRight);
    PreviousCut => ActPreviousCut, control(Key::ArrowLeft);
    NextOfNode => ActNextOfNode, key(Key::PageDown);
    PreviousOfNode => ActPreviousOfNode, key(Key::PageUp);
    NextRise => ActNextRise, key(Key::F5), alt(Key::ArrowUp);
    PreviousRise => ActPreviousRise, shift(Key::F5), alt_shift(Key::ArrowUp);
    NextFall => ActNextFall, key(Key::F6);
    PreviousFall => ActPreviousFall, shift(Key::F6);
    NextBestMove => ActNextBestMove, key(Key::F7);
    PreviousBestMove => ActPreviousBestMove, shift(Key::F7);
    NextTableReturn => ActNextTableReturn, key(Key::F8);
    PreviousTableReturn => ActPreviousTableReturn, shift(Key::F8);
    NextStore => ActNextStore, key(Key::F9);
    PreviousStore => ActPreviousStore, shift(Key::F9);
    NextPass => ActNextPass, key(Key::F4);
    PreviousPass => ActPreviousPass, shift(Key::F4);
    NextVisit => ActNextVisit, alt(Key::PageDown);
    PreviousVisit => ActPreviousVisit, alt(Key::PageUp);
    NextSearchedAgain => ActNextSearchedAgain, key(Key::F10);
    PreviousSearchedAgain => ActPreviousSearchedAgain, shift(Key::F10);
    NextSkip => ActNextSkip;
    PreviousSkip => ActPreviousSkip;
    NextStateChange => ActNextStateChange, alt(Key::T);
    PreviousStateChange => ActPreviousStateChange, alt_shift(Key::T);
    NextAlphaChange => ActNextAlphaChange, alt(Key::H);
    PreviousAlphaChange => ActPreviousAlphaChange, alt_shift(Key::H);
    NextBetaChange => ActNextBetaChange, alt(Key::B);
    PreviousBetaChange => ActPreviousBetaChange, alt_shift(Key::B);
    NextScoreChange => ActNextScoreChange, alt(Key::V);
    PreviousScoreChange => ActPreviousScoreChange, alt_shift(Key::V);
    NextExplorationChange => ActNextExplorationChange, alt(Key::X);
    PreviousExplorationChange => ActPreviousExplorationChange, alt_shift(Key::X);
    NextSumChange => ActNextSumChange, alt(Key::M);
    PreviousSumChange => ActPreviousSumChange, alt_shift(Key::M);
    StartOfNode => ActStartOfNode, control(Key::Home);
    EndOfNode => ActEndOfNode, control(Key::End);
    First => ActFirst, key(Key::Home);
    Last => ActLast, key(Key::End);
    Faster => ActFaster, key(Key::Period);
    Slower => ActSlower, key(Key::Comma);
    ToggleLoop => ActLoop, key(Key::L);
    LoopStart => ActLoopStart, key(Key::OpenBracket);
    LoopEnd => ActLoopEnd, key(Key::CloseBracket);
    TimeZoomIn => ActTimeZoomIn, key(Key::Z);
    TimeZoomOut => ActTimeZoomOut, shift(Key::Z);
    TimeWhole => ActTimeWhole, alt(Key::Z);
    ToggleSameScale => ActSameScale;
    Parent => ActParent, key(Key::W);
    FirstChild => ActFirstChild, key(Key::S);
    PreviousSibling => ActPreviousSibling, key(Key::A);
    NextSibling => ActNextSibling, key(Key::D);
    Root => ActRoot, key(Key::R);
    CurrentNode => ActCurrentNode, key(Key::C);
    ToSource => ActToSource, key(Key::T);
    ToNextUse => ActToNextUse, key(Key::U);
    Practice => ActPractice, key(Key::Q);
    ByHand => ActByHand, shift(Key::Q);
    ExerciseSet => ActExerciseSet, alt(Key::E);
    Why => ActWhy, key(Key::Y);
    Fate => ActFate, key(Key::J);
    ToggleCode => ActCode, alt(Key::C);
    ToggleOrder => ActOrder, shift(Key::O);
    ToCause => ActToCause, shift(Key::Y);
    ToPruning => ActToPruning, alt(Key::Y);
    Back => ActBack, alt(Key::ArrowLeft);
    Forward => ActForward, alt(Key::ArrowRight);
    FormFocus => ActFormFocus, key(Key::Num4);
    FormWhole => ActFormWhole, key(Key::Num5);
    FormIcicle => ActFormIcicle, key(Key::Num6);
    Fit => ActFit, key(Key::F);
    ZoomIn => ActZoomIn, key(Key::Plus), key(Key::Equals);
    ZoomOut => ActZoomOut, key(Key::Minus);
    PanUp => ActPanUp, shift(Key::W);
    PanLeft => ActPanLeft, shift(Key::A);
    PanDown => ActPanDown, shift(Key::S);
    PanRight => ActPanRight, shift(Key::D);
    MoreBelow => ActMoreBelow, key(Key::CloseCurlyBracket), control(Key::ArrowDown);
    LessBelow => ActLessBelow, key(Key::OpenCurlyBracket), control(Key::ArrowUp);
    UsualBelow => ActUsualBelow, key(Key::Num0);
    ToggleOpen => ActToggleOpen, key(Key::K);
    ToggleOrientation => ActOrientation, key(Key::O);
    ToggleGroups => ActGroups, key(Key::G);
    DifferencesOnly => ActDifferencesOnly, shift(Key::G);
    TogglePassesApart => ActPassesApart, shift(Key::N);
    ToggleOrderMarks => ActOrderMarks, alt(Key::O);
    NextColumnColors => ActNextColumnColors, shift(Key::C);
    ToggleBestLine => ActBestLine, key(Key::B);
    ToggleFollow => ActFollow, shift(Key::F);
    ToggleMotion => ActMotion, shift(Key::M);
    Find => ActFind, control(Key::F), key(Key::Slash);
    NextFound => ActNextFound, control(Key::G);
    PreviousFound => ActPreviousFound, control_shift(Key::G);
    LinkFrame => ActLinkFrame, key(Key::Num1);
    LinkPlace => ActLinkPlace, key(Key::Num2);
    LinkShare => ActLinkShare, key(Key::Num3);
    NextRun => ActNextRun, key(Key::X);
    OneRun => ActOneRun, key(Key::P);
    AddRun => ActAddRun, control(Key::N), alt_shift(Key::N);
    CloseRun => ActCloseRun, control(Key::W), alt_shift(Key::W);
    NextTile => ActNextTile, control(Key::PageDown), alt_shift(Key::ArrowRight);
    PreviousTile => ActPreviousTile, control(Key::PageUp), alt_shift(Key::ArrowLeft);
    MaximiseTile => ActMaximiseTile, alt(Key::Enter);
    WidenTile => ActWidenTile, alt(Key::Plus), alt(Key::Equals);
    NarrowTile => ActNarrowTile, alt(Key::Minus);
    FloatTile => ActFloatTile, alt(Key::F);
    CloseTile => ActCloseTile, alt(Key::W);
    ReopenPanel => ActReopenPanel, control_shift(Key::T), alt_shift(Key::P);
    ArrangeCompare => ActArrangeCompare, alt(Key::Num1);
    ArrangeOne => ActArrangeOne, alt(Key::Num2);
    ArrangeStudy => ActArrangeStudy, alt(Key::Num3);
    Arrangements => ActArrangements, alt(Key::A);
    AddNote => ActAddNote, key(Key::N);
    NextNote => ActNextNote, control(Key::B);
    PreviousNote => ActPreviousNote, control_shift(Key::B);
    BackToNote => ActBackToNote, shift(Key::B);
    WhatIf => ActWhatIf, shift(Key::I);
    UndoEdit => ActUndoEdit, control(Key::Z);
    RedoEdit => ActRedoEdit, control_shift(Key::Z);
    FiveSearches => ActFiveSearches, alt(Key::Num5);
    ToggleInspector => ActInspector, key(Key::I);
    TogglePerformance => ActPerformance, key(Key::F12), alt_shift(Key::F);
    ToggleBoundsExplorer => ActBoundsExplorer, key(Key::E);
    ToggleTablePanel => ActTablePanel, key(Key::H);
    TogglePasses => ActPasses, shift(Key::P);
    ToggleEqualPositions => ActEqualPositions, key(Key::M);
    WorkspaceReplay => ActReplay, key(Key::F2);
    WorkspaceNoise => ActNoise, key(Key::F3);
    ToggleNotes => ActNotes, alt(Key::N);
    SavePicture => ActSavePicture, control(Key::S);
    ToggleMatches => ActMatches, key(Key::V);
    SolveCheck => ActSolveCheck, control(Key::E);
    Guesses => ActGuesses, alt(Key::U);
    SetUp => ActSetUp, alt(Key::S);
    SetUpLeft => ActSetUpLeft, control(Key::L), alt_shift(Key::L);
    SetUpRight => ActSetUpRight, control(Key::R), alt_shift(Key::R);
    OpenTrace => ActOpenTrace, control(Key::O);
    RecordProgram => ActRecordProgram;
    SaveTrace => ActSaveTrace, control_shift(Key::S);
    Share => ActShare, alt_shift(Key::S);
    CopyLink => ActCopyLink, control_shift(Key::C), alt_shift(Key::C);
    CopyPosition => ActCopyPosition;
    CheckTrace => ActCheckTrace, control(Key::T), alt_shift(Key::K);
    Differences => ActDifferences, control(Key::D);
    Dismiss => ActDismiss, key(Key::Escape);
    ThemeLight => ActThemeLight;
    ThemeDark => ActThemeDark;
    ThemeSystem => ActThemeSystem;
    TextLarger => ActTextLarger, control(Key::Plus), control(Key::Equals);
    TextSmaller => ActTextSmaller, control(Key::Minus);
    TextUsual => ActTextUsual, control(Key::Num0);
    Palette => ActPalette, control(Key::K);
    Welcome => ActWelcome;
    RecordYourOwn => ActRecordYourOwn;
    KeyboardHelp => ActKeyboardHelp, key(Key::F1), key(Key::Questionmark);
    ExplainPicture => ActExplainPicture, shift(Key::F1);
    Glossary => ActGlossary, alt(Key::G);
    About => ActAbout;
    Quit => ActQuit, control(Key::Q);
}

const COUNT: usize = WITH_A_TEXT.len() + Language::ALL.len();

const fn all() -> [Action; COUNT] {
    let mut all = [Action::Quit; COUNT];
    let (those_with_a_text, languages) = all.split_at_mut(WITH_A_TEXT.len());
    those_with_a_text.copy_from_slice(WITH_A_TEXT);
    let mut at = 0;
    while at < languages.len() {
        languages[at] = Action::Language(Language::ALL[at]);
        at += 1;
    }
    all
}

impl Action {
    /// All actions, in the order of the command palette.
    pub const ALL: &'static [Self] = &all();

    /// The choices of a language.
    pub(crate) const LANGUAGES: &'static [Self] = Self::ALL.split_at(WITH_A_TEXT.len()).1;

    /// Returns the short name of the panel that the action opens: its name without what follows a colon.
    pub(crate) fn panel_name(self, language: Language) -> &'static str {
        let name = match self {
            Self::Why => language.text(Text::Why),
            _ => self.name(language),
        };
        name.split([':', '：']).next().unwrap_or(name)
    }

    /// Whether the action is possible on this platform: a page can neither start programs nor close
    /// its tab.
    pub(crate) const fn is_possible(self) -> bool {
        match self {
            Self::RecordProgram => CAN_START,
            Self::Quit => !cfg!(target_arch = "wasm32"),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn shortcuts_are_unique() {
        let mut seen = HashSet::new();
        for action in Action::ALL {
            for shortcut in action.shortcuts() {
                assert!(seen.insert(*shortcut), "{action:?} shares {shortcut:?}");
            }
        }
    }
}
