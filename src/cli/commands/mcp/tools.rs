//! The tools: their names and arguments, and the functions of the commands that answer them.

use std::fmt::Write as _;
use std::sync::Arc;

use super::board_text::board_text;
use super::named_files::NamedFiles;
use super::refusal::Refusal;
use super::tool_arguments::{CallArguments, ToolArgument};
use crate::cli::CliError;
use crate::cli::arguments::recording::checked_frame;
use crate::cli::commands::check::check_text;
use crate::cli::commands::diff::diff_text;
use crate::cli::commands::fate::fate_text;
use crate::cli::commands::find::{FrameList, found_text};
use crate::cli::commands::frame::frame_text;
use crate::cli::commands::order::order_text;
use crate::cli::commands::record::figures_text;
use crate::cli::commands::state::state_text;
use crate::cli::output::layer::LayerArgs;
use crate::cli::output::printing::printable;
use crate::platform::command::link;
use edagari_core::analysis::{
    CheckOptions, EXACT_VISITS, MAX_DIFFERENCES, MAX_FINDINGS, Reason, explain, run_text, why_pruned, why_score,
};
use edagari_core::language::{Language, grouped};
use edagari_core::trace::{NodeState, Progress, Trace};
use edagari_draw::export::{Picture, picture_png};

/// Tool of the server.
#[derive(Debug)]
pub(super) struct ToolKind {
    /// Name in a call.
    pub(super) name: &'static str,
    /// Purpose, for the assistant.
    pub(super) about: &'static str,
    /// Arguments; all tools but `picture` and `show` have a cursor, too.
    pub(super) arguments: &'static [ToolArgument],
    answer: fn(&Request<'_>) -> Result<Answer, Refusal>,
}

/// Answer of a tool.
#[derive(Debug)]
pub(super) enum Answer {
    /// Lines, cut into pages.
    Text(String),
    /// PNG, and one sentence.
    Picture {
        /// Bytes of the file.
        png: Vec<u8>,
        /// Sentence of the frame.
        sentence: String,
    },
}

/// Call of a tool, with checked arguments.
#[derive(Debug)]
pub(super) struct Request<'a> {
    /// The files that may be opened.
    pub(super) files: &'a NamedFiles,
    /// The arguments, checked against those of the tool.
    pub(super) arguments: &'a CallArguments,
    /// Language of the sentences.
    pub(super) language: Language,
    /// Cancelled when the answer is no longer wanted.
    pub(super) progress: &'a Progress,
}

const FILE: ToolArgument =
    ToolArgument::text("file", "Trace file: one of those named at the start; needed if there are several");
const THREAD: ToolArgument = ToolArgument::text("thread", "Only the thread with this name, if the trace has several");
const CURSOR: ToolArgument = ToolArgument::text(
    "cursor",
    "Cursor at the end of the page before, to continue; the other arguments stay the same",
);
const THREAD_OF_SEVERAL: ToolArgument =
    ToolArgument::text("thread", "Only the thread with this name, in each of the traces that has several");
const FRAME: ToolArgument = ToolArgument::number("frame", "Number of the frame, from 0");
const MOVES: &str = "Moves from the start of the run to the node, with blanks between them; \"\" is the start";

