//! Languages, their descriptors, and access to their texts.

use super::english::Text;
use super::writing::Ordinals;
use super::writing::{capitalized, filled, grouped_by};

macro_rules! language_type {
    ($($file:ident::$Language:ident = $DESCRIPTOR:ident,)+) => {
        /// Language of the interface.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
        #[expect(missing_docs, reason = "each is called by its name")]
        pub enum Language {
            #[default]
            $($Language,)+
        }

        impl Language {
            /// All languages, the default one first.
            pub const ALL: [Self; [$(stringify!($Language)),+].len()] = [$(Self::$Language,)+];

            /// Returns the name used on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Language => stringify!($file),)+
                }
            }

            const fn descriptor(self) -> &'static Descriptor {
                match self {
                    $(Self::$Language => &$DESCRIPTOR,)+
                }
            }
        }
    };
}

languages!(language_type);

impl Language {
    /// Returns the two-letter code of ISO 639.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.descriptor().code
    }

    /// Returns the first available language of `preferred_languages`, a list of names in BCP 47 (`ja-JP`) or POSIX (`ja_JP.UTF-8`) form; the
    /// default language if none is available.
    ///
    /// ```
    /// use edagari_core::language::Language;
    ///
    /// assert_eq!(Language::preferred(["fr-FR", "ja_JP.UTF-8", "en"]), Language::Japanese);
    /// assert_eq!(Language::preferred(["fr-FR"]), Language::English);
    /// ```
    #[must_use]
    pub fn preferred<'a>(preferred_languages: impl IntoIterator<Item = &'a str>) -> Self {
        let code = |name: &'a str| name.split(['-', '_', '.', '@']).next().unwrap_or_default();
        let known = |name| Self::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code(name)));
        preferred_languages.into_iter().find_map(known).unwrap_or_default()
    }

    /// Returns the name of the language in the language itself.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        self.descriptor().own_name
    }

    /// Returns the name in a list of languages, readable also for users who do not know the language.
    #[must_use]
    pub const fn listed_as(self) -> &'static str {
        self.descriptor().listed_as
    }

    /// Returns a text of the table.
    #[must_use]
    pub fn text(self, text: Text) -> &'static str {
        (self.descriptor().text)(text)
    }

    /// Fills in the placeholders of a text (`{name}`, or `{name:one|many}`). The table has a space on each side of a placeholder,
    /// as next to digits and Latin words; it is removed between Japanese characters.
    #[must_use]
    pub fn fill(self, text: Text, values: &[(&str, &str)]) -> String {
        filled(self.text(text), values)
    }

    /// Fills in a text as a whole sentence: [`Self::fill`] followed by [`Self::begun`].
    #[must_use]
    pub fn sentence(self, text: Text, values: &[(&str, &str)]) -> String {
        self.begun(self.fill(text, values))
    }

    /// Capitalizes a sentence where needed: "The root ends with 3", but "a1 ends with 3", because names of the game are unchanged.
    #[must_use]
    pub fn begun(self, sentence: String) -> String {
        let words = [Text::Root, Text::NodeAfter, Text::HouseNamed, Text::ColumnNamed, Text::MoveNamed];
        let is_ours = words.iter().any(|&text| {
            let word = self.text(text).split('{').next().unwrap_or_default();
            sentence.starts_with(word)
        });
        if is_ours && self.descriptor().has_capitals { capitalized(&sentence) } else { sentence }
    }

    /// Capitalizes a sentence that begins with a word of the program, if the language has capitals.
    #[must_use]
    pub fn capital(self, sentence: &str) -> String {
        if self.descriptor().has_capitals { capitalized(sentence) } else { sentence.to_owned() }
    }

    /// Returns the translations of the texts of games and searches, keyed by the English text.
    #[must_use]
    pub const fn words(self) -> &'static [(&'static str, &'static str)] {
        self.descriptor().words
    }

    /// Returns whether the translations of games and searches must be complete.
    #[must_use]
    pub const fn has_all_words(self) -> bool {
        self.descriptor().has_all_words
    }

    /// Returns the number of an ordinal in lower case, from 1.
    #[must_use]
    pub fn ordinal(self, text: &str) -> Option<usize> {
        self.descriptor().ordinals.number(text)
    }

    /// Returns the first `count` ordinals.
    #[must_use]
    pub fn first_ordinals(self, count: usize) -> Vec<String> {
        self.descriptor().ordinals.first(count)
    }

    /// Returns synonyms of some texts, accepted in queries.
    #[must_use]
    pub const fn query_words(self) -> &'static [(&'static str, Text)] {
        self.descriptor().query_words
    }

    /// Returns the words that are ignored in queries.
    #[must_use]
    pub const fn query_fillers(self) -> &'static [&'static str] {
        self.descriptor().query_fillers
    }

    /// Formats an integer with a separator between groups of three digits.
    #[must_use]
    pub fn number(self, number: u64) -> String {
        grouped_by(number, self.descriptor().digit_gap)
    }

    /// Ends a sentence with a full stop, if it has no mark at its end.
    #[must_use]
    pub fn ended(self, sentence: String) -> String {
        let is_ended = sentence.ends_with(['.', '!', '?', '…', '。', '！', '？']);
        if is_ended { sentence } else { sentence + self.descriptor().full_stop }
    }

    /// Lists names of which one is expected.
    #[must_use]
    pub fn one_of(self, names: &[String]) -> String {
        match names {
            [] => String::new(),
            [only] => only.clone(),
            [others @ .., last] => {
                let others = others.join(self.text(Text::Comma));
                self.fill(Text::ErrorOneOf, &[("others", &others), ("last", last)])
            }
        }
    }

    /// Joins two sentences.
    #[must_use]
    pub fn joined(self, first: &str, second: &str) -> String {
        [first, second].join(self.descriptor().sentence_gap)
    }
}

