//! Atomic replacement of files: at any moment, either the complete old file or the complete new one exists.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, FileType, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// `true` where saving to an existing name replaces the old file.
#[cfg(feature = "window")]
pub const REPLACES: bool = true;

/// Returns the files that only another thread can save. On a desktop there are none.
#[cfg(feature = "window")]
#[must_use]
pub const fn take_written() -> Vec<(String, Vec<u8>)> {
    Vec::new()
}

/// Does nothing: all files are already saved.
///
/// # Errors
/// Never returns an error.
#[cfg(feature = "window")]
pub fn give_out(_: &[(String, Vec<u8>)]) -> io::Result<()> {
    Ok(())
}

/// File being written.
pub type Unfinished = File;

/// Suffix of temporary files.
const UNFINISHED: &str = ".unfinished";
/// Maximum number of symbolic links that are followed.
const MAX_LINKS: usize = 40;

/// Writes a file under a temporary name in the same folder, flushes it to disk and renames it, unless `is_given_up` returns
/// `true` before the rename. A read-only file is replaced only if `forced`. A pipe or a device is never replaced: the data are
/// written into it.
///
/// # Errors
/// The error of the operating system, without a file name; [`io::ErrorKind::Interrupted`] if the write was given up.
pub fn replace(
    path: &Path,
    forced: bool,
    is_given_up: impl Fn() -> bool,
    write: impl FnOnce(&mut BufWriter<&mut Unfinished>) -> io::Result<()>,
) -> io::Result<()> {
    let output = Output::look_at(path, forced)?;
    let (path, folder, old) = match &output {
        Output::Stream => return write_into(path, is_given_up, write),
        Output::File { path, folder, old } => (path, folder, old),
    };
    let name = path.file_name().unwrap_or_default();
    remove_unfinished(folder, name);
    let mut file = unfinished(folder, name)?;
    let mut buffered = BufWriter::new(file.as_file_mut());
    write(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    if let Some(old) = old {
        file.as_file().set_permissions(old.clone())?;
    }
    file.as_file().sync_all()?;
    if is_given_up() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    file.persist(path)?;
    Ok(())
}

/// Writes into a pipe or a device.
fn write_into(
    path: &Path,
    is_given_up: impl Fn() -> bool,
    write: impl FnOnce(&mut BufWriter<&mut Unfinished>) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    let mut buffered = BufWriter::new(&mut file);
    write(&mut buffered)?;
    if is_given_up() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    buffered.flush()
}

/// Checks whether a file can be written, as far as this is known before writing.
///
/// # Errors
/// The errors that [`replace`] returns before it writes the first byte.
pub fn can_be_replaced(path: &Path, forced: bool) -> io::Result<()> {
    Output::look_at(path, forced).map(|_| ())
}

/// Target of a write, after its checks.
enum Output {
    /// A regular file, which may not exist yet: it is replaced.
    File {
        /// Path after following all symbolic links.
        path: PathBuf,
        folder: PathBuf,
        /// Permissions of the existing file, if there is one.
        old: Option<Permissions>,
    },
    /// A pipe or a device.
    Stream,
}

impl Output {
    fn look_at(path: &Path, forced: bool) -> io::Result<Self> {
        // The system follows links that are no paths, such as those of open files in `/proc`.
        let kind = fs::metadata(path).ok().map(|old| old.file_type());
        if kind.is_some_and(is_stream) {
            return Ok(Self::Stream);
        }
        if kind.is_some_and(|kind| kind.is_dir()) {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder, expected a file"));
        }
        if kind.is_some_and(|kind| !kind.is_file()) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "it is no file, pipe or device, expected one of these",
            ));
        }
        let path = end_of_links(path)?;
        let old = fs::metadata(&path).ok().map(|old| old.permissions());
        if !forced && old.as_ref().is_some_and(Permissions::readonly) {
            let message = "the file is read-only, expected one that can be written, another name, or --force";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if fs::metadata(folder).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            let message = "there is no such folder, expected one that exists";
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        Ok(Self::File { folder: folder.to_owned(), path, old })
    }
}

/// Whether data can be written into an existing file without replacing it: a pipe or a device.
fn is_stream(kind: FileType) -> bool {
    #[cfg(unix)]
    let is_stream = {
        use std::os::unix::fs::FileTypeExt as _;
        kind.is_fifo() || kind.is_char_device() || kind.is_block_device()
    };
    // Windows opens devices by reserved names, which have no metadata.
    #[cfg(not(unix))]
    let is_stream = !kind.is_file() && !kind.is_dir() && !kind.is_symlink();
    is_stream
}

/// Follows all symbolic links of `path`. The target need not exist.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(to) = fs::read_link(&path) else { return Ok(path) };
        // A relative target is relative to the folder of the link.
        path = path.parent().map_or_else(|| to.clone(), |folder| folder.join(&to));
    }
    Err(io::Error::other("its symbolic links lead in a circle, expected a file"))
}

/// Returns the prefix of the temporary names for the file `name`.
fn beginning_of(name: &OsStr) -> OsString {
    let mut beginning = OsString::from(".");
    beginning.push(name);
    beginning.push(".");
    beginning
}

/// Creates a temporary file. It is locked while open, so that no other writer removes it.
fn unfinished(folder: &Path, name: &OsStr) -> io::Result<NamedTempFile> {
    const TRIES: usize = 8;
    let beginning = beginning_of(name);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&beginning).suffix(UNFINISHED);
    // The file is readable for others: only the system's umask restricts the permissions.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    for _ in 0..TRIES {
        let file = builder.tempfile_in(folder).map_err(|error| without_name(&error))?;
        // On file systems without locks, temporary files are never removed.
        let _ = file.as_file().try_lock();
        // Another writer may have removed the file before it was locked.
        if file.path().exists() {
            return Ok(file);
        }
    }
    Err(io::Error::other("another program removes what is written, expected a folder of its own"))
}

/// Returns the system's error without the name of the temporary file, which means nothing to users.
fn without_name(error: &io::Error) -> io::Error {
    let inner = error.get_ref().and_then(|error| error.source()).and_then(|error| error.downcast_ref::<io::Error>());
    let number = error.raw_os_error().or_else(|| inner.and_then(io::Error::raw_os_error));
    number.map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
}

/// Removes temporary files of killed writers of the same file: their locks are released.
fn remove_unfinished(folder: &Path, name: &OsStr) {
    let beginning = beginning_of(name);
    let Ok(files) = fs::read_dir(folder) else { return };
    for file in files.flatten() {
        let name = file.file_name();
        let is_one = name.as_encoded_bytes().starts_with(beginning.as_encoded_bytes())
            && name.as_encoded_bytes().ends_with(UNFINISHED.as_bytes());
        if !is_one || !file.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let is_left_behind =
            OpenOptions::new().read(true).write(true).open(file.path()).is_ok_and(|file| file.try_lock().is_ok());
        if is_left_behind {
            // A file that cannot be removed does no harm.
            let _ = fs::remove_file(file.path());
        }
    }
}
