//! Rewording of the messages of JSON and RON parsers.

use super::english::Text;
use super::message::Message;

/// Starts of messages, each with the sentence that replaces the whole message.
const SENTENCES: [(&str, Text); 14] = [
    ("expected value", Text::MalformedNoJson),
    ("expected ident", Text::MalformedNoJson),
    ("EOF while parsing", Text::MalformedEnds),
    ("Unexpected end of RON", Text::MalformedEnds),
    ("recursion limit exceeded", Text::MalformedNested),
    ("Exceeded recursion limit", Text::MalformedNested),
    ("trailing characters", Text::MalformedFollowed),
    ("Non-whitespace trailing characters", Text::MalformedFollowed),
    ("data did not match any variant", Text::MalformedOtherForm),
    ("key must be a string", Text::MalformedNameNoText),
    ("control character", Text::MalformedControl),
    ("lone leading surrogate", Text::MalformedEscape),
    ("unexpected end of hex escape", Text::MalformedEscape),
    ("number out of range", Text::MalformedLargeNumber),
];

/// Descriptions of types after "expected", by the names that the parsers have for them.
const TYPES: [(&[&str], Text); 7] = [
    (&["u8", "u16", "u32", "u64", "usize", "an 8-bit unsigned integer"], Text::MalformedNatural),
    (&["i8", "i16", "i32", "i64", "isize", "integer"], Text::MalformedWhole),
    (&["f32", "f64", "float"], Text::MalformedNumber),
    (&["a sequence", "an array", "a tuple"], Text::MalformedList),
    (&["a string", "a borrowed string", "string"], Text::MalformedText),
    (&["a map"], Text::MalformedMap),
    (&["a boolean", "boolean"], Text::ExpectedSwitch),
];

/// Starts of descriptions after "expected" that are no names of types: this program's own, and lists of names and signs.
const DESCRIPTIONS: [&str; 7] = ["a ", "an ", "one of ", "either ", "\"", "true, ", "`"];

/// Rewords a parser's message: without names of its types and functions, and without the position, which is reported separately.
/// Only messages of a known form are passed on; any other one becomes a general reason.
#[must_use]
pub fn reworded(message: &str) -> Message {
    let message = message.split(" at line ").next().unwrap_or_default().replace('\n', " ");
    if let Some(&(_, sentence)) = SENTENCES.iter().find(|(start, _)| message.starts_with(start)) {
        return sentence.into();
    }
    // This program's own messages start with a small letter, or with an abbreviation such as PVS.
    let is_capitalized = |message: &str| {
        message.starts_with(|letter: char| letter.is_ascii_uppercase())
            && message[1..].starts_with(|letter: char| letter.is_ascii_lowercase())
    };
    let is_own = || message.contains(" expected ") && !is_capitalized(&message);
    let of_parser = of_value(&message).or_else(|| of_name(&message)).or_else(|| of_sign(&message));
    let own = || is_own().then(|| Message::of_english(&message));
    of_parser.or_else(own).unwrap_or_else(|| Text::MalformedOtherForm.into())
}

/// The message for a value of another type: "it is a list, expected a text".
fn of_value(message: &str) -> Option<Message> {
    let between = |text: Text, found: &str, expected: &str| {
        let expected = described(expected).unwrap_or_else(|| Text::MalformedOther.into());
        Message::from(text).with_message("found", found_value(found)).with_message("expected", expected)
    };
    let forms = [
        ("invalid type: ", Text::MalformedValue),
        ("invalid value: ", Text::MalformedValue),
        ("invalid length ", Text::MalformedLength),
    ];
    let of_form = forms.iter().find_map(|&(form, text)| Some((message.strip_prefix(form)?, text)));
    if let Some(((found, expected), text)) =
        of_form.and_then(|(rest, text)| Some((rest.rsplit_once(", expected ")?, text)))
    {
        return Some(between(text, found, expected));
    }
    if let Some((expected, found)) =
        message.strip_prefix("Expected struct ").and_then(|names| names.split_once(" but found "))
    {
        return Some(Message::from(Text::MalformedUnknownName).with("name", &found).with_expected(expected));
    }
    let (expected, found) = message.strip_prefix("Expected ")?.strip_suffix(" instead")?.split_once(" but found ")?;
    Some(between(Text::MalformedValue, found, expected))
}

