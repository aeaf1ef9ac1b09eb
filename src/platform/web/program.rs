//! The program for browsers.

use std::path::PathBuf;

/// A page has no folder of files.
pub(crate) const fn web_folder(_: &str) -> Option<PathBuf> {
    None
}
