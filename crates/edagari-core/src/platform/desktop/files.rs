//! Files opened for reading.

use std::fs::File;
use std::io::{self, Read as _};
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

/// Reads a whole file of at most `most` bytes, also from a device or a pipe, which can be endless.
///
/// # Errors
/// The error of the operating system, or [`io::ErrorKind::FileTooLarge`].
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// Error for a file of more than `most` bytes.
#[must_use]
pub fn too_large(most: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {most} bytes, expected at most as many"))
}
