//! The exercises inside of a web page.

use std::fmt::Write as _;

use super::small_file::TextFault;

/// What stands before each exercise of a page.
const ELEMENT: &str = "<script type=\"text/plain\" class=\"exercise\">";
/// What stands behind it.
const END: &str = "</script>";
/// How a page begins.
const PAGE_START: &str = "<!DOCTYPE html>";

/// The text of an exercise's file as an element of a page, which shows nothing. It says the same, in letters of which none is taken for markup: only
/// names and titles have others.
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

/// The texts of the exercises of a page; `None` if the text is no page.
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
