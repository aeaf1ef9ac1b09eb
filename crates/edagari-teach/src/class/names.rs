//! Names of a class: the list from which personal sheets are made, and the key that has the code of each name.

use std::collections::HashMap;
use std::path::Path;

use super::moodle_answers::{fault_of, rows_of};
use crate::exercise::small_file::read_text;
use crate::exercise::{ExerciseFileError, TextFault};

/// Maximum number of names of a class.
pub const MOST_NAMES: usize = 1_000;
/// Maximum number of characters of a name.
const LONGEST: usize = 60;
/// Maximum size of a file in bytes.
const MOST_BYTES: u64 = 16 << 20;
/// Headings of the column with names, in lower case.
const HEADINGS: [&str; 5] = ["name", "student", "名前", "氏名", "学生"];

/// Returns the names of a class from a text in CSV: the column with the heading `name` or `student`, or else the first column of all rows.
///
/// ```
/// use edagari_teach::class::class_names;
///
/// assert_eq!(class_names("number,name\n1,Anna\n2,Bo\n").expect("a list"), ["Anna", "Bo"]);
/// assert_eq!(class_names("Anna\nBo\n").expect("a list"), ["Anna", "Bo"]);
/// ```
///
/// # Errors
/// [`TextFault`] contains the reason and the place.
pub fn class_names(text: &str) -> Result<Vec<String>, TextFault> {
    let rows = rows_of(text)?;
    let is_heading = |cell: &String| HEADINGS.contains(&cell.to_lowercase().as_str());
    let heading = rows.first().and_then(|(_, cells)| cells.iter().position(is_heading));
    let mut names = Vec::new();
    for (line, cells) in rows.into_iter().skip(usize::from(heading.is_some())) {
        let Some(name) = cells.get(heading.unwrap_or(0)).filter(|name| !name.is_empty()) else { continue };
        if name.chars().count() > LONGEST {
            return Err(fault_of(line, format!("a name has more than {LONGEST} letters, expected fewer")));
        }
        if names.len() >= MOST_NAMES {
            return Err(fault_of(line, format!("more than {MOST_NAMES} names, expected fewer")));
        }
        names.push(name.clone());
    }
    if names.is_empty() {
        return Err(fault_of(1, "a class without names, expected one a line".to_owned()));
    }
    Ok(names)
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
    parse(&read_text(path, MOST_BYTES)?).map_err(|fault| fault.in_file(path))
}
