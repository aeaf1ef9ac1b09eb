//! Messages of errors: a key of the language tables with its values, from which every language makes its sentence.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::{fmt, io};

use super::english::Text;
use super::languages::Language;
use super::writing::with_plain_spaces;

/// Message of an error: a text of the tables and its values. [`Display`](fmt::Display) is the English message as the command line
/// prints it after the name of a file; [`Self::sentence`] is a sentence of its own for the window.
///
/// ```
/// use edagari_core::language::{Language, Message, Text};
///
/// let message = Message::from(Text::ErrorTooLarge).with("limit", &"1000");
/// assert_eq!(message.to_string(), "takes more than 1000 bytes, expected a smaller trace or a higher memory limit");
/// assert!(message.sentence(Language::English).starts_with("Takes more than"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Message {
    #[serde(with = "text_number")]
    text: Text,
    /// Boxed, so that errors with messages stay small.
    values: Box<[(Cow<'static, str>, Value)]>,
}

#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
enum Value {
    Plain(String),
    Message(Message),
    OneOf(Vec<String>),
    /// Names of which one is expected, as a parser lists them in English.
    Alternatives {
        english: String,
        names: Vec<String>,
    },
    /// A number of the things that the text names after it.
    Count(u64),
    /// Error of the operating system.
    Io {
        reason: Box<Message>,
        /// Words of the system or of a library, which only the command line shows; `None` if they are only the name of the kind.
        original: Option<String>,
    },
}

/// Error that has a message in every language.
pub trait HasMessage {
    /// Returns the message.
    fn message(&self) -> Message;
}

impl HasMessage for io::Error {
    fn message(&self) -> Message {
        Message::from(Text::ErrorOfSystem).with_io("reason", self)
    }
}

impl<E: HasMessage> From<E> for Message {
    fn from(error: E) -> Self {
        error.message()
    }
}

impl From<Text> for Message {
    fn from(text: Text) -> Self {
        Self { text, values: Box::default() }
    }
}

impl From<String> for Message {
    /// A message that has no translation.
    fn from(message: String) -> Self {
        Self::from(Text::ErrorVerbatim).with("message", &message)
    }
}

impl From<&str> for Message {
    /// A message that has no translation.
    fn from(message: &str) -> Self {
        Self::from(message.to_owned())
    }
}

impl Message {
    /// Returns the message of an error that has no translation.
    #[must_use]
    pub fn verbatim(error: &impl ToString) -> Self {
        Self::from(error.to_string())
    }

    /// Returns the message that has this English text, so that it can be written in another language: errors cross the parsers of JSON
    /// and RON as texts. A text that no table has is the same in every language.
    ///
    /// ```
    /// use edagari_core::language::{Language, Message};
    ///
    /// let message = Message::of_english("the tree: leaf A has no score, expected a score or children");
    /// assert_eq!(message.text(Language::Japanese), "木：葉 A に評価値がありません。評価値か子を書いてください");
    /// ```
    #[must_use]
    pub fn of_english(english: &str) -> Self {
        Self::recognized(english, MAX_NESTED_TEXTS).map_or_else(|| Self::from(english), |recognized| recognized.message)
    }

    /// Returns the message with this English text: of all texts that fit, the one that leaves the fewest letters without a text, and of
    /// those the one with the most letters of its own.
    fn recognized(english: &str, levels: usize) -> Option<Recognized> {
        if let Some(names) = alternatives_in(english) {
            let message = Self::from(Text::ErrorVerbatim).with_alternatives("message", english, &names);
            return Some(Recognized { message, unknown_letters: 0 });
        }
        let fitting = Text::ALL.iter().filter_map(|&text| {
            let values = values_in(Language::English.text(text), english)?;
            let own_letters = english.len() - values.iter().map(|(_, value)| value.len()).sum::<usize>();
            (values.is_empty() || own_letters >= MIN_OWN_LETTERS).then_some((own_letters, text, values))
        });
        let read = fitting.map(|(own_letters, text, values)| {
            let message = Self::from(text);
            let whole = values.into_iter().fold(Recognized { message, unknown_letters: 0 }, |whole, (name, value)| {
                // A single word is a name.
                let is_name = !value.contains(' ');
                match Some(value)
                    .filter(|_| !is_name && levels > 0)
                    .and_then(|value| Self::recognized(value, levels - 1))
                {
                    Some(inner) => Recognized {
                        message: whole.message.with_message(name, inner.message),
                        unknown_letters: whole.unknown_letters + inner.unknown_letters,
                    },
                    None => Recognized {
                        message: whole.message.with(name, &value),
                        unknown_letters: whole.unknown_letters + if is_name { 0 } else { value.len() },
                    },
                }
            });
            (own_letters, whole)
        });
        let best = read.min_by_key(|(own_letters, whole)| (whole.unknown_letters, Reverse(*own_letters)));
        best.map(|(_, whole)| whole)
    }

    /// Adds a value that is the same in every language.
    #[must_use]
    pub fn with(self, name: &'static str, value: &impl ToString) -> Self {
        self.with_value(name, Value::Plain(value.to_string()))
    }

    /// Adds a value that is a message itself.
    #[must_use]
    pub fn with_message(self, name: &'static str, value: impl Into<Self>) -> Self {
        self.with_value(name, Value::Message(value.into()))
    }

    /// Adds the expected input as the end of the message.
    #[must_use]
    pub fn with_expected(self, expected: impl Into<Self>) -> Self {
        Self::from(Text::MalformedExpected).with_message("message", self).with_message("expected", expected)
    }

    /// Adds a list of names of which one is expected.
    #[must_use]
    pub fn with_one_of(self, name: &'static str, names: impl IntoIterator<Item = impl ToString>) -> Self {
        self.with_value(name, Value::OneOf(names.into_iter().map(|name| name.to_string()).collect()))
    }

    /// Adds a list of names of which one is expected, with its English form.
    #[must_use]
    pub fn with_alternatives(self, name: &'static str, english: &str, names: &[impl ToString]) -> Self {
        let names = names.iter().map(ToString::to_string).collect();
        self.with_value(name, Value::Alternatives { english: english.to_owned(), names })
    }

    /// Adds a number of the things that the text names after it; the English noun loses its s after 1.
    #[must_use]
    pub fn with_count(self, name: &'static str, count: usize) -> Self {
        self.with_value(name, Value::Count(count as u64))
    }

    /// Adds an error of the operating system.
    #[must_use]
    pub fn with_io(self, name: &'static str, error: &io::Error) -> Self {
        let is_bare = error.raw_os_error().is_none() && error.get_ref().is_none();
        let original = (!is_bare).then(|| error.to_string());
        self.with_value(name, Value::Io { reason: Box::new(reason_of(error)), original })
    }

    fn with_value(mut self, name: &'static str, value: Value) -> Self {
        let mut values = self.values.into_vec();
        values.push((Cow::Borrowed(name), value));
        self.values = values.into();
        self
    }

    /// Returns the message in a language as a part of another text: without a capital letter and a full stop of its own.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        self.filled(language, false)
    }

    /// Returns the message in a language as a whole sentence.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let text = self.filled(language, false);
        let text = if self.begins_with_a_value(language) { text } else { language.capital(&text) };
        language.ended(text)
    }

    fn filled(&self, language: Language, has_words_of_system: bool) -> String {
        let filled = |value: &Value| match value {
            Value::Plain(text) => text.clone(),
            Value::Count(count) => count.to_string(),
            Value::Message(message) => message.filled(language, has_words_of_system),
            Value::Alternatives { english, .. } if language == Language::English => english.clone(),
            Value::OneOf(names) | Value::Alternatives { names, .. } => language.one_of(names),
            Value::Io { original: Some(original), .. } if has_words_of_system => original.clone(),
            Value::Io { reason, .. } => reason.filled(language, has_words_of_system),
        };
        let values: Vec<(&str, String)> = self.values.iter().map(|(name, value)| (&**name, filled(value))).collect();
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let text = language.fill(self.text, &values);
        let has_one = self.values.iter().any(|(_, value)| *value == Value::Count(1));
        if has_one && language == Language::English { in_the_singular(&text) } else { text }
    }

    /// Whether the message begins with a name, which is not capitalized.
    fn begins_with_a_value(&self, language: Language) -> bool {
        let Some(rest) = language.text(self.text).strip_prefix('{') else { return false };
        let name = rest.split(['}', ':']).next().unwrap_or_default();
        let value = self.values.iter().find(|(key, _)| key == name);
        match value {
            Some((_, Value::Message(message))) => message.begins_with_a_value(language),
            Some((_, Value::Io { .. })) => false,
            Some((_, Value::Plain(_))) => self.text != Text::ErrorVerbatim,
            _ => true,
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&with_plain_spaces(&self.filled(Language::English, true)))
    }
}

