//! A program that is started and recorded: its start, its standard error, and its end.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::run_id::RunId;
use crate::viewer::session::runs::recorded::RecordingNews;
use crate::viewer::session::work::{Reporter, Wake};
use edagari_core::language::{HasMessage, Message, Text};
use edagari_core::trace::Progress;

/// Maximum number of lines of the standard error that are kept.
#[cfg(not(target_arch = "wasm32"))]
const MAX_LINES: usize = 1000;

/// A program to be started, as the user entered it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ProgramSetup {
    /// Name or path of the program.
    pub command: String,
    /// Arguments, quoted as for a shell.
    pub arguments: String,
    /// Folder in which it runs; empty for the folder of the window.
    pub folder: String,
    /// Variables that are added to the environment, one `NAME=VALUE` per line. They can be secret,
    /// so they are not stored.
    #[serde(skip)]
    pub environment: String,
    /// File to which the program writes its stream; empty if the stream is its standard output.
    pub stream: String,
    /// The search to start in a UCI chess engine; `None` for other programs.
    pub uci: Option<UciRequest>,
}

/// A search by a UCI chess engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct UciRequest {
    /// The position as FEN; empty for the start of the game.
    pub position: String,
    /// The depth of the search, from 1.
    pub depth: u32,
    /// Options of the engine: `NAME=VALUE` in each line, or a name alone for a button.
    pub options: String,
}

impl Default for UciRequest {
    fn default() -> Self {
        Self { position: String::new(), depth: 6, options: String::new() }
    }
}

impl UciRequest {
    /// The greatest depth.
    pub const MAX_DEPTH: u32 = 100;

    /// Returns the lines that start the search. Control characters in entered texts are removed,
    /// because they could begin other lines.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let printable = |text: &str| text.chars().filter(|character| !character.is_control()).collect::<String>();
        let position = printable(&self.position);
        let position = match position.trim() {
            "" => "startpos".to_owned(),
            fen => format!("fen {fen}"),
        };
        let depth = self.depth.clamp(1, Self::MAX_DEPTH);
        let option = |line: &str| match printable(line).split_once('=') {
            Some((name, value)) => format!("setoption name {} value {}", name.trim(), value.trim()),
            None => format!("setoption name {}", printable(line).trim()),
        };
        let options = self.options.lines().filter(|line| !line.trim().is_empty()).map(option);
        let search = ["isready".to_owned(), format!("position {position}"), format!("go depth {depth}")];
        std::iter::once("uci".to_owned()).chain(options).chain(search).collect()
    }
}

/// Reason why the text of a program to be started cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum ProgramTextError {
    /// There is no command.
    NoCommand,
    /// A quotation is open at the end.
    OpenQuotation(String),
    /// A line of the environment is no assignment.
    NoVariable(String),
}

impl HasMessage for ProgramTextError {
    fn message(&self) -> Message {
        match self {
            Self::NoCommand => Text::ErrorNoCommand.into(),
            Self::OpenQuotation(text) => Message::from(Text::ErrorOpenQuotation).with("text", text),
            Self::NoVariable(text) => Message::from(Text::ErrorNoVariable).with("text", text),
        }
    }
}

impl ProgramSetup {
    /// Returns the setup for a command line, quoted as for a shell.
    ///
    /// # Errors
    /// There is no command, or a quotation is open.
    pub fn of_line(line: &str) -> Result<Self, ProgramTextError> {
        let words = shlex::split(line).ok_or_else(|| ProgramTextError::OpenQuotation(line.to_owned()))?;
        let (command, arguments) = words.split_first().ok_or(ProgramTextError::NoCommand)?;
        let arguments = shlex::Quoter::new().allow_nul(true).join(arguments.iter().map(String::as_str));
        Ok(Self { command: command.clone(), arguments: arguments.unwrap_or_default(), ..Self::default() })
    }

