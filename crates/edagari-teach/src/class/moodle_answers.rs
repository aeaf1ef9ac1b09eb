//! Answers that Moodle exports: the report of responses of a quiz, as CSV.

use super::csv_rows::{fault_of, rows_of};
use crate::exercise::TextFault;

/// Maximum number of fields of a question.
const MAX_PARTS: usize = 4_000;
/// Longest word before the number of a field, in characters.
const LONGEST_LABEL: usize = 20;

/// Answers of a student to the questions of a quiz.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoodleAnswers {
    /// Name of the student: the first two columns of the report.
    pub student: String,
    /// Text of each field of each question, in the order of their numbers; `None` for a question without answers.
    pub questions: Vec<Option<Vec<String>>>,
}

/// Returns the answers of a report, also of students who handed in empty answers. Headings are in the language of the site, so the columns with
/// answers are recognised by their cells: `part 1: searched; part 2: 3`. If several such columns
/// have the same number, the first one contains the responses. The column of a question without any
/// answer is recognised by its heading, which differs from the other headings only in the number.
///
/// ```
/// use edagari_teach::class::moodle_answers;
///
/// let report = "Last name,First name,Response 1,Right answer 1\nLi,Anna,part 1: 3; part 2: -inf,part 1: 4; part 2: -inf\n";
/// let answers = moodle_answers(report).expect("a report");
/// assert_eq!(answers[0].student, "Li Anna");
/// assert_eq!(answers[0].questions, [Some(vec!["3".to_owned(), "-inf".to_owned()])]);
/// ```
///
/// # Errors
/// [`TextFault`] if the text is not CSV, or no column has answers.
pub fn moodle_answers(text: &str) -> Result<Vec<MoodleAnswers>, TextFault> {
    let rows = rows_of(text)?;
    let mut rows = rows.iter();
    let headings = rows.next().map_or(&[][..], |(_, cells)| cells);
    let rows: Vec<&Vec<String>> = rows.map(|(_, cells)| cells).collect();
    let has_answers =
        |column: usize| rows.iter().any(|cells| cells.get(column).is_some_and(|cell| parts(cell).is_some()));
    let numbered: Vec<(&str, usize, usize)> = headings
        .iter()
        .enumerate()
        .filter_map(|(column, heading)| {
            let words = heading.trim_end_matches(|letter: char| letter.is_ascii_digit());
            Some((words, heading[words.len()..].parse().ok()?, column))
        })
        .collect();
    let Some(&(responses, ..)) = numbered.iter().find(|&&(.., column)| has_answers(column)) else {
        let message = "no column has answers such as part 1: 3; part 2: 5, expected the responses of a quiz in Moodle";
        return Err(fault_of(1, message.to_owned()));
    };
    let mut columns: Vec<(usize, usize)> = numbered
        .into_iter()
        .filter(|&(words, ..)| words == responses)
        .map(|(_, number, column)| (number, column))
        .collect();
    columns.sort_unstable();
    columns.dedup_by_key(|(number, _)| *number);
    let first_answers = columns.iter().map(|&(_, column)| column).min().unwrap_or_default();
    // Who handed nothing in has a hyphen in the columns on time and grade. The last row of a report
    // contains averages, and has no second name.
    let is_handed_in = |cells: &[String]| {
        let is_filled = |cell: &String| !["", "-"].contains(&cell.as_str()) && !cell.contains('@');
        cells.get(1).is_some_and(is_filled) && cells.iter().take(first_answers).skip(2).any(is_filled)
    };
    let answers = |cells: &&Vec<String>| {
        let questions: Vec<Option<Vec<String>>> =
            columns.iter().map(|&(_, column)| cells.get(column).and_then(|cell| parts(cell))).collect();
        let names: Vec<&str> = cells.iter().take(2).map(String::as_str).filter(|name| !name.is_empty()).collect();
        let is_student = questions.iter().any(Option::is_some) || is_handed_in(cells);
        is_student.then(|| MoodleAnswers { student: names.join(" "), questions })
    };
    Ok(rows.iter().filter_map(answers).collect())
}

/// Splits a cell into the texts of its fields; `None` if it has none.
fn parts(cell: &str) -> Option<Vec<String>> {
    let (label, mut rest) = cell.split_once(" 1:")?;
    if label.is_empty() || label.chars().count() > LONGEST_LABEL || label.contains([';', ':']) {
        return None;
    }
    let mut parts = Vec::new();
    for number in 2..=MAX_PARTS {
        let Some((part, after)) = rest.split_once(&format!("; {label} {number}:")) else { break };
        parts.push(part.trim().to_owned());
        rest = after;
    }
    parts.push(rest.trim().to_owned());
    Some(parts)
}
