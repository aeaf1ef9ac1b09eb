//! `edagari diff`: prints the differences between two traces.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::game_args::{memory_limit, opened};
use crate::cli::arguments::parse::{parse_size, whole_number};
use crate::cli::arguments::part_args::PartArgs;
use crate::cli::arguments::recording::{ThreadArgs, move_texts};
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::{print, with_progress};
use crate::cli::output::text::{label_width, number_table, path_text};
use edagari_core::analysis::{BisectKind, BisectStep, Difference, DifferenceKind, TraceDiff, bisect};
use edagari_core::language::{Language, grouped};
use edagari_core::score::{BoundKind, InUnit, Score};
use edagari_core::trace::{Progress, Trace};

const AFTER_HELP: &str = "\
Examples:
  edagari record tic-tac-toe --search minimax -o all.edagari
  edagari record tic-tac-toe --search alpha-beta -o pruned.edagari
  edagari diff all.edagari pruned.edagari --most 5
  edagari diff before.jsonl after.jsonl --bisect

Exit codes:
  0  the traces are equal frame by frame
  1  they differ
  2  bad usage, a file that is not a trace, or traces of different games";

/// The arguments of `edagari diff`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct DiffArgs {
    /// First trace file; - for a pipe
    first: PathBuf,

    /// Second trace file; - for a pipe
    second: PathBuf,

    /// Maximum number of differences to print, 0 to 10000; the differences that save most visits come first
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = parse_most)]
    most: usize,

    /// Print the path from the first different decision at the root down to its cause: another window, depth, move, table entry or
    /// evaluation
    #[arg(long)]
    bisect: bool,

    #[command(flatten)]
    thread: ThreadArgs,

    /// Memory limit for reading each trace: MiB, or a number with KiB, MiB or GiB [default: 2GiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory_limit: Option<u64>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    part: PartArgs,
}

fn parse_most(text: &str) -> Result<usize, String> {
    whole_number(text, 0, edagari_core::analysis::MAX_DIFFERENCES as u64).map(|most| most as usize)
}

/// Printed differences; the fields are the keys of the JSON object. A pair contains the first trace's value, then the second's.
#[derive(Serialize)]
struct DiffJson {
    equal: bool,
    first_different_frame: Option<usize>,
    frames: [usize; 2],
    visits: [u64; 2],
    visited_by_one: [u64; 2],
    other_scores: u64,
    cuts_in_one: [u64; 2],
    differences: Vec<DifferenceRow>,
}

#[derive(Serialize)]
struct DifferenceRow {
    kind: &'static str,
    path: Vec<String>,
    frames: [usize; 2],
    /// Visits of the first trace minus visits of the second, at the node and below.
    work: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<[(InUnit<Score>, Option<BoundKind>); 2]>,
}

impl DiffArgs {
    /// Compares the traces and prints the differences; an error if there are any.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        if [&self.first, &self.second].into_iter().all(|file| file.as_os_str() == "-") {
            return Err(CliError::Usage(
                "standard input can be one of the traces, expected a file for the other".to_owned(),
            ));
        }
        let limit = memory_limit(self.memory_limit);
        let [first, second] = [opened(&self.first, limit)?, opened(&self.second, limit)?];
        // A single thread of a trace can be compared with a single-threaded search.
        let have_threads = first.has_threads() || second.has_threads();
        let alone = |trace: Trace| {
            if trace.has_threads() || !have_threads { self.thread.of(trace, limit) } else { Ok(trace) }
        };
        let (first, second) = (alone(first)?, alone(second)?);
        let progress = Progress::default();
        let tell = || format!("comparing: {:.0} %", 100.0 * progress.share().unwrap_or(0.0));
        let diff = with_progress(&tell, || interruptible(&progress, || TraceDiff::of(&first, &second, &progress)))?;
        if self.bisect {
            self.print_way([&first, &second])?;
            return diff.parting.map_or(Ok(()), |frame| Err(CliError::Differ { frame: frame as u64 }));
        }
        let report = DiffJson::of([&first, &second], &diff, self.most);
        if self.json {
            self.part.print_json(&report)?;
        } else {
            print(&report.readable())?;
        }
        diff.parting.map_or(Ok(()), |frame| Err(CliError::Differ { frame: frame as u64 }))
    }
}

/// A step on the way to the cause of a difference; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct StepRow {
    kind: &'static str,
    is_cause: bool,
    /// Moves to the node, in each trace.
    paths: [Vec<String>; 2],
    frames: [usize; 2],
    text: String,
}

#[derive(Serialize)]
struct Way {
    steps: Vec<StepRow>,
}

