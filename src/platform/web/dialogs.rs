//! File dialogs of the browser.

use std::io;
use std::path::{Path, PathBuf};

use edagari_core::platform::files::give;
use edagari_core::platform::threads::Awaited;

/// `false`: a browser cannot show the folder of a file.
pub(crate) const SHOWS_FOLDERS: bool = false;

/// Not supported in a browser.
///
/// # Errors
/// Always [`io::ErrorKind::Unsupported`].
pub(crate) fn show_folder(_: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// File dialog, before it is opened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialog<'a> {
    /// Title of the dialog.
    pub(crate) title: &'a str,
    /// Name of the file type shown and the extensions of its files.
    pub(crate) kind: (&'a str, &'a [&'a str]),
}

impl Dialog<'_> {
    /// Opens the dialog for a file to read; the result is `None` if the user cancels.
    pub(crate) fn to_read(self) -> Awaited<Option<PathBuf>> {
        let (name, endings) = self.kind;
        let picked = rfd::AsyncFileDialog::new().set_title(self.title).add_filter(name, endings).pick_file();
        Box::pin(async {
            let file = picked.await?;
            let bytes = file.read().await;
            Some(give(&file.file_name(), bytes.into()))
        })
    }

    /// Returns `name` as the path, without a dialog: the browser chooses the folder of downloads, or prompts for it itself.
    pub(crate) fn to_write(self, name: &str) -> Awaited<Option<PathBuf>> {
        let path = PathBuf::from(name);
        Box::pin(async { Some(path) })
    }
}
