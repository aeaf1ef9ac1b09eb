//! The trace inside of a web page.

use std::io::{BufRead, Read as _};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::native_reader::read_native_telling;
use super::{FileError, Place};
use crate::trace::{Progress, Trace};

/// How a page begins.
pub(super) const PAGE_START: &[u8] = b"<!DOCTYPE html>";
/// What stands before the trace.
const BEFORE: &str = "<script type=\"application/octet-stream\" id=\"trace\">";
/// What stands behind it.
const BEHIND: &str = "</script>";
/// The most bytes of a page: those of a trace of 10⁷ frames, with room for the program beside it.
const MOST_BYTES: u64 = 256 << 20;

/// Whether a name is that of a page.
pub(super) fn is_page_name(name: &str) -> bool {
    [".html", ".htm"].iter().any(|ending| name.len() > ending.len() && name.ends_with(ending))
}

/// Reads the trace that `edagari share` put into a page.
pub(super) fn read_page(file: impl BufRead, memory_limit: u64, progress: &Progress) -> Result<Trace, FileError> {
    let most = MOST_BYTES.min(memory_limit);
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(FileError::Unreadable)?;
    if bytes.len() as u64 > most {
        return Err(FileError::TooLarge { limit: most });
    }
    let malformed = |byte: usize, message: &str| FileError::Malformed {
        place: Place::Byte(byte as u64),
        message: message.to_owned(),
    };
    let find = |text: &str, from: usize| {
        let found = bytes[from..].windows(text.len()).position(|part| part == text.as_bytes());
        found.map(|place| from + place)
    };
    let Some(start) = find(BEFORE, 0).map(|place| place + BEFORE.len()) else {
        return Err(malformed(0, "a web page without a trace, expected one that edagari share wrote"));
    };
    let Some(end) = find(BEHIND, start) else {
        return Err(malformed(bytes.len(), "the page ends within its trace, expected a whole page"));
    };
    let native = BASE64_STANDARD.decode(&bytes[start..end]).map_err(|error| {
        let message = format!("the trace in the page is damaged ({error}), expected it as it was written");
        malformed(start, &message)
    })?;
    drop(bytes);
    read_native_telling(&native[..], memory_limit, progress)
}
