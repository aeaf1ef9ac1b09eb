//! `edagari lesson`: prints lessons and notes as text, and checks that they are true.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::game_args::memory_limit;
use crate::cli::arguments::parse::{languages, parse_size};
use crate::cli::arguments::part_args::PartArgs;
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::{as_typed, print, remark};
use crate::cli::output::text::{Rows, label_width, size_text, table};
use edagari_core::analysis::run_title;
use edagari_core::language::{Language, Text};
#[cfg(feature = "export")]
use edagari_core::trace::file::Target;
use edagari_core::trace::{Ending, Progress, Trace};
#[cfg(feature = "export")]
use edagari_draw::export::{LessonPage, save_lesson_page};
use edagari_teach::note::{
    LESSONS, LessonFault, Mismatch, Note, Notes, RunError, ShippedLesson, ShownAnswers, ShownQuestion, plain_line,
    plain_question, plain_text,
};

const AFTER_HELP: &str = "\
Examples:
  edagari lesson list
  edagari lesson cuts
  edagari lesson cuts --language japanese --answers
  edagari lesson game.edagari-notes.ron
  edagari lesson cuts -o cuts.html                      as a web page that needs no network
  edagari lesson check game.edagari-notes.ron
  edagari lesson check game.edagari-notes.ron --json

Exit codes:
  0  done
  1  the checked lesson is not true; each fault is listed
  2  bad usage or input, such as a file without notes";

/// Default memory limit for each run of a lesson, in bytes. It also limits the time, because the
/// runs of a lesson are small.
const DEFAULT_LIMIT_OF_RUN: u64 = 256 << 20;

/// The arguments of `edagari lesson`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP, args_conflicts_with_subcommands = true)]
pub(in crate::cli) struct LessonArgs {
    #[command(subcommand)]
    command: Option<LessonCommand>,

    /// Name of a built-in lesson, or a file of notes (.edagari-notes.ron) [default: list the lessons]
    #[arg(value_name = "LESSON")]
    lesson: Option<String>,

    /// Memory limit for each run: MiB, or a number with KiB, MiB or GiB [default: 256MiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, requires = "lesson")]
    memory_limit: Option<u64>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    part: PartArgs,

    /// Also print the answers to the questions
    #[arg(long, requires = "lesson")]
    answers: bool,

    /// Language of the texts; a page contains all languages and starts in this one, or by default in that of the browser
    #[arg(long, value_name = "NAME", value_parser = languages(), default_value = Language::default().name())]
    language: Language,

    /// Write the lesson as a web page that needs no network: .html
    #[cfg(feature = "export")]
    #[arg(long, short, value_name = "FILE", requires = "lesson", conflicts_with_all = ["json", "answers"])]
    output: Option<PathBuf>,

    /// Replace the file even if it is read-only
    #[cfg(feature = "export")]
    #[arg(long, requires = "output")]
    force: bool,
}

#[derive(Debug, Subcommand)]
enum LessonCommand {
    /// List the built-in lessons
    List {
        #[command(flatten)]
        printed: PrintedAs,
        /// Language of the titles
        #[arg(long, value_name = "NAME", value_parser = languages(), default_value = Language::default().name())]
        language: Language,
    },
    /// Check that a lesson is true: places exist, statements are computed, claims hold, numbers are not typed by hand
    Check {
        #[command(flatten)]
        chosen: ChosenLesson,
        #[command(flatten)]
        printed: PrintedAs,
        /// Language of the sentences
        #[arg(long, value_name = "NAME", value_parser = languages(), default_value = Language::default().name())]
        language: Language,
    },
}

/// Whether a report is printed as JSON, and which part of its lists.
#[derive(Debug, Args)]
struct PrintedAs {
    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    part: PartArgs,
}

/// Lesson, and the memory limit for each of its runs.
#[derive(Debug, Args)]
struct ChosenLesson {
    /// Name of a built-in lesson, or a file of notes (.edagari-notes.ron)
    #[arg(value_name = "LESSON")]
    lesson: String,

