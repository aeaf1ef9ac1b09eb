//! Atomic writing of files (the complete file or nothing), and the errors of exports.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use edagari_core::language::{HasMessage, Message, Text};
use edagari_core::platform::replacing::Unfinished;
use edagari_core::trace::Progress;
use edagari_core::trace::file::{Target, replace_file};

/// Returns the file extension in lower case.
pub(super) fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

/// Writes bytes under a temporary name and renames the file, unless `progress` is cancelled.
pub(super) fn write_whole(target: Target<'_>, bytes: &[u8], progress: &Progress) -> Result<(), ExportError> {
    write_by(target, progress, |file| file.write_all(bytes))
}

/// Writes a file with `write` under a temporary name and renames it, unless `progress` is cancelled.
pub(super) fn write_by(
    target: Target<'_>,
    progress: &Progress,
    write: impl FnOnce(&mut BufWriter<&mut Unfinished>) -> std::io::Result<()>,
) -> Result<(), ExportError> {
    replace_file(target, progress, write).map_err(|source| {
        if progress.is_cancelled() {
            ExportError::Cancelled
        } else {
            ExportError::Writing { path: target.path.to_owned(), source }
        }
    })
}

/// Reason why a file was not written.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum ExportError {
    /// The file extension is not one of the expected ones.
    Kind {
        /// Path of the file.
        path: PathBuf,
        /// Accepted extensions.
        expected: &'static str,
    },
    /// Parquet files are written only with the feature `parquet`.
    NoParquet {
        /// Path of the file.
        path: PathBuf,
    },
    /// The picture cannot be drawn.
    Drawing(Message),
    /// The animation has too many pictures.
    TooManyPictures {
        /// Maximum number of pictures.
        most: usize,
    },
    /// The page has too many frames.
    TooManyFrames {
        /// Number of frames requested.
        count: usize,
        /// Maximum number of frames.
        most: usize,
    },
    /// The run has no proof tree.
    #[error(transparent)]
    NoProofTree(#[from] edagari_core::analysis::NoProofTree),
    /// The rows of a run would contain too long paths.
    PathsTooLong {
        /// Greatest depth of the run.
        depth: usize,
        /// Maximum number of moves of a path.
        most: usize,
    },
    /// The page with the bundled program cannot be read.
    Program {
        /// Path of the page.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The file is not a page with the bundled program.
    NoProgram {
        /// Path of the file.
        path: PathBuf,
        /// Placeholder for the traces, which is missing.
        expected: &'static str,
    },
    /// The frames of an animation are too short for motion.
    TooFast {
        /// Requested duration of each frame in milliseconds.
        delay: u16,
        /// Minimum duration in milliseconds.
        least: u16,
    },
    /// Pictures before, during and after frame 0 were requested, but frame 0 has no frame before it.
    NothingBefore,
    /// The tree of an exercise is too large for a page.
    TooWide {
        /// Number of the exercise, or of the first exercise on the page.
        first: u32,
        /// Number of exercises per page.
        a_page: usize,
    },
    /// The exercises cannot be exported as an interactive page.
    #[error(transparent)]
    ExercisePage(#[from] super::page::ExercisePageRefused),
    /// The exercises cannot be exported as notes.
    #[error(transparent)]
    Notes(#[from] super::sheet::NotesRefused),
    /// The export was cancelled.
    Cancelled,
    /// The file cannot be written.
    Writing {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
}

impl HasMessage for ExportError {
    fn message(&self) -> Message {
        match self {
            Self::Kind { path, expected } => Message::from(Text::ErrorFileEnding)
                .with("path", &path.display())
                .with_one_of("expected", expected.split(", ").flat_map(|ending| ending.split(" or "))),
            Self::NoParquet { path } => Message::from(Text::ErrorNoParquet).with("path", &path.display()),
            Self::Drawing(reason) => Message::from(Text::ErrorDrawing).with_message("reason", reason.clone()),
            Self::TooManyPictures { most } => Message::from(Text::ErrorTooManyPictures).with("most", most),
            Self::TooManyFrames { count, most } => {
                Message::from(Text::ErrorTooManyFrames).with("count", count).with("most", most)
            }
            Self::NoProofTree(error) => error.message(),
            Self::PathsTooLong { depth, most } => {
                Message::from(Text::ErrorPathsTooLong).with("depth", depth).with("most", most)
            }
            Self::Program { path, source } => {
                Message::from(Text::ErrorFileUnreadable).with("path", &path.display()).with_io("reason", source)
            }
            Self::NoProgram { path, expected } => Message::from(Text::ErrorNoProgram)
                .with("path", &path.display())
                .with("expected", &format!("{expected:?}")),
            Self::TooFast { delay, least } => {
                Message::from(Text::ErrorTooFast).with("delay", delay).with("least", least)
            }
            Self::NothingBefore => Text::ErrorNothingBefore.into(),
            Self::TooWide { first, a_page } => {
                let text = if *a_page > 1 { Text::ErrorTooWideTogether } else { Text::ErrorTooWide };
                Message::from(text).with("first", first).with("count", a_page)
            }
            Self::ExercisePage(error) => error.message(),
            Self::Notes(error) => error.message(),
            Self::Cancelled => Text::ErrorExportCancelled.into(),
            Self::Writing { path, source } => {
                Message::from(Text::ErrorFileUnwritable).with("path", &path.display()).with_io("reason", source)
            }
        }
    }
}
