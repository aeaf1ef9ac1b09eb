//! The languages, and their texts.

use super::descriptor::Descriptor;
#[cfg(feature = "export")]
use super::descriptor::Font;
use super::texts::Text;
use super::writing::{capitalized, filled, grouped_by};

macro_rules! language_type {
    ($($file:ident::$Language:ident,)+) => {
        /// A language of the interface.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
        #[expect(missing_docs, reason = "each is called by its name")]
        pub enum Language {
            #[default]
            $($Language,)+
        }

        impl Language {
            /// All languages.
            pub const ALL: [Self; [$(stringify!($Language)),+].len()] = [$(Self::$Language,)+];

            /// The name on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Language => stringify!($file),)+
                }
            }

            const fn descriptor(self) -> &'static Descriptor {
                match self {
                    $(Self::$Language => &super::$file::DESCRIPTOR,)+
                }
            }
        }
    };
}

languages!(language_type);

impl Language {
    /// Its two letters in ISO 639.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.descriptor().code
    }

    /// The first language that is there of those that somebody wishes, each as BCP 47 (`ja-JP`) or POSIX (`ja_JP.UTF-8`) names it; the default
    /// one if none is.
    #[must_use]
    pub fn preferred<'a>(wished: impl IntoIterator<Item = &'a str>) -> Self {
        let code = |name: &'a str| name.split(['-', '_', '.', '@']).next().unwrap_or_default();
        let known = |name| Self::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code(name)));
        wished.into_iter().find_map(known).unwrap_or_default()
    }

    /// Its name in itself.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        self.descriptor().own_name
    }

    /// Its name in a list, readable also for those who do not read the language.
    #[must_use]
    pub const fn listed_as(self) -> &'static str {
        self.descriptor().listed_as
    }

    /// A text of the table.
    #[must_use]
    pub fn text(self, text: Text) -> &'static str {
        (self.descriptor().text)(text)
    }

    /// A text with its placeholders (`{name}`, or `{name:one|many}`) filled in. The table has a blank beside each, as
    /// beside figures and Latin words; between Japanese letters there is none.
    #[must_use]
    pub fn fill(self, text: Text, values: &[(&str, &str)]) -> String {
        filled(self.text(text), values)
    }

    /// [`Self::fill`] for a whole sentence, see [`Self::begun`].
    #[must_use]
    pub fn sentence(self, text: Text, values: &[(&str, &str)]) -> String {
        self.begun(self.fill(text, values))
    }

    /// A sentence with a capital where needed: "The root ends with 3", but "a1 ends with 3", because a name of the game's
    /// stays as it is.
    #[must_use]
    pub fn begun(self, sentence: String) -> String {
        let words = [Text::Root, Text::NodeAfter, Text::HouseNamed, Text::ColumnNamed, Text::MoveNamed];
        let is_ours = words.iter().any(|&text| {
            let word = self.text(text).split('{').next().unwrap_or_default();
            sentence.starts_with(word)
        });
        if is_ours && self.descriptor().has_capitals { capitalized(&sentence) } else { sentence }
    }

    /// A sentence that begins with a word of ours, with a capital where the language has them.
    #[must_use]
    pub fn capital(self, sentence: &str) -> String {
        if self.descriptor().has_capitals { capitalized(sentence) } else { sentence.to_owned() }
    }

    /// The texts of games and searches in the language's file, by the English ones.
    #[must_use]
    pub const fn words(self) -> &'static [(&'static str, &'static str)] {
        self.descriptor().words
    }

    /// Whether no text of games and searches may be missing.
    #[must_use]
    pub const fn has_all_words(self) -> bool {
        self.descriptor().has_all_words
    }

    /// The fonts with its letters that no earlier language in the list has.
    #[cfg(feature = "export")]
    #[must_use]
    pub const fn fonts(self) -> &'static [Font] {
        self.descriptor().fonts
    }

    /// The number of an ordinal in small letters, from 1.
    #[must_use]
    pub fn ordinal(self, text: &str) -> Option<usize> {
        self.descriptor().ordinals.number(text)
    }

    /// The first `count` ordinals.
    #[must_use]
    pub fn first_ordinals(self, count: usize) -> Vec<String> {
        self.descriptor().ordinals.first(count)
    }

    /// Synonyms that a query may use for some texts.
    #[must_use]
    pub const fn query_words(self) -> &'static [(&'static str, Text)] {
        self.descriptor().query_words
    }

    /// Words that a query ignores.
    #[must_use]
    pub const fn query_fillers(self) -> &'static [&'static str] {
        self.descriptor().query_fillers
    }

    /// An integer, with a sign between groups of three digits.
    #[must_use]
    pub fn number(self, number: u64) -> String {
        grouped_by(number, self.descriptor().digit_gap)
    }

    /// Two sentences, one after the other.
    #[must_use]
    pub fn joined(self, first: &str, second: &str) -> String {
        [first, second].join(self.descriptor().sentence_gap)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::unbroken::with_plain_spaces;
    use super::*;

    fn placeholders(text: &str) -> BTreeSet<&str> {
        let inside = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
        inside.map(|(name, _)| name.split_once(':').map_or(name, |(name, _)| name)).collect()
    }

    #[test]
    fn the_language_of_a_start_is_the_first_that_is_wished_and_there() {
        for (wished, language) in [
            (&["de-DE", "ja-JP", "en"][..], Language::Japanese),
            (&["ja_JP.UTF-8"], Language::Japanese),
            (&["JA"], Language::Japanese),
            (&["en-GB", "ja"], Language::English),
            (&["C", "POSIX", "", "jax"], Language::default()),
            (&[], Language::default()),
        ] {
            assert_eq!(Language::preferred(wished.iter().copied()), language, "{wished:?}");
        }
    }

    #[test]
    fn all_languages_say_everything() {
        for language in Language::ALL {
            for &text in Text::ALL {
                let said = language.text(text);
                assert!(!said.trim().is_empty(), "{text:?} is missing in {language:?}");
                assert_eq!(placeholders(said), placeholders(Language::English.text(text)), "{text:?} in {language:?}");
            }
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
        let say = |node, window| {
            let said = [("kind", "max ノード"), ("node", node), ("window", window)];
            with_plain_spaces(&Language::Japanese.fill(Text::SayStart, &said)).into_owned()
        };
        assert_eq!(say("「0 7」", "(0, 1)"), "max ノードの「0 7」に、ウィンドウ (0, 1) で入ります。");
        assert_eq!(say("A", "全体"), "max ノードの A に、ウィンドウ全体で入ります。");
    }
}