/// All tools, in the order of the list.
pub(super) const TOOLS: &[ToolKind] = &[
    ToolKind {
        name: "open",
        about: "List the trace files, or open one: its game, search, number of frames, passes, threads and columns. Call it first",
        arguments: &[FILE, THREAD, CURSOR],
        answer: open,
    },
    ToolKind {
        name: "check",
        about: "Check a trace step by step against the definition of its search: the first wrong frame is reported first, with its \
                reason. The way to a fault of an engine begins here",
        arguments: &[
            ToolArgument::switch("against_minimax", "Also compare the score of the root with its minimax value"),
            ToolArgument::range(
                "limit",
                1,
                MAX_FINDINGS as u64,
                "Largest number of findings and remarks; 20 by default",
            ),
            FILE,
            THREAD,
            CURSOR,
        ],
        answer: check,
    },
    ToolKind {
        name: "figures",
        about: "Figures of a run: result, visits, cuts, use of the table, passes, guesses",
        arguments: &[ToolArgument::switch("by_depth", "Also the figures of each depth"), FILE, THREAD, CURSOR],
        answer: figures,
    },
    ToolKind {
        name: "frame",
        about: "One frame (step) of the search: kind, node, window, score, the sentence that explains it, and the position",
        arguments: &[
            FRAME.needed(),
            ToolArgument::text("beside", "Another named file of the same game: also its corresponding frame"),
            FILE,
            THREAD,
            CURSOR,
        ],
        answer: frame,
    },
    ToolKind {
        name: "state",
        about: "State of a node at a frame: unvisited, open, scored, pruned or skipped, with its window or score, and the position",
        arguments: &[
            FRAME.needed(),
            ToolArgument::text("path", MOVES).needed(),
            ToolArgument::number(
                "visit",
                "Number of the visit of the node, from 1; the latest at the frame by default",
            ),
            ToolArgument::number("pass", "The last visit of the node in this pass, from 1"),
            FILE,
            THREAD,
            CURSOR,
        ],
        answer: state,
    },
    ToolKind {
        name: "find",
        about: "Frames that match a query, such as \"cut at depth 3\", \"score >= 2 below a1 b2\", \"re-search pass 3\", \"lookup \
                moves a1\" or \"key 0x1f3a\"",
        arguments: &[
            ToolArgument::text("query", "Conditions that a frame must meet").needed(),
            ToolArgument::number("from", "The list starts at this frame; 0 by default"),
            ToolArgument::range("limit", 1, 10_000, "Largest number of frames; 100 by default"),
            FILE,
            THREAD,
            CURSOR,
        ],
        answer: find,
    },
    ToolKind {
        name: "why",
        about: "Why a node was pruned, or which leaf its score comes from, with the frames that show it",
        arguments: &[
            ToolArgument::number("frame", "Number of the frame, from 0; the last one by default"),
            ToolArgument::text(
                "path",
                "Moves to the node, as in state; by default the node of the frame, or the first one that it prunes",
            ),
            FILE,
            THREAD,
            CURSOR,
        ],
        answer: why,
    },
    ToolKind {
        name: "fate",
        about: "What happened to a line of moves in each pass: which of its moves was refuted, pruned or skipped, and why",
        arguments: &[
            ToolArgument::text("line", "Moves of the line from the start of the run, with blanks between them")
                .needed(),
            ToolArgument::range("limit", 1, 10_000, "Largest number of passes, the last ones; 20 by default"),
            FILE,
            THREAD,
            CURSOR,
        ],
        answer: fate,
    },
    ToolKind {
        name: "order",
        about: "Quality of the move ordering: node types, wasted visits, the minimal tree, the costliest late cuts",
        arguments: &[ToolArgument::number("pass", "Only this pass, from 1"), FILE, THREAD, CURSOR],
        answer: order,
    },
    ToolKind {
        name: "diff",
        about: "Differences between two traces of the same game, such as those of a search before and after a change",
        arguments: &[
            ToolArgument::text("first", "First trace file, one of those named at the start").needed(),
            ToolArgument::text("second", "Second trace file, one of those named at the start").needed(),
            ToolArgument::range("limit", 0, MAX_DIFFERENCES as u64, "Largest number of differences; 10 by default"),
            THREAD_OF_SEVERAL,
            CURSOR,
        ],
        answer: diff,
    },
    ToolKind {
        name: "picture",
        about: "Picture (PNG) of the tree at a frame, as the window shows it",
        arguments: &[
            FRAME.needed(),
            ToolArgument::text("path", "Moves to the node in focus; by default the node of the frame"),
            ToolArgument::range("width", 160, 1600, "Width in pixels; 960 by default"),
            ToolArgument::range("height", 160, 1200, "Height in pixels; 600 by default"),
            FILE,
            THREAD,
        ],
        answer: picture,
    },
    ToolKind {
        name: "show",
        about: "The command that opens the window at a frame, for the person to run; this tool starts nothing",
        arguments: &[FRAME.needed(), ToolArgument::text("path", MOVES), FILE],
        answer: show,
    },
];

impl ToolKind {
    /// Returns the tool with this name.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// Answers a call.
    ///
    /// # Errors
    /// One sentence.
    pub(super) fn answer(&self, request: &Request<'_>) -> Result<Answer, Refusal> {
        (self.answer)(request)
    }
}

impl Request<'_> {
    /// The trace of the argument `file`, or of one of its threads.
    fn trace(&self) -> Result<Arc<Trace>, Refusal> {
        self.files.trace("file", self.arguments.text("file"), self.arguments.text("thread"), self.progress)
    }

    /// The trace of another argument, to compare: the thread is selected only if the trace has several.
    fn trace_of(&self, argument: &str) -> Result<Arc<Trace>, Refusal> {
        let name = self.arguments.text(argument);
        let whole = self.files.trace(argument, name, None, self.progress)?;
        match self.arguments.text("thread").filter(|_| whole.has_threads()) {
            Some(thread) => self.files.trace(argument, name, Some(thread), self.progress),
            None => Ok(whole),
        }
    }

    fn frame(&self) -> u64 {
        self.arguments.number("frame").unwrap_or_default()
    }
}

