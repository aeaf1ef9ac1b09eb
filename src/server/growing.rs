//! Stream that another program writes while the server sends it.

use std::io::{self, Read};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Size of the read buffer in bytes.
const BUFFER: usize = 1 << 16;

/// Data read from a stream so far, shared between its reader and the responses.
#[derive(Debug, Default)]
pub struct GrowingStream {
    held: Mutex<Held>,
    grown: Condvar,
}

#[derive(Debug, Default)]
struct Held {
    bytes: Vec<u8>,
    has_ended: bool,
}

impl GrowingStream {
    /// Reads a stream until its end and keeps at most `most` bytes. Further bytes are read and
    /// discarded, so that the writing program is not blocked.
    ///
    /// # Errors
    /// The read error of the stream; the stream then counts as ended.
    pub fn read(&self, mut stream: impl Read, most: usize) -> io::Result<()> {
        let mut buffer = vec![0; BUFFER];
        let ended = loop {
            match stream.read(&mut buffer) {
                Ok(0) => break Ok(()),
                Ok(count) => {
                    let mut held = self.lock();
                    let room = most.saturating_sub(held.bytes.len()).min(count);
                    held.bytes.extend_from_slice(&buffer[..room]);
                    held.has_ended |= room < count;
                    self.grown.notify_all();
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
        };
        self.lock().has_ended = true;
        self.grown.notify_all();
        ended
    }

    /// Returns at most `most` bytes starting at `from`, and whether more follow. Waits for the first byte, but no longer than `patience`.
    #[must_use]
    pub fn since(&self, from: usize, most: usize, patience: Duration) -> (Vec<u8>, bool) {
        let waits = |held: &mut Held| held.bytes.len() <= from && !held.has_ended;
        let waited = self.grown.wait_timeout_while(self.lock(), patience, waits);
        let (held, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let rest = held.bytes.get(from..).unwrap_or_default();
        let part = &rest[..rest.len().min(most)];
        (part.to_vec(), !held.has_ended || part.len() < rest.len())
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
