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

    /// A text with its placeholders (`{name}`) filled in. The table has a blank beside each, as it stands beside figures and
    /// Latin words; between Japanese letters there is none.
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
    /// stays as it is.
    #[must_use]
    pub fn begun(self, sentence: String) -> String {
        let words = [Text::Root, Text::NodeAfter, Text::HouseNamed, Text::ColumnNamed, Text::MoveNamed];
        let is_ours = words.iter().any(|&text| {
            let word = self.text(text).split('{').next().unwrap_or_default();
            sentence.starts_with(word)
        });
        match self {
            Self::English if is_ours => capitalized(&sentence),
            Self::English | Self::Japanese => sentence,
        }
    }
}

impl Words {
    /// The text in a language.
    #[must_use]
    pub const fn text(self, language: Language) -> &'static str {
        match language {
            Language::English => self.english,
            Language::Japanese => self.japanese,
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
        let value = value.unwrap_or_default();
        if filled.strip_suffix(' ').is_some_and(|before| joins(before, value)) {
            filled.pop();
        }
        filled.push_str(value);
        rest = after.strip_prefix(' ').filter(|after| joins(value, after)).unwrap_or(after);
    }
    filled + rest
}

/// Whether two texts meet without a blank: where Japanese letters do.
fn joins(before: &str, after: &str) -> bool {
    let is_wide = |letter: Option<char>| letter.is_some_and(|letter| letter >= '\u{3000}');
    is_wide(before.chars().next_back()) && is_wide(after.chars().next())
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

    /// Japanese letters, but for brackets and stops.
    fn is_word(letter: char) -> bool {
        matches!(letter, '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30fa}' | '\u{30fc}'..='\u{9fff}')
    }

    /// A Latin or Greek letter, a digit, or what is filled in.
    fn is_foreign(letter: char) -> bool {
        letter.is_ascii_alphanumeric() || ('α'..='ω').contains(&letter)
    }

    #[test]
    fn japanese_has_blanks_beside_latin_words_and_figures_alone() {
        // Single words, what is typed as one, and a list of words of a query.
        let words = ["αカット", "βカット", "2番目"];
        for &text in Text::ALL.iter().filter(|&&text| text != Text::FindHint) {
            let japanese = words.iter().fold(text.japanese().to_owned(), |text, word| text.replace(word, ""));
            let letters: Vec<char> = japanese.chars().collect();
            for pair in letters.windows(2) {
                let touch = (is_word(pair[0]) && is_foreign(pair[1])) || (is_foreign(pair[0]) && is_word(pair[1]));
                assert!(!touch, "{text:?}: no blank between {pair:?}");
            }
            for three in letters.windows(3) {
                assert!(!(is_word(three[0]) && three[1] == ' ' && is_word(three[2])), "{text:?}: a blank in {three:?}");
            }
            assert!(!japanese.contains(['：', '（', '）', '，', '？']), "{text:?}: signs are as narrow as in English");
            let colons = japanese.split(':').skip(1);
            assert!(
                colons.clone().all(|after| after.is_empty() || after.starts_with(' ')),
                "{text:?}: a blank after a colon"
            );
        }
    }

    #[test]
    fn sentences_begin_and_join_as_they_are_written() {
        let begun = |language: Language, sentence: &str| language.begun(sentence.to_owned());
        assert_eq!(begun(Language::English, "the node after 0 7 ends with 3."), "The node after 0 7 ends with 3.");
        assert_eq!(begun(Language::English, "house 8 returned 3."), "House 8 returned 3.");
        assert_eq!(begun(Language::English, "a1 returned 3."), "a1 returned 3.");
        let say = |node, window| {
            Language::Japanese.fill(Text::SayStart, &[("kind", "max ノード"), ("node", node), ("window", window)])
        };
        assert_eq!(say("「0 7」", "(0, 1)"), "max ノードの「0 7」に、ウィンドウ (0, 1) で入ります。");
        assert_eq!(say("A", "全体"), "max ノードの A に、ウィンドウ全体で入ります。");
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(2_199_782), "2,199,782");
    }
}
