//! Escaping of texts in XML and HTML.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use edagari_core::language::visible;
use edagari_teach::exercise::ExerciseTree;

/// Escapes a text for XML, also in attributes. Characters that XML forbids are written as escape sequences.
pub(super) fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\n' | '\t' => escaped.push(letter),
            letter if letter < ' ' || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                escaped.extend(letter.escape_default());
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Escapes an untrusted text for XML.
pub(super) fn shown(text: &str) -> String {
    xml(&visible(text))
}

/// Escapes an untrusted text for the HTML of a Cloze question, where a brace begins a field.
pub(super) fn cloze_html(text: &str) -> String {
    shown(text).replace('{', "&#123;").replace('}', "&#125;")
}

/// Describes a tree as text, for users who cannot see the picture: each node with its children in brackets.
pub(super) fn tree_in_words(tree: &ExerciseTree, written: impl Fn(u32) -> String) -> String {
    enum Next {
        Node(u32),
        Sign(&'static str),
    }
    let mut text = String::new();
    let mut open = vec![Next::Node(0)];
    while let Some(next) = open.pop() {
        match next {
            Next::Sign(sign) => text += sign,
            Next::Node(node) if tree.is_leaf(node) => {
                let _ = write!(text, "{} = {}", visible(tree.name(node)), written(node));
            }
            Next::Node(node) => {
                text += &visible(tree.name(node));
                text += " (";
                open.push(Next::Sign(")"));
                for (place, &child) in tree.children(node).iter().enumerate().rev() {
                    open.push(Next::Node(child));
                    if place > 0 {
                        open.push(Next::Sign(", "));
                    }
                }
            }
        }
    }
    text
}

/// Encodes bytes in base64.
pub(super) fn base64(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_encoded_in_base64() {
        let of = ["", "a", "ab", "abc", "abcd", "abcde", "abcdef"].map(|text| base64(text.as_bytes()));
        assert_eq!(of, ["", "YQ==", "YWI=", "YWJj", "YWJjZA==", "YWJjZGU=", "YWJjZGVm"]);
        assert_eq!(base64(&[0xff, 0xfe, 0xfb]), "//77");
    }

    #[test]
    fn untrusted_texts_are_escaped() {
        assert_eq!(cloze_html("<b>{1:SA:=x}</b>"), "&lt;b&gt;&#123;1:SA:=x&#125;&lt;/b&gt;");
        assert_eq!(shown("a\u{0}\u{202e}\"]]>"), "a\\u{0}\\u{202e}&quot;]]&gt;");
    }
}
