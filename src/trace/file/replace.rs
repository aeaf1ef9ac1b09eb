//! Writes files so that at any moment the old or the new one exists, whole.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::target::Target;
use crate::trace::Progress;

/// The end of the names of files that are being written.
const UNFINISHED: &str = ".unfinished";
/// The most links from one to the next that are followed.
const MOST_LINKS: usize = 40;

/// Writes a file under a temporary name in the same folder, and renames it when it is complete and on the disk, unless
/// `progress` is cancelled by then. A symbolic link stays one: its target is written. The permissions of the old file are kept, and what an
/// earlier writing of the file left behind when it was killed is removed.
///
/// # Errors
/// The system's error, without the name of a file; [`io::ErrorKind::PermissionDenied`] if the file is read-only and not to be
/// replaced; [`io::ErrorKind::Interrupted`] if it was cancelled. The old file is then as it was.
pub fn replace_file<'a>(
    target: impl Into<Target<'a>>,
    progress: &Progress,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
) -> io::Result<()> {
    let Replaceable { path, folder, old } = &Replaceable::look_at(target.into())?;
    let name = path.file_name().unwrap_or_default();
    remove_unfinished(folder, name);
    let mut file = unfinished(folder, name)?;
    let mut buffered = BufWriter::new(file.as_file_mut());
    write(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    if let Some(old) = old.as_ref().filter(|old| old.is_file()) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    if progress.is_cancelled() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    file.persist(path)?;
    Ok(())
}

/// Whether a file can be written, as far as that can be said before: so that nobody waits for what is lost then.
///
/// # Errors
/// As those of [`replace_file`] that come before the first byte.
pub fn can_be_replaced<'a>(target: impl Into<Target<'a>>) -> io::Result<()> {
    Replaceable::look_at(target.into()).map(|_| ())
}

/// A file that is to be written.
struct Replaceable {
    /// Behind all links.
    path: PathBuf,
    folder: PathBuf,
    /// The file that is there.
    old: Option<Metadata>,
}

impl Replaceable {
    fn look_at(Target { path, forced }: Target<'_>) -> io::Result<Self> {
        let path = end_of_links(path)?;
        let old = fs::metadata(&path).ok();
        if old.as_ref().is_some_and(Metadata::is_dir) {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder, expected a file"));
        }
        if !forced && old.as_ref().is_some_and(|old| old.permissions().readonly()) {
            let message = "the file is read-only, expected one that can be written, another name, or --force";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if fs::metadata(folder).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            let message = "there is no such folder, expected one that exists";
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        Ok(Self { folder: folder.to_owned(), path, old })
    }
}

/// The file that a path names, behind all symbolic links, whether it exists or not.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(to) = fs::read_link(&path) else { return Ok(path) };
        // A relative target is meant from where the link lies.
        path = path.parent().map_or_else(|| to.clone(), |folder| folder.join(&to));
    }
    Err(io::Error::other("its symbolic links lead in a circle, expected a file"))
}

/// The beginning of the names under which a file is written.
fn beginning_of(name: &OsStr) -> OsString {
    let mut beginning = OsString::from(".");
    beginning.push(name);
    beginning.push(".");
    beginning
}

/// A file to be written, which nobody else removes: it is locked for as long as it is open.
fn unfinished(folder: &Path, name: &OsStr) -> io::Result<NamedTempFile> {
    const TRIES: usize = 8;
    let beginning = beginning_of(name);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&beginning).suffix(UNFINISHED);
    // Others may read it as the system allows: only the system's mask restricts the rights.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    for _ in 0..TRIES {
        let file = builder.tempfile_in(folder).map_err(|error| without_name(&error))?;
        // Where there are no locks, nothing is removed either.
        let _ = file.as_file().try_lock();
        // Another writer can have taken it for one left behind before it was locked.
        if file.path().exists() {
            return Ok(file);
        }
    }
    Err(io::Error::other("another program removes what is written, expected a folder of its own"))
}

/// The system's error alone: the name of a temporary file means nothing to anybody.
fn without_name(error: &io::Error) -> io::Error {
    let inner = error.get_ref().and_then(|error| error.source()).and_then(|error| error.downcast_ref::<io::Error>());
    let number = error.raw_os_error().or_else(|| inner.and_then(io::Error::raw_os_error));
    number.map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
}

