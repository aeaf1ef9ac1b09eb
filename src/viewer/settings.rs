//! What survives a restart, and the file it is kept in.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::action::Link;
use crate::game::GameSetup;
use crate::language::Language;
use crate::scene::{IcicleWidth, Levels, Orientation};
use crate::search::Algorithm;
use crate::trace::{Process, Setup};

/// What survives a restart.
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
    /// Whether a subtree or the whole tree is shown.
    pub tree_form: TreeForm,
    /// In the whole tree, subtrees with fewer visits are collapsed.
    pub collapse_below: usize,
    /// What the widths of the icicle count.
    pub icicle_width: IcicleWidth,
    /// The direction in which trees grow.
    pub orientation: Orientation,
    /// Levels shown below the centre.
    pub levels: Levels,
    /// Whether pruned siblings are shown as one.
    pub group_pruned: bool,
    /// Whether the current node is kept in sight.
    pub follow: bool,
    /// Whether the line of best moves is shown.
    pub best_line: bool,
    /// Whether the nodes with the position of the selected one are marked and listed.
    pub equal_positions: bool,
    /// Whether there are two panes.
    pub two_panes: bool,
    /// Whether the inspector is shown.
    pub inspector: bool,
    /// Whether it is shown what redraws cost.
    pub performance_panel: bool,
    /// Frames a second while playing.
    pub speed: f32,
    /// How the panes are linked.
    pub link: Link,
    /// Whether the strips of both panes have one scale of time.
    pub same_scale: bool,
    /// Whose window is plotted.
    pub plot_of: PlotOf,
    /// What is plotted by depth.
    pub depth_figure: DepthFigure,
    /// The most memory a trace may take, in MiB.
    pub memory_limit_mib: u64,
    /// What the left and the right pane run.
    pub setups: [Setup; 2],
    /// The traces that were opened or saved last, the last first.
    pub recent_files: Vec<PathBuf>,
}

/// What the window is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Workspace {
    /// Replaying runs.
    #[default]
    Replay,
    /// The noise laboratory.
    Noise,
}

/// What of a tree is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum TreeForm {
    /// The subtree around the centre.
    #[default]
    Subtree,
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

impl Default for Settings {
    fn default() -> Self {
        let setup = |algorithm| Setup::new(GameSetup::TicTacToe { shortest_win: false }, Process::Search(algorithm));
        Self {
            workspace: Workspace::default(),
            theme: ThemeChoice::default(),
            language: Language::default(),
            tree_form: TreeForm::default(),
            collapse_below: 300,
            icicle_width: IcicleWidth::default(),
            orientation: Orientation::default(),
            levels: Levels::default(),
            group_pruned: false,
            follow: true,
            best_line: false,
            equal_positions: false,
            two_panes: true,
            inspector: true,
            performance_panel: false,
            speed: 8.0,
            link: Link::default(),
            same_scale: false,
            plot_of: PlotOf::default(),
            depth_figure: DepthFigure::default(),
            memory_limit_mib: crate::trace::DEFAULT_MEMORY_LIMIT >> 20,
            setups: [setup(Algorithm::Minimax), setup(Algorithm::AlphaBeta)],
            recent_files: Vec::new(),
        }
    }
}

/// Files that are remembered.
const MOST_RECENT_FILES: usize = 8;

/// The slowest and the fastest playing, in frames a second.
pub(super) const SPEEDS: std::ops::RangeInclusive<f32> = 0.5..=100_000.0;

impl Settings {
    /// Notes that a trace was opened or saved.
    pub(super) fn remember_file(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent_files.retain(|recent| *recent != path);
        self.recent_files.insert(0, path);
        self.recent_files.truncate(MOST_RECENT_FILES);
    }

    /// Brings values that a file may hold into their ranges.
    fn within_limits(mut self) -> Self {
        self.speed = if self.speed.is_finite() { self.speed.clamp(*SPEEDS.start(), *SPEEDS.end()) } else { 8.0 };
        self.memory_limit_mib = self.memory_limit_mib.clamp(1, 1 << 20);
        self
    }
}

