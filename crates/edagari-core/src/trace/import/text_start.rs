//! Start of a text file: byte-order mark, and encodings other than UTF-8.

/// Byte-order mark that some editors write at the start of a UTF-8 text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns the text after its byte-order mark, if it has one.
pub(in crate::trace) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// Message for a text that is not UTF-8, based on its first bytes; `expected` describes the expected input.
pub(in crate::trace) fn not_utf_8(start: &[u8], expected: &str) -> String {
    let is_utf_16 = match start {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        // Without a mark: an ASCII character has a zero byte next to it.
        [first, second, ..] => (*first == 0) != (*second == 0),
        _ => false,
    };
    if is_utf_16 {
        format!("the text is in UTF-16, expected {expected} in UTF-8")
    } else {
        format!("a byte that is not UTF-8 text, expected {expected}")
    }
}

/// Whether a text can only be UTF-16: its byte-order marks are not valid UTF-8, and no text contains zero bytes.
pub(in crate::trace) fn is_utf_16(start: &[u8]) -> bool {
    not_utf_8(start, "").contains("UTF-16")
}

/// Adds the expected input to the message of a parser, unless the message already contains "expected".
pub(in crate::trace) fn with_expected(message: &str, expected: &str) -> String {
    let says_so =
        message.split(|letter: char| !letter.is_alphabetic()).any(|word| word.eq_ignore_ascii_case("expected"));
    match message {
        // The message of the JSON parser for input that is no JSON.
        "expected value" | "expected ident" => format!("this is no JSON, expected {expected}"),
        _ if says_so => message.to_owned(),
        _ => format!("{message}, expected {expected}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_16_text_is_detected() {
        for start in [&b"\xff\xfe{\0"[..], b"\xfe\xff\0{", b"{\0\"\0", b"\0{\0\""] {
            assert!(is_utf_16(start), "{start:?}");
        }
        for start in [&b"{\"edagari\": 1}"[..], b"\xef\xbb\xbf{", b"", b"{", "枝".as_bytes()] {
            assert!(!is_utf_16(start), "{start:?}");
        }
    }

    #[test]
    fn expected_input_is_reported_once() {
        assert_eq!(with_expected("expected value", "an event"), "this is no JSON, expected an event");
        assert_eq!(with_expected("expected `,` or `}`", "an event"), "expected `,` or `}`");
        assert_eq!(with_expected("Expected comma", "a trace"), "Expected comma");
        assert_eq!(with_expected("Unexpected byte", "a trace"), "Unexpected byte, expected a trace");
    }
}