impl std::error::Error for Message {}

/// Returns the names in a list of alternatives: "a or b", or names in backquotes as parsers list them.
fn alternatives_in(english: &str) -> Option<Vec<&str>> {
    let list = ["one of ", "either "].iter().find_map(|start| english.strip_prefix(start)).unwrap_or(english);
    let names: Vec<&str> =
        list.split(", or ").flat_map(|part| part.split(", ")).flat_map(|part| part.split(" or ")).collect();
    let is_quoted = |name: &&str| name.len() > 2 && name.starts_with('`') && name.ends_with('`');
    let are_words = names.len() == 2 && english.matches(' ').count() == 2 && english.contains(" or ");
    (names.len() > 1 && (are_words || names.iter().all(is_quoted))).then_some(names)
}

/// A message that was recognized in an English text.
struct Recognized {
    message: Message,
    /// Letters of values that are sentences and that no text fits.
    unknown_letters: usize,
}

/// Greatest number of messages within each other that are recognized.
const MAX_NESTED_TEXTS: usize = 4;

/// Least number of letters outside of values by which a text with values is recognized.
const MIN_OWN_LETTERS: usize = 7;

/// Returns the values with which a text of the English table is `filled`; `None` if it never is.
fn values_in<'a>(text: &'static str, filled: &'a str) -> Option<Vec<(&'static str, &'a str)>> {
    let mut parts = text.split('{').peekable();
    let mut rest = filled.strip_prefix(&*with_plain_spaces(parts.next()?))?;
    let mut values: Vec<(&str, &str)> = Vec::new();
    while let Some(part) = parts.next() {
        let (name, after) = part.split_once('}').filter(|(name, _)| !name.contains(':'))?;
        let after = with_plain_spaces(after);
        let end = if parts.peek().is_some() { rest.find(&*after)? } else { rest.strip_suffix(&*after)?.len() };
        values.push((name, &rest[..end]));
        rest = &rest[end + after.len()..];
    }
    rest.is_empty().then_some(values)
}

