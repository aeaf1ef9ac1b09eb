//! `edagari grade FOLDER --csv`: grades all answers of a class into a table.

use std::collections::HashMap;
use std::path::Path;

use super::handed_in::{Content, HandedIn, HandedInFile};
use crate::cli::CliError;
use crate::cli::output::printing::{print, remark};
use edagari_core::language::Language;
use edagari_teach::class::{
    ClassRow, MoodleAnswers, class_key, class_table, grade_file, grade_parts, is_class_list, moodle_answers,
    read_class_file,
};
use edagari_teach::exercise::{Exercise, ExerciseFileError, Generated, TextFault, checksum_of_answers};

/// Grades all answers in a folder and its subfolders and prints a table in CSV; names come from the
/// key of a class, or from Moodle. Files that cannot be graded are listed, and cause an error after
/// the table; files that are not read are listed, too.
pub(super) fn grade_folder(folder: &Path, key: Option<&Path>, language: Language) -> Result<(), CliError> {
    let names = key.map_or_else(|| Ok(HashMap::new()), |key| read_class_file(key, class_key))?;
    let HandedIn { files, ignored, unreadable } = HandedIn::read(folder)?;
    let mut class = FolderGrades { language, names, exercises: Vec::new(), rows: Vec::new(), ignored, refused: 0 };
    for error in unreadable {
        class.refuse(&error);
    }
    for file in files.iter().filter(|file| matches!(file.content, Content::Exercise | Content::Page)) {
        class.add_exercises(file);
    }
    let key = key.and_then(|key| std::fs::canonicalize(key).ok());
    let is_key = |file: &HandedInFile| key.is_some() && std::fs::canonicalize(&file.path).ok() == key;
    for file in &files {
        match file.content {
            Content::Answers => class.add_answers(file),
            Content::Table if !is_key(file) => class.add_table(file),
            Content::Table | Content::Exercise | Content::Page => {}
        }
    }
    class.print(folder)
}

/// Grades of the answers in a folder, and the other files found there.
struct FolderGrades {
    language: Language,
    /// Names of students by the codes of their exercises.
    names: HashMap<String, String>,
    exercises: Vec<Generated>,
    rows: Vec<ClassRow>,
    /// Names of files that are not read.
    ignored: Vec<String>,
    /// Number of files that cannot be read.
    refused: u64,
}

impl FolderGrades {
    fn refuse(&mut self, error: &ExerciseFileError) {
        remark(&error.to_string());
        self.refused += 1;
    }

    /// Reads exercises. Each exercise counts once, even if it is in a file and in a page, or was
    /// handed in together with its answers.
    fn add_exercises(&mut self, file: &HandedInFile) {
        match Exercise::read_all(&file.path) {
            Ok(all) => {
                for exercise in all {
                    let sum = exercise.checksum();
                    if self.exercises.iter().all(|known| known.exercise.checksum() != sum) {
                        self.exercises.push(Generated::of(self.exercises.len() as u32 + 1, exercise));
                    }
                }
            }
            // A learning platform exports typed text as a page.
            Err(_) if file.content == Content::Page && file.is_in_subfolder() => self.ignored.push(file.name.clone()),
            Err(error) => self.refuse(&error),
        }
    }

    fn add_answers(&mut self, file: &HandedInFile) {
        match self.of_answers(file) {
            Ok(row) => self.rows.push(row),
            Err(error) => self.refuse(&error),
        }
    }

    /// Reads a table: the answers of a Moodle report. Lists of a class contain no answers.
    fn add_table(&mut self, file: &HandedInFile) {
        match read_class_file(&file.path, report_or_list) {
            Ok(Some(_)) if self.exercises.is_empty() => self.refuse(&without_exercise(&file.path)),
            Ok(Some(all)) => match of_moodle(&self.exercises, &all, file, self.language) {
                Ok(rows) => self.rows.extend(rows),
                Err(error) => self.refuse(&error),
            },
            Ok(None) => {}
            Err(error) => self.refuse(&error),
        }
    }

