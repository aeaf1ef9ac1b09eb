//! Exercises embedded in a web page.

use std::fmt::Write as _;

use super::small_file::TextFault;

/// Start tag of an exercise in a page.
const ELEMENT: &str = "<script type=\"text/plain\" class=\"exercise\">";
/// End tag of an exercise in a page.
const END: &str = "</script>";
/// Beginning of every page.
const PAGE_START: &str = "<!DOCTYPE html>";

/// Embeds the text of an exercise file in an invisible element of a page. Characters that could be markup or are not ASCII are
/// escaped; only names and titles contain them, and their value is unchanged.
#[must_use]
pub fn exercise_element(text: &str) -> String {
    let mut element = ELEMENT.to_owned();
    for letter in text.chars() {
        if letter == '\n' || (letter.is_ascii() && !letter.is_ascii_control() && letter != '<') {
            element.push(letter);
        } else {
            let _ = write!(element, "\\u{{{:x}}}", u32::from(letter));
        }
    }
    element + END + "\n"
}

/// Returns the texts of the exercises of a page; `None` if the text is not a page.
pub(super) fn exercises_in_page(text: &str) -> Option<Result<Vec<&str>, TextFault>> {
    if !text.starts_with(PAGE_START) {
        return None;
    }
    let fault = |message: &str| Some(Err(TextFault::at(text, ELEMENT, message)));
    let found: Option<Vec<&str>> = text.split(ELEMENT).skip(1).map(|rest| Some(rest.split_once(END)?.0)).collect();
    match found {
        None => fault("the page ends within its exercise, expected a whole page"),
        Some(found) if found.is_empty() => {
            fault("a web page without an exercise, expected one that edagari exercise wrote")
        }
        Some(found) => Some(Ok(found)),
    }
}
