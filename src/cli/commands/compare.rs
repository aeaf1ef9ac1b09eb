//! `edagari compare`: prints the figures of several traces side by side.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::game_args::{memory_limit, opened};
use crate::cli::arguments::parse::parse_size;
use crate::cli::arguments::part_args::PartArgs;
use crate::cli::output::printing::print;
use edagari_core::analysis::{ComparisonRow, Summary, compared_figures, differing_options, run_text};
use edagari_core::language::{Language, visible};
use edagari_core::trace::Trace;

const AFTER_HELP: &str = "\
Options that are the same in all traces are omitted.

Examples:
  edagari record textbook --file plaat --search pvs -o pvs.edagari
  edagari record textbook --file plaat --search sss-star -o sss.edagari
  edagari compare pvs.edagari sss.edagari

Exit codes:
  0  done
  2  bad usage, or a file that is not a trace";

/// The arguments of `edagari compare`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct CompareArgs {
    /// Trace files, two or more; - for a pipe
    #[arg(value_name = "FILE", num_args = 2.., required = true)]
    files: Vec<PathBuf>,

    /// Memory limit for reading each trace: MiB, or a number with KiB, MiB or GiB [default: 2GiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory_limit: Option<u64>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    part: PartArgs,
}

/// Printed comparison; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct CompareJson {
    runs: Vec<RunReport>,
    /// Values of each option in which the runs differ: a list with one text per run.
    options: serde_json::Map<String, serde_json::Value>,
}

#[derive(Serialize)]
struct RunReport {
    file: String,
    name: String,
    #[serde(flatten)]
    summary: Summary,
}

impl CompareArgs {
    /// Compares the traces and prints the table.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        if self.files.iter().filter(|file| file.as_os_str() == "-").count() > 1 {
            return Err(CliError::Usage(
                "standard input can be one of the traces, expected files for the others".to_owned(),
            ));
        }
        let limit = memory_limit(self.memory_limit);
        let traces = self.files.iter().map(|file| opened(file, limit)).collect::<Result<Vec<Trace>, _>>()?;
        let summaries: Vec<Summary> = traces.iter().map(Summary::of).collect();
        let language = Language::English;
        let traces: Vec<&Trace> = traces.iter().collect();
        let options = differing_options(&traces, language);
        let names: Vec<String> = traces.iter().map(|trace| run_text(trace, language)).collect();
        if !self.json {
            let figures = compared_figures(&summaries.iter().map(Some).collect::<Vec<_>>(), language);
            return print(&readable(&names, &figures, &options));
        }
        let options = options.into_iter().map(|row| (language.text(row.name).to_owned(), row.values.into()));
        let runs = self.files.iter().zip(names).zip(summaries);
        let runs = runs.map(|((file, name), summary)| RunReport { file: file.display().to_string(), name, summary });
        self.part.print_json(&CompareJson { runs: runs.collect(), options: options.collect() })
    }
}

/// Numbered names of the runs, and a table of figures and options with one column per run.
fn readable(names: &[String], figures: &[ComparisonRow], options: &[ComparisonRow]) -> String {
    let language = Language::English;
    let mut text = String::new();
    for (place, name) in names.iter().enumerate() {
        let _ = writeln!(text, "{}  {}", place + 1, visible(name));
    }
    let numbers: Vec<String> = (1..=names.len()).map(|number| number.to_string()).collect();
    for rows in [figures, options] {
        let label = rows.iter().map(|row| language.text(row.name).chars().count()).max().unwrap_or(0);
        let width = |place: usize| {
            let cells = rows.iter().map(|row| row.values[place].chars().count());
            cells.chain([numbers[place].len()]).max().unwrap_or(0)
        };
        let line = |name: &str, values: &[String]| {
            let cells =
                values.iter().enumerate().map(|(place, value)| format!("  {:>1$}", visible(value), width(place)));
            format!("{name:label$}{}\n", cells.collect::<String>())
        };
        if !rows.is_empty() {
            text.push('\n');
            text += &line("", &numbers);
        }
        text.extend(rows.iter().map(|row| line(language.text(row.name), &row.values)));
    }
    text
}
