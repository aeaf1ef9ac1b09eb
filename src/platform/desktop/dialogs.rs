//! The dialogs of the system that ask for a file.

use std::path::PathBuf;

use super::threads::Awaited;

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
