//! Errors of the command line, their sentences and exit codes.

use std::io;

use clap::error::{ContextKind, ContextValue};

use super::text::size_text;
use edagari_core::analysis::noise::NoiseError;
use edagari_core::analysis::{MatchError, PerftError, SolveError};
use edagari_core::game::SetupError;
use edagari_core::language::{grouped, visible, with_plain_spaces};
use edagari_core::trace::RecordError;

/// Reason why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The arguments cannot be parsed.
    #[error("{0}; try --help")]
    Usage(String),
    /// The value of an option is not allowed.
    #[error("invalid value '{value}' for '--{option}' of {game}: {expected}")]
    OptionValue {
        /// Name of the game, or of another subject with the option.
        game: &'static str,
        /// Option that was given.
        option: &'static str,
        /// Value that was given.
        value: String,
        /// Allowed values, as text.
        expected: String,
    },
    /// The other run of `--beside` is of another game.
    #[error("--beside is a run of {other}, expected one of {game}")]
    OtherGameBeside {
        /// The game of the run.
        game: String,
        /// The game of the other run.
        other: String,
    },
    /// An option was given together with a game that does not have it.
    #[error("option --{option} does not belong to the game {game}, expected it only with {owners}")]
    ForeignOption {
        /// Option that was given.
        option: &'static str,
        /// Game that was given.
        game: &'static str,
        /// Games with the option, as text.
        owners: String,
    },
    /// An option of the transposition table was given without a table.
    #[error(
        "option {option} belongs to the transposition table, expected it only with --table window or --table bounds"
    )]
    NoTable {
        /// Option that was given.
        option: &'static str,
    },
    /// An option of a search was given without one.
    #[error("option {option} belongs to a search, expected it only together with --search")]
    OptionWithoutSearch {
        /// Option that was given.
        option: String,
    },
    /// The trace of a file does not contain the whole tree, so no other search can be run on it.
    #[error("the trace has no tree below {} of its nodes, expected a trace of the whole tree or of a known game", grouped(*count))]
    UnknownNodes {
        /// Number of unknown nodes.
        count: u64,
    },
    /// A file cannot be opened or saved.
    #[error(transparent)]
    File(#[from] edagari_core::trace::file::NamedFileError),
    /// A file cannot be written.
    #[error("{}: cannot be written: {error}", path.display())]
    Unwritable {
        /// Path of the file or folder.
        path: std::path::PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// Two traces cannot be compared.
    #[error(transparent)]
    Diff(#[from] edagari_core::analysis::DiffError),
    /// The move ordering of a run cannot be judged.
    #[error(transparent)]
    Order(#[from] edagari_core::analysis::OrderUnknown),
    /// A trace is wrong; the findings were printed.
    #[error("the trace is wrong: faults {}, frames {}", grouped(*wrong), grouped(*frames))]
    WrongFrames {
        /// The number of findings.
        wrong: u64,
        /// Frames checked.
        frames: u64,
    },
    /// Two traces differ; the differences were printed.
    #[error("the traces differ from frame {} on", grouped(*frame))]
    Differ {
        /// The first frame at which they differ.
        frame: u64,
    },
    /// The options do not fit the search or the game.
    #[error(transparent)]
    Passes(#[from] edagari_core::search::RefusedSetup),
    /// An option of a search was given for a process that does not search.
    #[error("option {option} belongs to depth-first searches, expected it only with such a search, not with {process}")]
    OfSearchAlone {
        /// Option that was given.
        option: String,
        /// Name of the process.
        process: &'static str,
    },
    /// An option of Monte-Carlo tree search was given for another process.
    #[error(
        "option {option} belongs to Monte-Carlo tree search, expected it only with uct or puct, not with {process}"
    )]
    OfSamplingAlone {
        /// Option that was given.
        option: &'static str,
        /// Name of the process.
        process: &'static str,
    },
    /// Priors were given for UCT.
    #[error("option --priors belongs to puct, expected it only with puct, because uct has no priors")]
    PriorsOfUct,
    /// An option of proof-number search was given for another process.
    #[error("option {option} belongs to proof-number search, expected it only with pns or dfpn, not with {process}")]
    OfProofAlone {
        /// Option that was given.
        option: &'static str,
        /// Name of the process.
        process: &'static str,
    },
    /// A search without guesses was given to a command that compares guesses.
    #[error("the search makes no guess, expected one such as --null-move 2")]
    NoGuesses,
    /// A process that does not search was given where positions are searched.
    #[error("{process} does not search, expected a search for the positions of a set")]
    NothingToTry {
        /// Name of the process.
        process: &'static str,
    },
    /// The file of a set of positions cannot be read.
    #[error("{}: cannot be read: {error}", path.display())]
    PositionSetUnread {
        /// Path of the file.
        path: std::path::PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// A set of positions has a line that cannot be used.
    #[error("{}: {error}", path.display())]
    PositionSet {
        /// Path of the file.
        path: std::path::PathBuf,
        /// The line and its fault.
        error: edagari_core::analysis::SetError,
    },
    /// A search found wrong scores; the figures were printed.
    #[error("scores that contradict the set: {}, first at position {}", grouped(*wrong), grouped(*first))]
    WrongPositions {
        /// The number of wrong scores.
        wrong: u64,
        /// Number of the first wrong position in the set, from 1.
        first: u64,
    },
    /// A transposition table was given for a process that does not search.
    #[error("option --table belongs to depth-first searches, expected it only with one, not with {process}")]
    TableOfGeneration {
        /// The name of the process.
        process: &'static str,
    },
    /// A depth limit was given for a process that does not search.
    #[error("option --depth-limit belongs to depth-first searches, expected it only with one, not with {process}")]
    NothingToLimit {
        /// The name of the process.
        process: &'static str,
    },
    /// The game has no evaluation of this name.
    #[error("evaluation \"{name}\": {game} has no evaluation of this name, expected {expected}")]
    NoSuchEvaluation {
        /// Name that was given.
        name: String,
        /// Game without this evaluation.
        game: String,
        /// Names of the evaluations of the game.
        expected: String,
    },
    /// A node has fewer visits, or a run fewer passes, than the number that was given.
    #[error("{what} {number}: expected {}", if *count == 0 { format!("none, because there is no {what}") } else { format!("1 to {count}") })]
    NoSuchLayer {
        /// `visit` or `pass`.
        what: &'static str,
        /// Number that was given.
        number: usize,
        /// Number of visits or passes that exist.
        count: usize,
    },
    /// A thread was named for a trace with a single thread.
    #[error(
        "option --thread names one of several threads, expected it only with a trace of several threads; this one has one thread"
    )]
    NoThreads,
    /// No thread of the trace has this name.
    #[error("thread {name}: the trace has no thread of this name, expected one of {}", some_of(names))]
    NoSuchThread {
        /// Name that was given.
        name: String,
        /// Names of the threads of the trace.
        names: Vec<String>,
    },
    /// No column of the trace has this name.
    #[cfg(feature = "export")]
    #[error("column {name}: the trace has none of this name, expected {}", if columns.is_empty() { "no --color-by, because the trace has no columns".to_owned() } else { format!("one of {}", some_of(columns)) })]
    NoSuchColumn {
        /// Name that was given.
        name: String,
        /// Names of the columns that can colour the nodes.
        columns: Vec<String>,
    },
    /// One thread cannot be extracted from a trace.
    #[error(transparent)]
    Thread(#[from] edagari_core::trace::file::FileError),
    /// The verdict `proved` was required, but not all could be judged; the report was printed.
    #[error("nothing is wrong, but some frames could not be judged, and --require proved was given")]
    NotProved,
    /// The trace does not contain its whole run; the report was printed.
    #[error("nothing is wrong, but the trace does not contain its whole run")]
    Incomplete,
    /// The moves of a path are not legal.
    #[error(transparent)]
    Path(#[from] SetupError),
    /// Nothing could be recorded.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The recording stopped early; its figures so far were printed.
    #[error(
        "the recording stopped at the memory limit of {} after {} nodes, expected a smaller tree or a higher \
         --memory-limit",
        size_text(*limit),
        grouped(*nodes)
    )]
    MemoryLimit {
        /// The limit in bytes.
        limit: u64,
        /// Nodes visited by then.
        nodes: u64,
    },
    /// Notes cannot be read.
    #[error(transparent)]
    Notes(#[from] edagari_teach::note::NotesError),
    /// No lesson has this name.
    #[error("lesson {name}: there is no lesson of this name, expected one of {names}, or a file of notes")]
    NoSuchLesson {
        /// Name that was given.
        name: String,
        /// The names of the lessons.
        names: String,
    },
    /// A lesson is not true; the faults were printed.
    #[error("the lesson has {} faults", grouped(*count))]
    LessonWrong {
        /// The number of faults.
        count: u64,
    },
    /// The file of an exercise or of answers cannot be read.
    #[error(transparent)]
    Exercise(#[from] edagari_teach::exercise::ExerciseFileError),
    /// A set of exercises cannot be made.
    #[error(transparent)]
    Exercises(#[from] edagari_teach::exercise::GenerateError),
    /// Some answers are wrong or missing; the grade was printed.
    #[error("the answers are not all right: {} of {} {what} are", grouped(*right), grouped(*judged))]
    AnswersWrong {
        /// Points of the answers.
        right: u64,
        /// Number of steps of the right answer, or of questions.
        judged: u64,
        /// Steps or answers, which are counted.
        what: &'static str,
    },
    /// A folder to be graded contains no answers.
    #[error("{}: no answers, expected files such as anna.edagari-answers.json, or a report of responses from Moodle (.csv)", folder.display())]
    NoAnswers {
        /// Path of the folder.
        folder: std::path::PathBuf,
    },
    /// Some files of a class cannot be graded; each was named, and the table was printed.
    #[error("not all answers are graded: {} {} cannot be read", grouped(*count), if *count == 1 { "file" } else { "files" })]
    NotGraded {
        /// Number of files.
        count: u64,
    },
    /// No value was found.
    #[error(transparent)]
    Solution(#[from] edagari_core::analysis::SolutionError),
    /// Nothing could be checked.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A match cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// Noise cannot be computed.
    #[error(transparent)]
    Noise(#[from] NoiseError),
    /// The noise of a file cannot be read.
    #[error(transparent)]
    NoiseFile(#[from] edagari_core::score::DistributionFileError),
    /// Positions cannot be counted.
    #[error(transparent)]
    Perft(#[from] PerftError),
    /// A search chose moves that are not best ones; they were printed.
    #[error("in {} of {} positions the choice is not a best move", grouped(*wrong), grouped(*positions))]
    NotSolved {
        /// The number of positions with a wrong choice.
        wrong: u64,
        /// Positions checked.
        positions: u64,
    },
    /// The frame that was given is after the last one.
    #[error("frame {frame} is past the end, expected 0 to {last}, the last frame of this run")]
    NoSuchFrame {
        /// Frame that was given.
        frame: u64,
        /// Last frame of the trace.
        last: usize,
    },
    /// A frame of a trace without frames was given.
    #[error("frame {frame}: the trace has no frames, expected one in which a node is entered")]
    NoFrames {
        /// Frame that was given.
        frame: u64,
    },
    /// The frame given was not reached by the recording.
    #[error(
        "frame {frame} was not recorded, because the recording stopped at the memory limit of {} after {} frames, \
         expected an earlier frame or a higher --memory-limit",
        size_text(*limit),
        grouped(*frames)
    )]
    NotRecorded {
        /// Frame that was given.
        frame: u64,
        /// The limit in bytes.
        limit: u64,
        /// Number of recorded frames.
        frames: u64,
    },
    /// A picture was not written.
    #[cfg(feature = "export")]
    #[error(transparent)]
    Export(#[from] edagari_draw::export::ExportError),
    /// The window cannot be opened.
    #[error("{0}")]
    View(String),
    /// Browsers cannot be served.
    #[error("{0}")]
    Serving(String),
    /// The program was interrupted; the results so far were printed, if there are any.
    #[error("interrupted{}", if *has_printed { ", so this is what was done by then" } else { " before there was a result" })]
    Interrupted {
        /// Whether results were printed.
        has_printed: bool,
    },
    /// The server was interrupted, which is how it ends.
    #[error("interrupted, so the server has ended")]
    ServerEnded,
    /// Standard output was closed when the program started.
    #[error("standard output is closed, expected an open one, or /dev/null for none")]
    ClosedOutput,
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

/// Exit code of an interrupted program, as in shells (128 + SIGINT).
pub(super) const INTERRUPTED: u8 = 130;

/// Lists the names; of more than `MOST` only the first ones and the number of the others.
fn some_of(names: &[String]) -> String {
    const MOST: usize = 32;
    let first = names[..names.len().min(MOST)].join(", ");
    if names.len() > MOST { format!("{first} and {} more", names.len() - MOST) } else { first }
}

impl CliError {
    /// Converts an error of clap to one sentence.
    pub(in crate::cli) fn usage(error: &clap::Error) -> Self {
        let report = error.to_string();
        let report = report.strip_prefix("error: ").unwrap_or(&report);
        // Hints and a usage summary follow the first paragraph.
        let mut lines = report.lines().map(str::trim).take_while(|line| !line.is_empty());
        let what = lines.next().unwrap_or_default();
        let rest: Vec<_> = lines.collect();
        let mut sentence = format!("{what} {}", rest.join(", ")).trim_end().to_owned();
        if let Some((before, values)) = sentence.split_once(" [possible values: ") {
            sentence = format!("{before}: expected one of {}", values.trim_end_matches(']'));
        }
        if let Some(ContextValue::String(suggested)) = error.get(ContextKind::SuggestedArg) {
            sentence = format!("{sentence}, perhaps {suggested} was meant");
        }
        Self::Usage(sentence)
    }

    /// Returns the exit code: 1 for a failed check, 2 for bad usage and bad input, 3 for a trace that does not contain its whole run, 130
    /// for Ctrl-C.
    #[must_use]
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::NotSolved { .. }
            | Self::WrongFrames { .. }
            | Self::WrongPositions { .. }
            | Self::NotProved
            | Self::LessonWrong { .. }
            | Self::AnswersWrong { .. }
            | Self::Differ { .. } => 1,
            Self::Incomplete => 3,
            Self::Interrupted { .. } | Self::ServerEnded => INTERRUPTED,
            _ => 2,
        }
    }

    /// Returns the error as one line.
    #[must_use]
    pub fn sentence(&self) -> String {
        visible(&with_plain_spaces(&self.to_string()).lines().map(str::trim).collect::<Vec<_>>().join(" ")).into_owned()
    }
}
