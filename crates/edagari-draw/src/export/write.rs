//! Atomic writing of files: the complete file or none.

use std::io::{BufWriter, Write as _};
use std::path::Path;

use super::ExportError;
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