fn lines(text: &str) -> Answer {
    Answer::Text(printable(text))
}

/// Moves of a text, as indexes.
fn moves_of(trace: &Trace, moves: &str) -> Result<Vec<u32>, Refusal> {
    Ok(trace.game.parse_moves(&trace.start, moves).map_err(CliError::from)?)
}

fn open(request: &Request<'_>) -> Result<Answer, Refusal> {
    let files = request.files;
    let is_alone = files.paths().len() == 1;
    if request.arguments.text("file").is_none() && !is_alone {
        let mut text = format!("{} trace files\n", grouped(files.paths().len() as u64));
        for path in files.paths() {
            let size = path.metadata().map(|metadata| format!("{} bytes", grouped(metadata.len())));
            let size = size.unwrap_or_else(|error| format!("cannot be read: {error}"));
            let _ = writeln!(text, "{}  {size}", path.display());
        }
        return Ok(lines(&text));
    }
    let path = files.path("file", request.arguments.text("file"))?;
    let trace = request.trace()?;
    let mut text = format!("{}\n", path.display());
    let mut row = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:<9} {value}");
    };
    row("game", &trace.setup.game.to_string());
    row("search", &run_text(&trace, request.language));
    match trace.frame_count() {
        0 => row("frames", "none"),
        count => row("frames", &format!("{}, from 0 to {}", grouped(count as u64), count - 1)),
    }
    row("visits", &grouped(trace.visit_count() as u64));
    if !trace.passes().is_empty() {
        row("passes", &grouped(trace.passes().len() as u64));
    }
    if trace.has_threads() {
        let name = |thread| trace.thread_name(thread).map_or_else(|| thread.to_string(), |name| name.to_string());
        row("threads", &(0..trace.thread_count()).map(name).collect::<Vec<_>>().join(", "));
    }
    if !trace.columns().is_empty() {
        let names = trace.columns().iter().map(|column| column.name().to_owned());
        row("columns", &names.collect::<Vec<_>>().join(", "));
    }
    for note in files.notes(&trace) {
        row("note", &note);
    }
    text += &board_text(&trace, &[]);
    Ok(lines(&text))
}

fn check(request: &Request<'_>) -> Result<Answer, Refusal> {
    const USUAL: usize = 20;
    let trace = request.trace()?;
    let against_minimax = request.arguments.switch("against_minimax");
    let options = CheckOptions { against_minimax, exact_visits: EXACT_VISITS };
    let most = request.arguments.count("limit", USUAL);
    Ok(lines(&check_text(&trace, options, most, request.language, request.progress)))
}

fn figures(request: &Request<'_>) -> Result<Answer, Refusal> {
    let by_depth = request.arguments.switch("by_depth");
    Ok(lines(&figures_text(&*request.trace()?, by_depth, request.language)))
}

fn frame(request: &Request<'_>) -> Result<Answer, Refusal> {
    let trace = request.trace()?;
    let beside = request.arguments.text("beside").map(|_| request.trace_of("beside")).transpose()?;
    let text = frame_text(&trace, request.frame(), beside.as_deref(), request.language)?;
    let step = trace.step(checked_frame(&trace, request.frame())?);
    let board = step.map_or_else(String::new, |step| board_text(&trace, &trace.path(step.node)));
    Ok(lines(&(text + &board)))
}

fn state(request: &Request<'_>) -> Result<Answer, Refusal> {
    let trace = request.trace()?;
    let path = request.arguments.text("path").unwrap_or_default();
    let number = |name| request.arguments.number(name).map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    let layer = match (number("visit"), number("pass")) {
        (Some(_), Some(_)) => return Err(Refusal::new("arguments visit and pass: expected only one of them")),
        (visit, pass) => LayerArgs::new(visit, pass),
    };
    let text = state_text(&trace, request.frame(), path, &layer)?;
    Ok(lines(&(text + &board_text(&trace, &moves_of(&trace, path)?))))
}

