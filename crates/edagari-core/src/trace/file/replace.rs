//! Atomic writing of files: at any moment either the old or the new file exists completely.

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use crate::platform::replacing::{self, Unfinished};
use crate::trace::Progress;

/// Writes a file under a temporary name in the same folder, and renames it when it is complete and on the disk, unless `progress`
/// is cancelled by then. A symbolic link is kept: its target is written. The permissions of the old file are kept, and temporary
/// files of killed writers are removed. A pipe or a device is written into; anything else that is no regular file is refused.
///
/// # Errors
/// The error of the system, without a file name; [`io::ErrorKind::PermissionDenied`] if the file is read-only and must not be
/// replaced; [`io::ErrorKind::Interrupted`] if writing was cancelled. The old file is then unchanged.
pub fn replace_file<'a>(
    target: impl Into<Target<'a>>,
    progress: &Progress,
    write: impl FnOnce(&mut BufWriter<&mut Unfinished>) -> io::Result<()>,
) -> io::Result<()> {
    let Target { path, forced } = target.into();
    replacing::replace(path, forced, || progress.is_cancelled(), write)
}

/// Checks that a file can be written, as far as that is possible before, so that no long work is lost.
///
/// # Errors
/// The errors of [`replace_file`] that occur before the first byte is written.
pub fn can_be_replaced<'a>(target: impl Into<Target<'a>>) -> io::Result<()> {
    let Target { path, forced } = target.into();
    replacing::can_be_replaced(path, forced)
}

/// Target file of a save. Converting a path creates a target that does not replace a read-only file.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// Path of the file.
    pub path: &'a Path,
    /// Whether a read-only file is replaced, too.
    pub forced: bool,
}

impl<'a> From<&'a Path> for Target<'a> {
    fn from(path: &'a Path) -> Self {
        Self { path, forced: false }
    }
}

impl<'a> From<&'a PathBuf> for Target<'a> {
    fn from(path: &'a PathBuf) -> Self {
        path.as_path().into()
    }
}

impl<'a> From<&'a str> for Target<'a> {
    fn from(path: &'a str) -> Self {
        Path::new(path).into()
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::fs;
    use std::io::Write as _;
    use std::path::{Path, PathBuf};

    use super::*;

    fn names_in(folder: &Path) -> Vec<OsString> {
        let mut names: Vec<OsString> =
            fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn failed_write_keeps_only_the_old_file() {
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
    fn cancelled_write_keeps_only_the_old_file() {
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
    fn temporary_file_is_removed_only_if_its_writer_was_killed() {
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
    fn replacing_keeps_links_and_permissions() {
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

    #[cfg(unix)]
    #[test]
    fn device_is_written_into_and_socket_is_refused() {
        use std::os::unix::fs::{FileTypeExt as _, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let progress = Progress::default();
        let link = folder.path().join("device");
        symlink("/dev/null", &link).expect("a link");
        replace_file(&link, &progress, |file| file.write_all(b"new")).expect("written");
        assert!(link.is_symlink() && fs::metadata("/dev/null").expect("there").file_type().is_char_device());
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
        let refused = replace_file(&socket, &progress, |file| file.write_all(b"new")).expect_err("no file");
        assert!(refused.to_string().contains("expected"), "{refused}");
        assert!(can_be_replaced(&socket).is_err() && can_be_replaced(&link).is_ok());
        assert!(fs::metadata(&socket).expect("there").file_type().is_socket());
        assert_eq!(names_in(folder.path()).len(), 2, "no temporary file is left");
    }

    #[test]
    fn errors_do_not_contain_the_temporary_name() {
        let nowhere = Path::new("/nowhere/at/all/trace.edagari");
        let error = replace_file(nowhere, &Progress::default(), |_| Ok(())).expect_err("no such folder").to_string();
        assert!(!error.contains('/') && !error.contains(".unfinished"), "{error}");
    }
}