/// Descriptor of a language: its names, texts and writing rules.
pub(super) struct Descriptor {
    /// Two-letter code of ISO 639.
    pub code: &'static str,
    /// Name of the language in the language itself.
    pub own_name: &'static str,
    /// Name in a list of languages, readable also for users who do not know the language.
    pub listed_as: &'static str,
    /// Lookup in the table of texts.
    pub text: fn(Text) -> &'static str,
    /// Translations of the texts of games and searches, keyed by the English text. A missing one is shown in English.
    pub words: &'static [(&'static str, &'static str)],
    /// Whether `words` must be complete: a test then reports missing texts.
    pub has_all_words: bool,
    /// Whether sentences begin with a capital letter.
    pub has_capitals: bool,
    /// Mark at the end of a sentence.
    pub full_stop: &'static str,
    /// Separator between two sentences.
    pub sentence_gap: &'static str,
    /// Separator between groups of three digits.
    pub digit_gap: char,
    /// Ordinals ("first", "second").
    pub ordinals: Ordinals,
    /// Synonyms of some texts, accepted in queries.
    pub query_words: &'static [(&'static str, Text)],
    /// Words that are ignored in queries.
    pub query_fillers: &'static [&'static str],
}

static ENGLISH: Descriptor = Descriptor {
    code: "en",
    own_name: "English",
    listed_as: "English",
    text: super::english::text,
    words: &[],
    has_all_words: true,
    has_capitals: true,
    full_stop: ".",
    sentence_gap: " ",
    digit_gap: ',',
    ordinals: Ordinals {
        words: &[
            "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
            "twelfth",
        ],
        endings: &["th", "st", "nd", "rd"],
    },
    query_words: &[
        ("cuts", Text::FindCut),
        ("prune", Text::FindCut),
        ("pruned", Text::FindCut),
        ("returns", Text::FindReturn),
        ("researched", Text::FindSearchedAgain),
        ("visited", Text::FindStart),
        ("child", Text::FindChild),
    ],
    query_fillers: &[
        "at", "by", "in", "of", "with", "the", "and", "table", "frame", "frames", "node", "nodes", "bound",
    ],
};

static JAPANESE: Descriptor = Descriptor {
    code: "ja",
    own_name: "日本語",
    listed_as: "Japanese (日本語)",
    text: super::japanese::text,
    words: &[],
    has_all_words: true,
    has_capitals: false,
    full_stop: "。",
    sentence_gap: "",
    digit_gap: ',',
    ordinals: Ordinals { words: &[], endings: &["番目"] },
    query_words: &[("枝刈り", Text::FindCut), ("記録", Text::FindStore), ("解決", Text::FindReturn)],
    query_fillers: &[],
};

