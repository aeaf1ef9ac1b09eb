//! The browser's dialog that asks for a file.

use std::io;
use std::path::{Path, PathBuf};

use super::files::give;
use super::threads::Awaited;

/// Whether the folder of a file can be shown: a browser has none.
pub(crate) const SHOWS_FOLDERS: bool = false;

/// Shows the folder of a file.
///
/// # Errors
/// Always.
pub(crate) fn show_folder(_: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// A dialog that asks for a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialog<'a> {
    /// Its title.
    pub(crate) title: &'a str,
    /// What the files are called that it shows, and how their names end.
    pub(crate) kind: (&'a str, &'a [&'a str]),
}

impl Dialog<'_> {
    /// Asks for a file to be read; `None` if none is chosen.
    pub(crate) fn to_read(self) -> Awaited<Option<PathBuf>> {
        let (name, endings) = self.kind;
        let picked = rfd::AsyncFileDialog::new().set_title(self.title).add_filter(name, endings).pick_file();
        Box::pin(async {
            let file = picked.await?;
            let bytes = file.read().await;
            Some(give(&file.file_name(), bytes.into()))
        })
    }

    /// The file of this name: the browser asks where downloads go, if it asks at all.
    pub(crate) fn to_write(self, name: &str) -> Awaited<Option<PathBuf>> {
        let path = PathBuf::from(name);
        Box::pin(async { Some(path) })
    }
}
