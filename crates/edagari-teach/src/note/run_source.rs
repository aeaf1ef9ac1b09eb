//! Sources of the runs of notes, from which the runs are recorded again, and checksums that identify a run in any file
//! format.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use edagari_core::game::{AnyGame, GameSetup, TREE_FILE, TextbookNode, TextbookTree, TreeError, mix};
use edagari_core::language::{HasMessage, Message, Text};
use edagari_core::score::{Player, Score, Window};
use edagari_core::trace::{Progress, RecordError, Setup, Trace, VisitId, record, record_game};
use serde::{Deserialize, Serialize};

/// Source of a run of notes, with the checksum of the original run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSource {
    /// Setup, tree or file of the run.
    pub from: RunFrom,
    /// Checksum of the original run; `None` if it was not noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksum: Option<Checksum>,
}

/// Source from which a run is recorded or opened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum RunFrom {
    /// Setup to record. A relative file name of a tree is relative to the folder of the notes.
    Setup(Setup),
    /// Setup with a tree stored in the notes; the game of the setup is only a name.
    Tree {
        /// Nodes of the tree, parents before children.
        nodes: Vec<TextbookNode>,
        /// Setup of the search.
        setup: Setup,
    },
    /// File of a trace. A relative path is relative to the folder of the notes.
    File(PathBuf),
}

/// Reason why a run of notes is unavailable.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The setup cannot be recorded.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The nodes do not form a tree.
    #[error("the nodes of the run are not a tree: {0}")]
    Tree(#[from] TreeError),
    /// The file cannot be opened.
    #[cfg(feature = "files")]
    #[error(transparent)]
    File(#[from] edagari_core::trace::file::NamedFileError),
    /// This build cannot read trace files.
    #[cfg(not(feature = "files"))]
    #[error("{}: the run is in a file, which this build cannot open; expected a setup", .0.display())]
    NoFiles(PathBuf),
}

impl HasMessage for RunError {
    fn message(&self) -> Message {
        match self {
            Self::Record(error) => error.message(),
            Self::Tree(error) => Message::from(Text::ErrorRunTree).with_message("reason", error.message()),
            #[cfg(feature = "files")]
            Self::File(error) => error.message(),
            #[cfg(not(feature = "files"))]
            Self::NoFiles(_) => Message::verbatim(self),
        }
    }
}

impl RunSource {
    /// Creates the source of a run with a setup, without a checksum.
    #[must_use]
    pub const fn setup(setup: Setup) -> Self {
        Self { from: RunFrom::Setup(setup), checksum: None }
    }

    /// Returns the source of a trace: its file if it has one, else a small tree itself, else its setup if Edagari can record it
    /// again. `None` if none of these applies; the trace must then be saved first.
    #[must_use]
    pub fn of(trace: &Trace, file: Option<&Path>) -> Option<Self> {
        let checksum = Some(Checksum::of(trace));
        let is_own = trace.origin().is_none() && trace.recorded_tree().is_none() && trace.setup.game.kind().is_some();
        let from = match (file, &trace.game) {
            (Some(file), _) => RunFrom::File(file.to_owned()),
            // The file of a tree may be missing on another machine, or change later, so a small
            // tree is stored in the notes.
            (None, AnyGame::TextbookTree(tree)) if tree.len() <= MAX_STORED && !is_figure(&trace.setup.game) => {
                RunFrom::Tree { nodes: tree.to_nodes(), setup: without_file(&trace.setup) }
            }
            (None, _) if is_own => RunFrom::Setup(trace.setup.clone()),
            (None, _) => return None,
        };
        Some(Self { from, checksum })
    }

    /// Records or opens the run. `folder` is the folder of the notes; `None` if they have no file.
    ///
    /// # Errors
    /// [`RunError`] contains the reason.
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
                Ok(edagari_core::trace::file::open_trace(&file, memory_limit, progress)?)
            }
            #[cfg(not(feature = "files"))]
            RunFrom::File(file) => Err(RunError::NoFiles(file.clone())),
        }
    }
}

/// Maximum number of nodes of a tree stored in notes; larger trees stay in their files.
const MAX_STORED: usize = 2_000;

/// Returns whether a textbook tree is bundled with Edagari, so that its name is sufficient.
fn is_figure(game: &GameSetup) -> bool {
    game.kind().is_some()
        && game.file().is_none_or(|file| file.to_str().is_some_and(|name| TextbookTree::figure(name).is_some()))
}

/// Returns a setup in which the tree's file is replaced by a name.
fn without_file(setup: &Setup) -> Setup {
    let name = setup.game.file().map_or_else(|| setup.game.name().to_owned(), |file| file.display().to_string());
    Setup { game: GameSetup::unknown(name), ..setup.clone() }
}

/// Returns a setup in which the tree's file, if there is one, is relative to a folder.
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

/// Checksum of a run: of the frames, players, windows and scores of its visits. It does not depend on the file format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Checksum(u64);

impl Checksum {
    /// Computes the checksum of a run, in time linear in the number of visits.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        let visits = (0..trace.visit_count() as u32).map(VisitId);
        Self(visits.fold(mix(0, trace.frame_count() as u64), |sum, visit| {
            let (start, end) = trace.span(visit);
            let Window { alpha, beta } = trace.given_window(visit);
            let score = end.and_then(|end| trace.step(end)).and_then(|step| step.score);
            let player = u64::from(trace.player_of(visit) == Player::Max);
            let parts = [
                start as u64,
                end.map_or(u64::MAX, |end| end as u64),
                player,
                number(alpha),
                number(beta),
                score.map_or(u64::MAX, number),
            ];
            parts.into_iter().fold(sum, mix)
        }))
    }
}

fn number(score: Score) -> u64 {
    match score {
        Score::NEG_INFINITY => i64::MIN.cast_unsigned(),
        Score::INFINITY => i64::MAX.cast_unsigned(),
        score => i64::from(score.finite().unwrap_or_default()).cast_unsigned(),
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Checksum {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let is_hex = text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = u64::from_str_radix(text, 16).ok().filter(|_| is_hex);
        let message = || Message::from(Text::MalformedChecksum).with("text", &format!("{text:?}"));
        number.map(Self).ok_or_else(message)
    }
}

impl TryFrom<String> for Checksum {
    type Error = Message;

    fn try_from(text: String) -> Result<Self, Message> {
        text.parse()
    }
}

impl From<Checksum> for String {
    fn from(checksum: Checksum) -> Self {
        checksum.to_string()
    }
}
