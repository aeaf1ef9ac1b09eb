//! Following a stream while it is written.

use std::io::{BufReader, Read};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::trace::file::{FileError, Importer, StreamReader};
use crate::trace::{Progress, Trace};

/// The shortest pause between two looks at how far the stream is.
const PAUSE: Duration = Duration::from_millis(150);
/// The share of the time that goes into making traces of what was read so far.
const MOST_SHARE: u32 = 4;

/// Reads a stream to its end, and shows the trace of what there is by now again and again, until `show` says that nobody
/// looks any more.
pub(super) fn follow(
    source: impl Read + Send + 'static,
    memory_limit: u64,
    progress: &Progress,
    show: &dyn Fn(Trace) -> bool,
) -> Result<Trace, FileError> {
    let (sender, lines) = channel();
    let reader = std::sync::Arc::new(Mutex::new(None::<Importer>));
    let shared = std::sync::Arc::clone(&reader);
    // Reading waits for the other program, so it must not be waited for when the window closes.
    let spawned = thread::Builder::new().name("stream".to_owned()).spawn(move || {
        let mut stream = StreamReader::new(BufReader::new(source), memory_limit);
        let result = loop {
            match stream.read_line_into(&shared) {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        let _ = sender.send(result);
    });
    spawned.map_err(FileError::Unreadable)?;
    let importer = || reader.lock().unwrap_or_else(PoisonError::into_inner);
    let mut shown = 0;
    let mut pause = PAUSE;
    loop {
        let ended = match lines.recv_timeout(pause) {
            Ok(result) => Some(result),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Ok(())),
        };
        let count = importer().as_ref().map_or(0, Importer::event_count);
        progress.tell(importer().as_ref().map_or(0, |importer| importer.visit_count() as u64));
        match ended {
            Some(Err(error)) if count == 0 => return Err(error),
            Some(_) => break,
            None if progress.is_cancelled() => break,
            None if count == shown => {}
            None => {
                let since = Instant::now();
                shown = count;
                let trace = importer().as_ref().map(Importer::trace).transpose()?;
                if let Some(trace) = trace
                    && !show(trace)
                {
                    break;
                }
                pause = PAUSE.max(since.elapsed() * MOST_SHARE);
            }
        }
    }
    let trace = importer().as_ref().map(Importer::trace).transpose()?;
    trace.ok_or_else(|| FileError::Unreadable(std::io::ErrorKind::UnexpectedEof.into()))
}
