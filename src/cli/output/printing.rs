//! Output to stdout and stderr, progress if stderr is a terminal, and reports of panics.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write as _};
use std::panic::{PanicHookInfo, set_hook};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::CliError;
use edagari_core::analysis::WorkRemark;
use edagari_core::language::{Language, Text, visible, visible_json, visible_lines, with_plain_spaces};
use serde::Serialize;

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

/// Prints lines; see [`printable`].
pub(in crate::cli) fn print(text: &str) -> Result<(), CliError> {
    write(&printable(text))
}

/// Returns lines in their printed form: with ordinary spaces, so that formulas can be searched for, and with control characters escaped.
pub(in crate::cli) fn printable(text: &str) -> String {
    visible_lines(&with_plain_spaces(text)).into_owned()
}

/// Printed remark; its fields are the keys of the JSON object.
#[derive(Serialize)]
pub(in crate::cli) struct RemarkRow {
    #[serde(flatten)]
    remark: WorkRemark,
    text: String,
}

impl RemarkRow {
    /// The remarks on a run.
    pub(in crate::cli) fn all(remarks: &[WorkRemark], language: Language) -> Vec<Self> {
        let row = |remark: &WorkRemark| Self { text: as_typed(remark.sentence(language)), remark: remark.clone() };
        remarks.iter().map(row).collect()
    }
}

/// One line per remark below a heading; `None` without remarks.
pub(in crate::cli) fn remarks_text(remarks: &[RemarkRow], language: Language) -> Option<String> {
    let lines: Vec<String> = remarks.iter().map(|row| format!("- {}\n", visible(&row.text))).collect();
    (!remarks.is_empty()).then(|| format!("{}\n{}", language.text(Text::OrderRemarks), lines.concat()))
}

/// Whether a part of the results was printed.
static HAS_PRINTED: AtomicBool = AtomicBool::new(false);

/// Returns whether a part of the results was printed.
pub(super) fn has_printed() -> bool {
    HAS_PRINTED.load(Ordering::Relaxed)
}

fn write(text: &str) -> Result<(), CliError> {
    print_bytes(text.as_bytes())
}

/// Prints text of the program itself unchanged.
pub(in crate::cli) fn print_bytes(text: &[u8]) -> Result<(), CliError> {
    HAS_PRINTED.store(true, Ordering::Relaxed);
    let mut stdout = io::stdout().lock();
    finish(stdout.write_all(text).and_then(|()| stdout.flush()))
}

/// Prints a note on stderr about a problem that does not stop the command.
pub(in crate::cli) fn remark(note: &str) {
    // A failed write does not stop the command either.
    let _ = writeln!(io::stderr(), "note: {}", visible(&with_plain_spaces(note)));
}

/// Converts the result of a write; a pipe closed by its reader, such as `head`, is no error, but an output that was closed
/// from the start is one.
pub(in crate::cli) fn finish(written: io::Result<()>) -> Result<(), CliError> {
    if edagari_stdio::stdout_was_closed() {
        return Err(CliError::ClosedOutput);
    }
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Runs `work` while another thread shows its progress, if stderr is a terminal.
pub(in crate::cli) fn with_progress<T>(progress: &(impl Fn() -> String + Sync), work: impl FnOnce() -> T) -> T {
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
    let mut has_line = false;
    while done.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
        has_line = true;
        let _ = write!(stderr, "\r{}", progress());
    }
    if has_line {
        let _ = write!(stderr, "\r\x1b[K");
    }
}

/// Installs a panic hook that reports each panic on stderr as one sentence; with `RUST_BACKTRACE=1`, a backtrace follows.
pub fn install_panic_hook() {
    set_hook(Box::new(|info| {
        let backtrace = Backtrace::capture();
        let mut stderr = std::io::stderr().lock();
        // If stderr cannot be written, the panic is not reported.
        let _ = writeln!(stderr, "edagari: {}", sentence(info));
        if backtrace.status() == BacktraceStatus::Captured {
            let _ = write!(stderr, "{backtrace}");
        }
    }));
}

fn sentence(info: &PanicHookInfo<'_>) -> String {
    let place = info.location().map(|place| format!(" at {}:{}", of_source(place.file()), place.line()));
    let message = info.payload_as_str().unwrap_or("it stopped without a reason");
    format!("a fault of the program itself{}, please report it: {}", place.unwrap_or_default(), visible(message))
}

/// Returns the path of a source file from its package on, without the folders of the build machine.
fn of_source(file: &str) -> String {
    let parts: Vec<&str> = file.split(['/', '\\']).collect();
    let is_absolute = parts.first().is_some_and(|first| first.is_empty() || first.ends_with(':'));
    let source = parts.iter().rposition(|&part| part == "src").filter(|_| is_absolute);
    parts[source.map_or(0, |source| source.saturating_sub(1))..].join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_source_path_is_shortened_to_its_package() {
        assert_eq!(of_source("src/trace/mod.rs"), "src/trace/mod.rs");
        assert_eq!(of_source("/home/me/.cargo/registry/src/index-1/egui-0.37.0/src/ui.rs"), "egui-0.37.0/src/ui.rs");
        assert_eq!(of_source("C:\\Users\\me\\crates\\zstd-0.14\\src\\lib.rs"), "zstd-0.14/src/lib.rs");
        assert_eq!(of_source("/rustc/5980/library/core/src/option.rs"), "core/src/option.rs");
    }
}
