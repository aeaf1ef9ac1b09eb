//! The settings, which are kept over a restart.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::link::Link;
use crate::game::{GameSetup, TicTacToe};
use crate::language::Language;
use crate::scene::{IcicleWidth, Orientation};
use crate::search::Algorithm;
use crate::trace::{Process, Setup};

/// The settings, which are kept over a restart.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own in the View menu")]
pub struct Settings {
    /// Whether runs are replayed, or noise is looked at.
    pub workspace: Workspace,
    /// Light, dark, or as the system has it.
    pub theme: ThemeChoice,
    /// The language of the window.
    pub language: Language,
    /// The size of all text, and with it of all else, in percent, from 80 to 200.
    pub text_size: u16,
    /// Whether what matters or the whole tree is shown.
    pub tree_form: TreeForm,
    /// In the whole tree, subtrees with fewer visits are collapsed.
    pub collapse_below: usize,
    /// What the widths of the icicle count.
    pub icicle_width: IcicleWidth,
    /// The direction in which trees grow.
    pub orientation: Orientation,
    /// How much more room than usual goes to the levels below the focus; from −3 to 3.
    pub weight_below: i8,
    /// Whether pruned siblings are shown as one.
    pub group_pruned: bool,
    /// Whether the current node is kept in sight.
    pub follow: bool,
    /// Whether the line of best moves is shown.
    pub best_line: bool,
    /// Whether nodes move from one place to the next.
    pub motion: bool,
    /// Whether only the active run is shown.
    pub one_run: bool,
    /// Frames a second while playing.
    pub speed: f32,
    /// How the runs are linked.
    pub link: Link,
    /// Whether all strips have one scale of time.
    pub same_scale: bool,
    /// Whose window is plotted.
    pub plot_of: PlotOf,
    /// What is plotted by depth.
    pub depth_figure: DepthFigure,
    /// The sections of the inspector that are folded.
    pub folded_sections: BTreeSet<InspectorSection>,
    /// The most memory a trace may take, in MiB.
    pub memory_limit_mib: u64,
    /// What the runs of a plain start are.
    #[serde(deserialize_with = "list_or_tuple")]
    pub setups: Vec<Setup>,
    /// The panels that are open, by the names of their actions, in the order in which they were opened.
    pub open_panels: Vec<String>,
    /// The arrangement of runs and panels, as the window writes it; empty until it is arranged.
    pub arrangement: String,
    /// Arrangements that are kept, by name.
    pub arrangements: BTreeMap<String, String>,
    /// The traces that were opened or saved last, the last first.
    pub recent_files: Vec<PathBuf>,
}

/// The workspace: replay or noise laboratory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Workspace {
    /// Replaying runs.
    #[default]
    Replay,
    /// The noise laboratory.
    Noise,
}

/// The view of a tree: focus view, whole tree or icicle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum TreeForm {
    /// What matters at the current frame.
    #[default]
    #[serde(alias = "Subtree")]
    Focus,
    /// The whole tree, with small subtrees collapsed.
    Whole,
    /// The whole tree as an icicle.
    Icicle,
}

/// Light, dark, or as the system has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// As the system has it.
    #[default]
    System,
    /// Dark words on a light ground.
    Light,
    /// Light words on a dark ground.
    Dark,
}

/// Whose window is plotted against the frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum PlotOf {
    /// That of the start.
    Root,
    /// That of the node at the centre.
    Selected,
    /// That of the node of the current frame.
    #[default]
    Current,
}

/// What is plotted by depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum DepthFigure {
    /// Nodes visited.
    #[default]
    Visits,
    /// Positions evaluated.
    Evaluations,
    /// Cuts.
    Cuts,
}

/// A section of the inspector.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum InspectorSection {
    /// The board and who moves.
    Board,
    /// The window on a number line.
    Window,
    /// What the table has to do with the node.
    Table,
    /// The figures of all runs.
    Compared,
    /// α and β from frame to frame.
    WindowPlot,
    /// The table's size and hit rate.
    TablePlot,
    /// What happened at each depth.
    DepthPlot,
    /// Which child made the cuts.
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
            collapse_below: 300,
            icicle_width: IcicleWidth::default(),
            orientation: Orientation::default(),
            weight_below: 0,
            group_pruned: false,
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
            memory_limit_mib: crate::trace::DEFAULT_MEMORY_LIMIT >> 20,
            setups: vec![setup(Algorithm::Minimax), setup(Algorithm::AlphaBeta)],
            open_panels: vec!["ToggleInspector".to_owned()],
            arrangement: String::new(),
            arrangements: BTreeMap::new(),
            recent_files: Vec::new(),
        }
    }
}

/// Setups as they are written now, and as the two of earlier versions were.
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

/// Files that are remembered.
const MOST_RECENT_FILES: usize = 8;

/// Runs that a plain start can have.
const MOST_SETUPS: usize = 24;

/// The least and the most room for the levels below the focus.
pub const WEIGHTS: std::ops::RangeInclusive<i8> = -3..=3;

/// The smallest and the largest text, in percent.
pub const TEXT_SIZES: std::ops::RangeInclusive<u16> = 80..=200;

/// The slowest and the fastest playing, in frames a second.
pub const SPEEDS: std::ops::RangeInclusive<f32> = 0.5..=100_000.0;

impl Settings {
    /// Notes that a trace was opened or saved.
    pub fn remember_file(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent_files.retain(|recent| *recent != path);
        self.recent_files.insert(0, path);
        self.recent_files.truncate(MOST_RECENT_FILES);
    }

    /// By how much the text, and with it all else, is larger than usual.
    #[must_use]
    pub fn zoom(&self) -> f32 {
        f32::from(self.text_size) / 100.0
    }

    /// Brings values that a file may hold into their ranges.
    pub(super) fn within_limits(mut self) -> Self {
        self.speed = if self.speed.is_finite() { self.speed.clamp(*SPEEDS.start(), *SPEEDS.end()) } else { 8.0 };
        self.text_size = self.text_size.clamp(*TEXT_SIZES.start(), *TEXT_SIZES.end());
        self.weight_below = self.weight_below.clamp(*WEIGHTS.start(), *WEIGHTS.end());
        self.memory_limit_mib = self.memory_limit_mib.clamp(1, 1 << 20);
        if self.setups.is_empty() {
            self.setups = Self::default().setups;
        }
        self.setups.truncate(MOST_SETUPS);
        self
    }
}
