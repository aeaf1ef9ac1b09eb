//! What is kept from one start of the window to the next.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use etcetera::base_strategy::{BaseStrategy as _, choose_native_strategy};

/// The file that the system has for the settings of this user, if it has one.
pub(crate) fn settings_file() -> Option<PathBuf> {
    choose_native_strategy().ok().map(|folders| folders.config_dir().join("edagari").join("settings.ron"))
}

/// The language of the messages that this user wishes, by the environment (POSIX, *Environment Variables*, section 8.2); none where that says nothing.
pub(crate) fn languages() -> Vec<String> {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    set.filter(|value| !value.is_empty()).take(1).collect()
}

/// Whether there is such a file.
pub(crate) fn exists(path: &Path) -> bool {
    path.exists()
}

/// Reads a file that is kept.
///
/// # Errors
/// The system's error.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path)
}

/// Calls a file by another name.
///
/// # Errors
/// The system's error.
pub(crate) fn rename(path: &Path, new: &Path) -> io::Result<()> {
    fs::rename(path, new)
}

/// Removes a file that is kept.
///
/// # Errors
/// The system's error.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}

/// Writes a file to a temporary name and renames it; its folder is made where there is none.
///
/// # Errors
/// The system's error.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
