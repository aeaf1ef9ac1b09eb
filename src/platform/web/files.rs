//! The files that a person has given the page: dropped on it, chosen, or named in its address. They stay in its memory, by their names.

use std::collections::BTreeMap;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

static GIVEN: Mutex<BTreeMap<PathBuf, Arc<[u8]>>> = Mutex::new(BTreeMap::new());

/// A file that is read.
pub(crate) type Opened = Cursor<Arc<[u8]>>;

/// Opens a file to be read.
///
/// # Errors
/// No such file was given.
pub(crate) fn open(path: &Path) -> io::Result<Opened> {
    let given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let missing =
        || io::Error::new(io::ErrorKind::NotFound, "the page has no such file, expected one that was given it");
    given.get(path).cloned().map(Cursor::new).ok_or_else(missing)
}

/// The bytes of an open file.
///
/// # Errors
/// None.
pub(crate) fn size(file: &Opened) -> io::Result<u64> {
    Ok(file.get_ref().len() as u64)
}

/// Takes a file, in the place of an earlier one of this name.
#[cfg(feature = "viewer")]
pub(crate) fn give(name: &str, bytes: Arc<[u8]>) -> PathBuf {
    let path = PathBuf::from(name);
    GIVEN.lock().unwrap_or_else(PoisonError::into_inner).insert(path.clone(), bytes);
    path
}
