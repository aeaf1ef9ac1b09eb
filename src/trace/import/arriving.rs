//! A stream that arrives in parts, which end anywhere.

use super::Importer;
use super::stream_reader::{LONGEST_LINE, TakenLines};
use crate::trace::Progress;
use crate::trace::stream::FileError;

/// Takes a stream part by part. Lines that are no events, such as those that a program writes for people, are passed over, before the header
/// too: [`Importer::passed_over`] counts them.
#[derive(Debug)]
pub struct ArrivingStream {
    taken: TakenLines,
    /// The beginning of a line whose end has not arrived.
    begun: Vec<u8>,
}

impl ArrivingStream {
    /// A stream of which nothing is there yet; no more is taken once the trace needs more than `memory_limit` bytes.
    #[must_use]
    pub fn new(memory_limit: u64) -> Self {
        Self { taken: TakenLines::passing_over(memory_limit), begun: Vec::new() }
    }

    /// The trace read so far; `None` before the header.
    #[must_use]
    pub const fn importer(&self) -> Option<&Importer> {
        self.taken.importer.as_ref()
    }

    /// Takes what has arrived; whether more is to be taken.
    ///
    /// # Errors
    /// [`FileError`] names the line that is malformed.
    pub fn take(&mut self, part: &[u8], progress: &Progress) -> Result<bool, FileError> {
        let end = part.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let is_too_long = |begun: &[u8]| begun.len() as u64 > LONGEST_LINE;
        if end == 0 {
            self.begun.extend_from_slice(part);
            return if is_too_long(&self.begun) { self.take_lines(progress) } else { Ok(true) };
        }
        self.begun.extend_from_slice(&part[..end]);
        let goes_on = self.take_lines(progress)?;
        self.begun.extend_from_slice(&part[end..]);
        Ok(goes_on)
    }

    /// Takes the end of the stream: its last line may be cut off.
    ///
    /// # Errors
    /// [`FileError`] names the line that is malformed; there may have been no header.
    pub fn end(&mut self, progress: &Progress) -> Result<(), FileError> {
        if !self.begun.is_empty() {
            self.take_lines(progress)?;
        }
        self.taken.take_any(&[])?;
        match self.taken.no_header.take() {
            Some(error) if self.taken.importer.is_none() => Err(error),
            _ => Ok(()),
        }
    }

    /// Takes all that is begun.
    fn take_lines(&mut self, progress: &Progress) -> Result<bool, FileError> {
        let lines = std::mem::take(&mut self.begun);
        let mut rest = &lines[..];
        while self.taken.importer.is_none() && !rest.is_empty() {
            let end = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |first| first + 1);
            if !self.taken.take_any(&rest[..end])? {
                return Ok(false);
            }
            rest = &rest[end..];
        }
        match &self.taken.importer {
            Some(importer) if !rest.is_empty() => {
                let reader = importer.event_reader();
                self.taken.take_lines(rest, reader, progress)
            }
            _ => Ok(true),
        }
    }
}
