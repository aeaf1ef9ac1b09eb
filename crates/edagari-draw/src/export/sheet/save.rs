//! Export of exercises by file extension, and the answer key of a set as CSV.

use std::path::{Path, PathBuf};

use super::moodle::moodle_xml;
use super::notes::exercise_notes;
use super::page::{Sheets, sheets_pdf};
use super::paper::Filled;
use super::picture::{exercise_svg, exercise_tikz};
use super::qti::qti_zip;
use crate::export::ExportError;
use crate::export::page::{exercise_page, question_page};
use crate::export::write::{ending, write_whole};
use edagari_core::language::{Language, Message, csv_text, visible};
use edagari_core::score::{BoundKind, Score};
use edagari_core::trace::Progress;
use edagari_core::trace::file::Target;
use edagari_teach::exercise::{
    ANSWERS_ENDING, Answers, EXERCISE_ENDING, Generated, KindName, Questions, Responses, Step,
};
use edagari_teach::note::NOTES_ENDING;

/// Extensions of files of a set.
const OF_A_SET: &str = ".pdf, .svg, .tex, .html (to be done in a browser), .csv (the answer key), .xml (Moodle), .zip (QTI 2.1), .edagari-notes.ron or .edagari-exercise.ron";
/// Extensions of files with the solution.
const OF_SOLUTIONS: &str = ".pdf, .svg, .tex or .edagari-answers.json for the solution";

enum FileKind {
    Pdf,
    Svg,
    Tikz,
    Page,
    Key,
    Moodle,
    Qti,
    Notes,
    Exercise,
    Answers,
}

impl FileKind {
    fn of(path: &Path, filled: Filled) -> Result<Self, ExportError> {
        let name = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        let is_solution = filled == Filled::Solution;
        let kind = match ending(path).as_str() {
            "pdf" => Some(Self::Pdf),
            "svg" => Some(Self::Svg),
            "tex" => Some(Self::Tikz),
            _ if is_solution => name.ends_with(ANSWERS_ENDING).then_some(Self::Answers),
            "html" | "htm" => Some(Self::Page),
            "csv" => Some(Self::Key),
            "xml" => Some(Self::Moodle),
            "zip" => Some(Self::Qti),
            _ if name.ends_with(NOTES_ENDING) => Some(Self::Notes),
            _ if name.ends_with(EXERCISE_ENDING) => Some(Self::Exercise),
            _ => None,
        };
        let expected = if is_solution { OF_SOLUTIONS } else { OF_A_SET };
        kind.ok_or_else(|| ExportError::Kind { path: path.to_owned(), expected })
    }

    /// Returns whether each exercise gets its own file, like the pages for the students of a class.
    fn is_one_each(&self, exercises: &[Generated]) -> bool {
        match self {
            Self::Svg | Self::Tikz | Self::Exercise | Self::Answers => true,
            Self::Page => exercises.iter().any(|made| made.student.is_some()),
            Self::Pdf | Self::Key | Self::Moodle | Self::Qti | Self::Notes => false,
        }
    }
}

/// Checks whether the file extension determines a format of exercises.
///
/// # Errors
/// [`ExportError::Kind`] lists the accepted extensions.
pub fn check_exercise_file(path: &Path, filled: Filled) -> Result<(), ExportError> {
    FileKind::of(path, filled).map(|_| ())
}

/// Writes exercises, by the file extension: sheets as PDF, pictures as SVG and TikZ, an interactive page, the answer key as CSV,
/// questions as Moodle XML and as a QTI package, notes, or the exercises themselves. Formats with one file per exercise number
/// the files if there are several. Returns the paths of the files.
///
/// # Errors
/// [`ExportError`] contains the file and the reason.
pub fn save_exercises(
    exercises: &[Generated],
    sheets: &Sheets,
    target: Target<'_>,
    progress: &Progress,
) -> Result<Vec<PathBuf>, ExportError> {
    let Target { path, forced } = target;
    let language = sheets.language;
    let kind = FileKind::of(path, sheets.filled)?;
    if kind.is_one_each(exercises) {
        let mut files = Vec::new();
        for made in exercises {
            let file = if exercises.len() > 1 { numbered(path, made.number, exercises.len()) } else { path.to_owned() };
            let text = match kind {
                FileKind::Svg => exercise_svg(made, sheets.filled, language),
                FileKind::Tikz => exercise_tikz(made, sheets.filled, language),
                FileKind::Answers => solution_text(made),
                FileKind::Page => page_of(std::slice::from_ref(made), language, progress)?,
                _ => made.exercise.to_text(),
            };
            write_whole(Target { path: &file, forced }, text.as_bytes(), progress)?;
            files.push(file);
        }
        return Ok(files);
    }
    let bytes = match kind {
        FileKind::Page => page_of(exercises, language, progress)?.into_bytes(),
        FileKind::Key => key_csv(exercises, language)?,
        FileKind::Moodle => moodle_xml(exercises, language, progress)?.into_bytes(),
        FileKind::Qti => qti_zip(exercises, language, progress)?,
        FileKind::Notes => exercise_notes(exercises)?.to_text().into_bytes(),
        _ => sheets_pdf(exercises, sheets, progress)?,
    };
    write_whole(target, &bytes, progress)?;
    Ok(vec![path.to_owned()])
}

