//! File names of exported pages.

use std::path::Path;

use crate::export::ExportError;
use crate::export::write::ending;

/// Returns an error if the file extension is not that of an HTML page.
pub(super) fn check_name(path: &Path) -> Result<(), ExportError> {
    match ending(path).as_str() {
        "html" | "htm" => Ok(()),
        _ => Err(ExportError::Kind { path: path.to_owned(), expected: ".html" }),
    }
}
