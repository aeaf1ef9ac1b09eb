//! Every text a person reads in the window, in English and Japanese: in one table, but for those that games and searches bring
//! along.

mod texts;
mod words;

pub use texts::Text;
pub use words::Words;

/// A language of the interface.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// 日本語.
    Japanese,
}

impl Language {
    /// Both.
    pub const ALL: [Self; 2] = [Self::English, Self::Japanese];

    /// Its name in itself.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Japanese => "日本語",
        }
    }

    /// A text as it stands in the table.
    #[must_use]
    pub const fn text(self, text: Text) -> &'static str {
        match self {
            Self::English => text.english(),
            Self::Japanese => text.japanese(),
        }
    }

    /// A text with its placeholders (`{name}`) filled in.
    #[must_use]
    pub fn fill(self, text: Text, values: &[(&str, &str)]) -> String {
        filled(self.text(text), values)
    }

    /// [`Self::fill`] for a text that does not stand in the table.
    #[must_use]
    pub fn fill_words(self, words: Words, values: &[(&str, &str)]) -> String {
        filled(words.text(self), values)
    }

    /// [`Self::fill`] for a whole sentence, see [`Self::begun`].
    #[must_use]
    pub fn sentence(self, text: Text, values: &[(&str, &str)]) -> String {
        self.begun(self.fill(text, values))
    }

    /// A sentence with its beginning as it should be: "The root ends with 3", but "a1 ends with 3", for a name of the game's
    /// stays as it is. Japanese letters have no blank between them, whatever was filled in.
    #[must_use]
    pub fn begun(self, sentence: String) -> String {
        let words = [Text::Root, Text::NodeAfter, Text::HouseNamed, Text::ColumnNamed, Text::MoveNamed];
        let is_ours = words.iter().any(|&text| {
            let word = self.text(text).split('{').next().unwrap_or_default();
            sentence.starts_with(word)
        });
        match self {
            Self::English if is_ours => capitalized(&sentence),
            Self::English => sentence,
            Self::Japanese => without_blanks_between_wide_letters(&sentence),
        }
    }
}

fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut rest = text;
    let mut filled = String::with_capacity(rest.len() + 32);
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((name, after)) = after.split_once('}') else { break };
        let value = values.iter().find(|(key, _)| *key == name).map(|&(_, value)| value);
        debug_assert!(value.is_some(), "{text:?} has no value for {{{name}}}");
        filled.push_str(value.unwrap_or_default());
        rest = after;
    }
    filled + rest
}

fn without_blanks_between_wide_letters(sentence: &str) -> String {
    let is_wide = |letter: Option<char>| letter.is_some_and(|letter| letter >= '\u{3000}');
    let mut left = String::with_capacity(sentence.len());
    let mut letters = sentence.chars().peekable();
    while let Some(letter) = letters.next() {
        let joins = is_wide(left.chars().next_back()) && is_wide(letters.peek().copied());
        if letter != ' ' || !joins {
            left.push(letter);
        }
    }
    left
}

/// An integer with a comma between groups of three digits, as both languages write it.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A text with its first letter as a capital, for headings; α stays as it is.
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| std::iter::once(first.to_ascii_uppercase()).chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name)).collect()
    }

    #[test]
    fn both_languages_say_everything() {
        for text in Text::ALL {
            let (english, japanese) = (text.english(), text.japanese());
            assert!(!english.trim().is_empty() && !japanese.trim().is_empty(), "{text:?} is missing");
            assert_eq!(placeholders(english), placeholders(japanese), "{text:?}");
        }
    }

    #[test]
    fn placeholders_are_filled() {
        let filled = Language::English.fill(Text::FrameNumber, &[("frame", "126")]);
        assert!(filled.contains("126") && !filled.contains('{'), "{filled}");
    }

    #[test]
    fn sentences_begin_and_join_as_they_are_written() {
        let begun = |language: Language, sentence: &str| language.begun(sentence.to_owned());
        assert_eq!(begun(Language::English, "the node after 0 7 ends with 3."), "The node after 0 7 ends with 3.");
        assert_eq!(begun(Language::English, "house 8 returned 3."), "House 8 returned 3.");
        assert_eq!(begun(Language::English, "a1 returned 3."), "a1 returned 3.");
        assert_eq!(begun(Language::Japanese, "の 「0 7」 に a1 が ルート の"), "の「0 7」に a1 がルートの");
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(2_199_782), "2,199,782");
    }
}