/// The file that settings are kept in, or none.
#[derive(Clone, Debug)]
pub struct SettingsStore {
    path: Option<PathBuf>,
}

/// What was wrong with a settings file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BrokenSettings {
    /// What the parser said, with line and column.
    pub(super) message: String,
    /// Where the file is kept now, if it could be moved aside.
    pub(super) kept_as: Option<PathBuf>,
}

impl SettingsStore {
    /// The file in the folder that the system has for settings.
    #[must_use]
    pub fn of_this_user() -> Self {
        let folders = directories::ProjectDirs::from("", "", "edagari");
        Self { path: folders.map(|folders| folders.config_dir().join("settings.ron")) }
    }

    /// A file of one's own choice.
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        Self { path: Some(path) }
    }

    /// Nothing is read, nothing is kept.
    #[must_use]
    pub const fn nowhere() -> Self {
        Self { path: None }
    }

    /// Reads the settings; the default ones where there is no file. A broken file is moved aside.
    pub(super) fn load(&self) -> (Settings, Option<BrokenSettings>) {
        let Some(path) = self.path.as_deref() else { return (Settings::default(), None) };
        let text = match fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return (Settings::default(), None),
            Err(error) => {
                let message = format!("{}: {error}", path.display());
                return (Settings::default(), Some(BrokenSettings { message, kept_as: None }));
            }
        };
        match ron::from_str::<Settings>(&text) {
            Ok(settings) => (settings.within_limits(), None),
            Err(error) => {
                let kept_as = free_name_beside(path).filter(|aside| fs::rename(path, aside).is_ok());
                let message = format!("{}:{error}", path.display());
                (Settings::default(), Some(BrokenSettings { message, kept_as }))
            }
        }
    }

    /// Writes the settings to a temporary file and renames it.
    pub(super) fn save(&self, settings: &Settings) -> std::io::Result<()> {
        let Some(path) = self.path.as_deref() else { return Ok(()) };
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let text =
            ron::ser::to_string_pretty(settings, ron::ser::PrettyConfig::default()).map_err(std::io::Error::other)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    }
}

/// `settings.broken.ron`, or with a number where that is taken.
fn free_name_beside(path: &Path) -> Option<PathBuf> {
    let names = std::iter::once("broken.ron".to_owned()).chain((2..1000).map(|number| format!("broken-{number}.ron")));
    names.map(|name| path.with_extension(name)).find(|candidate| !candidate.exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SettingsStore::at(folder.path().join("deep/settings.ron"));
        assert_eq!(store.load(), (Settings::default(), None));
        let changed = Settings { speed: 60.0, language: Language::Japanese, two_panes: false, ..Settings::default() };
        store.save(&changed).expect("written");
        assert_eq!(store.load(), (changed, None));
    }

    #[test]
    fn a_broken_file_is_kept_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.ron");
        let store = SettingsStore::at(path.clone());
        for attempt in 0..3 {
            fs::write(&path, format!("(speed: \"fast {attempt}\")")).expect("written");
            let (settings, broken) = store.load();
            assert_eq!(settings, Settings::default());
            let broken = broken.expect("a report");
            assert!(broken.message.contains("settings.ron:1:"), "{}", broken.message);
            let kept = fs::read_to_string(broken.kept_as.expect("kept")).expect("readable");
            assert!(kept.contains(&format!("fast {attempt}")));
            assert!(!path.exists());
        }
    }

    #[test]
    fn a_file_of_an_older_version_lacks_some_and_has_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.ron");
        fs::write(&path, "(language: Japanese, speed: -4.0)").expect("written");
        let (settings, broken) = SettingsStore::at(path).load();
        assert_eq!(broken, None);
        assert_eq!(settings.language, Language::Japanese);
        assert!(SPEEDS.contains(&settings.speed));
    }
}
