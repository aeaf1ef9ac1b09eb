//! `edagari grade`: the answers to an exercise, judged step by step.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::output::printing::{as_typed, print, print_json};
use crate::language::{Language, Text};
use crate::lesson::exercise::{Answers, Exercise, Mistake, Verdict, grade};

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
    /// The exercise (.edagari-exercise.ron), or a web page with one (.html)
    exercise: PathBuf,

    /// The answers (.edagari-answers.json)
    answers: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// The language of the sentences
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    language: Language,
}

/// What is printed: the keys of the JSON object.
#[derive(Serialize)]
struct Report {
    all_right: bool,
    /// The steps that are right, or follow rightly from an earlier mistake.
    right: usize,
    /// The steps that are judged; one more if the answer is not finished.
    judged: usize,
    /// The number of the first wrong step, from 1.
    first_wrong: Option<usize>,
    steps: Vec<StepRow>,
    /// What is missing in the end.
    unfinished: Option<MistakeRow>,
}

#[derive(Serialize)]
struct StepRow {
    /// From 1.
    step: usize,
    node: String,
    verdict: &'static str,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    mistake: Option<MistakeRow>,
}

#[derive(Serialize)]
struct MistakeRow {
    mistake: &'static str,
    /// The node that it is about.
    about: String,
    /// Whether a node was struck that is searched, or not struck that is skipped.
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
    /// Reads, grades, prints, and fails if something is wrong.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let exercise = Exercise::read(&self.exercise)?;
        let answers = Answers::read(&self.answers, &exercise)?;
        let grade = grade(&exercise, &answers);
        let row = |mistake: &Mistake| MistakeRow::of(&exercise, mistake, self.language);
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
        if self.json {
            print_json(&report)?;
        } else {
            print(&report.readable(self.language))?;
        }
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