/// Removes what was begun under the name of this file by writers that were killed: nobody holds their locks any more.
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
            // Where it cannot be removed, it is not in the way.
            let _ = fs::remove_file(file.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_in(folder: &Path) -> Vec<OsString> {
        let mut names: Vec<OsString> =
            fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_fails_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("trace.edagari");
        fs::write(&path, "old").expect("written");
        let progress = Progress::default();
        let full = replace_file(&path, &progress, |file| {
            file.write_all(&vec![7; 100_000])?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(full.expect_err("a full disk").kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).expect("there"), b"old");
        assert_eq!(names_in(folder.path()).len(), 1, "no temporary file is left");
        replace_file(&path, &progress, |file| file.write_all(b"new")).expect("written");
        assert_eq!(fs::read(&path).expect("there"), b"new");
    }

    #[test]
    fn what_is_cancelled_in_the_end_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("trace.edagari");
        fs::write(&path, "old").expect("written");
        let progress = Progress::default();
        let cancelled = replace_file(&path, &progress, |file| {
            file.write_all(b"new")?;
            progress.cancel();
            Ok(())
        });
        assert_eq!(cancelled.expect_err("cancelled").kind(), io::ErrorKind::Interrupted);
        assert_eq!(fs::read(&path).expect("there"), b"old");
        assert_eq!(names_in(folder.path()).len(), 1, "no temporary file is left");
    }

    #[test]
    fn what_a_killed_writer_left_is_removed_and_that_of_a_living_one_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("trace.edagari");
        fs::write(folder.path().join(".trace.edagari.abc.unfinished"), "half").expect("written");
        fs::write(folder.path().join(".other.edagari.abc.unfinished"), "half").expect("written");
        let progress = Progress::default();
        replace_file(&path, &progress, |file| {
            replace_file(&path, &progress, |file| file.write_all(b"meanwhile"))?;
            file.write_all(b"last")
        })
        .expect("both are written");
        assert_eq!(fs::read(&path).expect("there"), b"last");
        assert_eq!(names_in(folder.path()), [".other.edagari.abc.unfinished", "trace.edagari"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("far")).expect("a folder");
        fs::write(at("far/file"), "old").expect("written");
        fs::set_permissions(at("far/file"), fs::Permissions::from_mode(0o640)).expect("set");
        symlink("far/file", at("link")).expect("a link");
        symlink("link", at("link of a link")).expect("a link");
        symlink("far/new", at("to be")).expect("a link");
        symlink("round", at("round")).expect("a link");
        let progress = Progress::default();
        let write = |path: PathBuf| replace_file(&path, &progress, |file| file.write_all(b"new"));
        write(at("link of a link")).expect("written");
        write(at("to be")).expect("written");
        assert!(at("link").is_symlink() && at("link of a link").is_symlink() && at("to be").is_symlink());
        assert_eq!(fs::read(at("far/file")).expect("there"), b"new");
        assert_eq!(fs::read(at("far/new")).expect("there"), b"new");
        assert_eq!(fs::metadata(at("far/file")).expect("there").permissions().mode() & 0o777, 0o640);
        assert!(write(at("round")).expect_err("a circle").to_string().contains("expected"));

        fs::set_permissions(at("far/file"), fs::Permissions::from_mode(0o444)).expect("set");
        let refused = write(at("link")).expect_err("read-only").to_string();
        assert!(refused.contains("read-only") && refused.contains("--force"), "{refused}");
        let path = at("link");
        let forced = Target { path: &path, forced: true };
        replace_file(forced, &progress, |file| file.write_all(b"forced")).expect("written");
        assert_eq!(fs::read(at("far/file")).expect("there"), b"forced");
        assert_eq!(fs::metadata(at("far/file")).expect("there").permissions().mode() & 0o777, 0o444);
        assert_eq!(names_in(&at("far")), ["file", "new"]);
    }

    #[test]
    fn errors_name_no_temporary_file() {
        let nowhere = Path::new("/nowhere/at/all/trace.edagari");
        let error = replace_file(nowhere, &Progress::default(), |_| Ok(())).expect_err("no such folder").to_string();
        assert!(!error.contains('/') && !error.contains(UNFINISHED), "{error}");
    }
}
