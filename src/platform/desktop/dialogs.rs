//! File dialogs of the operating system.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use edagari_core::platform::threads::{Awaited, start};

/// `true` where the folder of a file can be shown in a file manager.
pub(crate) const SHOWS_FOLDERS: bool = true;

/// Command that opens a folder.
const FILE_MANAGER: &str = if cfg!(target_os = "windows") {
    "explorer"
} else if cfg!(target_os = "macos") {
    "open"
} else {
    "xdg-open"
};

/// Opens the folder of `file` in the file manager of the operating system.
///
/// # Errors
/// The error of the operating system, for example when there is no file manager.
pub(crate) fn show_folder(file: &Path) -> io::Result<()> {
    let file = std::path::absolute(file)?;
    let folder = file.parent().unwrap_or(Path::new("/"));
    let mut shown = Command::new(FILE_MANAGER);
    shown.arg(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = shown.spawn().map_err(|error| io::Error::new(error.kind(), format!("{FILE_MANAGER}: {error}")))?;
    // The file manager may stay open for long. Waiting for its end leaves no zombie process.
    start("file manager", move || drop(child.wait()))
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
    fn made(self) -> rfd::AsyncFileDialog {
        let (name, endings) = self.kind;
        rfd::AsyncFileDialog::new().set_title(self.title).add_filter(name, endings)
    }

    /// Opens the dialog for a file to read; the result is `None` if the user cancels. The dialog is created before the first
    /// poll, because some systems require the window's thread for that.
    pub(crate) fn to_read(self) -> Awaited<Option<PathBuf>> {
        let picked = self.made().pick_file();
        Box::pin(async { picked.await.map(|file| file.path().to_owned()) })
    }

    /// Opens the dialog for a file to write, with `name` as the suggested file name; the result is `None` if the user cancels.
    pub(crate) fn to_write(self, name: &str) -> Awaited<Option<PathBuf>> {
        let picked = self.made().set_file_name(name).save_file();
        Box::pin(async { picked.await.map(|file| file.path().to_owned()) })
    }
}