/// Returns the page of exercises with steps, or of those with questions.
fn page_of(exercises: &[Generated], language: Language, progress: &Progress) -> Result<String, ExportError> {
    // With the default language, the page starts in the language of the browser.
    let begins_in = Some(language).filter(|&language| language != Language::default());
    let is_search = |made: &Generated| made.exercise.kind().name() == KindName::Search;
    let written = if exercises.iter().all(is_search) { exercise_page } else { question_page };
    written(exercises, begins_in, progress)
}

/// Returns the right answers as the text of a file.
fn solution_text(made: &Generated) -> String {
    match Questions::of(&made.exercise) {
        Some(questions) => Responses::solution(&questions).to_text(&made.exercise, &questions),
        None => Answers::from(made.model.steps.clone()).to_text(&made.exercise),
    }
}

/// Inserts a number into a file name, before the whole extension: `tree.svg` becomes `tree-07.svg`.
fn numbered(path: &Path, number: u32, count: usize) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let lower = name.to_ascii_lowercase();
    let whole = [EXERCISE_ENDING, ANSWERS_ENDING].into_iter().find(|&ending| lower.ends_with(ending));
    let length = whole.map_or(ending(path).len() + 1, str::len);
    let (stem, ending) = name.split_at(name.len().saturating_sub(length));
    let digits = count.to_string().len().max(2);
    path.with_file_name(format!("{stem}-{number:0digits$}{ending}"))
}

#[derive(serde::Serialize)]
struct KeyRow<'a> {
    exercise: u32,
    title: String,
    step: usize,
    node: String,
    action: &'a str,
    alpha: Option<Score>,
    beta: Option<Score>,
    score: Option<Score>,
    bound: Option<BoundKind>,
    /// Right answer to a question, in typed form; equally right orders are separated by `|`.
    answer: Option<String>,
    /// Code of the exercise, and the name of its student if it is for one.
    code: String,
    student: &'a str,
}

/// Returns the right answers of all exercises: the steps in the order in which they are written down, or the answers to the questions.
///
/// ```
/// use edagari_core::language::Language;
/// use edagari_core::trace::Progress;
/// use edagari_draw::export::key_csv;
/// use edagari_teach::exercise::{Requirements, generate};
///
/// let set = generate(&Requirements::default(), 1, 1, &Progress::default()).expect("there are such trees");
/// let key = String::from_utf8(key_csv(&set.exercises, Language::English)?)?;
/// // A row for each step of the model answer, below the headings.
/// assert_eq!(key.lines().count(), 1 + set.exercises[0].model.steps.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ExportError::Drawing`] if CSV cannot be written, which does not happen in memory.
pub fn key_csv(exercises: &[Generated], language: Language) -> Result<Vec<u8>, ExportError> {
    let mut file = csv::Writer::from_writer(Vec::new());
    for made in exercises {
        let title = csv_text(&visible(made.exercise.title.text(language))).into_owned();
        let code = made.exercise.code();
        let student = csv_text(&visible(made.student.as_deref().unwrap_or_default())).into_owned();
        let failed = |error: csv::Error| ExportError::Drawing(Message::verbatim(&error));
        for (question, number) in Questions::of(&made.exercise).iter().flat_map(|all| &all.questions).zip(1..) {
            let name = question.node.map_or("", |node| made.exercise.tree().name(node));
            let answer = question.accepted(made.exercise.tree()).join(" | ");
            let row = KeyRow {
                exercise: made.number,
                title: title.clone(),
                step: number,
                node: csv_text(&visible(name)).into_owned(),
                action: "answer",
                alpha: None,
                beta: None,
                score: None,
                bound: None,
                answer: Some(csv_text(&visible(&answer)).into_owned()),
                code: code.clone(),
                student: &student,
            };
            file.serialize(row).map_err(failed)?;
        }
        if made.exercise.kind().name() != KindName::Search {
            continue;
        }
        for (step, number) in made.model.steps.iter().zip(1..) {
            let node = csv_text(&visible(made.exercise.tree().name(step.node()))).into_owned();
            let row = KeyRow {
                exercise: made.number,
                title: title.clone(),
                step: number,
                node,
                action: "skip",
                alpha: None,
                beta: None,
                score: None,
                bound: None,
                answer: None,
                code: code.clone(),
                student: &student,
            };
            let row = match *step {
                Step::Skip { .. } => row,
                Step::Enter { window, .. } => {
                    KeyRow { action: "enter", alpha: Some(window.alpha), beta: Some(window.beta), ..row }
                }
                Step::Return { score, bound, .. } => KeyRow { action: "return", score: Some(score), bound, ..row },
            };
            file.serialize(row).map_err(failed)?;
        }
    }
    file.into_inner().map_err(|error| ExportError::Drawing(Message::verbatim(&error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_inserted_before_the_extension() {
        let of = |name: &str| numbered(Path::new(name), 7, 30).display().to_string();
        assert_eq!(of("a/tree.svg"), "a/tree-07.svg");
        assert_eq!(of("week 3.edagari-exercise.ron"), "week 3-07.edagari-exercise.ron");
        assert_eq!(numbered(Path::new("x.tex"), 7, 200), Path::new("x-007.tex"));
    }
}
