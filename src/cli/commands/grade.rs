//! `edagari grade`: grades the answers to an exercise step by step.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::recording::OutputArgs;
use crate::cli::output::printing::as_typed;
use edagari_core::language::{Language, Text};
use edagari_teach::exercise::{Answers, Exercise, Mistake, Verdict, grade};

const AFTER_HELP: &str = "\
Examples:
  edagari grade week-02.edagari-exercise.ron anna.edagari-answers.json
  edagari grade week-02.edagari-exercise.ron anna.edagari-answers.json --language japanese --json

Exit codes:
  0  all is right
  1  something is wrong or missing; each mistake is named
  2  bad usage or input, such as answers to another exercise";

/// The arguments of `edagari grade`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct GradeArgs {
    /// Exercise (.edagari-exercise.ron), or a web page with one (.html)
    exercise: PathBuf,

    /// Answers (.edagari-answers.json)
    answers: PathBuf,

    #[command(flatten)]
    output: OutputArgs,
}

/// Printed grade; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct Report {
    all_right: bool,
    /// Number of steps that are right, or follow correctly from an earlier mistake.
    right: usize,
    /// Number of judged steps, plus one if the answers are unfinished.
    judged: usize,
    /// Number of the first wrong step, from 1.
    first_wrong: Option<usize>,
    steps: Vec<StepRow>,
    /// Missing next step of unfinished answers.
    unfinished: Option<MistakeRow>,
}

#[derive(Serialize)]
struct StepRow {
    /// Number of the step, from 1.
    step: usize,
    node: String,
    verdict: &'static str,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    mistake: Option<MistakeRow>,
}

#[derive(Serialize)]
struct MistakeRow {
    mistake: &'static str,
    /// Node of the mistake.
    about: String,
    /// `too much` if a searched node was struck out, `too little` if a skipped node was not.
    pruning: Option<&'static str>,
    sentence: String,
}

impl MistakeRow {
    fn of(exercise: &Exercise, mistake: &Mistake, language: Language) -> Self {
        let kind = mistake.kind;
        let pruning = if kind.is_too_much() { Some("too much") } else { kind.is_too_little().then_some("too little") };
        Self {
            mistake: kind.name(),
            about: exercise.tree().name(mistake.node).to_owned(),
            pruning,
            sentence: as_typed(mistake.sentence(exercise, language)),
        }
    }
}

impl GradeArgs {
    /// Grades the answers and prints the mistakes; an error if there are any.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let exercise = Exercise::read(&self.exercise)?;
        let answers = Answers::read(&self.answers, &exercise)?;
        let grade = grade(&exercise, &answers);
        let row = |mistake: &Mistake| MistakeRow::of(&exercise, mistake, self.output.language);
        let steps = answers.steps.iter().zip(&grade.verdicts).zip(1..).map(|((step, verdict), number)| {
            let (verdict, mistake) = match verdict {
                Verdict::Right => ("right", None),
                Verdict::Follows => ("follows", None),
                Verdict::NotAsked => ("not asked", None),
                Verdict::Wrong(mistake) => ("wrong", Some(row(mistake))),
            };
            StepRow { step: number, node: exercise.tree().name(step.node()).to_owned(), verdict, mistake }
        });
        let (right, judged) = grade.points();
        let report = Report {
            all_right: grade.is_right(),
            right,
            judged,
            first_wrong: grade.first_wrong().map(|(place, _)| place + 1),
            steps: steps.collect(),
            unfinished: grade.unfinished.as_deref().map(row),
        };
        self.output.print(&report, |report| report.readable(self.output.language))?;
        if report.all_right {
            Ok(())
        } else {
            Err(CliError::AnswersWrong { right: right as u64, judged: judged as u64 })
        }
    }
}

impl Report {
    fn readable(&self, language: Language) -> String {
        let number = |count: usize| language.number(count as u64);
        let heading = if self.all_right { Text::GradeRight } else { Text::GradePoints };
        let points = [("right", number(self.right)), ("judged", number(self.judged))];
        let mut lines = vec![language.fill(heading, &points.each_ref().map(|(name, value)| (*name, value.as_str())))];
        for row in &self.steps {
            let Some(mistake) = &row.mistake else { continue };
            let values = [("step", number(row.step)), ("sentence", mistake.sentence.clone())];
            lines.push(language.fill(Text::GradeStep, &values.each_ref().map(|(name, value)| (*name, value.as_str()))));
        }
        lines.extend(self.unfinished.as_ref().map(|mistake| mistake.sentence.clone()));
        let follows = self.steps.iter().filter(|row| row.verdict == "follows").count();
        if follows > 0 {
            lines.push(language.fill(Text::GradeFollows, &[("count", &number(follows))]));
        }
        lines.join("\n") + "\n"
    }
}
