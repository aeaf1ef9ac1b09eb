//! Atomic writing of files (the complete file or nothing), and the errors of exports.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

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
pub enum ExportError {
    /// The file extension is not one of the expected ones.
    #[error("{path}: expected a name that ends in {expected}")]
    Kind {
        /// Path of the file.
        path: PathBuf,
        /// Accepted extensions.
        expected: &'static str,
    },
    /// Parquet files are written only with the feature `parquet`.
    #[error(
        "{path}: this program was built without Parquet, expected .csv or .json, or a program built with the feature parquet"
    )]
    NoParquet {
        /// Path of the file.
        path: PathBuf,
    },
    /// The picture cannot be drawn.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
    /// The animation has too many pictures.
    #[error(
        "the animation has more than {most} pictures, expected fewer frames, one in several of them, or less motion"
    )]
    TooManyPictures {
        /// Maximum number of pictures.
        most: usize,
    },
    /// The page has too many frames.
    #[error("{count} frames: a page has at most {most}, expected fewer frames, or the program in the page (--as app)")]
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
    #[error("the run is {depth} moves deep, expected at most {most} for rows with paths, or rows without them")]
    PathsTooLong {
        /// Greatest depth of the run.
        depth: usize,
        /// Maximum number of moves of a path.
        most: usize,
    },
    /// The page with the bundled program cannot be read.
    #[error("{path}: cannot be read: {source}")]
    Program {
        /// Path of the page.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The file is not a page with the bundled program.
    #[error("{path}: {expected:?} is missing, expected the page one-file.html built by .ci/web")]
    NoProgram {
        /// Path of the file.
        path: PathBuf,
        /// Placeholder for the traces, which is missing.
        expected: &'static str,
    },
    /// The frames of an animation are too short for motion.
    #[error("a delay of {delay} ms is too short for motion, expected at least {least} ms")]
    TooFast {
        /// Requested duration of each frame in milliseconds.
        delay: u16,
        /// Minimum duration in milliseconds.
        least: u16,
    },
    /// Pictures before, during and after frame 0 were requested, but frame 0 has no frame before it.
    #[error("nothing comes before frame 0, expected a frame from 1 for the pictures before, during and after")]
    NothingBefore,
    /// The tree of an exercise is too large for a page.
    #[error(
        "exercise {first}: its tree cannot be read on this paper{}, expected fewer leaves or moves, or a name that ends in .svg",
        if *a_page > 1 { format!(" with {a_page} exercises on a page") } else { String::new() }
    )]
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
    #[error("the export was cancelled")]
    Cancelled,
    /// The file cannot be written.
    #[error("{path}: cannot be written: {source}")]
    Writing {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
}
