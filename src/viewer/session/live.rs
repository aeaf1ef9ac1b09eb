//! Following a stream while it is written.

use std::io::{BufReader, Read};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::platform::clock::Instant;
use crate::trace::file::{FileError, Importer, PassedOver, StreamReader};
use crate::trace::{Progress, Trace};

/// The shortest pause between two looks at how far the stream is.
const PAUSE: Duration = Duration::from_millis(150);
/// The share of the time that goes into making traces of what was read so far.
const MOST_SHARE: u32 = 4;

/// Reads a stream to its end, and shows the trace of what there is by now again and again, until `show` says that nobody
/// looks any more.
pub(crate) fn follow(
    source: impl Read + Send + 'static,
    memory_limit: u64,
    progress: &Progress,
    show: &dyn Fn(Trace, Option<PassedOver>) -> bool,
) -> Result<(Trace, Option<PassedOver>), FileError> {
    let (sender, lines) = channel();
    let reader = std::sync::Arc::new(Mutex::new(None::<Importer>));
    let shared = std::sync::Arc::clone(&reader);
    // Reading waits for the other program, so it must not be waited for when the window closes.
    let spawned = thread::Builder::new().name("stream".to_owned()).spawn(move || {
        let mut stream = StreamReader::new(BufReader::new(source), memory_limit).passing_over();
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
        // A line that is passed over is news too.
        let count = importer().as_ref().map_or(0, |importer| {
            importer.event_count() + importer.passed_over().map_or(0, |passed_over| passed_over.count)
        });
        progress.tell(importer().as_ref().map_or(0, |importer| importer.visit_count() as u64));
        match ended {
            Some(Err(error)) if count == 0 => return Err(error),
            Some(_) => break,
            None if progress.is_cancelled() => break,
            None if count == shown => {}
            None => {
                let since = Instant::now();
                shown = count;
                let passed_over = importer().as_ref().and_then(|importer| importer.passed_over().cloned());
                let trace = importer().as_ref().map(|importer| importer.trace(progress)).transpose()?;
                if let Some(trace) = trace
                    && !show(trace, passed_over)
                {
                    break;
                }
                pause = PAUSE.max(since.elapsed() * MOST_SHARE);
            }
        }
    }
    let last = |importer: &Importer| {
        importer.begin_indexing(progress);
        importer.trace(progress)
    };
    let passed_over = importer().as_ref().and_then(|importer| importer.passed_over().cloned());
    let trace = importer().as_ref().map(last).transpose()?;
    trace
        .map(|trace| (trace, passed_over))
        .ok_or_else(|| FileError::Unreadable(std::io::ErrorKind::UnexpectedEof.into()))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io;
    use std::sync::mpsc::{Receiver, channel};

    use super::*;
    use crate::trace::Ending;

    /// A pipe: each text becomes readable when it is sent.
    struct Pipe {
        texts: Receiver<&'static str>,
        rest: &'static [u8],
    }

    impl Read for Pipe {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.rest.is_empty() {
                self.rest = self.texts.recv().map_or(&[], str::as_bytes);
            }
            let length = self.rest.len().min(buffer.len());
            buffer[..length].copy_from_slice(&self.rest[..length]);
            self.rest = &self.rest[length..];
            Ok(length)
        }
    }

    #[test]
    fn a_stream_is_shown_while_it_grows() {
        let (sender, texts) = channel();
        let waiting = RefCell::new(vec![
            "{\"event\":\"leave\",\"node\":0,\"score\":4}\n",
            "{\"event\":\"enter\",\"node\":1}\n{\"event\":\"leave\",\"node\":1,\"score\":4}\n{\"event\":\"le",
        ]);
        sender.send("{\"edagari\":1}\n{\"event\":\"enter\",\"node\":0}\n").expect("somebody reads");
        let sender = RefCell::new(Some(sender));
        let shown = RefCell::new(Vec::new());
        // The program writes on only when what it wrote is seen.
        let show = |trace: Trace, _| {
            shown.borrow_mut().push((trace.frame_count(), trace.ending));
            match waiting.borrow_mut().pop() {
                Some(text) => sender.borrow().as_ref().is_some_and(|sender| sender.send(text).is_ok()),
                None => sender.borrow_mut().take().is_some(),
            }
        };
        let pipe = Pipe { texts, rest: &[] };
        let (trace, _) = follow(pipe, 1 << 20, &Progress::default(), &show).expect("a stream");
        let first = [(1, Ending::CutShort), (5, Ending::CutShort)];
        assert_eq!(shown.borrow()[..2], first, "half an event is not taken");
        assert_eq!(trace.ending, Ending::CutShort, "the last event is cut off");
    }

    #[test]
    fn lines_that_are_no_events_are_counted_and_passed_over() {
        let stream = "id name engine\n{\"edagari\":1}\n{\"event\":\"enter\"}\ninfo string depth 3\n{\"event\":\n\
                      \u{feff}bestmove e4 \n{\"event\":\"leave\",\"score\":3}\n";
        let followed = follow(io::Cursor::new(stream), 1 << 20, &Progress::default(), &|_, _| true);
        let (trace, passed_over) = followed.expect("a stream");
        assert_eq!((trace.frame_count(), trace.ending), (2, Ending::Complete), "what comes after is not lost");
        let passed_over = passed_over.expect("four lines");
        assert_eq!((passed_over.count, passed_over.line), (4, 6));
        assert_eq!(passed_over.text, "\u{feff}bestmove e4");
    }

    #[test]
    fn what_is_no_stream_is_said() {
        let error =
            follow(io::Cursor::new("hello\n"), 1 << 20, &Progress::default(), &|_, _| true).expect_err("no stream");
        assert!(error.to_string().starts_with("1:1: "), "{error}");
    }
}
