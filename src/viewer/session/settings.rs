//! Settings that are kept across restarts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::view_link::{Link, TreeForm};
use crate::viewer::session::practice::by_hand::{ByHandTally, SavedByHand};
use crate::viewer::session::runs::program::ProgramSetup;
use edagari_core::game::{GameSetup, TicTacToe};
use edagari_core::language::Language;
use edagari_core::search::Algorithm;
use edagari_core::trace::{Process, Setup};
use edagari_draw::scene::{IcicleWidth, Orientation};
use edagari_teach::practice::{Plan, Tally};

/// Settings that are kept across restarts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own in the View menu")]
pub struct Settings {
    /// Workspace: replay or noise.
    pub workspace: Workspace,
    /// Theme of the window.
    pub theme: ThemeChoice,
    /// Language of the window.
    pub language: Language,
    /// Size of text and everything else, in percent, from 80 to 200.
    pub text_size: u16,
    /// View of the tree: focus view, whole tree or icicle.
    pub tree_form: TreeForm,
    /// Minimum number of visits of a subtree that is not collapsed in the whole tree; 0 if it follows the size of each tree.
    pub collapse_below: usize,
    /// Quantity shown by the widths in the icicle.
    pub icicle_width: IcicleWidth,
    /// Direction in which trees grow.
    pub orientation: Orientation,
    /// Space for the levels below the focus, relative to the default; from −3 to 3.
    pub weight_below: i8,
    /// Whether pruned siblings are shown as one group.
    pub group_pruned: bool,
    /// Whether nodes that are alike in two compared runs are drawn faintly.
    pub differences_only: bool,
    /// Whether the whole tree shows each visit separately.
    pub passes_apart: bool,
    /// Whether node types and the minimal tree are marked.
    pub order_marks: bool,
    /// Column that colours the whole tree, the icicle and the strip; a trace without this column has its usual colours.
    pub color_by: Option<String>,
    /// Whether the view follows the current node.
    pub follow: bool,
    /// Whether the line of best moves is shown.
    pub best_line: bool,
    /// Whether nodes move smoothly between frames.
    pub motion: bool,
    /// Whether only the active run is shown.
    pub one_run: bool,
    /// Playing speed, in frames per second.
    pub speed: f32,
    /// Link between the runs.
    pub link: Link,
    /// Whether all strips have the same scale of time.
    pub same_scale: bool,
    /// Node whose window is plotted.
    pub plot_of: PlotOf,
    /// Figure that is plotted by depth.
    pub depth_figure: DepthFigure,
    /// Folded sections of the inspector.
    pub folded_sections: BTreeSet<InspectorSection>,
    /// Memory limit of a trace, in MiB.
    pub memory_limit_mib: u64,
    /// Setups of the runs of a plain start.
    #[serde(deserialize_with = "list_or_tuple")]
    pub setups: Vec<Setup>,
    /// Selection of the frames about which practice has questions.
    pub practice_plan: Plan,
    /// Tally of the questions answered in practice.
    pub practice_tally: Tally,
    /// Exercise in progress.
    pub by_hand: Option<SavedByHand>,
    /// Tally of the exercises done by hand.
    pub by_hand_tally: ByHandTally,
    /// Notes that are not saved in a file, in the text format of one.
    pub unsaved_notes: String,
    /// Open panels, by the names of their actions, in the order of opening.
    pub open_panels: Vec<String>,
    /// Arrangement of runs and panels, in the window's own text format; empty at first.
    pub arrangement: String,
    /// Saved arrangements, by name.
    pub arrangements: BTreeMap<String, String>,
    /// Traces opened or saved last, the latest first.
    pub recent_files: Vec<PathBuf>,
    /// Program that was started last.
    pub program: ProgramSetup,
    /// Size of the window when it was last resized; `None` until then.
    pub window: Option<WindowSize>,
}

/// Size of a window. Its position is left to the system, so no window opens on a screen that is gone.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct WindowSize {
    /// Width and height without a frame, in points at a text size of 100 %; before it was maximised, if it is.
    pub size: (f32, f32),
    /// Whether the window is maximised.
    pub is_maximised: bool,
}

/// Workspace: replay or noise laboratory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Workspace {
    /// Replay of recorded runs.
    #[default]
    Replay,
    /// Experiments in the noise laboratory.
    Noise,
}

/// Theme: light, dark, or as in the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// Theme of the system.
    #[default]
    System,
    /// Dark text on a light ground.
    Light,
    /// Light text on a dark ground.
    Dark,
}

/// Node whose window is plotted against the frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum PlotOf {
    /// Root of the tree.
    Root,
    /// Node at the centre.
    Selected,
    /// Node of the current frame.
    #[default]
    Current,
}

/// Figure that is plotted by depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum DepthFigure {
    /// Number of visits.
    #[default]
    Visits,
    /// Number of evaluated positions.
    Evaluations,
    /// Number of cuts.
    Cuts,
}

