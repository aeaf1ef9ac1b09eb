//! `edagari exercise`: writes trees to search by hand, as sheets, solutions and questions.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::parse::{languages, parse_unsigned, whole_number};
use crate::cli::arguments::part_args::PartArgs;
use crate::cli::arguments::requirement_args::{ConventionArgs, RequirementArgs};
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::{print, remark, with_progress};
use edagari_core::language::{Language, Text, grouped};
use edagari_core::trace::Progress;
use edagari_core::trace::file::Target;
use edagari_draw::export::{ExportError, Filled, MAX_A_PAGE, Paper, Sheets, check_exercise_file, save_exercises};
use edagari_teach::class::{class_names, read_class_file};
use edagari_teach::exercise::{
    Exercise, ExerciseFigures, GenerateError, Generated, MAX_EXERCISES, Requirements, Title, generate,
};

const AFTER_HELP: &str = "\
Examples:
  edagari exercise -n 30 --cuts 3.. --cut-above-leaves 1.. -o sheets.pdf --solutions solutions.pdf
  edagari exercise -n 30 --cuts 3.. -o quiz.xml                  questions for Moodle
  edagari exercise -n 30 --cuts 3.. -o quiz.zip -o key.csv       a QTI 2.1 package, and the answer key
  edagari exercise --search pvs --view negamax --paper letter -o pvs.pdf
  edagari exercise --leaves 8 --depth 3 --branching 2 --scores -9..9 -o tree.svg --solutions tree-solved.svg
  edagari exercise -n 3 -o week.edagari-exercise.ron             the exercises themselves, for `edagari grade`
  edagari exercise -n 3 --cuts 2.. -o week.html                  a web page with the exercises, with feedback on each step
  edagari exercise --kind cross-out -n 30 -o leaves.pdf          only cross out the leaves that are not evaluated
  edagari exercise --class names.csv -o sheets.pdf -o key.csv    a sheet for each student, with a code
  edagari exercise --kind bug -n 5 -o bugs.html                  find the wrong line of a program by its run
  edagari exercise --of week-02.edagari-exercise.ron -o again.pdf

Exit codes:
  0  done
  2  bad usage or input, such as requirements that contradict each other; or a file cannot be written";

/// The arguments of `edagari exercise`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct ExerciseArgs {
    /// Number of exercises, 1 to 10000, all different
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1, value_parser = parse_count, conflicts_with = "of")]
    count: u32,

    /// Seed of the set; the same seed makes the same set
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_unsigned::<u64>, conflicts_with = "of")]
    seed: u64,

    /// Use the exercises in FILE (exercises, or a web page with exercises) instead of making trees; repeatable
    #[arg(long, value_name = "FILE", conflicts_with_all = ["RequirementArgs", "ConventionArgs"])]
    of: Vec<PathBuf>,

    /// File to write: .pdf, .svg or .tex with blanks, .html (for a browser), .csv (answer key), .xml (Moodle), .zip (QTI 2.1),
    /// .edagari-notes.ron or .edagari-exercise.ron; repeatable
    #[arg(long, short, value_name = "FILE")]
    output: Vec<PathBuf>,

    /// File to write the solutions to: .pdf (ends with the statistics of the set), .svg, .tex or .edagari-answers.json; repeatable
    #[arg(long, value_name = "FILE")]
    solutions: Vec<PathBuf>,

    /// Title instead of "Exercise 1"; with several exercises, ", exercise 1" is appended
    #[arg(long, value_name = "TEXT", conflicts_with = "of")]
    title: Option<String>,

    /// Paper size
    #[arg(long, value_enum, default_value_t = PaperName::A4)]
    paper: PaperName,

    /// Number of exercises per page, 1 to 4
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_per_page)]
    per_page: usize,

    /// Make an exercise for each name in FILE: a CSV file with a column "name", or with columns of given names and family names, or one name per
    /// line. Its sheet has the name and a code; the answer key (-o FILE.csv) has both, for `edagari grade FOLDER --csv --key`. No other output
    /// contains names
    #[arg(long, value_name = "FILE", conflicts_with_all = ["of", "count", "per_page"])]
    class: Option<PathBuf>,

    #[command(flatten)]
    requirements: RequirementArgs,

    #[command(flatten)]
    convention: ConventionArgs,

    /// Print one JSON object
    #[arg(long, help_heading = None)]
    json: bool,

    #[command(flatten)]
    part: PartArgs,

    /// Language of sheets and questions
    #[arg(long, value_name = "NAME", value_parser = languages(), default_value = Language::default().name(), help_heading = None)]
    language: Language,

    /// Replace files even if they are read-only
    #[arg(long, help_heading = None)]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PaperName {
    /// 210 mm × 297 mm
    A4,
    /// 8.5 in × 11 in
    Letter,
}

/// Printed report; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct ExerciseJson {
    /// Number of trees tried; `None` if the exercises come from files.
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<u64>,
    exercises: Vec<ExerciseRow>,
    files: Vec<String>,
    /// The same files for readable output: a numbered series is listed as its first and last file.
    #[serde(skip)]
    named: Vec<String>,
}

#[derive(Serialize)]
struct ExerciseRow {
    number: u32,
    #[serde(flatten)]
    figures: ExerciseFigures,
    pruned_share: f64,
}

fn parse_count(text: &str) -> Result<u32, String> {
    whole_number(text, 1, MAX_EXERCISES.into()).map(|count| count as u32)
}

fn parse_per_page(text: &str) -> Result<usize, String> {
    whole_number(text, 1, MAX_A_PAGE as u64).map(|count| count as usize)
}