    /// Returns the program and its arguments.
    ///
    /// # Errors
    /// There is no command, or a quotation is open.
    pub fn words(&self) -> Result<Vec<String>, ProgramTextError> {
        if self.command.trim().is_empty() {
            return Err(ProgramTextError::NoCommand);
        }
        let arguments = shlex::split(&self.arguments);
        let arguments = arguments.ok_or_else(|| ProgramTextError::OpenQuotation(self.arguments.clone()))?;
        Ok(std::iter::once(self.command.trim().to_owned()).chain(arguments).collect())
    }

    /// Returns the variables that are added to the environment.
    ///
    /// # Errors
    /// A line is no assignment.
    pub fn variables(&self) -> Result<Vec<(String, String)>, ProgramTextError> {
        let lines = self.environment.lines().filter(|line| !line.trim().is_empty());
        let assignment = |line: &str| {
            let split = line.split_once('=').filter(|(name, _)| !name.trim().is_empty());
            let (name, value) = split.ok_or_else(|| ProgramTextError::NoVariable(line.to_owned()))?;
            Ok((name.trim().to_owned(), value.to_owned()))
        };
        lines.map(assignment).collect()
    }

    /// Returns the name of the program without its folder.
    #[must_use]
    pub fn name(&self) -> String {
        let name = Path::new(self.command.trim()).file_name();
        name.map_or_else(|| self.command.clone(), |name| name.to_string_lossy().into_owned())
    }
}

/// The end of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramEnd {
    /// The program ended by itself, with this exit code.
    Code(i32),
    /// A signal ended the program.
    Signal,
    /// The user stopped the program.
    Stopped,
    /// The program did not start.
    NotStarted,
}

/// A start of a program.
#[derive(Debug)]
pub struct Program {
    /// How it is started.
    pub setup: ProgramSetup,
    /// The run of its former start, with which this one is compared.
    pub former: Option<RunId>,
    report: Mutex<Report>,
    is_reported: AtomicBool,
}

/// Reports of a program so far.
#[derive(Clone, Debug, Default)]
struct Report {
    lines: VecDeque<String>,
    skipped: usize,
    end: Option<ProgramEnd>,
}

impl Program {
    /// Creates a program that has not started.
    #[must_use]
    pub fn new(setup: ProgramSetup, former: Option<RunId>) -> Self {
        Self { setup, former, report: Mutex::default(), is_reported: AtomicBool::new(false) }
    }

    fn report(&self) -> MutexGuard<'_, Report> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the end of the program; `None` while it runs.
    #[must_use]
    pub fn end(&self) -> Option<ProgramEnd> {
        self.report().end
    }

    /// Returns true once: at the first call after the program has ended.
    pub(super) fn takes_end(&self) -> bool {
        self.end().is_some() && !self.is_reported.swap(true, Ordering::Relaxed)
    }

