//! `edagari check`: checks a trace step by step.

use std::borrow::Cow;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::parse::parse_unsigned;
use crate::cli::arguments::recording::{FileTraceArgs, OutputArgs, move_texts};
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::{as_typed, with_progress};
use crate::cli::output::text::OfProgram;
use edagari_core::analysis::{
    CheckOptions, CheckRemark, CheckReport, EXACT_VISITS, Finding, Unjudged, Verdict, check_with, incomplete_text,
};
use edagari_core::language::{Language, grouped, with_plain_spaces};
use edagari_core::score::{InUnit, Score};
use edagari_core::trace::{Progress, Trace};

const AFTER_HELP: &str = "\
Examples:
  edagari record tic-tac-toe --search alpha-beta -o game.edagari
  edagari check game.edagari --against-minimax
  my-engine --log | edagari check - --json

Verdicts:
  proved         every frame follows from those before it, and all could be judged
  nothing-found  no frame is wrong, but not all could be judged: the report lists them with the reasons
  wrong          a frame is wrong; the first is named first

Exit codes:
  0  proved, or nothing found
  1  wrong; or not proved, with --require proved
  2  bad usage, or the file is not a trace
  3  nothing is wrong, but the trace is incomplete: cut off, stopped at the memory limit, or cancelled";

/// Largest number of findings in readable output; JSON contains all findings that are kept.
const MAX_PRINTED: usize = 20;

/// Largest number of consequences of a finding in JSON.
const MAX_CONSEQUENCES: usize = 100;

/// The arguments of `edagari check`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct CheckArgs {
    #[command(flatten)]
    of: FileTraceArgs,

    /// Also compare the score of the root with its minimax value
    #[arg(long)]
    against_minimax: bool,

    /// Fail (exit code 1) unless the verdict is VERDICT
    #[arg(long, value_name = "VERDICT")]
    require: Option<Required>,

    /// Limit of visits for the computation of exact values
    #[arg(long, value_name = "VISITS", default_value_t = EXACT_VISITS, value_parser = parse_unsigned::<u64>)]
    exact_limit: u64,

    #[command(flatten)]
    output: OutputArgs,
}

/// Verdict that can be required.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Required {
    /// Every frame follows from the previous frames, and every fact could be judged
    Proved,
}

/// Printed report; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct CheckJson {
    verdict: &'static str,
    sentence: String,
    right: bool,
    /// Reason why the trace does not contain its whole run; null for a complete trace.
    incomplete: Option<&'static str>,
    not_judged: Vec<NotJudged>,
    frames: usize,
    /// Whether windows, scores and cuts were checked, not only the order of events.
    judged: bool,
    wrong_frames: u64,
    findings: Vec<Found>,
    remarks: Vec<Remarked>,
    assumptions: Vec<Cow<'static, str>>,
    unproved_bounds: u64,
    minimax: Option<InUnit<Score>>,
}

/// Name of something that could not be judged, with its counts.
#[derive(Serialize)]
struct NotJudged {
    reason: &'static str,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<u64>,
}

#[derive(Serialize)]
struct Found {
    frame: usize,
    fault: &'static str,
    path: Vec<String>,
    #[serde(flatten)]
    of_program: OfProgram,
    text: String,
    /// Number of other findings that can follow from this one.
    followed_by: usize,
    #[serde(skip)]
    consequences_text: Option<String>,
    /// First `MAX_CONSEQUENCES` of these findings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    consequences: Vec<Self>,
}

/// An unusual step that is no fault.
#[derive(Serialize)]
struct Remarked {
    frame: usize,
    remark: &'static str,
    path: Vec<String>,
    #[serde(flatten)]
    of_program: OfProgram,
    text: String,
}

impl CheckArgs {
    /// Checks the trace and prints the findings; an error if there are any.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let trace = self.of.trace()?;
        let progress = Progress::default();
        let frames = trace.frame_count() as u64;
        let tell = || {
            let (done, total) = (grouped(progress.done()), progress.total());
            match total.filter(|&total| total != frames) {
                Some(visits) => format!("exact values: {done} of at most {} visits", grouped(visits)),
                None => format!("checked: {done} of {} frames", grouped(frames)),
            }
        };
        let options = CheckOptions { against_minimax: self.against_minimax, exact_visits: self.exact_limit };
        let found = with_progress(&tell, || interruptible(&progress, || check_with(&trace, options, &progress)));
        let report = CheckJson::of(&trace, &found, self.output.language);
        self.output.print(&report, |report| report.readable(MAX_PRINTED))?;
        match found.verdict() {
            Verdict::Wrong => Err(CliError::WrongFrames { wrong: found.finding_count, frames: found.frames as u64 }),
            Verdict::NothingFound if self.require == Some(Required::Proved) => Err(CliError::NotProved),
            Verdict::NothingFound if report.incomplete.is_some() => Err(CliError::Incomplete),
            Verdict::NothingFound | Verdict::Proved => Ok(()),
        }
    }
}

