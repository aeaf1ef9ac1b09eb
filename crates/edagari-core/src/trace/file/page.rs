//! Reader of traces in a web page.

use std::io::{self, BufRead, Read as _};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::language::{Message, Text, reworded};
use crate::platform::page_contents::PageContents;
use crate::trace::native::reader::read_native_with_progress;
use crate::trace::stream::{FileError, Place};
use crate::trace::{Progress, Trace};

/// First bytes of a page.
pub(super) const PAGE_START: &[u8] = b"<!DOCTYPE html>";
/// Maximum number of bytes of a page: a trace of 10⁷ frames, and the program.
const MAX_BYTES: u64 = 256 << 20;

/// Whether a file name is that of a page.
pub(super) fn is_page_name(name: &str) -> bool {
    [".html", ".htm"].iter().any(|ending| name.len() > ending.len() && name.ends_with(ending))
}

/// Reads the first trace that `edagari share` put into a page.
pub(super) fn read_page(file: &mut dyn BufRead, memory_limit: u64, progress: &Progress) -> Result<Trace, FileError> {
    let page = Page::read(file, memory_limit)?;
    let (start, native) = page.native(FIRST)?;
    let native = BASE64_STANDARD.decode(native).map_err(|error| Page::damaged(start, error))?;
    drop(page);
    read_native_with_progress(&mut &native[..], memory_limit, progress)
}

/// Id of the element that contains the first trace.
const FIRST: &str = "trace";

/// Bytes of a page.
pub(super) struct Page(Vec<u8>);

impl Page {
    pub(super) fn read(file: &mut dyn BufRead, memory_limit: u64) -> Result<Self, FileError> {
        let most = MAX_BYTES.min(memory_limit);
        let mut bytes = Vec::new();
        file.take(most + 1).read_to_end(&mut bytes).map_err(FileError::Unreadable)?;
        if bytes.len() as u64 > most { Err(FileError::TooLarge { limit: most }) } else { Ok(Self(bytes)) }
    }

    /// Returns the contents of the element with this type and id, and their offset; `None` if there is no such element.
    fn element(&self, kind: &str, id: &str) -> Result<Option<(usize, &[u8])>, FileError> {
        let find = |text: &str, from: usize| {
            let found = self.0[from..].windows(text.len()).position(|part| part == text.as_bytes());
            found.map(|place| from + place)
        };
        let before = format!("<script type=\"application/{kind}\" id=\"{id}\">");
        let Some(start) = find(&before, 0).map(|place| place + before.len()) else { return Ok(None) };
        let end = find("</script>", start);
        let end = end.ok_or_else(|| malformed(self.0.len(), Text::MalformedPageEnds))?;
        Ok(Some((start, &self.0[start..end])))
    }

    /// Returns the encoded trace with this id, and its offset.
    fn native(&self, id: &str) -> Result<(usize, &[u8]), FileError> {
        let missing = || malformed(0, Text::MalformedPageEmpty);
        self.element("octet-stream", id)?.ok_or_else(missing)
    }

    /// Reads the traces after the first one, each with its name.
    pub(super) fn others(&self, memory_limit: u64, progress: &Progress) -> Result<Vec<(String, Trace)>, FileError> {
        let Some((start, listed)) = self.element("json", PageContents::ELEMENT)? else { return Ok(Vec::new()) };
        let listed: PageContents = serde_json::from_slice(listed).map_err(|error| {
            let reason = reworded(&error.to_string());
            malformed(start, Message::from(Text::MalformedPageList).with_message("reason", reason))
        })?;
        if listed.edagari_page > PageContents::VERSION {
            let message = Message::from(Text::MalformedPageVersion).with("found", &listed.edagari_page);
            return Err(malformed(start, message.with("most", &PageContents::VERSION)));
        }
        let mut others = Vec::new();
        for (id, name) in listed.traces.into_iter().filter(|(id, _)| id != FIRST) {
            let (start, native) = self.native(&id)?;
            let native = BASE64_STANDARD.decode(native).map_err(|error| Self::damaged(start, error))?;
            others.push((name, read_native_with_progress(&mut &native[..], memory_limit, progress)?));
        }
        Ok(others)
    }

    fn damaged(start: usize, error: base64::DecodeError) -> FileError {
        let error = io::Error::new(io::ErrorKind::InvalidData, error);
        malformed(start, Message::from(Text::MalformedPageTrace).with_io("reason", &error))
    }
}

fn malformed(byte: usize, message: impl Into<Message>) -> FileError {
    FileError::Malformed { place: Place::Byte(byte as u64), message: message.into() }
}
