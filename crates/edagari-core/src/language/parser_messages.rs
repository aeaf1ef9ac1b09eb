//! Messages of the parsers of JSON and RON in the words of this program.

use std::borrow::Cow;

/// Starts of messages, each with the sentence that replaces the whole message.
const SENTENCES: [(&str, &str); 12] = [
    ("EOF while parsing", "it ends too early"),
    ("Unexpected end of RON", "it ends too early"),
    ("recursion limit exceeded", "it is nested too deeply"),
    ("Exceeded recursion limit", "it is nested too deeply"),
    ("trailing characters", "more text follows its end"),
    ("Non-whitespace trailing characters", "more text follows its end"),
    ("data did not match any variant", "it has another form"),
    ("key must be a string", "a name is no text"),
    ("control character", "a text contains a control character"),
    ("lone leading surrogate", "a text contains an incomplete escape"),
    ("unexpected end of hex escape", "a text contains an incomplete escape"),
    ("number out of range", "a number is too large"),
];

/// Names of types after "expected", each with its description.
const TYPES: [(&[&str], &str); 4] = [
    (&["u8", "u16", "u32", "u64", "usize"], "a whole number from 0"),
    (&["i8", "i16", "i32", "i64", "isize"], "a whole number"),
    (&["f32", "f64"], "a number"),
    (&["a sequence"], "a list"),
];

/// Rewords a parser's message: without names of its types and functions, and without the position, which is reported separately.
#[must_use]
pub fn reworded(message: &str) -> String {
    let message = message.split(" at line ").next().unwrap_or_default().replace('\n', " ");
    if let Some((_, sentence)) = SENTENCES.iter().find(|(start, _)| message.starts_with(start)) {
        return (*sentence).to_owned();
    }
    let Some((before, expected)) = message.rsplit_once("expected ") else { return message };
    let known = TYPES.iter().find(|(names, _)| names.contains(&expected));
    let expected = known.map_or(Cow::Borrowed(expected), |&(_, description)| description.into());
    format!("{before}expected {expected}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_of_a_parser_has_no_names_of_its_parts() {
        let json = |text: &str| reworded(&serde_json::from_str::<Vec<u32>>(text).expect_err(text).to_string());
        assert_eq!(json("[1, 2"), "it ends too early");
        assert_eq!(json("[1] 2"), "more text follows its end");
        assert_eq!(json("[-1]"), "invalid value: integer `-1`, expected a whole number from 0");
        assert_eq!(json("7"), "invalid type: integer `7`, expected a list");
        let nested = serde_json::from_str::<serde_json::Value>(&"[".repeat(1000)).expect_err("too deep");
        assert_eq!(reworded(&nested.to_string()), "it is nested too deeply");
        let nested = ron::from_str::<ron::Value>(&"[".repeat(1000)).expect_err("too deep");
        assert_eq!(reworded(&nested.code.to_string()), "it is nested too deeply");
    }
}
