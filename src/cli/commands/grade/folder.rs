//! `edagari grade FOLDER --csv`: grades all answers of a class into a table.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::cli::CliError;
use crate::cli::output::printing::{print, remark};
use edagari_core::language::Language;
use edagari_teach::class::{
    ClassRow, MoodleAnswers, class_key, class_table, grade_file, grade_parts, moodle_answers, read_class_file,
};
use edagari_teach::exercise::{
    ANSWERS_ENDING, EXERCISE_ENDING, Exercise, ExerciseFileError, Generated, TextFault, checksum_of_answers,
};

/// Grades all answers in a folder and prints a table in CSV; names come from the key of a class, or from Moodle. Files that cannot be
/// graded are named, and are an error after the table.
pub(super) fn grade_folder(folder: &Path, key: Option<&Path>, language: Language) -> Result<(), CliError> {
    let names = key.map_or_else(|| Ok(HashMap::new()), |key| read_class_file(key, class_key))?;
    let unreadable = |error| ExerciseFileError::Unreadable { path: folder.to_owned(), error };
    let entries: Result<Vec<PathBuf>, std::io::Error> =
        std::fs::read_dir(folder).and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect());
    let mut paths = entries.map_err(unreadable)?;
    paths.sort();
    let has_ending = |path: &&PathBuf, endings: &[&str]| {
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        endings.iter().any(|ending| name.ends_with(ending))
    };
    let mut refused = 0;
    let mut exercises: Vec<Generated> = Vec::new();
    for path in paths.iter().filter(|path| has_ending(path, &[EXERCISE_ENDING, ".html", ".htm"])) {
        match Exercise::read_all(path) {
            Ok(all) => {
                for exercise in all {
                    exercises.push(Generated::of(exercises.len() as u32 + 1, exercise));
                }
            }
            Err(error) => {
                remark(&error.to_string());
                refused += 1;
            }
        }
    }
    let mut rows: Vec<ClassRow> = Vec::new();
    for path in paths.iter().filter(|path| has_ending(path, &[ANSWERS_ENDING, ".csv"])) {
        let is_key = key.is_some_and(|key| std::fs::canonicalize(key).ok() == std::fs::canonicalize(path).ok());
        if is_key {
            continue;
        }
        let graded = if has_ending(&path, &[".csv"]) {
            read_class_file(path, moodle_answers).map(|all| of_moodle(&exercises, &all, path, language))
        } else {
            of_answers(&exercises, &names, path, language).map(|row| vec![row])
        };
        match graded {
            Ok(graded) => rows.extend(graded),
            Err(error) => {
                remark(&error.to_string());
                refused += 1;
            }
        }
    }
    print(&class_table(&rows))?;
    if refused > 0 { Err(CliError::NotGraded { count: refused }) } else { Ok(()) }
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Grades a file of answers: to the exercise with its checksum, or else with the code at the beginning of its name, or else to the only
/// exercise of the folder.
fn of_answers(
    exercises: &[Generated],
    names: &HashMap<String, String>,
    path: &Path,
    language: Language,
) -> Result<ClassRow, ExerciseFileError> {
    let text = read_class_file(path, |text| Ok(text.to_owned()))?;
    let file = file_name(path);
    let malformed = |fault: TextFault| ExerciseFileError::Malformed { path: path.to_owned(), fault };
    let sum = checksum_of_answers(&text).map_err(malformed)?;
    let is_own = |made: &&Generated| match &sum {
        Some(sum) => made.exercise.checksum_text() == *sum,
        None => exercises.len() == 1 || file.to_uppercase().starts_with(&made.exercise.code()),
    };
    let made = exercises.iter().find(is_own).ok_or_else(|| {
        let message = "the folder has no exercise to which these answers belong, expected its file".to_owned();
        malformed(TextFault { line: 1, column: 1, message })
    })?;
    let grade = grade_file(&made.exercise, &text, language).map_err(malformed)?;
    let code = made.exercise.code();
    let student = names.get(&code).cloned().unwrap_or_default();
    Ok(ClassRow { student, code, exercise: title(made, language), file, grade })
}

/// Grades a report of Moodle, whose questions are the exercises in order.
fn of_moodle(exercises: &[Generated], all: &[MoodleAnswers], path: &Path, language: Language) -> Vec<ClassRow> {
    let of_student = |answers: &MoodleAnswers| {
        let row = |(made, parts): (&Generated, &Option<Vec<String>>)| ClassRow {
            student: answers.student.clone(),
            code: made.exercise.code(),
            exercise: title(made, language),
            file: file_name(path),
            grade: grade_parts(made, parts.as_deref().unwrap_or_default(), language),
        };
        exercises.iter().zip(&answers.questions).map(row).collect::<Vec<_>>()
    };
    all.iter().flat_map(of_student).collect()
}

fn title(made: &Generated, language: Language) -> String {
    made.exercise.title.text(language).to_owned()
}
