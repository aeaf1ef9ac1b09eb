//! Programs that the user starts. Each is in its own process group, which ends with the window.

use std::fs::{File, Metadata};
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::uci;

/// Whether programs can be started here.
pub(crate) const CAN_START: bool = true;

/// Pause between two checks of a running program or its file.
const PAUSE: Duration = Duration::from_millis(50);

/// A program to be started.
#[derive(Debug)]
pub(crate) struct Start<'a> {
    /// Program and arguments.
    pub(crate) words: &'a [String],
    /// Folder in which the program runs; `None` for the folder of the window.
    pub(crate) folder: Option<&'a Path>,
    /// Variables that are added to the environment.
    pub(crate) environment: &'a [(String, String)],
    /// File to which the program writes its stream; `None` if the stream is its standard output.
    pub(crate) stream: Option<&'a Path>,
    /// Lines for its standard input, if it is a chess engine that speaks UCI.
    pub(crate) uci: Option<&'a [String]>,
}

/// A running program. When this value is dropped, the process group of the program is ended.
#[derive(Debug)]
pub(crate) struct Running {
    child: Slot,
    has_ended: Arc<AtomicBool>,
}

/// A program; `None` once it was waited for, because its process id may then be reused.
type Slot = Arc<Mutex<Option<Child>>>;

/// Programs that were not waited for yet: they are ended with the window.
static RUNNING: Mutex<Vec<Slot>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Running {
    /// Starts a program; returns it, its stream and its standard error.
    ///
    /// # Errors
    /// The program cannot be started.
    pub(crate) fn start(start: &Start<'_>) -> io::Result<(Self, Box<dyn Read + Send>, ChildStderr)> {
        let [program, arguments @ ..] = start.words else { return Err(io::ErrorKind::InvalidInput.into()) };
        let mut command = Command::new(program);
        command.args(arguments).envs(start.environment.iter().cloned());
        command.stderr(Stdio::piped());
        command.stdin(if start.uci.is_some() { Stdio::piped() } else { Stdio::null() });
        let is_read = start.stream.is_none() || start.uci.is_some();
        command.stdout(if is_read { Stdio::piped() } else { Stdio::null() });
        if let Some(folder) = start.folder {
            command.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // The path is relative to the folder in which the program runs.
        let file = start.stream.map(|file| start.folder.map_or_else(|| file.to_owned(), |folder| folder.join(file)));
        let before = file.as_ref().and_then(|file| file.metadata().ok());
        end_with_signals();
        let mut child = command.spawn()?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let running = Self { child: Arc::new(Mutex::new(Some(child))), has_ended: Arc::default() };
        locked(&RUNNING).push(Arc::clone(&running.child));
        let errors = errors.ok_or(io::ErrorKind::BrokenPipe)?;
        let has_ended = Arc::clone(&running.has_ended);
        let output: Option<Box<dyn Read + Send>> = match (start.uci, input, output) {
            (Some(lines), Some(input), Some(output)) => uci::converse(input, output, lines, file.is_none())?,
            (_, _, output) => output.map(|output| Box::new(output) as _),
        };
        let stream: Box<dyn Read + Send> = match (file, output) {
            (Some(path), _) => {
                let child = Arc::clone(&running.child);
                Box::new(WrittenFile { path, before, file: None, child, has_ended })
            }
            (None, Some(output)) => output,
            (None, None) => return Err(io::ErrorKind::BrokenPipe.into()),
        };
        Ok((running, stream, errors))
    }

    /// Waits until the program has ended, or ends it as soon as `stops` returns true; then ends the
    /// rest of its process group.
    ///
    /// # Errors
    /// The system does not report the end.
    pub(crate) fn end(self, stops: impl Fn() -> bool) -> io::Result<ExitStatus> {
        while !has_exited(&self.child) && !stops() {
            thread::sleep(PAUSE);
        }
        self.kill()
    }

    /// Ends the whole group, and returns the status of the program.
    fn kill(&self) -> io::Result<ExitStatus> {
        self.has_ended.store(true, Ordering::Relaxed);
        locked(&RUNNING).retain(|other| !Arc::ptr_eq(other, &self.child));
        let mut slot = locked(&self.child);
        let Some(mut child) = slot.take() else { return Err(io::ErrorKind::NotFound.into()) };
        // Called before waiting for the program: until then, no other process can get the id of its
        // group.
        end_group(&mut child);
        child.wait()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.has_ended.load(Ordering::Relaxed) {
            let _ = self.kill();
        }
    }
}

/// Ends all programs that were started, with their groups.
pub(crate) fn end_all() {
    let running = std::mem::take(&mut *locked(&RUNNING));
    for child in running {
        if let Some(child) = &mut *locked(&child) {
            end_group(child);
        }
    }
}

/// Whether the program has exited.
fn has_exited(slot: &Slot) -> bool {
    locked(slot).as_mut().is_none_or(has_child_exited)
}

/// Whether a program has exited. It is not waited for, so that its process id is not reused.
#[cfg(unix)]
fn has_child_exited(child: &mut Child) -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    pid_of(child).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
}

