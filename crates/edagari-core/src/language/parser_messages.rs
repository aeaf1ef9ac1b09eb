//! Rewording of the messages of JSON and RON parsers.

/// Starts of messages, each with the sentence that replaces the whole message.
const SENTENCES: [(&str, &str); 14] = [
    ("expected value", "this is no JSON"),
    ("expected ident", "this is no JSON"),
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

/// Descriptions of types after "expected", by the names that the parsers have for them.
const TYPES: [(&[&str], &str); 8] = [
    (&["u8", "u16", "u32", "u64", "usize", "an 8-bit unsigned integer"], "a whole number from 0"),
    (&["i8", "i16", "i32", "i64", "isize", "integer"], "a whole number"),
    (&["f32", "f64", "float"], "a number"),
    (&["a sequence", "an array", "a tuple"], "a list"),
    (&["a string", "a borrowed string", "string"], "a text"),
    (&["a map"], "names with values"),
    (&["a boolean", "boolean"], "true or false"),
    (&["comma"], "`,`"),
];

/// Starts of descriptions after "expected" that are no names of types: this program's own, and lists of names and signs.
const DESCRIPTIONS: [&str; 7] = ["a ", "an ", "one of ", "either ", "\"", "true, ", "`"];

/// The reason that is shown if the parser's own message would not help.
const OTHER_FORM: &str = "it has another form";

/// Rewords a parser's message: without names of its types and functions, and without the position, which is reported separately.
/// Only messages of a known form are passed on; any other one becomes a general reason.
#[must_use]
pub fn reworded(message: &str) -> String {
    let message = message.split(" at line ").next().unwrap_or_default().replace('\n', " ");
    if let Some((_, sentence)) = SENTENCES.iter().find(|(start, _)| message.starts_with(start)) {
        return (*sentence).to_owned();
    }
    // This program's own messages start with a small letter, or with an abbreviation such as PVS.
    let is_capitalized = |message: &str| {
        message.starts_with(|letter: char| letter.is_ascii_uppercase())
            && message[1..].starts_with(|letter: char| letter.is_ascii_lowercase())
    };
    let is_own = || message.contains(" expected ") && !is_capitalized(&message);
    let of_parser = of_value(&message).or_else(|| of_name(&message)).or_else(|| of_sign(&message));
    of_parser.or_else(|| is_own().then(|| message.clone())).unwrap_or_else(|| OTHER_FORM.to_owned())
}

/// The message for a value of another type: "it is a list, expected a text".
fn of_value(message: &str) -> Option<String> {
    let forms = [("invalid type: ", "it is "), ("invalid value: ", "it is "), ("invalid length ", "its length is ")];
    let of_form = forms.iter().find_map(|&(form, begin)| Some((message.strip_prefix(form)?, begin)));
    if let Some(((found, expected), begin)) =
        of_form.and_then(|(rest, begin)| Some((rest.rsplit_once(", expected ")?, begin)))
    {
        return Some(format!("{begin}{}, expected {}", found_value(found), described(expected)));
    }
    if let Some((expected, found)) =
        message.strip_prefix("Expected struct ").and_then(|names| names.split_once(" but found "))
    {
        return Some(format!("unknown name {found}, expected {expected}"));
    }
    let (expected, found) = message.strip_prefix("Expected ")?.strip_suffix(" instead")?.split_once(" but found ")?;
    Some(format!("it is {}, expected {}", found_value(found), described(expected)))
}

/// A value in a parser's words, such as "integer `5`" or "the string \"a\"", without the name of its type.
fn found_value(found: &str) -> String {
    const NAMED: [(&str, &str); 8] = [
        ("sequence", "a list"),
        ("map", "a list of names with values"),
        ("null", "null"),
        ("unit", "()"),
        ("unit value", "()"),
        ("Option value", "a value that may be missing"),
        ("byte array", "a list of bytes"),
        ("bytes", "a list of bytes"),
    ];
    let found = ["the ", "a ", "an "].iter().find_map(|article| found.strip_prefix(article)).unwrap_or(found);
    if let Some((_, named)) = NAMED.iter().find(|(name, _)| *name == found) {
        return (*named).to_owned();
    }
    // The value itself is in backquotes, or a text in double quotes.
    let quoted = found.find(['`', '"']).map(|begin| &found[begin..]);
    match quoted {
        Some(text) if text.starts_with('"') => text.to_owned(),
        Some(value) => value.trim_matches('`').to_owned(),
        None if found.parse::<f64>().is_ok() => found.to_owned(),
        None => OTHER_VALUE.to_owned(),
    }
}

/// The message for a name that is unknown, missing or repeated, without the name of its type.
fn of_name(message: &str) -> Option<String> {
    const FORMS: [(&str, [&str; 2]); 9] = [
        ("unknown variant ", ["unknown word ", ""]),
        ("unknown field ", ["unknown name ", ""]),
        ("missing field ", ["", " is missing"]),
        ("duplicate field ", ["", " occurs twice"]),
        ("Unexpected enum variant named ", ["unknown word ", ""]),
        ("Unexpected variant named ", ["unknown word ", ""]),
        ("Unexpected missing field named ", ["", " is missing"]),
        ("Unexpected duplicate field named ", ["", " occurs twice"]),
        ("Unexpected field named ", ["unknown name ", ""]),
    ];
    let (rest, [before, after]) =
        FORMS.iter().find_map(|&(form, around)| Some((message.strip_prefix(form)?, around)))?;
    // Names are in backquotes.
    let name = &rest[..rest.get(1..)?.find('`')? + 2];
    let expected = rest.split_once(", expected ").map(|(_, names)| names.trim_end_matches(" instead"));
    Some(match expected.filter(|names| DESCRIPTIONS.iter().any(|start| names.starts_with(start))) {
        Some(names) => format!("{before}{name}{after}, expected {names}"),
        None => format!("{before}{name}{after}"),
    })
}

/// The message for a missing sign: "expected `,` or `}`".
fn of_sign(message: &str) -> Option<String> {
    let expected = message.strip_prefix("expected ").or_else(|| message.strip_prefix("Expected "))?;
    let expected = expected.trim_start_matches("opening ").trim_start_matches("closing ");
    let signs =
        if expected.starts_with('`') { expected.split(" for ").next()?.to_owned() } else { described(expected) };
    (signs != OTHER_VALUE).then(|| format!("unexpected text, expected {signs}"))
}

/// Replacement for the name of a type.
const OTHER_VALUE: &str = "another value";

/// A description of an expected value, without names of types.
fn described(expected: &str) -> String {
    if let Some((_, description)) = TYPES.iter().find(|(names, _)| names.contains(&expected)) {
        return (*description).to_owned();
    }
    let of_length = ["an array of length ", "a tuple of size ", "an array of size "];
    if let Some(length) = of_length.iter().find_map(|start| expected.strip_prefix(start)) {
        return format!("a list of {length}");
    }
    let is_described = DESCRIPTIONS.iter().any(|start| expected.starts_with(start));
    if is_described { expected.to_owned() } else { OTHER_VALUE.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_of_a_parser_has_no_names_of_its_parts() {
        let json = |text: &str| reworded(&serde_json::from_str::<Vec<u32>>(text).expect_err(text).to_string());
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
        assert_eq!(reworded(&nested.to_string()), "it is nested too deeply");
        let nested = ron::from_str::<ron::Value>(&"[".repeat(1000)).expect_err("too deep");
        assert_eq!(reworded(&nested.code.to_string()), "it is nested too deeply");
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
            let sentence = reworded(&error.code.to_string());
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
            let sentence = reworded(&error.to_string());
            let library = internal.iter().find(|word| sentence.contains(*word));
            assert_eq!(library, None, "{text}: {sentence}, from {error}");
        }
    }

    #[test]
    fn messages_of_this_program_are_passed_on() {
        for own in ["the players are 5, expected two names", "7 is no key, expected a text"] {
            assert_eq!(reworded(&format!("{own} at line 3 column 7")), own);
        }
    }
}