    /// Memory limit for each run: MiB, or a number with KiB, MiB or GiB [default: 256MiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory_limit: Option<u64>,
}

/// Notes with their runs, or the errors of runs that cannot be opened.
struct Opened {
    notes: Notes,
    runs: Vec<Result<Trace, RunError>>,
}

impl LessonArgs {
    /// Prints the list of lessons, a lesson, or the faults of a checked lesson.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        match (&self.command, &self.lesson) {
            (Some(LessonCommand::Check { chosen, printed, language }), _) => {
                check(chosen, printed.json.then_some(&printed.part), *language)
            }
            (Some(LessonCommand::List { printed, language }), _) => {
                list(printed.json.then_some(&printed.part), *language)
            }
            (None, None) => list(self.json.then_some(&self.part), self.language),
            (None, Some(lesson)) => {
                self.tell(&ChosenLesson { lesson: lesson.clone(), memory_limit: self.memory_limit })
            }
        }
    }

    fn tell(&self, chosen: &ChosenLesson) -> Result<(), CliError> {
        let opened = chosen.open()?;
        // A lesson with a missing run is still printed, without the values of that run.
        for (_, sentence) in opened.unusable_runs() {
            remark(&sentence);
        }
        #[cfg(feature = "export")]
        if let Some(path) = &self.output {
            let runs: Result<Vec<&Trace>, _> = opened.runs.iter().map(Result::as_ref).collect();
            // The notes printed above list the missing runs.
            let runs =
                runs.map_err(|error| CliError::Usage(format!("a page needs all runs of the lesson ({error})")))?;
            // With the default language, the page starts in the language of the browser.
            let language = Some(self.language).filter(|&language| language != Language::default());
            let page = LessonPage { notes: &opened.notes, runs: &runs, language };
            let progress = Progress::default();
            let target = Target { path, forced: self.force };
            return Ok(interruptible(&progress, || save_lesson_page(page, target, &progress))?);
        }
        let report = LessonJson::of(&opened, self.language);
        if self.json { self.part.print_json(&report) } else { print(&report.readable(self.language, self.answers)) }
    }
}

/// Printed list of the built-in lessons; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct LessonList {
    lessons: Vec<ListedLesson>,
}

#[derive(Serialize)]
struct ListedLesson {
    name: &'static str,
    title: String,
    /// Number of notes.
    notes: usize,
}

/// Prints the list of the built-in lessons; with `json`, this part of it as JSON.
fn list(json: Option<&PartArgs>, language: Language) -> Result<(), CliError> {
    let listed = |lesson: &ShippedLesson| {
        let notes = lesson.notes();
        ListedLesson { name: lesson.name, title: notes.title.text(language).to_owned(), notes: notes.notes.len() }
    };
    let list = LessonList { lessons: LESSONS.iter().map(listed).collect() };
    if let Some(part) = json {
        return part.print_json(&list);
    }
    let rows: Rows<'_> = list.lessons.iter().map(|lesson| (lesson.name, lesson.title.clone())).collect();
    print(&table(&rows, label_width(&rows)))
}

/// Printed check of a lesson; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct CheckedLesson {
    all_true: bool,
    /// Number of notes.
    notes: usize,
    faults: Vec<FaultReport>,
}

#[derive(Serialize)]
struct FaultReport {
    /// Number of the note, from 1; null for a fault of a run, or of the lesson as a whole.
    note: Option<usize>,
    /// Number of the run, from 1; null for a fault of a note, or of the lesson as a whole.
    run: Option<usize>,
    text: String,
}

