//! The format of a file: when read, by its contents; when written, by its name.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::{fmt, io};

use super::page::{PAGE_START, Page, is_page_name, read_page};
use super::{Target, can_be_replaced, check_size_as_ron, read_ron, replace_file, write_ron};
use crate::platform::compression::{Decoder, Encoder};
use crate::platform::files;
use crate::trace::import::StreamReader;
use crate::trace::import::text_start::without_mark;
use crate::trace::native::reader::read_native_telling;
use crate::trace::native::write_native;
use crate::trace::native::writer::MAGIC;
use crate::trace::stream::{ENDINGS, FileError, Place, write_stream};
use crate::trace::{Progress, Trace};

/// The first bytes of compressed streams.
const ZSTD_MAGIC: &[u8; 4] = &[0x28, 0xb5, 0x2f, 0xfd];
/// The compression level of streams.
const STREAM_LEVEL: i32 = 3;

/// The reason why a file was not opened or saved, with its name.
#[derive(Debug)]
pub struct NamedFileError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub error: FileError,
}

impl fmt::Display for NamedFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.error {
            FileError::Malformed { place: place @ Place::Line { .. }, message } => {
                write!(f, "{path}:{place}: {message}")
            }
            error => write!(f, "{path}: {error}"),
        }
    }
}

impl std::error::Error for NamedFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// Whether a name is that of a trace file, or of a page with a trace in it.
#[must_use]
pub fn is_trace_name(name: &str) -> bool {
    is_page_name(name) || ENDINGS.iter().any(|ending| name.len() > ending.len() && name.ends_with(ending))
}

/// Opens a trace in any format; a setup in RON is recorded. Reading stops when `progress` is cancelled, or the trace
/// needs more than `memory_limit` bytes; streams then open as far as they were read.
///
/// # Errors
/// [`NamedFileError`] names the file, and the place where it is malformed, or says that opening was cancelled.
pub fn open_trace(path: &Path, memory_limit: u64, progress: &Progress) -> Result<Trace, NamedFileError> {
    let named = |error| NamedFileError { path: path.to_owned(), error };
    let file = files::open(path).map_err(|error| named(FileError::Unreadable(error)))?;
    read_trace(file, memory_limit, progress).map_err(named)
}

/// Reads a trace in any format, as [`open_trace`] does, from whatever holds it: a file, or a pipe.
///
/// # Errors
/// [`FileError`] names the place where it is malformed, or says that reading was cancelled.
pub fn read_trace(file: impl Read, memory_limit: u64, progress: &Progress) -> Result<Trace, FileError> {
    let mut file = BufReader::with_capacity(1 << 16, file);
    let start = file.fill_buf().map_err(FileError::Unreadable)?;
    if start.starts_with(&MAGIC[..1]) {
        return read_native_telling(file, memory_limit, progress);
    }
    if start.starts_with(ZSTD_MAGIC) {
        let text = Decoder::with_buffer(file).map_err(FileError::Unreadable)?;
        return StreamReader::new(BufReader::with_capacity(1 << 16, text), memory_limit).read(progress);
    }
    if without_mark(start).starts_with(PAGE_START) {
        return read_page(file, memory_limit, progress);
    }
    match without_mark(start).trim_ascii_start().first() {
        Some(b'(' | b'T' | b'/' | b'#') => read_ron(file, memory_limit, progress),
        _ => StreamReader::new(file, memory_limit).read(progress),
    }
}

/// Saves a trace in the format of the file's name. An older file is replaced when the new one is whole. `progress` shows
/// the share done. What could not be opened again is refused before anything is written.
///
/// # Errors
/// [`NamedFileError`] names the file and says why it was not written, or that `progress` was cancelled; an older file is then as
/// it was.
pub fn save_trace<'a>(trace: &Trace, target: impl Into<Target<'a>>, progress: &Progress) -> Result<(), NamedFileError> {
    let target = target.into();
    let named = |error| NamedFileError { path: target.path.to_owned(), error };
    let ending = ending_of(target.path).map_err(named)?;
    if ending == ".ron" {
        check_size_as_ron(trace, progress).map_err(named)?;
    }
    let written = replace_file(target, progress, |file| match ending {
        ".edagari" => write_native(trace, file, progress),
        ".jsonl" => write_stream(trace, file, progress),
        ".ron" => write_ron(trace, file, progress),
        _ => {
            let mut compressed = Encoder::new(file, STREAM_LEVEL)?;
            compressed.include_checksum(true)?;
            let mut buffered = io::BufWriter::new(compressed);
            write_stream(trace, &mut buffered, progress)?;
            buffered.flush()?;
            buffered.into_inner()?.finish()?;
            Ok(())
        }
    });
    written.map_err(|error| {
        named(if progress.is_cancelled() { FileError::Cancelled } else { FileError::Unwritable(error) })
    })
}

/// Whether a trace could be saved there, as far as that can be said before it is recorded.
///
/// # Errors
/// As those of [`save_trace`] that do not depend on the trace.
pub fn check_target<'a>(target: impl Into<Target<'a>>) -> Result<(), NamedFileError> {
    let target = target.into();
    let checked = ending_of(target.path).and_then(|_| can_be_replaced(target).map_err(FileError::Unwritable));
    checked.map_err(|error| NamedFileError { path: target.path.to_owned(), error })
}

/// What a file is saved as.
fn ending_of(path: &Path) -> Result<&'static str, FileError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = ENDINGS.into_iter().find(|ending| name.len() > ending.len() && name.ends_with(ending));
    ending.ok_or(FileError::UnknownEnding)
}

/// The traces beside the first one in a page that `edagari share` wrote, each with its name; none of other files.
///
/// # Errors
/// [`NamedFileError`] names the page, and the place in it that is damaged.
pub fn open_others_in_page(
    path: &Path,
    memory_limit: u64,
    progress: &Progress,
) -> Result<Vec<(String, Trace)>, NamedFileError> {
    if !path.file_name().is_some_and(|name| is_page_name(&name.to_string_lossy())) {
        return Ok(Vec::new());
    }
    let others = || {
        let file = files::open(path).map_err(FileError::Unreadable)?;
        Page::read(BufReader::new(file), memory_limit)?.others(memory_limit, progress)
    };
    others().map_err(|error| NamedFileError { path: path.to_owned(), error })
}