/// Returns the reason of an error of the operating system as a text of the tables.
fn reason_of(error: &io::Error) -> Message {
    if let Some(message) = error.get_ref().and_then(|inner| inner.downcast_ref::<Message>()) {
        return message.clone();
    }
    let text = match error.kind() {
        io::ErrorKind::NotFound => Text::IoNotFound,
        io::ErrorKind::PermissionDenied => Text::IoPermissionDenied,
        io::ErrorKind::IsADirectory => Text::IoFolder,
        io::ErrorKind::NotADirectory => Text::IoNoFolder,
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Text::IoFull,
        io::ErrorKind::ReadOnlyFilesystem => Text::IoReadOnly,
        io::ErrorKind::FileTooLarge => Text::IoTooLarge,
        io::ErrorKind::InvalidFilename => Text::IoName,
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => Text::IoDamaged,
        io::ErrorKind::Unsupported => Text::IoUnsupported,
        io::ErrorKind::ResourceBusy | io::ErrorKind::ExecutableFileBusy => Text::IoBusy,
        _ => match error.raw_os_error() {
            Some(code) => return Message::from(Text::IoCode).with("code", &code),
            None if error.get_ref().is_some() => return Message::verbatim(error),
            None => Text::IoOther,
        },
    };
    Message::from(text)
}

