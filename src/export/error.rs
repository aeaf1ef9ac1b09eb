use std::path::PathBuf;

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The name does not say which kind of file is meant.
    #[error("{path}: expected a name that ends in {expected}")]
    Kind {
        /// The file.
        path: PathBuf,
        /// The endings that would do.
        expected: &'static str,
    },
    /// The picture cannot be drawn.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
    /// An animation would be too long.
    #[error(
        "the animation has more than {most} pictures, expected fewer frames, one in several of them, or less motion"
    )]
    TooManyPictures {
        /// So many it may have.
        most: usize,
    },
    /// A page would have too many frames.
    #[error("{count} frames: a page has at most {most}, expected fewer frames, or the program in the page (--as app)")]
    TooManyFrames {
        /// So many were asked for.
        count: usize,
        /// So many it may have.
        most: usize,
    },
    /// The program for browsers cannot be read.
    #[error("{path}: cannot be read: {source}")]
    Program {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// A page is not the program for browsers.
    #[error("{path}: it has no {expected:?}, expected the page one-file.html that .ci/web makes")]
    NoProgram {
        /// The file.
        path: PathBuf,
        /// What stands where the traces go.
        expected: &'static str,
    },
    /// An animation would be too fast for motion.
    #[error("a delay of {delay} ms is too short for motion, expected at least {least} ms")]
    TooFast {
        /// Milliseconds that each frame is to be seen.
        delay: u16,
        /// So many it takes.
        least: u16,
    },
    /// Before, during and after were asked for where there is no before.
    #[error("nothing comes before frame 0, expected a frame from 1 for the pictures before, during and after")]
    NothingBefore,
    /// A tree is too large for a page.
    #[error(
        "exercise {first}: its tree cannot be read on this paper{}, expected fewer leaves or moves, or a name that ends in .svg",
        if *a_page > 1 { format!(" with {a_page} exercises on a page") } else { String::new() }
    )]
    TooWide {
        /// The number of the exercise, or of the first on its page.
        first: u32,
        /// Exercises on a page.
        a_page: usize,
    },
    /// Exercises cannot be a page.
    #[error(transparent)]
    ExercisePage(#[from] super::page::ExercisePageRefused),
    /// Exercises cannot be notes.
    #[error(transparent)]
    Notes(#[from] super::sheet::NotesRefused),
    /// It was cancelled.
    #[error("the export was cancelled")]
    Cancelled,
    /// The file cannot be written.
    #[error("{path}: cannot be written: {source}")]
    Writing {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
}
