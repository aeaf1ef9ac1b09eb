//! The dialogs of the system that ask for a file.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::threads::{Awaited, start};

/// Whether the folder of a file can be shown.
pub(crate) const SHOWS_FOLDERS: bool = true;

/// The program that shows a folder.
const FILE_MANAGER: &str = if cfg!(target_os = "windows") {
    "explorer"
} else if cfg!(target_os = "macos") {
    "open"
} else {
    "xdg-open"
};

/// Shows the folder of a file in the file manager of the system.
///
/// # Errors
/// The system's error: it has none, for example.
pub(crate) fn show_folder(file: &Path) -> io::Result<()> {
    let file = std::path::absolute(file)?;
    let folder = file.parent().unwrap_or(Path::new("/"));
    let mut shown = Command::new(FILE_MANAGER);
    shown.arg(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = shown.spawn().map_err(|error| io::Error::new(error.kind(), format!("{FILE_MANAGER}: {error}")))?;
    // It may stay open for long; its end is waited for, so that nothing of it is left over.
    start("file manager", move || drop(child.wait()))
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
    fn made(self) -> rfd::AsyncFileDialog {
        let (name, endings) = self.kind;
        rfd::AsyncFileDialog::new().set_title(self.title).add_filter(name, endings)
    }

    /// Asks for a file to be read; `None` if none is chosen. It is made at once, for some systems want that on the thread of the window.
    pub(crate) fn to_read(self) -> Awaited<Option<PathBuf>> {
        let picked = self.made().pick_file();
        Box::pin(async { picked.await.map(|file| file.path().to_owned()) })
    }

    /// Asks for a file to be written, by this name at first.
    pub(crate) fn to_write(self, name: &str) -> Awaited<Option<PathBuf>> {
        let picked = self.made().set_file_name(name).save_file();
        Box::pin(async { picked.await.map(|file| file.path().to_owned()) })
    }
}