impl CheckedLesson {
    fn of(opened: &Opened, language: Language) -> Self {
        let of_run = |(run, text): (usize, String)| FaultReport { note: None, run: Some(run), text };
        let mut faults: Vec<FaultReport> = opened.unusable_runs().map(of_run).collect();
        for (number, (run, source)) in (1..).zip(opened.runs.iter().zip(&opened.notes.runs)) {
            let mismatch = run.as_ref().ok().and_then(|trace| source.mismatch(trace));
            let text = mismatch.map(|mismatch| format!("run {number}: {}", mismatch.sentence(language)));
            faults.extend(text.map(|text| of_run((number, text))));
        }
        let of_note = |fault: &LessonFault| FaultReport {
            note: fault.note.map(|note| note + 1),
            run: None,
            text: fault.sentence(language),
        };
        faults.extend(opened.notes.check(&opened.traces()).iter().map(of_note));
        Self { all_true: faults.is_empty(), notes: opened.notes.notes.len(), faults }
    }

    fn readable(&self, language: Language) -> String {
        if self.all_true {
            let count = language.number(self.notes as u64);
            return language.fill(Text::LessonAllTrue, &[("count", &count)]) + "\n";
        }
        self.faults.iter().map(|fault| fault.text.clone() + "\n").collect()
    }
}

/// Prints the faults of a lesson; with `json`, this part of the report as JSON.
fn check(chosen: &ChosenLesson, json: Option<&PartArgs>, language: Language) -> Result<(), CliError> {
    let checked = CheckedLesson::of(&chosen.open()?, language);
    match json {
        Some(part) => part.print_json(&checked)?,
        None => print(&checked.readable(language))?,
    }
    let count = checked.faults.len() as u64;
    if checked.all_true { Ok(()) } else { Err(CliError::LessonWrong { count }) }
}

impl ChosenLesson {
    fn open(&self) -> Result<Opened, CliError> {
        let path = PathBuf::from(&self.lesson);
        let (notes, folder) = match ShippedLesson::named(&self.lesson) {
            Some(lesson) => (lesson.notes(), None),
            None if !path.exists() && !self.lesson.contains(['.', '/', '\\']) => {
                let names = LESSONS.iter().map(|lesson| lesson.name).collect::<Vec<_>>().join(", ");
                return Err(CliError::NoSuchLesson { name: self.lesson.clone(), names });
            }
            None => (Notes::read(&path)?, path.parent().map(Path::to_owned)),
        };
        let limit = memory_limit(Some(self.memory_limit.unwrap_or(DEFAULT_LIMIT_OF_RUN)));
        let progress = Progress::default();
        let open = |run: &edagari_teach::note::RunSource| {
            interruptible(&progress, || run.open(folder.as_deref(), limit, &progress))
        };
        let runs = notes.runs.iter().map(open).collect();
        Ok(Opened { notes, runs })
    }
}

impl Opened {
    /// A sentence for each run that cannot be opened, or stopped at the memory limit, with the number
    /// of the run, from 1.
    fn unusable_runs(&self) -> impl Iterator<Item = (usize, String)> {
        (1..).zip(&self.runs).filter_map(|(number, run)| {
            let text = match run {
                Err(error) => format!("run {number}: {error}"),
                Ok(trace) => match trace.ending {
                    Ending::MemoryLimit(limit) => format!(
                        "run {number}: it stopped at the memory limit of {}, expected a smaller run or a higher --memory-limit",
                        size_text(limit)
                    ),
                    _ => return None,
                },
            };
            Some((number, text))
        })
    }

    fn traces(&self) -> Vec<Option<&Trace>> {
        self.runs.iter().map(|run| run.as_ref().ok()).collect()
    }
}

/// Printed lesson; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct LessonJson {
    title: String,
    about: String,
    notes: Vec<NoteReport>,
}

#[derive(Serialize)]
struct NoteReport {
    /// Number of the note, from 1.
    note: usize,
    /// Number of the run of the note, from 1.
    run: usize,
    /// Title of the run; null if the run cannot be opened.
    setup: Option<String>,
    frame: usize,
    node: Option<String>,
    title: String,
    text: String,
    question: Option<QuestionReport>,
    /// The same question for readable output.
    #[serde(skip)]
    shown: Option<ShownQuestion>,
    /// Mismatches between the note and its run.
    mismatches: Vec<String>,
}

