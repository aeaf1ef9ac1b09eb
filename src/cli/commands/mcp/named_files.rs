//! Trace files named at the start, and their traces, which are opened when a tool needs them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use super::page::shortened;
use super::refusal::Refusal;
use crate::cli::CliError;
use crate::cli::arguments::game_args::notes_on;
use crate::cli::arguments::recording::thread_named;
use edagari_core::trace::file::open_recorded;
use edagari_core::trace::{Progress, Trace};

/// The only files that tools may open.
#[derive(Debug)]
pub(super) struct NamedFiles {
    paths: Vec<PathBuf>,
    memory_limit: u64,
    opened: Mutex<Vec<OpenedFile>>,
}

/// Trace of a file, or of one thread of it.
#[derive(Debug)]
struct OpenedFile {
    /// Place among the named files.
    place: usize,
    thread: Option<String>,
    version: FileVersion,
    trace: Arc<Trace>,
}

/// Size and time of a file; they change when the file is written again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct FileVersion {
    size: u64,
    modified: Option<SystemTime>,
}

impl NamedFiles {
    pub(super) const fn new(paths: Vec<PathBuf>, memory_limit: u64) -> Self {
        Self { paths, memory_limit, opened: Mutex::new(Vec::new()) }
    }

    /// Paths as they were named.
    pub(super) fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Path of a file by its name: the name given at the start, or its last component. If there is
    /// only one file, no name is needed.
    ///
    /// # Errors
    /// One sentence with the names that are possible.
    pub(super) fn path(&self, argument: &str, name: Option<&str>) -> Result<&Path, Refusal> {
        self.place(argument, name).map(|place| self.paths[place].as_path())
    }

    fn place(&self, argument: &str, name: Option<&str>) -> Result<usize, Refusal> {
        let Some(name) = name else {
            if self.paths.len() == 1 {
                return Ok(0);
            }
            let names = self.names();
            return Err(Refusal::new(format!("argument {argument} is missing, expected one of {names}")));
        };
        let by_path = self.paths.iter().position(|path| path.to_string_lossy() == name);
        let has_name = |path: &PathBuf| path.file_name().is_some_and(|last| last.to_string_lossy() == name);
        let by_name = || {
            let mut places = (0..self.paths.len()).filter(|&place| has_name(&self.paths[place]));
            places.next().filter(|_| places.next().is_none())
        };
        by_path.or_else(by_name).ok_or_else(|| {
            let (name, names) = (shortened(name), self.names());
            Refusal::new(format!("argument {argument}: {name} was not named at the start, expected one of {names}"))
        })
    }

    /// Names of the files, of many only the first.
    fn names(&self) -> String {
        const MOST: usize = 20;
        let names = self.paths.iter().take(MOST).map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        match self.paths.len().saturating_sub(MOST) {
            0 => names,
            more => format!("{names} and {more} more"),
        }
    }

    /// Returns the trace of a file, or of one of its threads. The file is read at the first call,
    /// and again if it has changed.
    ///
    /// # Errors
    /// One sentence for an unknown name, an unreadable file, or an unknown thread.
    pub(super) fn trace(
        &self,
        argument: &str,
        name: Option<&str>,
        thread: Option<&str>,
        progress: &Progress,
    ) -> Result<Arc<Trace>, Refusal> {
        let place = self.place(argument, name)?;
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let version = FileVersion::of(&self.paths[place]);
        opened.retain(|file| file.place != place || Some(file.version) == version);
        let has = |file: &&OpenedFile, thread: Option<&str>| file.place == place && file.thread.as_deref() == thread;
        if let Some(file) = opened.iter().find(|file| has(file, thread)) {
            return Ok(Arc::clone(&file.trace));
        }
        let keep = |opened: &mut Vec<OpenedFile>, thread: Option<&str>, trace: &Arc<Trace>| {
            // Without a version, it is unknown whether the file has changed.
            let Some(version) = version else { return };
            opened.push(OpenedFile { place, thread: thread.map(str::to_owned), version, trace: Arc::clone(trace) });
        };
        let whole = if let Some(file) = opened.iter().find(|file| has(file, None)) {
            Arc::clone(&file.trace)
        } else {
            let whole = Arc::new(self.read(place, progress)?);
            keep(&mut opened, None, &whole);
            whole
        };
        let Some(thread) = thread else { return Ok(whole) };
        let one = Arc::new(thread_named(&whole, thread, self.memory_limit, progress)?);
        keep(&mut opened, Some(thread), &one);
        Ok(one)
    }

    /// Notes on a trace that was read.
    pub(super) fn notes(&self, trace: &Trace) -> Vec<String> {
        notes_on(trace, self.memory_limit)
    }

    fn read(&self, place: usize, progress: &Progress) -> Result<Trace, Refusal> {
        Ok(open_recorded(&self.paths[place], self.memory_limit, progress).map_err(CliError::from)?)
    }
}

impl FileVersion {
    /// Version of a file; `None` if the system does not return its size.
    fn of(path: &Path) -> Option<Self> {
        let metadata = path.metadata().ok()?;
        Some(Self { size: metadata.len(), modified: metadata.modified().ok() })
    }
}
