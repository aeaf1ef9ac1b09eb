//! In-memory files that the user has given to the page: dropped, chosen, or named in its address. They are stored by name.

use std::collections::BTreeMap;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

static GIVEN: Mutex<BTreeMap<PathBuf, Arc<[u8]>>> = Mutex::new(BTreeMap::new());

/// Open file.
pub type Opened = Cursor<Arc<[u8]>>;

/// Opens a file for reading.
///
/// # Errors
/// The page has no file of this name.
pub fn open(path: &Path) -> io::Result<Opened> {
    let given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let missing =
        || io::Error::new(io::ErrorKind::NotFound, "the page has no such file, expected one that was given it");
    given.get(path).cloned().map(Cursor::new).ok_or_else(missing)
}

/// Returns the size of an open file in bytes.
///
/// # Errors
/// Never returns an error.
pub fn size(file: &Opened) -> io::Result<u64> {
    Ok(file.get_ref().len() as u64)
}

/// Reads a whole file of at most `most` bytes.
///
/// # Errors
/// The page has no file of this name, or [`io::ErrorKind::FileTooLarge`].
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let bytes = open(path)?.into_inner();
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes.to_vec()) }
}

/// Error for a file of more than `most` bytes.
#[must_use]
pub fn too_large(most: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {most} bytes, expected at most as many"))
}

/// Stores a file and returns its path. An earlier file of the same name is replaced.
#[cfg(feature = "window")]
pub fn give(name: &str, bytes: Arc<[u8]>) -> PathBuf {
    let path = PathBuf::from(name);
    GIVEN.lock().unwrap_or_else(PoisonError::into_inner).insert(path.clone(), bytes);
    path
}
