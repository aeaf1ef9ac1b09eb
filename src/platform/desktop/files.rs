//! Files that are read.

use std::fs::File;
use std::io;
use std::path::Path;

/// A file that is read.
pub(crate) type Opened = File;

/// Opens a file to be read.
///
/// # Errors
/// The system's error.
pub(crate) fn open(path: &Path) -> io::Result<Opened> {
    File::open(path)
}

/// The bytes of an open file; 0 for a device or a pipe.
///
/// # Errors
/// The system's error.
pub(crate) fn size(file: &Opened) -> io::Result<u64> {
    file.metadata().map(|data| data.len())
}