    /// Returns the last lines of the standard error, and the number of lines before them.
    #[must_use]
    pub fn lines(&self) -> (Vec<String>, usize) {
        let report = self.report();
        (report.lines.iter().cloned().collect(), report.skipped)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn take_line(&self, line: String) {
        let mut report = self.report();
        report.lines.push_back(line);
        if report.lines.len() > MAX_LINES {
            report.lines.pop_front();
            report.skipped += 1;
        }
    }

    /// Runs the program, and follows its stream to its end.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn record(
        self: &Arc<Self>,
        memory_limit: u64,
        progress: &Progress,
        reporter: &Reporter<RecordingNews>,
        wake: &Wake,
    ) -> RecordingNews {
        use std::path::PathBuf;

        use crate::platform::child::{Running, Start, read_lines};
        use crate::platform::growing::Growing;
        use crate::viewer::session::runs::recorded::Recorded;
        use crate::viewer::session::time::live;
        use edagari_core::platform::threads::wait;
        let start = || {
            let (words, environment) = (self.setup.words()?, self.setup.variables()?);
            let path = |text: &str| Some(PathBuf::from(text.trim())).filter(|path| !path.as_os_str().is_empty());
            let (folder, stream) = (path(&self.setup.folder), path(&self.setup.stream));
            let uci = self.setup.uci.as_ref().map(UciRequest::lines);
            let start = Start {
                uci: uci.as_deref(),
                words: &words,
                folder: folder.as_deref(),
                environment: &environment,
                stream: stream.as_deref(),
            };
            let (running, stream, errors) = Running::start(&start)?;
            let (program, wake) = (Arc::clone(self), wake.clone());
            read_lines(errors, move |line| {
                program.take_line(line);
                wake.up();
            })?;
            Ok::<_, Box<dyn std::error::Error>>((running, Growing::of(|_| stream)?))
        };
        let (running, growing) = match start() {
            Ok(started) => started,
            Err(error) => {
                self.report().end = Some(ProgramEnd::NotStarted);
                let message = Message::from(Text::ErrorProgramNotStarted).with("program", &self.setup.command);
                let reason = match error.downcast_ref::<std::io::Error>() {
                    Some(error) => message.with_io("reason", error),
                    None => message.with("reason", &error),
                };
                return RecordingNews::Done(Err(reason));
            }
        };
        let show = |trace, state| {
            reporter.report(RecordingNews::Grown(Box::new(Recorded { stream: state, ..Recorded::new(trace) })))
        };
        let followed = wait(live::follow(growing, memory_limit, progress, show));
        // If a stream cannot be read to its end, the data after it is useless.
        let is_refused = followed.is_err();
        let stops = || is_refused || progress.is_cancelled() || progress.is_given_up();
        let status = running.end(stops);
        let end = match status {
            _ if progress.is_cancelled() => ProgramEnd::Stopped,
            Ok(status) => status.code().map_or(ProgramEnd::Signal, ProgramEnd::Code),
            Err(_) => ProgramEnd::Signal,
        };
        self.report().end = Some(end);
        match followed {
            Err(error) => {
                let message = Message::from(Text::ErrorInFile).with("file", &self.setup.command);
                RecordingNews::Done(Err(message.with_message("error", error)))
            }
            Ok((trace, stream)) => {
                RecordingNews::Done(Ok(Box::new(Recorded { stream, ..Recorded::whole(Arc::new(trace), progress) })))
            }
        }
    }

    /// Returns an error: a page cannot start programs.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn record(
        self: &Arc<Self>,
        _: u64,
        _: &Progress,
        _: &Reporter<RecordingNews>,
        _: &Wake,
    ) -> RecordingNews {
        self.report().end = Some(ProgramEnd::NotStarted);
        RecordingNews::Done(Err(Text::ProgramNotHere.into()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn options_are_set_before_the_search() {
        let options = "Hash=64\n\n Clear Hash \nSyzygyPath = /tables, old\rquit".to_owned();
        let lines = UciRequest { depth: 3, options, ..UciRequest::default() }.lines();
        let expected = [
            "uci",
            "setoption name Hash value 64",
            "setoption name Clear Hash",
            "setoption name SyzygyPath value /tables, oldquit",
            "isready",
            "position startpos",
            "go depth 3",
        ];
        assert_eq!(lines, expected);
    }

    proptest! {
        #[test]
        fn quoted_words_are_read_again(words in prop::collection::vec("[^\\x00]{1,8}", 1..5)) {
            prop_assume!(words[0].trim() == words[0]);
            let line = shlex::try_join(words.iter().map(String::as_str)).expect("no zero byte");
            let setup = ProgramSetup::of_line(&line).expect("a command");
            prop_assert_eq!(setup.words(), Ok(words));
        }

        #[test]
        fn any_text_is_read_or_refused(line in "\\PC*", environment in "\\PC*") {
            let setup = ProgramSetup { environment, ..ProgramSetup::of_line(&line).unwrap_or_default() };
            let _ = (setup.words(), setup.name());
            if let Ok(variables) = setup.variables() {
                prop_assert!(variables.iter().all(|(name, _)| !name.is_empty()));
            }
        }
    }
}
