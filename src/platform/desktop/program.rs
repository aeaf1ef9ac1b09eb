//! The program for browsers, which `.ci/web` builds.

#[cfg(feature = "viewer")]
use std::future::{Ready, ready};
use std::path::{Path, PathBuf};

/// The folder of the program for browsers that has this file: `web` beside this program or in the folder above it, or where it is built, `target/web`.
pub(crate) fn web_folder(file: &str) -> Option<PathBuf> {
    let own = std::env::current_exe().ok();
    let folders = own.iter().flat_map(|own| own.ancestors().skip(1).take(2)).map(|folder| folder.join("web"));
    let built = Path::new("target").join("web");
    folders.chain([built]).find(|folder| folder.join(file).is_file())
}

/// Has the page with the program inside at hand: it is a file, and opened as such.
#[cfg(feature = "viewer")]
pub(crate) fn bring(_: &Path) -> Ready<()> {
    ready(())
}
