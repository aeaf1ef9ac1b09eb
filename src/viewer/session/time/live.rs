//! Following a stream while it is written.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::platform::growing::Growing;
use edagari_core::platform::clock::Instant;
use edagari_core::trace::file::{ArrivingStream, FileError, Importer, SkippedLines};
use edagari_core::trace::{Progress, Trace};

/// Minimum pause between two updates of the shown trace.
const PAUSE: Duration = Duration::from_millis(150);
/// Pause after an update, as a multiple of the time that the update took.
const MAX_SHARE: u32 = 4;

/// State of a stream, without its trace.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct StreamState {
    /// Skipped lines, which are no events.
    pub passed_over: Option<SkippedLines>,
    /// Whether the connection to the server that sends the stream is lost and being retried.
    pub is_lost: bool,
}

/// Reads a stream to its end, and repeatedly passes the trace so far to `show`, until `show` returns false.
pub(in crate::viewer::session) async fn follow(
    mut growing: Growing,
    memory_limit: u64,
    progress: &Progress,
    mut show: impl FnMut(Trace, StreamState) -> bool,
) -> Result<(Trace, StreamState), FileError> {
    let mut stream = ArrivingStream::new(memory_limit);
    let mut shown = (0, false);
    let mut pause = PAUSE;
    let mut looked = Instant::now();
    loop {
        let next = growing.next(PAUSE).await;
        let taken = match next {
            Ok(Some(part)) => stream.take(&part, progress),
            Ok(None) => stream.end(progress).map(|()| false),
            Err(error) => Err(FileError::Unreadable(error)),
        };
        // Skipped lines count as news too.
        let count = stream.importer().map_or(0, |importer| {
            importer.event_count() + importer.passed_over().map_or(0, |passed_over| passed_over.count)
        });
        progress.tell(stream.importer().map_or(0, |importer| importer.visit_count() as u64));
        match taken {
            Err(error) if count == 0 => return Err(error),
            Ok(true) if !progress.is_given_up() => {}
            _ => break,
        }
        let now = (count, growing.is_lost());
        if now == shown || looked.elapsed() < pause {
            continue;
        }
        looked = Instant::now();
        shown = now;
        if let Some(importer) = stream.importer()
            && !show(importer.trace(progress)?, state(importer, now.1))
        {
            break;
        }
        pause = PAUSE.max(looked.elapsed() * MAX_SHARE);
        looked = Instant::now();
    }
    let last = |importer: &Importer| {
        importer.begin_indexing(progress);
        Ok((importer.trace(progress)?, state(importer, false)))
    };
    let nothing = || Err(FileError::Unreadable(std::io::ErrorKind::UnexpectedEof.into()));
    stream.importer().map_or_else(nothing, last)
}

fn state(importer: &Importer, is_lost: bool) -> StreamState {
    StreamState { passed_over: importer.passed_over().cloned(), is_lost }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io::{self, Read};
    use std::sync::mpsc::{Receiver, channel};

    use super::*;
    use edagari_core::trace::Ending;

    /// A pipe from which each text becomes readable when it is sent.
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
    fn growing_stream_is_shown_repeatedly() {
        let (sender, texts) = channel();
        let waiting = RefCell::new(vec![
            "{\"event\":\"leave\",\"node\":0,\"score\":4}\n",
            "{\"event\":\"enter\",\"node\":1}\n{\"event\":\"leave\",\"node\":1,\"score\":4}\n{\"event\":\"le",
        ]);
        sender.send("{\"edagari\":1}\n{\"event\":\"enter\",\"node\":0}\n").expect("somebody reads");
        let sender = RefCell::new(Some(sender));
        let shown = RefCell::new(Vec::new());
        // The writer continues only after its output was shown.
        let show = |trace: Trace, _| {
            shown.borrow_mut().push((trace.frame_count(), trace.ending));
            match waiting.borrow_mut().pop() {
                Some(text) => sender.borrow().as_ref().is_some_and(|sender| sender.send(text).is_ok()),
                None => sender.borrow_mut().take().is_some(),
            }
        };
        let pipe = Growing::read(Pipe { texts, rest: &[] });
        let followed = pollster::block_on(follow(pipe, 1 << 20, &Progress::default(), show));
        let (trace, _) = followed.expect("a stream");
        let first = [(1, Ending::CutShort), (5, Ending::CutShort)];
        assert_eq!(shown.borrow()[..2], first, "half an event is not taken");
        assert_eq!(trace.ending, Ending::CutShort, "the last event is cut off");
    }

    #[test]
    fn lines_without_events_are_counted_and_skipped() {
        let stream = "id name engine\n{\"edagari\":1}\n{\"event\":\"enter\"}\ninfo string depth 3\n{\"event\":\n\
                      \u{feff}bestmove e4 \n{\"event\":\"leave\",\"score\":3}\n";
        let stream = Growing::read(io::Cursor::new(stream));
        let followed = pollster::block_on(follow(stream, 1 << 20, &Progress::default(), |_, _| true));
        let (trace, state) = followed.expect("a stream");
        assert_eq!((trace.frame_count(), trace.ending), (2, Ending::Complete), "what comes after is not lost");
        let passed_over = state.passed_over.expect("four lines");
        assert_eq!((passed_over.count, passed_over.line), (4, 6));
        assert_eq!(passed_over.text, "\u{feff}bestmove e4");
    }

    #[test]
    fn invalid_stream_returns_an_error_with_its_place() {
        let stream = Growing::read(io::Cursor::new("hello\n"));
        let followed = pollster::block_on(follow(stream, 1 << 20, &Progress::default(), |_, _| true));
        let error = followed.expect_err("no stream");
        assert!(error.to_string().starts_with("1:1: "), "{error}");
    }
}
