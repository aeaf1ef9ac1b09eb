//! Texts kept between runs of the program, such as the settings, in the local storage of the page.

use std::io;
use std::path::{Path, PathBuf};

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

/// Returns the storage key of the settings; `None` if the browser has no local storage.
pub(crate) fn settings_file() -> Option<PathBuf> {
    storage().map(|_| PathBuf::from("edagari/settings.ron"))
}

/// Returns the preferred languages of the browser, the most preferred first.
pub(crate) fn languages() -> Vec<String> {
    let preferred = web_sys::window().map(|window| window.navigator().languages());
    preferred.map(|list| list.iter().filter_map(|name| name.as_string()).collect()).unwrap_or_default()
}

fn text_of(path: &Path) -> Option<String> {
    storage()?.get_item(&path.to_string_lossy()).ok()?
}

/// Returns whether a text is stored under this key.
pub(crate) fn exists(path: &Path) -> bool {
    text_of(path).is_some()
}

/// Reads a stored text.
///
/// # Errors
/// No text is stored under this key.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    text_of(path).map(String::into_bytes).ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Renames a stored text.
///
/// # Errors
/// No text is stored under this key, or the browser refuses to store the new one.
pub(crate) fn rename(path: &Path, new: &Path) -> io::Result<()> {
    let text = text_of(path).ok_or(io::ErrorKind::NotFound)?;
    write(new, &text)?;
    storage().and_then(|storage| storage.remove_item(&path.to_string_lossy()).ok());
    Ok(())
}

/// Removes a stored text.
///
/// # Errors
/// The browser has no local storage.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    let removed = storage().and_then(|storage| storage.remove_item(&path.to_string_lossy()).ok());
    removed.ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Stores a text.
///
/// # Errors
/// The browser refuses to store it.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    let stored = storage().and_then(|storage| storage.set_item(&path.to_string_lossy(), text).ok());
    stored.ok_or_else(|| io::Error::other("the browser keeps no more for this page"))
}
