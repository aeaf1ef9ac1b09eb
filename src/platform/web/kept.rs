//! What is kept from one start of the window to the next, in the local storage of the page.

use std::io;
use std::path::{Path, PathBuf};

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

/// The name that the settings are kept by, if the browser keeps anything.
pub(crate) fn settings_file() -> Option<PathBuf> {
    storage().map(|_| PathBuf::from("edagari/settings.ron"))
}

/// The languages that the reader of the page wishes, the first one most.
pub(crate) fn languages() -> Vec<String> {
    let wished = web_sys::window().map(|window| window.navigator().languages());
    wished.map(|list| list.iter().filter_map(|name| name.as_string()).collect()).unwrap_or_default()
}

fn text_of(path: &Path) -> Option<String> {
    storage()?.get_item(&path.to_string_lossy()).ok()?
}

/// Whether there is such a text.
pub(crate) fn exists(path: &Path) -> bool {
    text_of(path).is_some()
}

/// Reads a text that is kept.
///
/// # Errors
/// There is none of this name.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    text_of(path).map(String::into_bytes).ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Calls a text by another name.
///
/// # Errors
/// There is none of this name, or the browser does not keep it.
pub(crate) fn rename(path: &Path, new: &Path) -> io::Result<()> {
    let text = text_of(path).ok_or(io::ErrorKind::NotFound)?;
    write(new, &text)?;
    storage().and_then(|storage| storage.remove_item(&path.to_string_lossy()).ok());
    Ok(())
}

/// Removes a text that is kept.
///
/// # Errors
/// The browser keeps none.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    let removed = storage().and_then(|storage| storage.remove_item(&path.to_string_lossy()).ok());
    removed.ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Keeps a text.
///
/// # Errors
/// The browser does not keep it.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    let kept = storage().and_then(|storage| storage.set_item(&path.to_string_lossy(), text).ok());
    kept.ok_or_else(|| io::Error::other("the browser keeps no more for this page"))
}
