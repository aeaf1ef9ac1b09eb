//! How the runs of notes are recorded again.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::checksum::Checksum;
use crate::game::{AnyGame, GameSetup, TREE_FILE, TextbookNode, TextbookTree, TreeError};
use crate::trace::{Progress, RecordError, Setup, Trace, record, record_game};

/// A run of notes: what it is recorded from, and what it held when the notes were made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSource {
    /// What it is recorded from.
    pub from: RunFrom,
    /// Of what it held; `None` if that was not noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksum: Option<Checksum>,
}

/// What a run is recorded from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum RunFrom {
    /// A setup. A relative name of a tree's file is meant from the folder of the notes.
    Setup(Setup),
    /// A setup of a tree that the notes hold themselves: its game is only a name.
    Tree {
        /// The nodes, each behind its parent.
        nodes: Vec<TextbookNode>,
        /// The setup.
        setup: Setup,
    },
    /// The file of a trace. A relative name is meant from the folder of the notes.
    File(PathBuf),
}

/// Why a run of notes cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The setup cannot be recorded.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The nodes are not a tree.
    #[error("the nodes of the run are not a tree: {0}")]
    Tree(#[from] TreeError),
    /// The file cannot be opened.
    #[cfg(feature = "files")]
    #[error(transparent)]
    File(#[from] crate::trace::file::NamedFileError),
    /// This build reads no files of traces.
    #[cfg(not(feature = "files"))]
    #[error("{}: a file, expected a setup: this build opens no files", .0.display())]
    NoFiles(PathBuf),
}

impl RunSource {
    /// A run of a setup.
    #[must_use]
    pub const fn setup(setup: Setup) -> Self {
        Self { from: RunFrom::Setup(setup), checksum: None }
    }

    /// The run that a trace holds: its setup where Edagari can record it again, else the file that it was opened from. `None` if it is neither;
    /// it can then be saved first.
    #[must_use]
    pub fn of(trace: &Trace, file: Option<&Path>) -> Option<Self> {
        let checksum = Some(Checksum::of(trace));
        let is_own = trace.origin().is_none() && trace.recorded_tree().is_none() && trace.setup.game.kind().is_some();
        let from = match (file, &trace.game) {
            (Some(file), _) => RunFrom::File(file.to_owned()),
            // Its file, if it has one, can be elsewhere or changed later; a small tree is better kept.
            (None, AnyGame::TextbookTree(tree)) if tree.len() <= MOST_KEPT && !is_figure(&trace.setup.game) => {
                RunFrom::Tree { nodes: tree.to_nodes(), setup: without_file(&trace.setup) }
            }
            (None, _) if is_own => RunFrom::Setup(trace.setup.clone()),
            (None, _) => return None,
        };
        Some(Self { from, checksum })
    }

    /// Records or opens the run. `folder` is that of the notes; `None` where they have no file.
    ///
    /// # Errors
    /// [`RunError`] says why it cannot be had.
    pub fn open(&self, folder: Option<&Path>, memory_limit: u64, progress: &Progress) -> Result<Trace, RunError> {
        match &self.from {
            RunFrom::Setup(setup) => Ok(record(&from_folder(setup, folder), memory_limit, progress)?),
            RunFrom::Tree { nodes, setup } => {
                let tree = TextbookTree::from_nodes(nodes)?;
                Ok(record_game(tree.into(), setup, memory_limit, progress)?)
            }
            #[cfg(feature = "files")]
            RunFrom::File(file) => {
                let file = folder.map_or_else(|| file.clone(), |folder| folder.join(file));
                Ok(crate::trace::file::open_trace(&file, memory_limit, progress)?)
            }
            #[cfg(not(feature = "files"))]
            RunFrom::File(file) => Err(RunError::NoFiles(file.clone())),
        }
    }
}

/// The nodes of a tree that notes hold themselves, at most; larger trees stay in their files.
const MOST_KEPT: usize = 2_000;

/// Whether a textbook tree comes with Edagari, so that its name is enough.
fn is_figure(game: &GameSetup) -> bool {
    game.kind().is_some()
        && game.file().is_none_or(|file| file.to_str().is_some_and(|name| TextbookTree::figure(name).is_some()))
}

/// A setup of a tree whose file is not needed.
fn without_file(setup: &Setup) -> Setup {
    let name = setup.game.file().map_or_else(|| setup.game.name().to_owned(), |file| file.display().to_string());
    Setup { game: GameSetup::unknown(name), ..setup.clone() }
}

/// A setup whose file, if it has one, is found from a folder.
fn from_folder(setup: &Setup, folder: Option<&Path>) -> Setup {
    let mut setup = setup.clone();
    let (Some(folder), GameSetup::Known { options, .. }) = (folder, &mut setup.game) else { return setup };
    if let Some(file) = options.file(&TREE_FILE)
        && file.is_relative()
        && file.to_str().is_none_or(|name| TextbookTree::figure(name).is_none())
    {
        options.set(&TREE_FILE, folder.join(file).to_string_lossy().into_owned());
    }
    setup
}
