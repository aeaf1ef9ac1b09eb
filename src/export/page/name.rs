//! How the file of a page is called.

use std::path::Path;

use crate::export::ExportError;
use crate::export::write::ending;

/// Refuses a name that does not end as that of a page.
pub(super) fn check_name(path: &Path) -> Result<(), ExportError> {
    match ending(path).as_str() {
        "html" | "htm" => Ok(()),
        _ => Err(ExportError::Kind { path: path.to_owned(), expected: ".html" }),
    }
}
