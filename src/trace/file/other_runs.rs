//! The runs of a page beside its first one.

use std::io::BufReader;
use std::path::Path;

use super::NamedFileError;
use super::page::{Page, is_page_name};
use crate::platform::files;
use crate::trace::stream::FileError;
use crate::trace::{Progress, Trace};

/// The traces beside the first one in a page that `edagari share` wrote, each with its name; none of other files.
///
/// # Errors
/// [`NamedFileError`] names the page, and the place in it that is damaged.
pub fn open_others_in_page(
    path: &Path,
    memory_limit: u64,
    progress: &Progress,
) -> Result<Vec<(String, Trace)>, NamedFileError> {
    if !path.file_name().is_some_and(|name| is_page_name(&name.to_string_lossy())) {
        return Ok(Vec::new());
    }
    let others = || {
        let file = files::open(path).map_err(FileError::Unreadable)?;
        Page::read(BufReader::new(file), memory_limit)?.others(memory_limit, progress)
    };
    others().map_err(|error| NamedFileError { path: path.to_owned(), error })
}
