//! Selection of the file format: by the contents for reading, by the name for writing.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::{fmt, io};

use super::page::{PAGE_START, Page, is_page_name, read_page};
use super::ron_file::{Setups, read_ron_with_progress};
use super::{Target, can_be_replaced, check_size_as_ron, replace_file, write_ron};
use crate::language::{HasMessage, Message, Text};
use crate::platform::compression::{Decoder, Encoder};
use crate::platform::files;
use crate::trace::import::StreamReader;
use crate::trace::import::stream_reader::without_mark;
use crate::trace::native::reader::read_native_with_progress;
use crate::trace::native::write_native;
use crate::trace::native::writer::MAGIC;
use crate::trace::stream::{ENDINGS, FileError, Place, write_stream};
use crate::trace::{Progress, Trace};

/// First bytes of compressed streams.
const ZSTD_MAGIC: &[u8; 4] = &[0x28, 0xb5, 0x2f, 0xfd];
/// Compression level of streams.
const STREAM_LEVEL: i32 = 3;

/// Error of opening or saving a file, with the name of the file.
#[derive(Debug)]
pub struct NamedFileError {
    /// Path of the file.
    pub path: PathBuf,
    /// Reason of the failure.
    pub error: FileError,
}

impl HasMessage for NamedFileError {
    fn message(&self) -> Message {
        match &self.error {
            FileError::Malformed { place: place @ Place::Line { .. }, message } => Message::from(Text::ErrorInFileAt)
                .with("file", &self.path.display())
                .with_message("place", *place)
                .with_message("error", message.clone()),
            error => Message::from(Text::ErrorInFile)
                .with("file", &self.path.display())
                .with_message("error", error.message()),
        }
    }
}

impl fmt::Display for NamedFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for NamedFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// Whether a file name is that of a trace, or of a page that contains a trace.
#[must_use]
pub fn is_trace_name(name: &str) -> bool {
    is_page_name(name) || ending_in(name).is_some()
}

/// Returns the ending of a file name, in capital or small letters, if it is that of a trace.
fn ending_in(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    ENDINGS.into_iter().find(|ending| name.len() > ending.len() && name.ends_with(ending))
}

/// Opens a trace in any format; a setup in RON is recorded. Reading stops when `progress` is cancelled, or the trace needs more
/// than `memory_limit` bytes; streams are then opened as far as they were read.
///
/// # Errors
/// [`NamedFileError`] with the file name, and the position of the fault; or [`FileError::Cancelled`].
pub fn open_trace(path: &Path, memory_limit: u64, progress: &Progress) -> Result<Trace, NamedFileError> {
    open_with(path, memory_limit, Setups::Recorded, progress)
}

/// Opens a trace like [`open_trace`], but no setup: nothing is recorded, and no other file is read.
///
/// # Errors
/// The errors of [`open_trace`]; [`FileError::Malformed`] for a setup.
pub fn open_recorded(path: &Path, memory_limit: u64, progress: &Progress) -> Result<Trace, NamedFileError> {
    open_with(path, memory_limit, Setups::Refused, progress)
}

fn open_with(path: &Path, memory_limit: u64, setups: Setups, progress: &Progress) -> Result<Trace, NamedFileError> {
    let named = |error| NamedFileError { path: path.to_owned(), error };
    let mut file = files::open(path).map_err(|error| named(FileError::Unreadable(error)))?;
    read_any(&mut file, memory_limit, setups, progress).map_err(named)
}

/// Reads a trace in any format like [`open_trace`], from any source: a file, or a pipe.
///
/// # Errors
/// [`FileError`] with the position of the fault; or [`FileError::Cancelled`].
pub fn read_trace(mut file: impl Read, memory_limit: u64, progress: &Progress) -> Result<Trace, FileError> {
    read_any(&mut file, memory_limit, Setups::Recorded, progress)
}

/// Reads like [`read_trace`]; compiled once for all kinds of sources.
fn read_any(file: &mut dyn Read, memory_limit: u64, setups: Setups, progress: &Progress) -> Result<Trace, FileError> {
    let mut file = BufReader::with_capacity(1 << 16, file);
    let start = file.fill_buf().map_err(FileError::Unreadable)?;
    if start.starts_with(&MAGIC[..1]) {
        return read_native_with_progress(&mut file, memory_limit, progress);
    }
    if start.starts_with(ZSTD_MAGIC) {
        let mut text = Decoder::with_buffer(file).map_err(FileError::Unreadable)?;
        let text: &mut dyn Read = &mut text;
        return StreamReader::new(BufReader::with_capacity(1 << 16, text), memory_limit).read(progress);
    }
    if without_mark(start).starts_with(PAGE_START) {
        return read_page(&mut file, memory_limit, progress);
    }
    match without_mark(start).trim_ascii_start().first() {
        Some(b'(' | b'T' | b'/' | b'#') => read_ron_with_progress(&mut file, memory_limit, setups, progress),
        _ => StreamReader::new(file, memory_limit).read(progress),
    }
}

/// Saves a trace in the format of the file's name. An existing file is replaced when the new one is complete. `progress` shows the
/// completed share. A trace that could not be opened again is rejected before anything is written.
///
/// ```
/// use edagari_core::trace::Progress;
/// use edagari_core::trace::file::{open_trace, save_trace};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("figure.edagari");
/// save_trace(&trace, &file, &Progress::default())?;
/// let opened = open_trace(&file, 1 << 20, &Progress::default())?;
/// assert_eq!(opened.frame_count(), trace.frame_count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NamedFileError`] with the file name and the reason, or that `progress` was cancelled; an existing file is then unchanged.
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

/// Checks that a trace can be saved as `target`, as far as that is possible before it is recorded.
///
/// # Errors
/// The errors of [`save_trace`] that do not depend on the trace.
pub fn check_target<'a>(target: impl Into<Target<'a>>) -> Result<(), NamedFileError> {
    let target = target.into();
    let checked = ending_of(target.path).and_then(|_| can_be_replaced(target).map_err(FileError::Unwritable));
    checked.map_err(|error| NamedFileError { path: target.path.to_owned(), error })
}

/// Returns the ending of a file name, which determines the format.
fn ending_of(path: &Path) -> Result<&'static str, FileError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    ending_in(&name).ok_or(FileError::UnknownEnding)
}

/// Opens the traces after the first one in a page that `edagari share` wrote, each with its name; empty for any other file.
///
/// # Errors
/// [`NamedFileError`] with the name of the page, and the position of the damage.
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
        Page::read(&mut BufReader::new(file), memory_limit)?.others(memory_limit, progress)
    };
    others().map_err(|error| NamedFileError { path: path.to_owned(), error })
}
