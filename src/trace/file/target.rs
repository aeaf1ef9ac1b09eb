//! Where a file is saved: the name that was asked for, and what may be replaced there.

use std::path::{Path, PathBuf};

/// The file to be saved. A path is one whose file is not replaced where it is read-only.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The file.
    pub path: &'a Path,
    /// Whether a read-only file is replaced too.
    pub forced: bool,
}

impl<'a> From<&'a Path> for Target<'a> {
    fn from(path: &'a Path) -> Self {
        Self { path, forced: false }
    }
}

impl<'a> From<&'a PathBuf> for Target<'a> {
    fn from(path: &'a PathBuf) -> Self {
        path.as_path().into()
    }
}

impl<'a> From<&'a str> for Target<'a> {
    fn from(path: &'a str) -> Self {
        Path::new(path).into()
    }
}