fn find(request: &Request<'_>) -> Result<Answer, Refusal> {
    const USUAL: usize = 100;
    let list = FrameList {
        query: request.arguments.text("query").unwrap_or_default(),
        first: request.arguments.number("from").unwrap_or_default(),
        limit: request.arguments.count("limit", USUAL),
    };
    Ok(lines(&found_text(&*request.trace()?, &list, "from", request.language, request.progress)?))
}

fn why(request: &Request<'_>) -> Result<Answer, Refusal> {
    let trace = request.trace()?;
    let path = request.arguments.text("path").map(|moves| moves_of(&trace, moves)).transpose()?;
    let last = trace.frame_count().saturating_sub(1) as u64;
    let frame = checked_frame(&trace, request.arguments.number("frame").unwrap_or(last))?;
    Ok(lines(&why_text(&trace, frame, path, request.language)))
}

fn fate(request: &Request<'_>) -> Result<Answer, Refusal> {
    const USUAL: usize = 20;
    let line = request.arguments.text("line").unwrap_or_default();
    let most = request.arguments.count("limit", USUAL);
    Ok(lines(&fate_text(&*request.trace()?, line, most, request.language)?))
}

fn order(request: &Request<'_>) -> Result<Answer, Refusal> {
    let pass = request.arguments.number("pass").map(|pass| usize::try_from(pass).unwrap_or(usize::MAX));
    Ok(lines(&order_text(&*request.trace()?, pass, request.language, request.progress)?))
}

fn diff(request: &Request<'_>) -> Result<Answer, Refusal> {
    const USUAL: usize = 10;
    let (first, second) = (request.trace_of("first")?, request.trace_of("second")?);
    let most = request.arguments.count("limit", USUAL);
    Ok(lines(&diff_text([&first, &second], most, request.progress)?))
}

fn picture(request: &Request<'_>) -> Result<Answer, Refusal> {
    const MAX_BYTES: usize = 1_000_000;
    let trace = request.trace()?;
    let frame = checked_frame(&trace, request.frame())?;
    let center = request.arguments.text("path").map(|moves| moves_of(&trace, moves)).transpose()?;
    let pixels = |name, usual: u64| request.arguments.number(name).unwrap_or(usual) as f32;
    let size = (pixels("width", 960), pixels("height", 600));
    let picture = Picture { center, size, scale: Some(1.0), language: request.language, ..Picture::at(frame) };
    let png = picture_png(&trace, &picture).map_err(CliError::from)?;
    if png.len() > MAX_BYTES {
        let bytes = grouped(png.len() as u64);
        return Err(Refusal::new(format!("the picture has {bytes} bytes, expected a smaller width or height")));
    }
    let sentence = format!("frame {frame}: {}", explain(&trace, frame, request.language));
    Ok(Answer::Picture { png, sentence: printable(&sentence) })
}

fn show(request: &Request<'_>) -> Result<Answer, Refusal> {
    let path = request.files.path("file", request.arguments.text("file"))?;
    let trace = request.trace()?;
    let frame = checked_frame(&trace, request.frame())?;
    let mut words = vec![("frame", frame.to_string())];
    if let Some(moves) = request.arguments.text("path") {
        moves_of(&trace, moves)?;
        words.push(("node", moves.to_owned()));
    }
    // The person may work in another folder.
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let command = link(&[path], &words);
    let text = format!("This command opens the window at frame {frame}; nothing was started:\n{command}\n");
    Ok(lines(&text))
}

/// Returns the reasons as lines. Without `path` they are those of the frame's node, or of the first node that the frame prunes.
fn why_text(trace: &Trace, frame: usize, path: Option<Vec<u32>>, language: Language) -> String {
    let mut reasons = Vec::new();
    let path = path.unwrap_or_else(|| {
        let Some(step) = trace.step(frame) else { return Vec::new() };
        if step.cut.is_some() {
            reasons.push(Reason { sentence: explain(trace, frame, language), frame: Some(frame) });
        }
        let pruned = step.cut.and_then(|_| trace.pruned_children(step.visit).next());
        trace.path(pruned.unwrap_or(step.node))
    });
    let place = trace.place(&path);
    if matches!(trace.state(place, usize::MAX), NodeState::Pruned { .. }) {
        reasons.extend(why_pruned(trace, place).into_iter().flat_map(|why| why.sentences(trace, place, language)));
    } else {
        reasons.extend(why_score(trace, &path, frame, language).sentences);
    }
    let line = |reason: Reason| match reason.frame {
        Some(frame) => format!("frame {frame}: {}\n", reason.sentence),
        None => format!("{}\n", reason.sentence),
    };
    reasons.into_iter().map(line).collect()
}
