//! Location of the web build of the program, created by `.ci/web`.

#[cfg(all(feature = "viewer", test))]
use std::future::{Ready, ready};
use std::path::{Path, PathBuf};

/// Returns the folder of the web build that contains `file`: `web` in the folder of this
/// executable or in its parent folder, else `target/web`.
pub(crate) fn web_folder(file: &str) -> Option<PathBuf> {
    let own = std::env::current_exe().ok();
    let folders = own.iter().flat_map(|own| own.ancestors().skip(1).take(2)).map(|folder| folder.join("web"));
    let built = Path::new("target").join("web");
    folders.chain([built]).find(|folder| folder.join(file).is_file())
}

/// Does nothing: the page with the bundled program is an ordinary file here.
#[cfg(all(feature = "viewer", test))]
pub(crate) fn bring(_: &Path) -> Ready<()> {
    ready(())
}
