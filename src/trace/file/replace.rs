//! Writes files so that at any moment the old or the new one exists, whole.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use crate::trace::Progress;

/// Writes a file under a temporary name in the same folder, and renames it when it is complete and on the disk, unless
/// `progress` is cancelled by then.
///
/// # Errors
/// The system's error, or [`io::ErrorKind::Interrupted`] if it was cancelled; the old file is then as it was.
pub fn replace_file(
    path: &Path,
    progress: &Progress,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // Others may read it as the system allows: only the system's mask restricts the rights.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    let mut buffered = BufWriter::new(file.as_file_mut());
    write(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    file.as_file().sync_all()?;
    if progress.is_cancelled() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("trace.edagari");
        std::fs::write(&path, "old").expect("written");
        let progress = Progress::default();
        let full = replace_file(&path, &progress, |file| {
            file.write_all(&vec![7; 100_000])?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(full.expect_err("a full disk").kind(), io::ErrorKind::StorageFull);
        assert_eq!(std::fs::read(&path).expect("there"), b"old");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "no temporary file is left");
        replace_file(&path, &progress, |file| file.write_all(b"new")).expect("written");
        assert_eq!(std::fs::read(&path).expect("there"), b"new");
    }

    #[test]
    fn what_is_cancelled_in_the_end_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("trace.edagari");
        std::fs::write(&path, "old").expect("written");
        let progress = Progress::default();
        let cancelled = replace_file(&path, &progress, |file| {
            file.write_all(b"new")?;
            progress.cancel();
            Ok(())
        });
        assert_eq!(cancelled.expect_err("cancelled").kind(), io::ErrorKind::Interrupted);
        assert_eq!(std::fs::read(&path).expect("there"), b"old");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "no temporary file is left");
    }
}
