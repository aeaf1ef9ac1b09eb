//! Names of a class: the list from which personal sheets are made, and the key that assigns a code
//! to each name.

use std::collections::HashMap;
use std::path::Path;

use super::csv_rows::{delimiter_of, fault_of, rows_of};
use crate::exercise::limited_file::read_text;
use crate::exercise::{ExerciseFileError, TextFault};

/// Maximum number of names of a class.
pub const MAX_NAMES: usize = 1_000;
/// Maximum number of characters of a name.
const LONGEST: usize = 60;
/// Maximum size of a file in bytes.
const MAX_BYTES: u64 = 16 << 20;
/// Heading of a column with whole names. If only one of given name and family name has its own
/// column, this heading is that of the other.
const NAME: &str = "name";
/// Other headings of a column with whole names, in lower case; those of Moodle among them.
const WHOLE: [&str; 10] = [
    "student",
    "full name",
    "vollständiger name",
    "nom complet",
    "nombre completo",
    "名前",
    "氏名",
    "フルネーム",
    "学生",
    "学生名",
];
/// Headings of a column with given names, in lower case.
const GIVEN: [&str; 12] = [
    "first name",
    "firstname",
    "given name",
    "given names",
    "forename",
    "vorname",
    "prénom",
    "prenom",
    "nombre",
    "nombre(s)",
    "nombres",
    "名",
];
/// Headings of a column with family names, in lower case.
const FAMILY: [&str; 12] = [
    "last name",
    "lastname",
    "surname",
    "family name",
    "nachname",
    "familienname",
    "nom",
    "nom de famille",
    "apellido",
    "apellido(s)",
    "apellidos",
    JAPANESE_FAMILY,
];
/// Japanese heading of family names, which come before given names (U+59D3). No text of the program
/// contains this kanji, so it is written as an escape here: fonts of pages need not contain it.
const JAPANESE_FAMILY: &str = "\u{59d3}";

/// Columns of a class list that make up a name, in the order in which it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
struct NameColumns {
    columns: Vec<usize>,
    separator: &'static str,
}

impl NameColumns {
    fn one(column: usize) -> Self {
        Self { columns: vec![column], separator: "" }
    }

    /// All columns of a list in which each line is a name, even with a comma.
    fn whole_lines(rows: &[(usize, Vec<String>)]) -> Self {
        let count = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(1);
        Self { columns: (0..count).collect(), separator: ", " }
    }

    /// Finds the columns by their headings; `None` if no heading is known.
    fn headed(headings: &[String]) -> Option<Self> {
        let headings: Vec<String> = headings.iter().map(|heading| plain_heading(heading)).collect();
        let column = |names: &[&str]| headings.iter().position(|heading| names.contains(&heading.as_str()));
        let parts = match (column(&GIVEN), column(&FAMILY), column(&[NAME])) {
            (Some(given), Some(family), _) | (Some(given), None, Some(family)) | (None, Some(family), Some(given)) => {
                Some([given, family])
            }
            _ => None,
        };
        if let Some([given, family]) = parts {
            let is_japanese = headings[family] == JAPANESE_FAMILY;
            let columns = if is_japanese { vec![family, given] } else { vec![given, family] };
            return Some(Self { columns, separator: " " });
        }
        let whole = column(&[NAME]).or_else(|| column(&WHOLE));
        whole.or_else(|| column(&GIVEN)).or_else(|| column(&FAMILY)).map(Self::one)
    }

    /// Finds the columns of a list without headings: both of a list of names such as `Müller, Anna`, else the first one.
    fn bare(rows: &[(usize, Vec<String>)], delimiter: u8) -> Self {
        if !is_list_of_pairs(rows) {
            return Self::one(0);
        }
        // A comma belongs to the name, a semicolon or a tab to the table.
        Self { columns: vec![0, 1], separator: if delimiter == b',' { ", " } else { " " } }
    }

    /// Returns the name in a row; empty if there is none.
    fn name(&self, cells: &[String]) -> String {
        let parts = self.columns.iter().filter_map(|&column| cells.get(column)).map(String::as_str);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(self.separator)
    }
}

