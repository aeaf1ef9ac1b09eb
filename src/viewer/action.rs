//! Everything a person can do: actions have a name and keys and stand in the command palette; commands carry values.

use std::path::PathBuf;

use egui::{Key, KeyboardShortcut, Modifiers};

use super::settings::{DepthFigure, PlotOf, ThemeChoice};
use crate::export::Animation;
use crate::language::{Language, Text};
use crate::scene::{Chart, IcicleWidth, Style};
use crate::trace::{NodeId, Setup};

/// How the frame of one pane follows from the frame of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Link {
    /// Both show the frame with the same number.
    Frame,
    /// The other goes to where it entered, or pruned, the node at which the active one is.
    #[default]
    Place,
    /// Both have done the same share of their run.
    Share,
}

impl Link {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Frame, Self::Place, Self::Share];

    /// Its name in the table of texts.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Self::Frame => Text::LinkFrame,
            Self::Place => Text::LinkPlace,
            Self::Share => Text::LinkShare,
        }
    }
}

/// What panels ask for; carried out in one place, after all of them have been drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// An action without values.
    Do(Action),
    /// Makes a pane the active one.
    Activate(usize),
    /// Goes to a frame of a pane; past the end means the last one.
    GoTo {
        /// The pane.
        pane: usize,
        /// The frame.
        frame: usize,
    },
    /// Makes a node the centre.
    Center {
        /// The pane.
        pane: usize,
        /// The moves that lead to the node.
        path: Vec<u16>,
    },
    /// Shows a part of the frames in a lane of the strip, or all of them.
    ShowFrames {
        /// The lane.
        lane: usize,
        /// The frames.
        part: Option<std::ops::Range<f64>>,
    },
    /// Collapses subtrees with fewer visits in the view of the whole tree.
    SetCollapseBelow(usize),
    /// Chooses what the widths of the icicle count.
    SetIcicleWidth(IcicleWidth),
    /// Shows the subtree of a node in the view of the whole tree.
    ZoomToNode {
        /// The pane.
        pane: usize,
        /// The node.
        node: NodeId,
    },
    /// Frames a second while playing.
    SetSpeed(f32),
    /// Links the panes.
    SetLink(Link),
    /// Chooses the theme.
    SetTheme(ThemeChoice),
    /// Chooses the language.
    SetLanguage(Language),
    /// Chooses whose window is plotted.
    SetPlotOf(PlotOf),
    /// Chooses what is plotted by depth.
    SetDepthFigure(DepthFigure),
    /// Records a pane anew.
    Record {
        /// The pane.
        pane: usize,
        /// What is run.
        setup: Box<Setup>,
        /// The most memory its trace may take, in MiB.
        memory_limit_mib: u64,
    },
    /// Records a pane anew, with the memory limit as it is.
    RecordAgain {
        /// The pane.
        pane: usize,
        /// What is run.
        setup: Box<Setup>,
    },
    /// Draws the tree of a pane into a file, whose ending says as what.
    SavePicture {
        /// The pane.
        pane: usize,
        /// What it is made for.
        style: Style,
        /// The file.
        path: PathBuf,
    },
    /// Draws the tree of a pane at many frames into a file, whose ending says as what.
    SaveAnimation {
        /// The pane.
        pane: usize,
        /// What it is made for.
        style: Style,
        /// Which frames, and for how long.
        animation: Animation,
        /// The file.
        path: PathBuf,
    },
    /// Goes to a frame in each pane, whatever links them.
    GoToBoth([usize; 2]),
    /// Asks why a node of a pane is what it is.
    AskWhy {
        /// The pane.
        pane: usize,
        /// The moves that lead to the node.
        path: Vec<u16>,
    },
    /// Goes to a frame of a pane and leaves the centre of the view where it is.
    Look {
        /// The pane.
        pane: usize,
        /// The frame.
        frame: usize,
    },
    /// Makes a node the centre of one pane alone.
    CenterOne {
        /// The pane.
        pane: usize,
        /// The moves that lead to the node.
        path: Vec<u16>,
    },
    /// Opens a trace in a pane; the file `-` is standard input, which is followed while it grows.
    OpenTrace {
        /// The pane.
        pane: usize,
        /// The file.
        path: PathBuf,
    },
    /// Saves the trace of a pane, in the format that the file's ending says.
    SaveTrace {
        /// The pane.
        pane: usize,
        /// The file.
        path: PathBuf,
    },
    /// Writes a chart to a file, whose ending says as what.
    SaveChart {
        /// The chart.
        chart: Box<Chart>,
        /// The file.
        path: PathBuf,
    },
    /// Stops the recording of a pane; what was recorded is shown.
    Cancel(usize),
    /// Opens the setup of a pane.
    OpenSetup(usize),
    /// Closes the setup.
    CloseSetup,
    /// Closes the message at the bottom.
    DismissNotice,
}