/// Text outside the table: that of a game, an option or a search, defined in the same file as these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    english: &'static str,
    japanese: &'static str,
}

impl Words {
    /// Creates a text in English and Japanese. Translations into other languages are in the file of the language.
    #[must_use]
    pub const fn new(english: &'static str, japanese: &'static str) -> Self {
        Self { english, japanese }
    }

    /// Creates a text that is the same in all languages.
    #[must_use]
    pub const fn same(text: &'static str) -> Self {
        Self { english: text, japanese: text }
    }

    /// Whether the text is a sign such as `O`: the same in all languages.
    #[must_use]
    pub fn is_sign(self) -> bool {
        self.english == self.japanese
    }

    /// Returns the text in `language`, or in English if there is no translation.
    #[must_use]
    pub fn text(self, language: Language) -> &'static str {
        self.translated(language).unwrap_or(self.english)
    }

    /// Returns the text in `language`: defined here, the same in all languages, or from the file of
    /// the language. `None` if there is no translation.
    #[must_use]
    pub fn translated(self, language: Language) -> Option<&'static str> {
        match language.code() {
            "en" => Some(self.english),
            "ja" => Some(self.japanese),
            _ if self.is_sign() => Some(self.english),
            _ => language.words().iter().find(|(english, _)| *english == self.english).map(|&(_, own)| own),
        }
    }
}

impl Language {
    /// Fills in the placeholders of a text outside the table, like [`Self::fill`].
    #[must_use]
    pub fn fill_words(self, words: Words, values: &[(&str, &str)]) -> String {
        filled(words.text(self), values)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::writing::with_plain_spaces;
    use super::*;

    fn placeholders(text: &str) -> BTreeSet<&str> {
        let inside = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
        inside.map(|(name, _)| name.split_once(':').map_or(name, |(name, _)| name)).collect()
    }

    #[test]
    fn preferred_language_is_the_first_available_one() {
        for (preferred_languages, language) in [
            (&["de-DE", "ja-JP", "en"][..], Language::Japanese),
            (&["ja_JP.UTF-8"], Language::Japanese),
            (&["JA"], Language::Japanese),
            (&["en-GB", "ja"], Language::English),
            (&["C", "POSIX", "", "jax"], Language::default()),
            (&[], Language::default()),
        ] {
            assert_eq!(Language::preferred(preferred_languages.iter().copied()), language, "{preferred_languages:?}");
        }
    }

    #[test]
    fn every_language_has_every_text() {
        for language in Language::ALL {
            for &text in Text::ALL {
                let template = language.text(text);
                assert!(!template.trim().is_empty(), "{text:?} is missing in {language:?}");
                assert_eq!(
                    placeholders(template),
                    placeholders(Language::English.text(text)),
                    "{text:?} in {language:?}"
                );
            }
        }
    }

    #[test]
    fn placeholders_are_filled() {
        let filled = Language::English.fill(Text::FrameNumber, &[("frame", "126")]);
        assert!(filled.contains("126") && !filled.contains('{'), "{filled}");
    }

    #[test]
    fn sentences_are_capitalized_and_joined_by_language() {
        let begun = |language: Language, sentence: &str| language.begun(sentence.to_owned());
        assert_eq!(begun(Language::English, "the node after 0 7 ends with 3."), "The node after 0 7 ends with 3.");
        assert_eq!(begun(Language::English, "house 8 returned 3."), "House 8 returned 3.");
        assert_eq!(begun(Language::English, "a1 returned 3."), "a1 returned 3.");
        let say = |node, window| {
            let values = [("kind", "max ノード"), ("node", node), ("window", window)];
            with_plain_spaces(&Language::Japanese.fill(Text::SayStart, &values)).into_owned()
        };
        assert_eq!(say("「0 7」", "(0, 1)"), "max ノードの「0 7」に、ウィンドウ (0, 1) で入ります。");
        assert_eq!(say("A", "全体"), "max ノードの A に、ウィンドウ全体で入ります。");
    }
}