    /// Grades a file of answers. The exercise is found by the checksum in the file, or else by the
    /// code at the beginning of the file name, or else it is the only exercise of the folder.
    fn of_answers(&self, file: &HandedInFile) -> Result<ClassRow, ExerciseFileError> {
        let text = read_class_file(&file.path, |text| Ok(text.to_owned()))?;
        let malformed = |fault: TextFault| ExerciseFileError::Malformed { path: file.path.clone(), fault };
        let sum = checksum_of_answers(&text).map_err(malformed)?;
        let own_name = file.own_name().to_uppercase();
        let is_own = |made: &&Generated| match &sum {
            Some(sum) => made.exercise.checksum_text() == *sum,
            None => self.exercises.len() == 1 || own_name.starts_with(&made.exercise.code()),
        };
        let made = self.exercises.iter().find(is_own).ok_or_else(|| without_exercise(&file.path))?;
        let grade = grade_file(&made.exercise, &text, self.language).map_err(malformed)?;
        let code = made.exercise.code();
        let student = self.names.get(&code).cloned().unwrap_or_default();
        Ok(ClassRow { student, code, exercise: title(made, self.language), file: file.name.clone(), grade })
    }

    /// Prints the table, and reports the files that it does not contain.
    fn print(&self, folder: &Path) -> Result<(), CliError> {
        if !self.ignored.is_empty() {
            let note = "ignored, expected names such as week.edagari-exercise.ron and anna.edagari-answers.json";
            remark(&format!("{}: {}: {note}", folder.display(), self.ignored.join(", ")));
        }
        if self.rows.is_empty() && self.refused == 0 {
            return Err(CliError::NoAnswers { folder: folder.to_owned() });
        }
        print(&class_table(&self.rows))?;
        if self.refused > 0 { Err(CliError::NotGraded { count: self.refused }) } else { Ok(()) }
    }
}

/// Parses a report of Moodle; `None` for a table with names or codes of the class.
fn report_or_list(text: &str) -> Result<Option<Vec<MoodleAnswers>>, TextFault> {
    let report = moodle_answers(text).map(Some);
    report.or_else(|fault| if is_class_list(text) { Ok(None) } else { Err(fault) })
}

fn without_exercise(path: &Path) -> ExerciseFileError {
    let message = "the folder has no exercise to which these answers belong, expected its file".to_owned();
    ExerciseFileError::Malformed {
        path: path.to_owned(),
        fault: TextFault { line: 1, column: 1, message: message.into() },
    }
}

/// Grades a Moodle report, whose questions are the exercises in order. If the report has more
/// questions than there are exercises, only those with answers count.
fn of_moodle(
    exercises: &[Generated],
    all: &[MoodleAnswers],
    file: &HandedInFile,
    language: Language,
) -> Result<Vec<ClassRow>, ExerciseFileError> {
    let count = all.iter().map(|answers| answers.questions.len()).max().unwrap_or_default();
    let is_answered = |&number: &usize| all.iter().any(|answers| answers.questions[number].is_some());
    let answered: Vec<usize> = (0..count).filter(|number| count <= exercises.len() || is_answered(number)).collect();
    if answered.len() > exercises.len() {
        let (answered, made) = (answered.len(), exercises.len());
        let message =
            format!("the report has answers to {answered} questions, expected {made}, the number of exercises");
        let fault = TextFault { line: 1, column: 1, message: message.into() };
        return Err(ExerciseFileError::Malformed { path: file.path.clone(), fault });
    }
    let of_student = |answers: &MoodleAnswers| {
        let row = |(made, &number): (&Generated, &usize)| ClassRow {
            student: answers.student.clone(),
            code: made.exercise.code(),
            exercise: title(made, language),
            file: file.name.clone(),
            grade: grade_parts(made, answers.questions[number].as_deref().unwrap_or_default(), language),
        };
        exercises.iter().zip(&answered).map(row).collect::<Vec<_>>()
    };
    Ok(all.iter().flat_map(of_student).collect())
}

fn title(made: &Generated, language: Language) -> String {
    made.exercise.title.text(language).to_owned()
}
