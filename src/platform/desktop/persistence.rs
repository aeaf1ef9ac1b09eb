//! Files kept between runs of the program, such as the settings.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use edagari_core::platform::files;
use etcetera::base_strategy::{BaseStrategy as _, choose_native_strategy};

/// Returns the settings file of this user; `None` if the system has no folder for settings.
pub(crate) fn settings_file() -> Option<PathBuf> {
    choose_native_strategy().ok().map(|folders| folders.config_dir().join("edagari").join("settings.ron"))
}

/// Returns the preferred message language from the environment (POSIX, *Environment Variables*, section 8.2); empty if no variable is set.
pub(crate) fn languages() -> Vec<String> {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    set.filter(|value| !value.is_empty()).take(1).collect()
}

/// Returns whether the file exists.
pub(crate) fn exists(path: &Path) -> bool {
    path.exists()
}

/// Maximum size of a stored file in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// Reads a stored file. It must be a regular file, because a pipe could block the start of the
/// program.
///
/// # Errors
/// The error of the operating system, or that the file is too large or not regular.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_file() {
        return files::read(path, MAX_BYTES);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file, expected one"))
}

/// Renames a stored file.
///
/// # Errors
/// The error of the operating system.
pub(crate) fn rename(path: &Path, new: &Path) -> io::Result<()> {
    fs::rename(path, new)
}

/// Removes a stored file.
///
/// # Errors
/// The error of the operating system.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}

/// Writes a file under a temporary name and renames it. A missing folder is created.
///
/// # Errors
/// The error of the operating system.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