/// Returns a heading in lower case, with spaces between its words.
fn plain_heading(heading: &str) -> String {
    heading.to_lowercase().replace(['_', '-'], " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether each row has the two parts of a name and nothing else: neither numbers nor addresses.
fn is_list_of_pairs(rows: &[(usize, Vec<String>)]) -> bool {
    let is_part = |cell: &String| {
        let is_other = |letter: char| letter.is_numeric() || letter == '@';
        !cell.is_empty() && !cell.contains(is_other)
    };
    let is_pair = |cells: &[String]| match cells {
        [first, second, rest @ ..] => is_part(first) && is_part(second) && rest.iter().all(String::is_empty),
        [blank] => blank.is_empty(),
        [] => true,
    };
    rows.iter().all(|(_, cells)| is_pair(cells))
}

/// Returns the names of a class from a text in CSV: the column with the heading `name` or
/// `student`, or those with the headings of given names and family names in English, German,
/// French, Spanish or Japanese. Without such headings, or below a single one, each line is a name,
/// even with a comma as in `Müller, Anna`; in a table with more columns, the first column contains the names.
///
/// ```
/// use edagari_teach::class::class_names;
///
/// assert_eq!(class_names("number,name\n1,Anna\n2,Bo\n").expect("a list"), ["Anna", "Bo"]);
/// assert_eq!(class_names("Anna\nBo\n").expect("a list"), ["Anna", "Bo"]);
/// assert_eq!(class_names("Surname,First name\nLi,Anna\n").expect("a list"), ["Anna Li"]);
/// ```
///
/// # Errors
/// [`TextFault`] contains the reason and the place.
pub fn class_names(text: &str) -> Result<Vec<String>, TextFault> {
    let rows = rows_of(text)?;
    let headed = rows.first().and_then(|(_, cells)| NameColumns::headed(cells));
    let headings = usize::from(headed.is_some());
    let columns = match headed {
        // A comma below a single heading belongs to the name.
        Some(_) if rows[0].1.len() == 1 => NameColumns::whole_lines(&rows),
        Some(columns) => columns,
        None => NameColumns::bare(&rows, delimiter_of(text)),
    };
    let mut names = Vec::new();
    for (line, cells) in rows.iter().skip(headings) {
        let name = columns.name(cells);
        if name.chars().count() > LONGEST {
            return Err(fault_of(*line, format!("a name has more than {LONGEST} letters, expected fewer")));
        }
        if name.is_empty() {
            continue;
        }
        if names.len() >= MAX_NAMES {
            return Err(fault_of(*line, format!("more than {MAX_NAMES} names, expected fewer")));
        }
        names.push(name);
    }
    if names.is_empty() {
        return Err(fault_of(1, "a class without names, expected one a line".to_owned()));
    }
    Ok(names)
}

/// Returns whether a text in CSV contains names or codes of a class and no answers: it is a list of names, or an answer key.
#[must_use]
pub fn is_class_list(text: &str) -> bool {
    let rows = rows_of(text).unwrap_or_default();
    let Some((_, headings)) = rows.first() else { return false };
    let is_key = ["exercise", "code"].iter().all(|name| headings.iter().any(|heading| heading == name));
    // In a report, the columns of answers are numbered.
    let is_report = headings.iter().any(|heading| heading.ends_with(|letter: char| letter.is_ascii_digit()));
    let has_names = NameColumns::headed(headings).is_some() || is_list_of_pairs(&rows);
    let has_one_column = rows.iter().all(|(_, cells)| cells.len() == 1);
    is_key || (!is_report && (has_names || has_one_column))
}

/// Returns the name of each code from an answer key in CSV, by its columns `code` and `student`.
///
/// # Errors
/// [`TextFault`] contains the reason and the place.
pub fn class_key(text: &str) -> Result<HashMap<String, String>, TextFault> {
    let rows = rows_of(text)?;
    let column = |name: &str| rows.first().and_then(|(_, cells)| cells.iter().position(|cell| cell == name));
    let (Some(code), Some(student)) = (column("code"), column("student")) else {
        return Err(fault_of(1, "no columns code and student, expected the key of exercise --class".to_owned()));
    };
    let named = |(_, cells): &(usize, Vec<String>)| {
        let (code, student) = (cells.get(code)?, cells.get(student)?);
        (!code.is_empty() && !student.is_empty()).then(|| (code.clone(), student.clone()))
    };
    Ok(rows.iter().skip(1).filter_map(named).collect())
}

/// Reads a text in CSV from a file, and parses it by one of the functions for it.
///
/// # Errors
/// [`ExerciseFileError`] contains the file, the reason and the place.
pub fn read_class_file<T>(path: &Path, parse: fn(&str) -> Result<T, TextFault>) -> Result<T, ExerciseFileError> {
    parse(&read_text(path, MAX_BYTES)?).map_err(|fault| fault.in_file(path))
}
