//! Output to stdout and stderr; progress only if stderr is a terminal.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde::Serialize;

use super::CliError;
use edagari_core::language::{visible, visible_json, visible_lines, with_plain_spaces};

/// Prints one JSON object on a line.
pub(in crate::cli) fn print_json(value: &impl Serialize) -> Result<(), CliError> {
    write(&(visible_json(serde_json::to_string(value).map_err(io::Error::from)?) + "\n"))
}

/// Returns a sentence with ordinary spaces in its formulas, for a field of a JSON object.
pub(in crate::cli) fn as_typed(sentence: String) -> String {
    match with_plain_spaces(&sentence) {
        Cow::Owned(typed) => typed,
        Cow::Borrowed(_) => sentence,
    }
}

/// Prints lines with ordinary spaces, so that formulas can be searched for; control characters are escaped.
pub(in crate::cli) fn print(text: &str) -> Result<(), CliError> {
    write(&visible_lines(&with_plain_spaces(text)))
}

fn write(text: &str) -> Result<(), CliError> {
    let mut stdout = io::stdout().lock();
    finish(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// Prints a note on stderr about a problem that does not stop the command.
pub(in crate::cli) fn remark(note: &str) {
    // A failed write does not stop the command either.
    let _ = writeln!(io::stderr(), "note: {}", visible(&with_plain_spaces(note)));
}

/// Converts the result of a write; a pipe closed by its reader, such as `head`, is no error.
pub(in crate::cli) fn finish(written: io::Result<()>) -> Result<(), CliError> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Runs `work` while another thread shows its progress, if stderr is a terminal.
pub(in crate::cli) fn telling<T>(progress: &(impl Fn() -> String + Sync), work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let (working, done) = mpsc::channel();
    thread::scope(move |scope| {
        scope.spawn(move || tell(progress, &done));
        let result = work();
        drop::<mpsc::Sender<()>>(working);
        result
    })
}

/// Prints the progress once a second until the sender of `done` is dropped, then clears the line.
fn tell(progress: impl Fn() -> String, done: &Receiver<()>) {
    let mut stderr = io::stderr();
    let mut has_told = false;
    while done.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
        has_told = true;
        let _ = write!(stderr, "\r{}", progress());
    }
    if has_told {
        let _ = write!(stderr, "\r\x1b[K");
    }
}