/// A value in a parser's words, such as "integer `5`" or "the string \"a\"", without the name of its type.
fn found_value(found: &str) -> Message {
    let found = ["the ", "a ", "an "].iter().find_map(|article| found.strip_prefix(article)).unwrap_or(found);
    match found {
        "sequence" => return Text::MalformedList.into(),
        "map" => return Text::MalformedNames.into(),
        "null" => return "null".into(),
        "unit" | "unit value" => return "()".into(),
        "Option value" => return Text::MalformedOptional.into(),
        "byte array" | "bytes" => return Text::MalformedBytes.into(),
        _ => {}
    }
    // The value itself is in backquotes, or a text in double quotes.
    let quoted = found.find(['`', '"']).map(|begin| &found[begin..]);
    match quoted {
        Some(text) if text.starts_with('"') => text.into(),
        Some(value) => value.trim_matches('`').into(),
        None if found.parse::<f64>().is_ok() => found.into(),
        None => Text::MalformedOther.into(),
    }
}

/// The message for a name that is unknown, missing or repeated, without the name of its type.
fn of_name(message: &str) -> Option<Message> {
    const FORMS: [(&str, Text); 9] = [
        ("unknown variant ", Text::MalformedUnknownWord),
        ("unknown field ", Text::MalformedUnknownName),
        ("missing field ", Text::MalformedMissing),
        ("duplicate field ", Text::MalformedTwice),
        ("Unexpected enum variant named ", Text::MalformedUnknownWord),
        ("Unexpected variant named ", Text::MalformedUnknownWord),
        ("Unexpected missing field named ", Text::MalformedMissing),
        ("Unexpected duplicate field named ", Text::MalformedTwice),
        ("Unexpected field named ", Text::MalformedUnknownName),
    ];
    let (rest, text) = FORMS.iter().find_map(|&(form, text)| Some((message.strip_prefix(form)?, text)))?;
    // Names are in backquotes.
    let message = Message::from(text).with("name", &&rest[..rest.get(1..)?.find('`')? + 2]);
    let expected = rest.split_once(", expected ").map(|(_, names)| names.trim_end_matches(" instead"));
    Some(match expected.filter(|names| DESCRIPTIONS.iter().any(|start| names.starts_with(start))) {
        Some(names) => message.with_expected(Message::of_english(names)),
        None => message,
    })
}

/// The message for a missing sign: "expected `,` or `}`".
fn of_sign(message: &str) -> Option<Message> {
    let expected = message.strip_prefix("expected ").or_else(|| message.strip_prefix("Expected "))?;
    let expected = expected.trim_start_matches("opening ").trim_start_matches("closing ");
    let signs = expected.split(" for ").next().filter(|signs| signs.starts_with('`'));
    let signs = signs.map(Message::of_english).or_else(|| described(expected))?;
    Some(Message::from(Text::MalformedUnexpected).with_expected(signs))
}

