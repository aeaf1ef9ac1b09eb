//! Files opened for reading.

use std::fs::File;
use std::io;
use std::path::Path;

/// Open file.
pub type Opened = File;

/// Opens a file for reading.
///
/// # Errors
/// The error of the operating system.
pub fn open(path: &Path) -> io::Result<Opened> {
    File::open(path)
}

/// Returns the size of an open file in bytes; 0 for a device or a pipe.
///
/// # Errors
/// The error of the operating system.
pub fn size(file: &Opened) -> io::Result<u64> {
    file.metadata().map(|data| data.len())
}
