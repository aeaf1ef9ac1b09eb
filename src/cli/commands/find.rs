//! `edagari find`: lists the frames of a trace that match a query.

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::parse::{languages, parse_frame, parse_unsigned};
use crate::cli::arguments::recording::{FileTraceArgs, move_texts};
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::{as_typed, print, print_json, with_progress};
use crate::cli::output::text::{OfProgram, path_text, text_width};
use edagari_core::analysis::{Query, explain, find};
use edagari_core::language::{Language, grouped, visible};
use edagari_core::trace::{FrameKind, Progress, Trace};

const AFTER_HELP: &str = "\
Examples:
  edagari find game.edagari \"cut at depth 3\"
  edagari find game.edagari \"score >= 2 below a1 b2\" --json --limit 1000
  my-engine --log | edagari find - \"key 0x1f3a\"

Exit codes:
  0  done, also if no frame matches
  2  bad usage or input, such as an unknown word in the query";

/// Default of `--limit`.
const USUAL_LIMIT: usize = 100;

/// The arguments of `edagari find`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct FindArgs {
    #[command(flatten)]
    of: FileTraceArgs,

    /// Conditions that a frame must meet, such as "cut at depth 3", "score >= 2 below a1" or "key 0x1f3a"
    query: String,

    /// Maximum number of printed frames
    #[arg(long, value_name = "COUNT", default_value_t = USUAL_LIMIT, value_parser = parse_unsigned::<usize>)]
    limit: usize,

    /// Print frames from this number on, to continue a list
    #[arg(long, value_name = "N", value_parser = parse_frame, default_value = "0")]
    cursor: u64,

    /// Language of the sentences
    #[arg(long, value_name = "NAME", value_parser = languages(), default_value = Language::default().name())]
    language: Language,

    /// Print one JSON object; infinite scores are "-inf" and "inf"
    #[arg(long)]
    json: bool,
}

/// Printed list of frames; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct FindOutput {
    query: String,
    /// Number of matching frames in the whole trace.
    count: usize,
    /// Whether the trace contains further matching frames, which are not counted.
    more: bool,
    frames: Vec<FoundFrame>,
    /// The value of `--cursor` for the rest of the list.
    next: Option<u32>,
}

#[derive(Serialize)]
struct FoundFrame {
    frame: u32,
    kind: FrameKind,
    path: Vec<String>,
    text: String,
    #[serde(flatten)]
    of_program: OfProgram,
}

impl FindArgs {
    /// Prints the matching frames.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let trace = self.of.trace()?;
        let progress = Progress::default();
        let tell = || format!("searching: {} frames", grouped(progress.visits()));
        let list = FrameList { query: &self.query, first: self.cursor, limit: self.limit };
        let find = || FindOutput::of(&trace, &list, self.language, &progress);
        let report = with_progress(&tell, || interruptible(&progress, find))?;
        if self.json { print_json(&report) } else { print(&report.readable("--cursor")) }
    }
}

/// Part of the list of frames that match a query.
pub(super) struct FrameList<'a> {
    /// The query as it was entered.
    pub(super) query: &'a str,
    /// The list starts with the first match at or after this frame.
    pub(super) first: u64,
    /// Maximum number of frames.
    pub(super) limit: usize,
}

/// Returns a part of the list of matching frames as text; `cursor` is the name of the argument that continues the list.
#[cfg(feature = "mcp")]
pub(super) fn found_text(
    trace: &Trace,
    list: &FrameList<'_>,
    cursor: &str,
    language: Language,
    progress: &Progress,
) -> Result<String, CliError> {
    Ok(FindOutput::of(trace, list, language, progress)?.readable(cursor))
}

impl FoundFrame {
    fn of(trace: &Trace, frame: u32, language: Language) -> Option<Self> {
        let step = trace.step(frame as usize)?;
        Some(Self {
            frame,
            kind: step.kind,
            path: move_texts(trace, &trace.path(step.node)),
            text: as_typed(explain(trace, frame as usize, language)),
            of_program: OfProgram::of(trace, step.visit),
        })
    }
}

impl FindOutput {
    fn of(trace: &Trace, list: &FrameList<'_>, language: Language, progress: &Progress) -> Result<Self, CliError> {
        let query = Query::parse_for(list.query, trace).map_err(|error| {
            let sentence = as_typed(error.sentence(language));
            CliError::Usage(sentence.trim_end_matches(['.', '。']).to_owned())
        })?;
        let found = find(trace, &query, &[], progress)?;
        let first = found.frames.partition_point(|&frame| u64::from(frame) < list.first);
        let mut rest = found.frames[first..].iter().copied();
        let frames = rest.by_ref().take(list.limit).filter_map(|frame| FoundFrame::of(trace, frame, language));
        Ok(Self {
            query: list.query.to_owned(),
            count: found.frames.len(),
            more: found.is_partial,
            frames: frames.collect(),
            next: rest.next(),
        })
    }

    /// Number of frames found, one line per frame, and how to continue by the argument `cursor`.
    fn readable(&self, cursor: &str) -> String {
        let more = if self.more { "more than " } else { "" };
        let noun = if self.count == 1 { "frame" } else { "frames" };
        let mut lines = vec![format!("{more}{} {noun}", grouped(self.count as u64))];
        let cells: Vec<[String; 3]> = self
            .frames
            .iter()
            .map(|found| [grouped(found.frame.into()), found.kind.name().to_owned(), path_text(&found.path)])
            .collect();
        let width = |column: usize| cells.iter().map(|row| text_width(&row[column])).max().unwrap_or(0);
        let widths: [usize; 3] = std::array::from_fn(width);
        for ([frame, kind, path], found) in cells.iter().zip(&self.frames) {
            let blanks = " ".repeat(widths[2].saturating_sub(text_width(path)));
            let (frame_width, kind_width) = (widths[0], widths[1]);
            let (text, place) = (visible(&found.text), found.of_program.place_text());
            lines.push(format!("{frame:>frame_width$}  {kind:kind_width$}  {path}{blanks}  {text}{place}"));
        }
        lines.extend(self.next.map(|next| format!("… continue with {cursor} {next}")));
        lines.join("\n") + "\n"
    }
}
