//! Table of the grades of a class, as CSV.

use std::collections::BTreeSet;

use super::grade_class::ClassGrade;
use edagari_core::language::{csv_text, visible, with_plain_spaces};

/// Grade of a student's answers to an exercise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClassRow {
    /// Name of the student; empty if it is unknown.
    pub student: String,
    /// Code of the exercise.
    pub code: String,
    /// Title of the exercise.
    pub exercise: String,
    /// Name of the file with the answers.
    pub file: String,
    /// Points and mistakes of the answers.
    pub grade: ClassGrade,
}

/// Returns the table: a row for each answer with its points, its first mistake, and the number of
/// mistakes of each kind that occurs. The last row contains the sums over the class. Texts that a
/// spreadsheet would run as formulas are quoted.
#[must_use]
pub fn class_table(rows: &[ClassRow]) -> String {
    let kinds: BTreeSet<&str> = rows.iter().flat_map(|row| &row.grade.mistakes).map(|(kind, _)| *kind).collect();
    let headings = ["student", "code", "exercise", "file", "points", "out of", "first mistake", "sentence"];
    let count = |row: &ClassRow, kind: &str| row.grade.mistakes.iter().filter(|(own, _)| *own == kind).count();
    let shown = |text: &str| csv_text(&visible(&with_plain_spaces(text))).into_owned();
    let mut records: Vec<Vec<String>> =
        vec![headings.iter().chain(&kinds).map(|&heading| heading.to_owned()).collect()];
    for row in rows {
        let (kind, sentence) = row.grade.mistakes.first().map_or(("", ""), |(kind, sentence)| (*kind, sentence));
        let points = [row.grade.right, row.grade.judged].map(|points| points.to_string());
        let mut record = [&row.student, &row.code, &row.exercise, &row.file].map(|text| shown(text)).to_vec();
        record.extend(points.into_iter().chain([kind.to_owned(), shown(sentence)]));
        record.extend(kinds.iter().map(|kind| count(row, kind).to_string()));
        records.push(record);
    }
    let sum = |number: &dyn Fn(&ClassRow) -> usize| rows.iter().map(number).sum::<usize>().to_string();
    let mut sums = ["total", "", "", ""].map(str::to_owned).to_vec();
    sums.extend([sum(&|row| row.grade.right), sum(&|row| row.grade.judged), String::new(), String::new()]);
    sums.extend(kinds.iter().map(|kind| sum(&|row| count(row, kind))));
    records.push(sums);
    let mut file = csv::Writer::from_writer(Vec::new());
    for record in records {
        // Writing to a `Vec` cannot fail.
        let _ = file.write_record(record);
    }
    String::from_utf8(file.into_inner().unwrap_or_default()).unwrap_or_default()
}
