//! Pictures and tables as files. What is written is the same on every machine: fonts are bundled.

mod animation;
mod chart;
mod picture;
mod pixels;
mod rows;
mod svg;
mod tikz;

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

pub use animation::{Animation, MOST_PICTURES, save_animation};
pub use chart::{chart_png, chart_svg};
pub use picture::{Picture, picture_png, picture_svg, picture_tikz, save_picture, save_tikz};
pub use rows::{RowsOf, save_rows};

use crate::scene::Chart;
use crate::trace::file::replace_file;

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
    #[error("the animation has more than {most} pictures, expected fewer frames, or one in several of them")]
    TooManyPictures {
        /// So many it may have.
        most: usize,
    },
    /// It was cancelled.
    #[error("the export was cancelled")]
    Cancelled,
    /// The file cannot be written.
    #[error("{path}: cannot be written: {source}")]
    Writing {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Writes a chart as PNG, SVG or CSV, whichever the file's name ends in. An older file is replaced when the new one is
/// whole.
///
/// # Errors
/// [`ExportError`] says which file, and why it was not written.
pub fn save_chart(chart: &Chart, path: &Path) -> Result<(), ExportError> {
    let bytes = match ending(path).as_str() {
        "png" => chart_png(chart)?,
        "svg" => chart_svg(chart).into_bytes(),
        "csv" => chart.csv().into_bytes(),
        _ => return Err(ExportError::Kind { path: path.to_owned(), expected: ".png, .svg or .csv" }),
    };
    write_whole(path, &bytes)
}

/// What a file's name ends in, in small letters.
fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

/// Writes a file under a temporary name and renames it.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), ExportError> {
    write_by(path, |file| file.write_all(bytes))
}

/// Lets a file be written under a temporary name and renames it.
fn write_by(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> std::io::Result<()>,
) -> Result<(), ExportError> {
    replace_file(path, write).map_err(|source| ExportError::Writing { path: path.to_owned(), source })
}
