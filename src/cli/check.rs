//! `edagari check`: proves a trace step by step.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::CliError;
use super::chosen_game::opened;
use super::of_program::OfProgram;
use super::output::{print, print_json, telling};
use super::recording::move_texts;
use crate::analysis::{CheckReport, check};
use crate::language::{Language, grouped};
use crate::score::{InUnit, Score};
use crate::trace::{DEFAULT_MEMORY_LIMIT, Progress, Trace};

const AFTER_HELP: &str = "\
Examples:
  edagari record tic-tac-toe --search alpha-beta -o game.edagari
  edagari check game.edagari --against-minimax
  my-engine --log | edagari check /dev/stdin --json

Exit codes:
  0  every frame follows from those before it
  1  a frame is wrong; the first is named first
  2  bad usage, or the file is not a trace";

/// Findings that are printed in readable output; JSON has all that are kept.
const MOST_PRINTED: usize = 20;

/// The arguments of `edagari check`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct CheckArgs {
    /// The trace
    file: PathBuf,

    /// Compare the score of the root with its minimax value too
    #[arg(long)]
    against_minimax: bool,

    /// The language of the sentences
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    language: Language,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A report as it is printed: the keys of the JSON object.
#[derive(Serialize)]
struct Report {
    right: bool,
    frames: usize,
    /// Whether windows, scores and cuts were checked, not only the order of events.
    judged: bool,
    wrong_frames: u64,
    findings: Vec<Found>,
    assumptions: Vec<&'static str>,
    unproved_bounds: u64,
    minimax: Option<InUnit<Score>>,
}

#[derive(Serialize)]
struct Found {
    frame: usize,
    fault: &'static str,
    path: Vec<String>,
    #[serde(flatten)]
    of_program: OfProgram,
    text: String,
}

impl CheckArgs {
    /// Checks, prints the findings, and fails if there are any.
    pub(super) fn run(&self) -> Result<(), CliError> {
        let trace = opened(&self.file, DEFAULT_MEMORY_LIMIT)?;
        let progress = Progress::default();
        let tell =
            || format!("checked: {} of {} frames", grouped(progress.done()), grouped(trace.frame_count() as u64));
        let found = telling(&tell, || check(&trace, self.against_minimax, &progress));
        let report = Report::of(&trace, &found, self.language);
        if self.json {
            print_json(&report)?;
        } else {
            print(&report.readable(self.against_minimax))?;
        }
        if found.is_right() {
            return Ok(());
        }
        Err(CliError::WrongFrames { wrong: found.finding_count, frames: found.frames as u64 })
    }
}

impl Report {
    fn of(trace: &Trace, report: &CheckReport, language: Language) -> Self {
        let findings = report.findings.iter().map(|finding| {
            let step = trace.step(finding.frame);
            let path = step.map(|step| trace.path(step.node)).unwrap_or_default();
            Found {
                frame: finding.frame,
                fault: finding.fault.name(),
                path: move_texts(trace, &path),
                of_program: step.map(|step| OfProgram::of(trace, step.visit)).unwrap_or_default(),
                text: finding.sentence(trace, language),
            }
        });
        Self {
            right: report.is_right(),
            frames: report.frames,
            judged: trace.has_minimax_scores(),
            wrong_frames: report.finding_count,
            findings: findings.collect(),
            assumptions: report.assumptions.iter().map(|assumption| language.text(assumption.text())).collect(),
            unproved_bounds: report.unproved_bounds,
            minimax: report.minimax.map(|value| trace.in_unit(value)),
        }
    }

    fn readable(&self, against_minimax: bool) -> String {
        let mut lines: Vec<String> = Vec::new();
        for found in self.findings.iter().take(MOST_PRINTED) {
            let line = found.of_program.line().map_or_else(String::new, |line| format!(" (line {line})"));
            lines.push(format!("frame {}{line}: {}", grouped(found.frame as u64), found.text));
        }
        if self.wrong_frames > MOST_PRINTED as u64 {
            lines.push(format!("… and {} more", grouped(self.wrong_frames - MOST_PRINTED as u64)));
        }
        if self.right {
            let frames = grouped(self.frames as u64);
            lines.push(if self.judged {
                format!("{frames} frames, each follows from those before it")
            } else {
                format!("{frames} frames, none out of order")
            });
        }
        match self.minimax {
            Some(value) => lines.push(format!("minimax value of the start: {value}")),
            None if against_minimax => {
                lines.push("the minimax value of the start is not known, or takes too long to find".to_owned());
            }
            None => {}
        }
        if self.unproved_bounds > 0 {
            lines.push(format!(
                "{} bounds in the table were not compared with exact values, which are not known or take too long to find",
                grouped(self.unproved_bounds)
            ));
        }
        lines.extend(self.assumptions.iter().map(|assumption| format!("note: {assumption}")));
        lines.join("\n") + "\n"
    }
}
