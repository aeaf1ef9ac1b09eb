//! Files and streams that another program writes while they are read.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// Maximum size of a part, in bytes.
const PART: usize = 1 << 16;
/// Number of parts that are read ahead.
const AHEAD: usize = 64;
/// Pause at the end of a file before the next attempt to read.
const PAUSE: Duration = Duration::from_millis(100);

/// Growing source, read in parts.
pub(crate) struct Growing {
    parts: Receiver<io::Result<Vec<u8>>>,
    is_left: Arc<AtomicBool>,
}

/// Returns an address of `path` that is valid in every worker. On a desktop the path is unchanged, because there are no workers.
pub(crate) fn found_from_anywhere(path: &Path) -> PathBuf {
    path.to_owned()
}

impl Growing {
    /// Reads standard input until its end.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub(crate) fn standard_input() -> io::Result<Self> {
        Self::of(|_| io::stdin())
    }

    /// Reads a file that another program appends to; it never ends.
    ///
    /// # Errors
    /// The file does not exist.
    pub(crate) fn file(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        Self::of(|is_left| GrowingFile { file, is_left })
    }

    /// Reads `source` on its own thread. Reading may block, and closing the window must not wait for it.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub(crate) fn of<R: Read + Send + 'static>(source: impl FnOnce(Arc<AtomicBool>) -> R) -> io::Result<Self> {
        let is_left = Arc::<AtomicBool>::default();
        let (sender, parts) = sync_channel(AHEAD);
        let source = source(Arc::clone(&is_left));
        thread::Builder::new().name("stream".to_owned()).spawn(move || send_parts(source, &sender))?;
        Ok(Self { parts, is_left })
    }

    /// Whether the source is lost and being retried: never, because a file or pipe either exists or
    /// not.
    #[expect(clippy::unused_self, reason = "in a browser it can be")]
    pub(crate) const fn is_lost(&self) -> bool {
        false
    }

    /// Returns the next part, an empty one after `patience` without data, and `None` at the end.
    ///
    /// # Errors
    /// The read error of the source.
    pub(crate) fn next(&mut self, patience: Duration) -> impl Future<Output = io::Result<Option<Vec<u8>>>> + Send {
        let next = match self.parts.recv_timeout(patience) {
            Ok(part) => part.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(Some(Vec::new())),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
        };
        std::future::ready(next)
    }

    /// Reads `source` (for tests).
    #[cfg(test)]
    pub(crate) fn read(source: impl Read + Send + 'static) -> Self {
        Self::of(|_| source).expect("a thread")
    }
}

impl Drop for Growing {
    fn drop(&mut self) {
        self.is_left.store(true, Ordering::Relaxed);
    }
}

/// Sends all parts of `source`, until its end, an error, or the receiver is dropped.
fn send_parts(mut source: impl Read, parts: &SyncSender<io::Result<Vec<u8>>>) {
    let mut buffer = vec![0; PART];
    loop {
        let part = match source.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => Ok(buffer[..count].to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_last = part.is_err();
        if parts.send(part).is_err() || is_last {
            return;
        }
    }
}

/// Reader of a file that waits for more data at the end of the file, until `is_left` is set.
struct GrowingFile {
    file: File,
    is_left: Arc<AtomicBool>,
}

impl Read for GrowingFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.file.read(buffer)? {
                0 if !buffer.is_empty() && !self.is_left.load(Ordering::Relaxed) => thread::sleep(PAUSE),
                count => return Ok(count),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn data_appended_later_is_read() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let mut growing = Growing::file(file.path()).expect("it is there");
        let path = file.path().to_owned();
        let writer = thread::spawn(move || {
            let mut file = File::options().append(true).open(path).expect("it is there");
            for part in ["one", " line\nnext", " line\n"] {
                file.write_all(part.as_bytes()).expect("it can be written");
                thread::sleep(2 * PAUSE);
            }
        });
        let mut read = Vec::new();
        while read.len() < "one line\nnext line\n".len() {
            let part = pollster::block_on(growing.next(PAUSE)).expect("it can be read");
            read.extend(part.expect("there is no end"));
        }
        assert_eq!(read, b"one line\nnext line\n");
        writer.join().expect("it writes");
        assert_eq!(pollster::block_on(growing.next(PAUSE)).expect("it can be read"), Some(Vec::new()));
    }
}
