//! `edagari grade`: grades the answers to an exercise, or all answers of a class.

mod folder;
mod handed_in;

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::recording::OutputArgs;
use crate::cli::output::printing::as_typed;
use edagari_core::language::{Language, Text, visible};
use edagari_teach::class::read_class_file;
use edagari_teach::exercise::{
    Answers, Exercise, ExerciseFileError, Mistake, QuestionGrade, Questions, Responses, TextFault, Verdict,
    checksum_of_answers, grade,
};
use folder::grade_folder;

const AFTER_HELP: &str = "\
Examples:
  edagari grade week-02.edagari-exercise.ron anna.edagari-answers.json
  edagari grade week-02.edagari-exercise.ron anna.edagari-answers.json --language japanese --json
  edagari grade handed-in --csv > grades.csv                       all answers in a folder, with the exercises they belong to
  edagari grade handed-in --csv --key key.csv                      with the names of exercise --class

Exit codes:
  0  all is right; with --csv, all files are graded
  1  something is wrong or missing; each mistake is named
  2  bad usage or input, such as answers to another exercise";

/// The arguments of `edagari grade`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct GradeArgs {
    /// Exercise (.edagari-exercise.ron), or a web page with exercises (.html), of which the answers name one; with --csv, a folder of
    /// exercises and answers
    exercise: PathBuf,

    /// Answers (.edagari-answers.json)
    #[arg(required_unless_present = "csv", conflicts_with = "csv")]
    answers: Option<PathBuf>,

    /// Grade all answers in the folder and its subfolders, and print a CSV table: files of answers, and reports of responses from
    /// Moodle (.csv), whose questions are the exercises in the order of their file names
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Answer key written by `edagari exercise --class`, which contains the name for each code
    #[arg(long, value_name = "FILE", requires = "csv")]
    key: Option<PathBuf>,

    #[command(flatten)]
    output: OutputArgs,
}

/// Printed grade; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct GradeJson {
    all_right: bool,
    /// Points: steps that are right, or follow correctly from an earlier mistake.
    right: usize,
    /// Maximum number of points: the steps of the right answer.
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

/// Reads the exercise to which a file of answers belongs: the only exercise of a file, or the
/// exercise of a page whose checksum is in the answers.
fn exercise_of(path: &Path, answers: &Path) -> Result<Exercise, ExerciseFileError> {
    let mut all = Exercise::read_all(path)?;
    let count = all.len();
    // Answers to a single exercise are parsed together with it, so that errors have a position.
    if let Some(one) = all.pop_if(|_| count == 1) {
        return Ok(one);
    }
    let sum = read_class_file(answers, checksum_of_answers)?;
    let place = all.iter().position(|exercise| sum.as_ref() == Some(&exercise.checksum_text()));
    place.map(|place| all.swap_remove(place)).ok_or_else(|| {
        let given = sum.map_or_else(
            || "the answers have no checksum, expected that of one".to_owned(),
            |sum| format!("the answers are to the exercise {sum:?}, expected one"),
        );
        let message = format!("{given} of the {count} exercises in {}", path.display());
        let fault = TextFault { line: 1, column: 1, message: message.into() };
        ExerciseFileError::Malformed { path: answers.to_owned(), fault }
    })
}

impl GradeArgs {
    /// Grades the answers and prints the mistakes; an error if there are any.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let Some(answers) = &self.answers else {
            return grade_folder(&self.exercise, self.key.as_deref(), self.output.language);
        };
        let exercise = exercise_of(&self.exercise, answers)?;
        if let Some(questions) = Questions::of(&exercise) {
            let responses = Responses::read(answers, &exercise, &questions)?;
            return self.print_answers(&exercise, &questions, &responses);
        }
        let answers = Answers::read(answers, &exercise)?;
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
        let report = GradeJson {
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
            Err(CliError::AnswersWrong { right: right as u64, judged: judged as u64, what: "steps" })
        }
    }
}

impl GradeArgs {
    /// Prints the grade of answers to questions; an error if not all are right.
    fn print_answers(&self, exercise: &Exercise, questions: &Questions, responses: &Responses) -> Result<(), CliError> {
        let language = self.output.language;
        let grade = QuestionGrade::of(exercise, questions, responses);
        let rows = questions.questions.iter().zip(&grade.verdicts).zip(&responses.answers).zip(1..);
        let answers = rows.map(|(((question, verdict), response), number)| AnswerRow {
            question: number,
            node: question.node.map(|node| exercise.tree().name(node).to_owned()),
            verdict: verdict.name(),
            given: response.as_ref().map(|response| response.typed(&question.expects, exercise.tree())),
            right: question.accepted(exercise.tree()).join(" | "),
            why: as_typed(question.why.sentence(language)),
        });
        let (right, judged) = grade.points();
        let report = AnswersReport { all_right: grade.is_right(), right, judged, answers: answers.collect() };
        self.output.print(&report, |report| report.readable(language))?;
        if report.all_right {
            Ok(())
        } else {
            Err(CliError::AnswersWrong { right: right as u64, judged: judged as u64, what: "answers" })
        }
    }
}

/// Printed grade of answers to questions; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct AnswersReport {
    all_right: bool,
    right: usize,
    judged: usize,
    answers: Vec<AnswerRow>,
}

#[derive(Serialize)]
struct AnswerRow {
    /// Number of the question, from 1.
    question: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<String>,
    verdict: &'static str,
    given: Option<String>,
    right: String,
    /// Reason for the right answer.
    why: String,
}

impl AnswersReport {
    fn readable(&self, language: Language) -> String {
        let number = |count: usize| language.number(count as u64);
        let heading = if self.all_right { Text::GradeAnswersRight } else { Text::GradeAnswers };
        let (right, judged) = (number(self.right), number(self.judged));
        let mut lines = vec![language.fill(heading, &[("right", &right), ("judged", &judged)])];
        for row in self.answers.iter().filter(|row| ["wrong", "missing"].contains(&row.verdict)) {
            let (number, given) = (number(row.question), row.given.as_deref().map(visible));
            lines.push(match given {
                Some(given) => {
                    language.fill(Text::GradeAnswer, &[("number", &number), ("given", &given), ("why", &row.why)])
                }
                None => language.fill(Text::GradeAnswerMissing, &[("number", &number), ("why", &row.why)]),
            });
        }
        let follows = self.answers.iter().filter(|row| row.verdict == "follows").count();
        if follows > 0 {
            lines.push(language.fill(Text::GradeFollows, &[("count", &number(follows))]));
        }
        lines.join("\n") + "\n"
    }
}

impl GradeJson {
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