/// Keys of the tables as their numbers, which the sender and the receiver of a message share.
mod text_number {
    use super::Text;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires it")]
    pub(super) fn serialize<S: Serializer>(text: &Text, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(*text as u16)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        let number = u16::deserialize(deserializer)?;
        Text::ALL.get(usize::from(number)).copied().ok_or_else(|| D::Error::custom("no such text"))
    }
}

/// Removes the s of the plural after the number 1 in an English text.
fn in_the_singular(text: &str) -> String {
    let mut singular = String::with_capacity(text.len());
    let mut is_after_one = false;
    for word in text.split_inclusive(' ') {
        let noun = word.trim_end_matches(|letter: char| !letter.is_alphabetic());
        match noun.strip_suffix('s').filter(|_| is_after_one) {
            Some(one) => singular.extend([one, &word[noun.len()..]]),
            None => singular.push_str(word),
        }
        is_after_one = word == "1 ";
    }
    singular
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unreadable(error: &io::Error) -> Message {
        Message::from(Text::ErrorUnreadable).with_io("reason", error)
    }

    #[test]
    fn errors_of_the_system_have_words_in_every_language() {
        let missing = unreadable(&io::Error::from_raw_os_error(2));
        assert!(
            missing.to_string().ends_with("(os error 2)"),
            "the command line has the words of the system: {missing}"
        );
        assert_eq!(missing.sentence(Language::English), "Cannot be read: there is no such file or folder.");
        assert_eq!(
            missing.sentence(Language::Japanese),
            "読み込めません：そのようなファイルやフォルダーはありません。"
        );
        let bare = unreadable(&io::Error::from(io::ErrorKind::NotFound));
        assert_eq!(bare.to_string(), "cannot be read: there is no such file or folder");
        let unknown = unreadable(&io::Error::from_raw_os_error(9999));
        assert!(unknown.sentence(Language::Japanese).contains("9999"));
    }

    #[test]
    fn sentences_do_not_capitalize_names_and_have_one_full_stop() {
        let named = Message::from(Text::ErrorInFile).with("file", &"a.ron").with_message("error", Text::IoFull);
        assert_eq!(named.sentence(Language::English), "a.ron: the disk is full.");
        assert_eq!(Message::from("it ends.").sentence(Language::English), "It ends.");
        assert_eq!(Message::from(Text::IoFull).sentence(Language::Japanese), "ディスクに空きがありません。");
    }

    #[test]
    fn english_text_of_a_message_is_recognized() {
        for english in [
            "node A has the parent Z, expected a node listed before it",
            "the players are {\"a\":1}, expected two different names such as [\"White\", \"Black\"]",
            "it is 7, expected a text",
            "`,` or `]`",
            "the tree: node number 3 has a chance but no children, expected children",
        ] {
            let message = Message::of_english(english);
            assert_eq!(message.to_string(), english);
            let japanese = message.text(Language::Japanese);
            assert!(!japanese.contains(" expected ") && !japanese.contains("number 3"), "{japanese}");
        }
        assert_eq!(Message::of_english("Root is missing").text(Language::Japanese), "Root がありません");
        for other in ["no text of the tables", "A", "", "{", "a}"] {
            assert_eq!(Message::of_english(other), Message::from(other));
        }
    }

    #[test]
    fn message_survives_serialization() {
        let message = unreadable(&io::Error::from_raw_os_error(2)).with_one_of("names", ["a", "b", "c"]);
        let text = serde_json::to_string(&message).expect("text");
        assert_eq!(serde_json::from_str::<Message>(&text).expect("a message"), message);
    }
}