#[cfg(not(unix))]
fn has_child_exited(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

#[cfg(unix)]
fn pid_of(child: &Child) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(child.id()).ok()?)
}

/// Kills the process group of a program that was not waited for.
#[cfg(unix)]
fn end_group(child: &mut Child) {
    if let Some(pid) = pid_of(child) {
        // Nothing is left of the group if this fails.
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end_group(child: &mut Child) {
    let _ = child.kill();
}

/// Ends the programs also if a signal ends the window: they are in their own process groups, so
/// signals of a terminal do not reach them.
#[cfg(unix)]
fn end_with_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use std::sync::Once;
    use std::sync::atomic::AtomicUsize;
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let came = Arc::<AtomicUsize>::default();
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            // Without a handler, the signal would end only the window.
            let _ = signal_hook::flag::register_usize(signal, Arc::clone(&came), signal.unsigned_abs() as usize);
        }
        let _ = thread::Builder::new().name("signals".to_owned()).spawn(move || {
            loop {
                thread::sleep(PAUSE);
                let signal = came.swap(0, Ordering::Relaxed);
                if signal != 0 {
                    end_all();
                    let _ = signal_hook::low_level::emulate_default_handler(signal as i32);
                }
            }
        });
    });
}

#[cfg(not(unix))]
const fn end_with_signals() {}

/// Passes each line of the standard error to `take`, on a thread of its own.
pub(crate) fn read_lines(errors: ChildStderr, mut take: impl FnMut(String) + Send + 'static) -> io::Result<()> {
    let read = move || {
        let mut lines = BufReader::new(errors);
        let mut line = Vec::new();
        // A line without an end is passed in parts.
        while (&mut lines).take(1 << 14).read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            take(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned());
            line.clear();
        }
    };
    thread::Builder::new().name("standard error".to_owned()).spawn(read).map(drop)
}

/// Reader of a file that a running program writes: it starts reading once the file is new or
/// changed, and ends with the program.
struct WrittenFile {
    path: PathBuf,
    /// The file before the start of the program: its contents are from an earlier run.
    before: Option<Metadata>,
    file: Option<File>,
    child: Slot,
    has_ended: Arc<AtomicBool>,
}

impl WrittenFile {
    fn is_new(&self, now: &Metadata) -> bool {
        self.before
            .as_ref()
            .is_none_or(|before| before.len() != now.len() || before.modified().ok() != now.modified().ok())
    }
}

impl Read for WrittenFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            // Checked before reading, so that the data written until then are not missed.
            let is_last = self.has_ended.load(Ordering::Relaxed) || has_exited(&self.child);
            if self.file.is_none() && self.path.metadata().is_ok_and(|now| self.is_new(&now)) {
                self.file = Some(File::open(&self.path)?);
            }
            let count = self.file.as_mut().map_or(Ok(0), |file| file.read(buffer))?;
            if count > 0 || is_last {
                return Ok(count);
            }
            thread::sleep(PAUSE);
        }
    }
}
