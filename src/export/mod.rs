//! Pictures and tables as files. What is written is the same on every machine: fonts are bundled.

mod chart;

use std::io::Write as _;
use std::path::{Path, PathBuf};

pub use chart::{chart_png, chart_svg};

use crate::scene::Chart;

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The name does not say which kind of file is meant.
    #[error("{0}: expected a name that ends in .png, .svg or .csv")]
    Kind(PathBuf),
    /// The picture cannot be drawn.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
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
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let bytes = match ending.as_str() {
        "png" => chart_png(chart)?,
        "svg" => chart_svg(chart)?.into_bytes(),
        "csv" => chart.csv().into_bytes(),
        _ => return Err(ExportError::Kind(path.to_owned())),
    };
    write_whole(path, &bytes).map_err(|source| ExportError::Writing { path: path.to_owned(), source })
}

/// Writes a file under a temporary name and renames it.
fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