/// A description of an expected value, without names of types; `None` if there is no other name for it.
fn described(expected: &str) -> Option<Message> {
    if expected == "comma" {
        return Some("`,`".into());
    }
    if let Some(&(_, description)) = TYPES.iter().find(|(names, _)| names.contains(&expected)) {
        return Some(description.into());
    }
    let of_length = ["an array of length ", "a tuple of size ", "an array of size "];
    if let Some(length) = of_length.iter().find_map(|start| expected.strip_prefix(start)) {
        return Some(Message::from(Text::MalformedListOf).with("length", &length));
    }
    let is_described = DESCRIPTIONS.iter().any(|start| expected.starts_with(start));
    is_described.then(|| Message::of_english(expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_of_a_parser_has_no_names_of_its_parts() {
        let json =
            |text: &str| reworded(&serde_json::from_str::<Vec<u32>>(text).expect_err(text).to_string()).to_string();
        assert_eq!(json("[1, 2"), "it ends too early");
        assert_eq!(json("[1] 2"), "more text follows its end");
        assert_eq!(json("[-1]"), "it is -1, expected a whole number from 0");
        assert_eq!(json("7"), "it is 7, expected a list");
        assert_eq!(json("[1.5]"), "it is 1.5, expected a whole number from 0");
        assert_eq!(json("[[]]"), "it is a list, expected a whole number from 0");
        assert_eq!(json("[{}]"), "it is a list of names with values, expected a whole number from 0");
        assert_eq!(json("[null]"), "it is null, expected a whole number from 0");
        assert_eq!(json("[true]"), "it is true, expected a whole number from 0");
        assert_eq!(json("[\"invalid `x`\"]"), "it is \"invalid `x`\", expected a whole number from 0");
        assert_eq!(json("[1 2]"), "unexpected text, expected `,` or `]`");
        assert_eq!(json("[\"a\"]"), "it is \"a\", expected a whole number from 0");
        let nested = serde_json::from_str::<serde_json::Value>(&"[".repeat(1000)).expect_err("too deep");
        assert_eq!(reworded(&nested.to_string()).to_string(), "it is nested too deeply");
        let nested = ron::from_str::<ron::Value>(&"[".repeat(1000)).expect_err("too deep");
        assert_eq!(reworded(&nested.code.to_string()).to_string(), "it is nested too deeply");
    }

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only refused")]
    struct Inner {
        size: u8,
        kind: MessageKind,
        pair: (u8, u8),
    }

    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "only refused")]
    enum MessageKind {
        Small,
        Large(Vec<String>),
    }

    #[test]
    fn no_words_of_the_parsers_reach_the_reader() {
        let internal = [
            "Inner", "Kind", "struct", "enum", "variant", "tuple", "sequence", "ron", "serde", "u8", "Expected",
            "invalid", "integer", "floating",
        ];
        let texts = [
            "",
            "7",
            "(",
            "(size: 300, kind: Small, pair: (1, 2))",
            "(size: 3, kind: Huge, pair: (1, 2))",
            "(height: 3)",
            "(size: 3, size: 4)",
            "(size: \"a\")",
            "(size: 3, kind: Large(4), pair: (1, 2))",
            "(kind: Large([1]))",
            "(size: 3, kind: Small)",
            "(size: 3, kind: Small, pair: (1))",
            "(size: 3 kind",
            "(size: 0x)",
            "(size: 'a')",
            "{",
            "[1, 2]",
            "#![enable(all)]",
            "/* open",
            "(size: 1_)",
            "(kind: \"\\q\")",
            "(kind: r#x)",
            "(size: 3, kind: Small, pair: (1, 2)) more",
            "@",
            "\"a",
        ];
        for text in texts {
            let Err(error) = ron::from_str::<Inner>(text) else { panic!("{text}") };
            let sentence = reworded(&error.code.to_string()).to_string();
            let library = internal.iter().find(|word| sentence.replace(text, "").contains(*word));
            assert_eq!(library, None, "{text}: {sentence}, from {}", error.code);
        }
        for text in [
            "",
            "7",
            "{",
            "[1, \"a\", {}, 4]",
            "{\"size\": 300}",
            "{\"height\": 1}",
            "{\"size\": 1, \"kind\": \"Huge\"}",
            "{\"size\": 1, \"kind\": 5}",
            "{\"a",
            "{\"size\": 01}",
            "{\"size\": t}",
            "{\"size\": 1, \"kind\": \"Small\", \"pair\": [1]}",
            "\"\\q\"",
        ] {
            let Err(error) = serde_json::from_str::<Inner>(text) else { panic!("{text}") };
            let sentence = reworded(&error.to_string()).to_string();
            let library = internal.iter().find(|word| sentence.contains(*word));
            assert_eq!(library, None, "{text}: {sentence}, from {error}");
        }
    }

    #[test]
    fn messages_of_this_program_are_passed_on() {
        for own in ["the players are 5, expected two names", "7 is no key, expected a text"] {
            assert_eq!(reworded(&format!("{own} at line 3 column 7")).to_string(), own);
        }
    }
}
