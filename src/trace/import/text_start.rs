//! How a text begins: its byte-order mark, and texts that are not in UTF-8.

/// The mark with which some editors begin a text in UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The text behind its byte-order mark, if it has one.
pub(in crate::trace) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// Why a text is not UTF-8, from its beginning; `expected` is what it should have been.
pub(in crate::trace) fn not_utf_8(start: &[u8], expected: &str) -> String {
    let is_utf_16 = match start {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        // Without a mark: a letter of ASCII has an empty byte beside it.
        [first, second, ..] => (*first == 0) != (*second == 0),
        _ => false,
    };
    if is_utf_16 {
        format!("the text is in UTF-16, expected {expected} in UTF-8")
    } else {
        format!("a byte that is not UTF-8 text, expected {expected}")
    }
}

/// Whether a text can only be UTF-16: its marks are no UTF-8, and no text has empty bytes.
pub(in crate::trace) fn is_utf_16(start: &[u8]) -> bool {
    not_utf_8(start, "").contains("UTF-16")
}

/// A message of a parser with what was expected, once.
pub(in crate::trace) fn with_expected(message: &str, expected: &str) -> String {
    let says_so =
        message.split(|letter: char| !letter.is_alphabetic()).any(|word| word.eq_ignore_ascii_case("expected"));
    match message {
        // This is all that JSON has to say where there is none.
        "expected value" | "expected ident" => format!("this is no JSON, expected {expected}"),
        _ if says_so => message.to_owned(),
        _ => format!("{message}, expected {expected}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_utf_16_are_known() {
        for start in [&b"\xff\xfe{\0"[..], b"\xfe\xff\0{", b"{\0\"\0", b"\0{\0\""] {
            assert!(is_utf_16(start), "{start:?}");
        }
        for start in [&b"{\"edagari\": 1}"[..], b"\xef\xbb\xbf{", b"", b"{", "枝".as_bytes()] {
            assert!(!is_utf_16(start), "{start:?}");
        }
    }

    #[test]
    fn what_was_expected_is_said_once() {
        assert_eq!(with_expected("expected value", "an event"), "this is no JSON, expected an event");
        assert_eq!(with_expected("expected `,` or `}`", "an event"), "expected `,` or `}`");
        assert_eq!(with_expected("Expected comma", "a trace"), "Expected comma");
        assert_eq!(with_expected("Unexpected byte", "a trace"), "Unexpected byte, expected a trace");
    }
}