/// A section of the inspector.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum InspectorSection {
    /// Board and player to move.
    Board,
    /// Window on a number line.
    Window,
    /// Lookups and stores of the table at the node.
    Table,
    /// Visits of the node.
    Layers,
    /// Values of the columns at the visit.
    Columns,
    /// Children of the node.
    Children,
    /// Figures of all runs, compared.
    Compared,
    /// Plot of α and β from frame to frame.
    WindowPlot,
    /// Plot of the table's size and hit rate.
    TablePlot,
    /// Plot of visits, evaluations or cuts at each depth.
    DepthPlot,
    /// Plot of cuts by child.
    ChildPlot,
}

impl Default for Settings {
    fn default() -> Self {
        let setup =
            |algorithm| Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(algorithm));
        Self {
            workspace: Workspace::default(),
            theme: ThemeChoice::default(),
            language: Language::default(),
            text_size: 100,
            tree_form: TreeForm::default(),
            collapse_below: 0,
            icicle_width: IcicleWidth::default(),
            orientation: Orientation::default(),
            weight_below: 0,
            group_pruned: false,
            differences_only: false,
            passes_apart: false,
            order_marks: false,
            color_by: None,
            follow: true,
            best_line: false,
            motion: true,
            one_run: false,
            speed: 8.0,
            link: Link::default(),
            same_scale: false,
            plot_of: PlotOf::default(),
            depth_figure: DepthFigure::default(),
            folded_sections: BTreeSet::new(),
            memory_limit_mib: edagari_core::trace::DEFAULT_MEMORY_LIMIT >> 20,
            setups: vec![setup(Algorithm::Minimax), setup(Algorithm::AlphaBeta)],
            practice_plan: Plan::default(),
            practice_tally: Tally::default(),
            by_hand: None,
            by_hand_tally: ByHandTally::default(),
            unsaved_notes: String::new(),
            open_panels: vec!["ToggleInspector".to_owned()],
            arrangement: String::new(),
            arrangements: BTreeMap::new(),
            recent_files: Vec::new(),
            program: ProgramSetup::default(),
            window: None,
        }
    }
}

/// Deserializes setups as a list, or as the pair that earlier versions wrote.
fn list_or_tuple<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Setup>, D::Error> {
    struct Setups;
    impl<'de> Visitor<'de> for Setups {
        type Value = Vec<Setup>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of setups")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Vec<Setup>, A::Error> {
            let mut setups = Vec::new();
            while let Some(setup) = sequence.next_element()? {
                setups.push(setup);
            }
            Ok(setups)
        }
    }
    deserializer.deserialize_any(Setups)
}

/// Maximum number of recent files remembered.
const MAX_RECENT_FILES: usize = 8;

/// Maximum number of runs of a plain start.
const MAX_SETUPS: usize = 24;

/// Range of the space for the levels below the focus.
pub const WEIGHTS: std::ops::RangeInclusive<i8> = -3..=3;

/// Range of the text size, in percent.
pub const TEXT_SIZES: std::ops::RangeInclusive<u16> = 80..=200;

/// Range of the playing speed, in frames per second.
pub const SPEEDS: std::ops::RangeInclusive<f32> = 0.5..=100_000.0;

impl Settings {
    /// Adds a trace that was opened or saved to the recent files.
    pub fn remember_file(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent_files.retain(|recent| *recent != path);
        self.recent_files.insert(0, path);
        self.recent_files.truncate(MAX_RECENT_FILES);
    }

    /// Returns the scale factor of text and everything else.
    #[must_use]
    pub fn zoom(&self) -> f32 {
        f32::from(self.text_size) / 100.0
    }

    /// Returns these settings combined with the records of `other` (runs, files, tallies, layout, window): undoing a setting must not undo those.
    #[must_use]
    pub fn with_records_of(&self, other: &Self) -> Self {
        Self {
            workspace: other.workspace,
            memory_limit_mib: other.memory_limit_mib,
            setups: other.setups.clone(),
            practice_tally: other.practice_tally.clone(),
            by_hand: other.by_hand.clone(),
            by_hand_tally: other.by_hand_tally,
            unsaved_notes: other.unsaved_notes.clone(),
            open_panels: other.open_panels.clone(),
            arrangement: other.arrangement.clone(),
            recent_files: other.recent_files.clone(),
            program: other.program.clone(),
            window: other.window,
            ..self.clone()
        }
    }

    /// Clamps values read from a file to their ranges.
    pub(super) fn within_limits(mut self) -> Self {
        self.speed = if self.speed.is_finite() { self.speed.clamp(*SPEEDS.start(), *SPEEDS.end()) } else { 8.0 };
        self.text_size = self.text_size.clamp(*TEXT_SIZES.start(), *TEXT_SIZES.end());
        self.weight_below = self.weight_below.clamp(*WEIGHTS.start(), *WEIGHTS.end());
        self.memory_limit_mib = self.memory_limit_mib.clamp(1, 1 << 20);
        if self.setups.is_empty() {
            self.setups = Self::default().setups;
        }
        self.setups.truncate(MAX_SETUPS);
        self
    }
}