impl ExerciseArgs {
    /// Makes or reads the set, writes its files and prints its figures.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let blank = self.output.iter().map(|path| (path, Filled::Blank));
        let files: Vec<(&PathBuf, Filled)> =
            blank.chain(self.solutions.iter().map(|path| (path, Filled::Solution))).collect();
        for (path, filled) in &files {
            check_exercise_file(path, *filled)?;
        }
        let (exercises, tried) = if self.of.is_empty() { self.made()? } else { (self.read()?, None) };
        let paper = match self.paper {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::Letter,
        };
        let (mut written, mut named) = (Vec::new(), Vec::new());
        let mut refused: Option<ExportError> = None;
        for (path, filled) in files {
            let sheets = Sheets { filled, paper, a_page: self.per_page, language: self.language };
            let target = Target { path, forced: self.force };
            let progress = Progress::default();
            let tell = || format!("written: {} exercises of {}", grouped(progress.done()), path.display());
            let saved = with_progress(&tell, || {
                interruptible(&progress, || save_exercises(&exercises, &sheets, target, &progress))
            });
            let files = match saved {
                Ok(files) => files,
                Err(ExportError::Cancelled) => return Err(ExportError::Cancelled.into()),
                // The other files are still written. Each error is reported, the last one at the
                // exit.
                Err(error) => {
                    if let Some(before) = refused.replace(error) {
                        remark(&before.to_string());
                    }
                    continue;
                }
            };
            let files: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
            named.push(match &files[..] {
                [first, .., last] => format!("{first} to {last}"),
                files => files.concat(),
            });
            written.extend(files);
        }
        if let Some(error) = refused.take_if(|_| written.is_empty()) {
            return Err(error.into());
        }
        let rows = exercises.iter().map(|made| ExerciseRow {
            number: made.number,
            figures: made.figures,
            pruned_share: made.figures.pruned_share(),
        });
        let report = ExerciseJson { tried, exercises: rows.collect(), files: written, named };
        if self.json {
            self.part.print_json(&report)?;
        } else {
            print(&report.readable())?;
        }
        refused.map_or(Ok(()), |error| Err(error.into()))
    }

    fn made(&self) -> Result<(Vec<Generated>, Option<u64>), CliError> {
        let kind = self.convention.kind();
        let convention = self.convention.convention(&self.requirements.scores(kind));
        let names = match &self.class {
            Some(path) => Some(read_class_file(path, class_names)?),
            None => None,
        };
        let count = names.as_ref().map_or(self.count, |names| names.len() as u32);
        let made = |requirements: &Requirements| {
            let progress = Progress::default();
            let tell = || format!("exercises found: {} of {}", grouped(progress.done()), grouped(count.into()));
            with_progress(&tell, || interruptible(&progress, || generate(requirements, self.seed, count, &progress)))
        };
        let set = match self.requirements.with_both_cuts(kind, convention).map(|requirements| made(&requirements)) {
            // If there are no such trees, all sets that meet the requirements are accepted.
            None | Some(Err(GenerateError::TooRare { .. })) => made(&self.requirements.requirements(kind, convention))?,
            Some(made) => made?,
        };
        let mut exercises = set.exercises;
        if let Some(title) = &self.title {
            for made in &mut exercises {
                let number = made.number.to_string();
                let values = [("title", title.as_str()), ("number", number.as_str())];
                let numbered = |language: Language| language.fill(Text::SheetNumbered, &values);
                made.exercise.title = if count > 1 {
                    Title { english: numbered(Language::English), japanese: numbered(Language::Japanese) }
                } else {
                    Title { english: title.clone(), japanese: String::new() }
                };
                made.exercise.title.check().map_err(|error| CliError::Usage(format!("--title: {error}")))?;
            }
        }
        for (made, name) in exercises.iter_mut().zip(names.into_iter().flatten()) {
            made.student = Some(name);
        }
        Ok((exercises, Some(set.tried)))
    }

    fn read(&self) -> Result<Vec<Generated>, CliError> {
        let mut all = Vec::new();
        for path in &self.of {
            all.extend(Exercise::read_all(path)?);
        }
        Ok(all.into_iter().zip(1..).map(|(exercise, number)| Generated::of(number, exercise)).collect())
    }
}

impl ExerciseJson {
    fn readable(&self) -> String {
        let heading =
            ["exercise", "leaves", "evaluated", "skipped", "steps", "cuts", "α-cuts", "β-cuts", "above leaves", "deep"];
        let row = |row: &ExerciseRow| {
            let figures = &row.figures;
            let counts = [
                figures.steps,
                figures.cuts,
                figures.alpha_cuts,
                figures.beta_cuts,
                figures.cuts_above_leaves,
                figures.deep_cuts,
            ];
            let first = [row.number, figures.leaves, figures.evaluated].map(|number| number.to_string());
            let share = format!("{:.0} %", 100.0 * row.pruned_share);
            first.into_iter().chain([share]).chain(counts.map(|count| count.to_string())).collect::<Vec<String>>()
        };
        let rows: Vec<Vec<String>> =
            std::iter::once(heading.map(str::to_owned).to_vec()).chain(self.exercises.iter().map(row)).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let line = |row: &Vec<String>| {
            let cells: Vec<String> =
                row.iter().enumerate().map(|(column, cell)| format!("{cell:>width$}", width = width(column))).collect();
            cells.join("  ") + "\n"
        };
        let mut text: String = rows.iter().map(line).collect();
        if let Some(tried) = self.tried {
            let _ = writeln!(text, "\ntrees tried: {}", grouped(tried));
        }
        for file in &self.named {
            let _ = writeln!(text, "written: {file}");
        }
        text
    }
}
