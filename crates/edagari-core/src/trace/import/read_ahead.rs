//! Parses the lines of a stream on a second thread while the lines before them are imported.

use std::io::BufRead as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::{iter, thread};

use crate::trace::stream::{EventLine, EventReader, FileError};

/// Number of bytes that a thread parses at a time.
const PIECE: usize = 1 << 16;

/// A line, including its line break.
pub(in crate::trace) struct Line<'a> {
    pub(in crate::trace) bytes: &'a [u8],
    /// The parsed event; `None` if the line is no event.
    pub(in crate::trace) said: Option<EventLine<'a>>,
}

impl<'a> Line<'a> {
    #[inline]
    fn read(bytes: &'a [u8], reader: EventReader) -> Self {
        let said = std::str::from_utf8(bytes).ok().and_then(|line| reader.read_line(line).ok());
        Self { bytes, said }
    }
}

/// Passes all lines to `take`, one after another, until it returns `false`; returns whether it would accept more.
///
/// Both threads parse: the second thread runs ahead, and this thread parses each piece that the second one has not started. So this
/// thread parses all pieces if no second thread can be started.
pub(super) fn each_line<'a>(
    lines: &'a [u8],
    reader: EventReader,
    mut take: impl FnMut(&Line<'a>) -> Result<bool, FileError>,
) -> Result<bool, FileError> {
    let pieces = pieces(lines);
    // All pieces before this index are parsed or being parsed.
    let next_piece = AtomicUsize::new(0);
    let read = |piece: &'a [u8]| lines_of(piece).map(|line| Line::read(line, reader));
    thread::scope(|scope| {
        let (sender, ahead) = channel();
        let (giver, given_back) = channel::<Vec<Line<'_>>>();
        let go_ahead = || {
            let (sender, given_back) = (sender, given_back);
            while let Some(piece) = pieces.get(next_piece.fetch_add(1, Ordering::Relaxed)) {
                let mut lines = given_back.try_recv().unwrap_or_default();
                lines.clear();
                lines.extend(read(piece));
                if sender.send(lines).is_err() {
                    break;
                }
            }
        };
        if pieces.len() > 1 {
            // If no thread can be started, all pieces are parsed here.
            let _ = thread::Builder::new().name("lines".to_owned()).spawn_scoped(scope, go_ahead);
        }
        let mut take_all = || {
            for (place, piece) in pieces.iter().enumerate() {
                let is_unread = next_piece.compare_exchange(place, place + 1, Ordering::Relaxed, Ordering::Relaxed);
                if is_unread.is_ok() {
                    for line in read(piece) {
                        if !take(&line)? {
                            return Ok(false);
                        }
                    }
                } else if let Ok(lines) = ahead.recv() {
                    for line in &lines {
                        if !take(line)? {
                            return Ok(false);
                        }
                    }
                    // Return the memory to the thread that allocated it: freeing it on another thread makes both wait at each line.
                    let _ = giver.send(lines);
                }
            }
            Ok(true)
        };
        let goes_on = take_all();
        next_piece.store(pieces.len(), Ordering::Relaxed);
        goes_on
    })
}

/// Iterates over the lines, each including its line break.
fn lines_of(mut rest: &[u8]) -> impl Iterator<Item = &[u8]> {
    iter::from_fn(move || {
        let whole = rest;
        // Skipping bytes in memory cannot fail.
        let length = rest.skip_until(b'\n').unwrap_or(0);
        (length > 0).then(|| &whole[..length])
    })
}

/// Splits the lines into pieces.
fn pieces(mut lines: &[u8]) -> Vec<&[u8]> {
    let mut pieces = Vec::with_capacity(lines.len() / PIECE + 1);
    while !lines.is_empty() {
        let end = lines.iter().skip(PIECE).position(|&byte| byte == b'\n').map(|end| PIECE + end + 1);
        let (piece, rest) = lines.split_at(end.unwrap_or(lines.len()));
        pieces.push(piece);
        lines = rest;
    }
    pieces
}