#[derive(Serialize)]
struct QuestionReport {
    text: String,
    answers: Vec<AnswerReport>,
    /// Numeric answer; null for a choice.
    number: Option<String>,
    why: String,
}

#[derive(Serialize)]
struct AnswerReport {
    text: String,
    /// Null if it cannot be computed.
    right: Option<bool>,
}

impl LessonJson {
    fn of(opened: &Opened, language: Language) -> Self {
        let traces = opened.traces();
        let at = Note::default();
        let at = at.statement_context(&traces, language);
        let notes = &opened.notes;
        Self {
            title: plain_line(&notes.title.shown_in_line(&at)),
            about: plain_text(&notes.about.shown(&at)),
            notes: (1..)
                .zip(&notes.notes)
                .map(|(number, note)| NoteReport::of(number, note, &traces, language))
                .collect(),
        }
    }

    fn readable(&self, language: Language, with_answers: bool) -> String {
        let mut parts = vec![self.title.clone()];
        parts.extend(Some(self.about.clone()).filter(|about| !about.is_empty()));
        parts.extend(self.notes.iter().map(|note| note.readable(language, with_answers)));
        parts.join("\n\n") + "\n"
    }
}

impl NoteReport {
    fn of(number: usize, note: &Note, traces: &[Option<&Trace>], language: Language) -> Self {
        let trace = traces.get(note.run).copied().flatten();
        let at = note.statement_context(traces, language);
        let shown = note.shown(&at);
        let mismatches = trace.map(|trace| note.place_in(trace).mismatches).unwrap_or_default();
        Self {
            note: number,
            run: note.run + 1,
            setup: trace.map(|trace| run_title(trace, language)),
            frame: note.frame,
            node: note.node.as_ref().map(|node| node.0.clone()),
            title: plain_line(&shown.title),
            text: plain_text(&shown.text),
            question: shown.question.as_ref().map(|question| QuestionReport::of(question, language)),
            shown: shown.question,
            mismatches: mismatches.iter().map(|mismatch: &Mismatch| as_typed(mismatch.sentence(language))).collect(),
        }
    }

    fn readable(&self, language: Language, with_answers: bool) -> String {
        let number = language.number(self.frame as u64);
        let run = self.setup.clone().unwrap_or_else(|| self.run.to_string());
        let mut place = language.fill(Text::LessonFrameOf, &[("run", &run), ("frame", &number)]);
        if let Some(node) = self.node.as_ref().filter(|node| !node.is_empty()) {
            place = language.fill(Text::LessonNodeOf, &[("place", &place), ("node", node)]);
        }
        let mut parts = vec![format!("{}. {}\n   [{place}]", self.note, self.title)];
        parts.extend(self.mismatches.iter().map(|mismatch| format!("! {mismatch}")));
        parts.extend(Some(self.text.clone()).filter(|text| !text.is_empty()));
        parts.extend(self.shown.as_ref().map(|question| plain_question(question, language, with_answers)));
        parts.join("\n\n")
    }
}

impl QuestionReport {
    fn of(question: &ShownQuestion, language: Language) -> Self {
        let (answers, number) = match &question.answers {
            ShownAnswers::Choice(answers) => {
                let of = |(text, right): &(Vec<_>, Result<bool, _>)| AnswerReport {
                    text: plain_line(text),
                    right: right.as_ref().ok().copied(),
                };
                (answers.iter().map(of).collect(), None)
            }
            ShownAnswers::Number(value) => (Vec::new(), value.as_ref().ok().map(|value| value.text(language))),
        };
        Self { text: plain_text(&question.text), answers, number, why: plain_text(&question.why) }
    }
}