/// Checks a trace and returns the report as text, with at most `most` findings and remarks.
#[cfg(feature = "mcp")]
pub(super) fn check_text(
    trace: &Trace,
    options: CheckOptions,
    most: usize,
    language: Language,
    progress: &Progress,
) -> String {
    CheckJson::of(trace, &check_with(trace, options, progress), language).readable(most)
}

impl Found {
    fn of(trace: &Trace, finding: &Finding, language: Language) -> Self {
        let step = trace.step(finding.frame);
        let path = step.map(|step| trace.path(step.node)).unwrap_or_default();
        let consequences = finding.consequences.iter().take(MAX_CONSEQUENCES);
        Self {
            frame: finding.frame,
            fault: finding.fault.name(),
            path: move_texts(trace, &path),
            of_program: step.map(|step| OfProgram::of(trace, step.visit)).unwrap_or_default(),
            text: as_typed(finding.sentence(trace, language)),
            followed_by: finding.consequences.len(),
            consequences_text: finding.consequences_text(language).map(as_typed),
            consequences: consequences.map(|finding| Self::of(trace, finding, language)).collect(),
        }
    }
}

impl Remarked {
    fn of(trace: &Trace, remark: &CheckRemark, language: Language) -> Self {
        let step = trace.step(remark.frame);
        let path = step.map(|step| trace.path(step.node)).unwrap_or_default();
        Self {
            frame: remark.frame,
            remark: remark.kind.name(),
            path: move_texts(trace, &path),
            of_program: step.map(|step| OfProgram::of(trace, step.visit)).unwrap_or_default(),
            text: as_typed(remark.sentence(trace, language)),
        }
    }
}

impl CheckJson {
    fn of(trace: &Trace, report: &CheckReport, language: Language) -> Self {
        let findings = report.findings.iter().map(|finding| Found::of(trace, finding, language));
        let not_judged = report.unjudged.iter().map(|&unjudged| {
            let (count, of) = match unjudged {
                Unjudged::Windows { derived, visits } => (Some(derived), Some(visits)),
                Unjudged::Bounds { count } | Unjudged::Probabilities { count } => (Some(count), None),
                Unjudged::Stopped { frames } => (Some(frames), Some(trace.frame_count() as u64)),
                _ => (None, None),
            };
            NotJudged { reason: unjudged.name(), text: as_typed(unjudged.text(language)), count, of }
        });
        Self {
            verdict: report.verdict().name(),
            sentence: as_typed(report.sentence(language)),
            incomplete: incomplete_text(report.ending).map(|text| language.text(text)),
            not_judged: not_judged.collect(),
            right: report.is_right(),
            frames: report.frames,
            judged: trace.has_minimax_scores(),
            wrong_frames: report.finding_count,
            findings: findings.collect(),
            remarks: report.remarks.iter().map(|remark| Remarked::of(trace, remark, language)).collect(),
            assumptions: report
                .assumptions
                .iter()
                .map(|assumption| with_plain_spaces(language.text(assumption.text())))
                .collect(),
            unproved_bounds: report.unproved_bounds,
            minimax: report.minimax.map(|value| trace.in_unit(value)),
        }
    }

    /// The findings and remarks, `most` of each, and the verdict.
    fn readable(&self, most: usize) -> String {
        let mut lines: Vec<String> = Vec::new();
        for found in self.findings.iter().take(most) {
            let place = found.of_program.place_text();
            lines.push(format!("frame {}{place}: {}", grouped(found.frame as u64), found.text));
            lines.extend(found.consequences_text.as_ref().map(|text| format!("  {text}")));
        }
        if self.wrong_frames > most as u64 {
            lines.push(format!("… and {} more", grouped(self.wrong_frames - most as u64)));
        }
        for remark in self.remarks.iter().take(most) {
            let place = remark.of_program.place_text();
            lines.push(format!("remark at frame {}{place}: {}", grouped(remark.frame as u64), remark.text));
        }
        if self.remarks.len() > most {
            lines.push(format!("… and {} more remarks", grouped((self.remarks.len() - most) as u64)));
        }
        lines.push(self.sentence.clone());
        lines.extend(self.minimax.map(|value| format!("minimax value of the start: {value}")));
        lines.extend(self.assumptions.iter().map(|assumption| format!("note: {assumption}")));
        lines.join("\n") + "\n"
    }
}