impl StepRow {
    fn of(traces: [&Trace; 2], step: &BisectStep) -> Self {
        let kind = match step.kind {
            BisectKind::Decision => "decision",
            BisectKind::Score => "score",
            BisectKind::Window => "window",
            BisectKind::Depth => "depth",
            BisectKind::Order => "order",
            BisectKind::Child { side: 0 } => "child of the first",
            BisectKind::Child { .. } => "child of the second",
            BisectKind::Table => "table",
            BisectKind::Evaluation => "evaluation",
            BisectKind::Update => "update",
        };
        let path = |side: usize| {
            let trace: &Trace = traces[side];
            move_texts(trace, &trace.path(trace.node_of(step.visits[side])))
        };
        Self {
            kind,
            is_cause: step.kind.is_cause(),
            paths: [path(0), path(1)],
            frames: step.frames,
            text: step.text(traces, Language::English),
        }
    }
}

impl DiffArgs {
    /// Prints the steps down to the cause of the first different decision.
    fn print_way(&self, traces: [&Trace; 2]) -> Result<(), CliError> {
        let steps: Vec<StepRow> = bisect(traces).iter().map(|step| StepRow::of(traces, step)).collect();
        if self.json {
            return self.part.print_json(&Way { steps });
        }
        if steps.is_empty() {
            return print("both runs decide the same at the root\n");
        }
        let lines = steps.iter().zip(1..).map(|(step, number)| {
            let [first, second] = step.frames.map(|frame| grouped(frame as u64));
            format!("{number}. {} (frames {first} and {second})\n", step.text)
        });
        print(&lines.collect::<String>())
    }
}

/// Compares two traces and returns the `most` greatest differences as text.
#[cfg(feature = "mcp")]
pub(super) fn diff_text(traces: [&Trace; 2], most: usize, progress: &Progress) -> Result<String, CliError> {
    let diff = TraceDiff::of(traces[0], traces[1], progress)?;
    Ok(DiffJson::of(traces, &diff, most).readable())
}

impl DifferenceRow {
    fn of(traces: [&Trace; 2], difference: &Difference) -> Self {
        let node = difference.nodes.iter().zip(traces).find_map(|(node, trace)| Some((trace, (*node)?)));
        let path = node.map(|(trace, node)| move_texts(trace, &trace.path(node))).unwrap_or_default();
        let (kind, scores) = match difference.kind {
            DifferenceKind::VisitedByOne(0) => ("visited by the first", None),
            DifferenceKind::VisitedByOne(_) => ("visited by the second", None),
            DifferenceKind::Scores([(first, first_kind), (second, second_kind)]) => {
                let [first, second] = [traces[0].in_unit(first), traces[1].in_unit(second)];
                ("scores", Some([(first, first_kind), (second, second_kind)]))
            }
            DifferenceKind::CutInOne(0) => ("cut in the first", None),
            DifferenceKind::CutInOne(_) => ("cut in the second", None),
        };
        Self { kind, path, frames: difference.frames, work: difference.work, scores }
    }

    fn readable(&self) -> String {
        let work = match self.work {
            0 => "the same work".to_owned(),
            work if work > 0 => format!("the second saves {} visits", grouped(work.unsigned_abs())),
            work => format!("the first saves {} visits", grouped(work.unsigned_abs())),
        };
        let scores = self.scores.map(|[first, second]| {
            let text = |(score, kind): (InUnit<Score>, Option<BoundKind>)| BoundKind::signed(kind, score);
            format!(" {} and {}", text(first), text(second))
        });
        let [first, second] = self.frames.map(|frame| grouped(frame as u64));
        format!(
            "{}: {}{} (frames {first} and {second}): {work}",
            path_text(&self.path),
            self.kind,
            scores.unwrap_or_default()
        )
    }
}

impl DiffJson {
    fn of(traces: [&Trace; 2], diff: &TraceDiff, most: usize) -> Self {
        Self {
            equal: diff.is_empty(),
            first_different_frame: diff.parting,
            frames: diff.frames,
            visits: diff.visits,
            visited_by_one: diff.visited_by_one,
            other_scores: diff.other_scores,
            cuts_in_one: diff.cuts_in_one,
            differences: diff.list.iter().take(most).map(|difference| DifferenceRow::of(traces, difference)).collect(),
        }
    }

    fn readable(&self) -> String {
        let Some(frame) = self.first_different_frame else {
            return format!("the traces are equal, {} frames each\n", grouped(self.frames[0] as u64));
        };
        let figures = vec![
            ("first different frame", grouped(frame as u64)),
            ("frames of the first", grouped(self.frames[0] as u64)),
            ("frames of the second", grouped(self.frames[1] as u64)),
            ("nodes visited by the first alone", grouped(self.visited_by_one[0])),
            ("nodes visited by the second alone", grouped(self.visited_by_one[1])),
            ("nodes with other scores", grouped(self.other_scores)),
            ("cuts in the first alone", grouped(self.cuts_in_one[0])),
            ("cuts in the second alone", grouped(self.cuts_in_one[1])),
        ];
        let mut text = number_table(&figures, label_width(&figures));
        if !self.differences.is_empty() {
            text.push('\n');
        }
        for row in &self.differences {
            text += &row.readable();
            text.push('\n');
        }
        text
    }
}