macro_rules! actions {
    ($($name:ident => $text:ident $(, $shortcut:expr)*;)+) => {
        /// An action, by name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "the text of the same name in the table says what it does")]
        pub enum Action {
            $($name,)+
        }

        impl Action {
            /// All of them, in the order of the command palette.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Its name in the table of texts.
            #[must_use]
            pub const fn text(self) -> Text {
                match self {
                    $(Self::$name => Text::$text,)+
                }
            }

            /// Whether it does something in the noise laboratory too.
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
                        | Self::English
                        | Self::Japanese
                        | Self::Palette
                        | Self::KeyboardHelp
                        | Self::Quit
                )
            }

            /// Its keys.
            #[must_use]
            pub const fn shortcuts(self) -> &'static [KeyboardShortcut] {
                match self {
                    $(Self::$name => const { &[$($shortcut,)*] },)+
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

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
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
    NextRise => ActNextRise, key(Key::F5);
    PreviousRise => ActPreviousRise, shift(Key::F5);
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
    Why => ActWhy, key(Key::Y);
    ToCause => ActToCause, shift(Key::Y);
    ToPruning => ActToPruning, alt(Key::Y);
    Back => ActBack, alt(Key::ArrowLeft);
    Forward => ActForward, alt(Key::ArrowRight);
    FormSubtree => ActFormSubtree, key(Key::Num4);
    FormWhole => ActFormWhole, key(Key::Num5);
    FormIcicle => ActFormIcicle, key(Key::Num6);
    Fit => ActFit, key(Key::F);
    ZoomIn => ActZoomIn, key(Key::Plus), key(Key::Equals);
    ZoomOut => ActZoomOut, key(Key::Minus);
    PanUp => ActPanUp, shift(Key::W);
    PanLeft => ActPanLeft, shift(Key::A);
    PanDown => ActPanDown, shift(Key::S);
    PanRight => ActPanRight, shift(Key::D);
    MoreLevels => ActMoreLevels, key(Key::CloseCurlyBracket), control(Key::ArrowDown);
    FewerLevels => ActFewerLevels, key(Key::OpenCurlyBracket), control(Key::ArrowUp);
    AutoLevels => ActAutoLevels, key(Key::Num0);
    ToggleOrientation => ActOrientation, key(Key::O);
    ToggleGroups => ActGroups, key(Key::G);
    ToggleBestLine => ActBestLine, key(Key::B);
    ToggleFollow => ActFollow, shift(Key::F);
    Find => ActFind, control(Key::F), key(Key::Slash);
    NextFound => ActNextFound, control(Key::G);
    PreviousFound => ActPreviousFound, KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::G);
    LinkFrame => ActLinkFrame, key(Key::Num1);
    LinkPlace => ActLinkPlace, key(Key::Num2);
    LinkShare => ActLinkShare, key(Key::Num3);
    OtherPane => ActOtherPane, key(Key::X);
    TogglePanes => ActPanes, key(Key::P);
    ToggleInspector => ActInspector, key(Key::I);
    TogglePerformance => ActPerformance, key(Key::F12);
    ToggleBoundsExplorer => ActBoundsExplorer, key(Key::E);
    ToggleTablePanel => ActTablePanel, key(Key::H);
    ToggleEqualPositions => ActEqualPositions, key(Key::M);
    WorkspaceReplay => ActReplay, key(Key::F2);
    WorkspaceNoise => ActNoise, key(Key::F3);
    SavePicture => ActSavePicture, control(Key::S);
    ToggleMatches => ActMatches, key(Key::V);
    SolveCheck => ActSolveCheck, control(Key::E);
    SetUpLeft => ActSetUpLeft, control(Key::L);
    SetUpRight => ActSetUpRight, control(Key::R);
    OpenTrace => ActOpenTrace, control(Key::O);
    SaveTrace => ActSaveTrace, KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::S);
    CheckTrace => ActCheckTrace, control(Key::T);
    Differences => ActDifferences, control(Key::D);
    Dismiss => ActDismiss, key(Key::Escape);
    ThemeLight => ActThemeLight;
    ThemeDark => ActThemeDark;
    ThemeSystem => ActThemeSystem;
    English => ActEnglish;
    Japanese => ActJapanese;
    Palette => ActPalette, control(Key::K);
    KeyboardHelp => ActKeyboardHelp, key(Key::F1);
    Quit => ActQuit, control(Key::Q);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_actions_share_a_key() {
        let mut seen = HashSet::new();
        for action in Action::ALL {
            for shortcut in action.shortcuts() {
                assert!(seen.insert(*shortcut), "{action:?} shares {shortcut:?}");
            }
        }
    }
}
