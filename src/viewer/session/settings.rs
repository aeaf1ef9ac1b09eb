//! The settings, which survive a restart.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::by_hand::{ByHandTally, KeptByHand};
use super::link::Link;
use crate::game::{GameSetup, TicTacToe};
use crate::language::Language;
use crate::lesson::practice::{Plan, Tally};
use crate::scene::{IcicleWidth, Orientation};
use crate::search::Algorithm;
use crate::trace::{Process, Setup};

/// The settings, which survive a restart.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own in the View menu")]
pub struct Settings {
    /// The workspace: replay or noise.
    pub workspace: Workspace,
    /// The theme.
    pub theme: ThemeChoice,
    /// The language of the window.
    pub language: Language,
    /// The size of text and everything else, in percent, from 80 to 200.
    pub text_size: u16,
    /// The view: focus view or whole tree.
    pub tree_form: TreeForm,
    /// The least visits of a subtree not collapsed in the whole tree.
    pub collapse_below: usize,
    /// The quantity shown by widths in the icicle.
    pub icicle_width: IcicleWidth,
    /// The direction in which trees grow.
    pub orientation: Orientation,
    /// The room for the levels below the focus, relative to the usual; from −3 to 3.
    pub weight_below: i8,
    /// Whether pruned siblings are shown as one.
    pub group_pruned: bool,
    /// Whether nodes that two compared runs show alike are faint.
    pub differences_only: bool,
    /// Whether the whole tree shows each visit for itself.
    pub passes_apart: bool,
    /// Whether node types and the minimal tree are marked.
    pub order_marks: bool,
    /// The column that colours the whole tree, the icicle and the strip; a trace without it has its usual colours.
    pub color_by: Option<String>,
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
    /// The link between runs.
    pub link: Link,
    /// Whether all strips have one scale of time.
    pub same_scale: bool,
    /// The node whose window is plotted.
    pub plot_of: PlotOf,
    /// The figure plotted by depth.
    pub depth_figure: DepthFigure,
    /// The folded sections of the inspector.
    pub folded_sections: BTreeSet<InspectorSection>,
    /// The most memory a trace may take, in MiB.
    pub memory_limit_mib: u64,
    /// The setups of the runs of a plain start.
    #[serde(deserialize_with = "list_or_tuple")]
    pub setups: Vec<Setup>,
    /// Which frames are asked about in practice.
    pub practice_plan: Plan,
    /// The questions answered in practice so far.
    pub practice_tally: Tally,
    /// The exercise under way.
    pub by_hand: Option<KeptByHand>,
    /// The exercises done by hand so far.
    pub by_hand_tally: ByHandTally,
    /// Notes that are in no file, as the text of one.
    pub unsaved_notes: String,
    /// The open panels, by the names of their actions, in the order of opening.
    pub open_panels: Vec<String>,
    /// The arrangement of runs and panels, as the window writes it; empty at first.
    pub arrangement: String,
    /// The saved arrangements, by name.
    pub arrangements: BTreeMap<String, String>,
    /// The traces opened or saved last, the latest first.
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
    /// The important nodes at the current frame.
    #[default]
    #[serde(alias = "Subtree")]
    Focus,
    /// The whole tree, with small subtrees collapsed.
    Whole,
    /// The whole tree as an icicle.
    Icicle,
}

/// The theme: light, dark, or the system's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// The system's.
    #[default]
    System,
    /// Dark words on a light ground.
    Light,
    /// Light words on a dark ground.
    Dark,
}

/// The node whose window is plotted against the frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum PlotOf {
    /// The start.
    Root,
    /// The node at the centre.
    Selected,
    /// The node of the current frame.
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
    /// The board and the player to move.
    Board,
    /// The window on a number line.
    Window,
    /// The table's lookups and stores at the node.
    Table,
    /// The visits of the node.
    Layers,
    /// The values that the program gave to the visit.
    Columns,
    /// The children of the node.
    Children,
    /// The figures of all runs.
    Compared,
    /// α and β from frame to frame.
    WindowPlot,
    /// The table's size and hit rate.
    TablePlot,
    /// Visits, evaluations and cuts at each depth.
    DepthPlot,
    /// Cuts by child.
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
            memory_limit_mib: crate::trace::DEFAULT_MEMORY_LIMIT >> 20,
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
        }
    }
}

/// Setups in the current form, or as the pair of earlier versions.
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

/// The most files remembered.
const MOST_RECENT_FILES: usize = 8;

/// The most runs of a plain start.
const MOST_SETUPS: usize = 24;

/// The least and the most room for the levels below the focus.
pub const WEIGHTS: std::ops::RangeInclusive<i8> = -3..=3;

/// The smallest and the largest text, in percent.
pub const TEXT_SIZES: std::ops::RangeInclusive<u16> = 80..=200;

/// The slowest and the fastest playing, in frames a second.
pub const SPEEDS: std::ops::RangeInclusive<f32> = 0.5..=100_000.0;

impl Settings {
    /// Remembers a trace that was opened or saved.
    pub fn remember_file(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent_files.retain(|recent| *recent != path);
        self.recent_files.insert(0, path);
        self.recent_files.truncate(MOST_RECENT_FILES);
    }

    /// The factor by which text and everything else is enlarged.
    #[must_use]
    pub fn zoom(&self) -> f32 {
        f32::from(self.text_size) / 100.0
    }

    /// These settings, with the records of what happened (runs, files, tallies, the layout) that others hold: undoing a setting
    /// leaves those alone.
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
        self.setups.truncate(MOST_SETUPS);
        self
    }
}
