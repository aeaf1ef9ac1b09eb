//! The fonts of pictures and of the window, bundled with the program; see `resources/fonts`.

#[cfg(target_arch = "wasm32")]
use std::path::Path;
use std::sync::OnceLock;

use edagari_core::language::Language;
use edagari_core::trace::Trace;
use skrifa::{FontRef, MetadataProvider as _};

/// Font bundled with the program.
#[derive(Clone, Copy, Debug)]
pub struct Font {
    /// Font name, such as `Noto Sans`.
    pub name: &'static str,
    /// Contents of the font file.
    pub file: &'static [u8],
    /// Whether the font is for headings and other emphasized text.
    pub is_strong: bool,
}

impl Font {
    fn contains(self, character: char) -> bool {
        FontRef::new(self.file).is_ok_and(|face| face.charmap().map(character).is_some())
    }
}

/// The fonts that are always there, with all characters of the English interface. [`fonts`] are all.
static FONTS: [Font; 3] = [
    Font { name: "Noto Sans", file: include_bytes!("../../resources/fonts/NotoSans-Regular.ttf"), is_strong: false },
    Font {
        name: "Noto Sans SemiBold",
        file: include_bytes!("../../resources/fonts/NotoSans-SemiBold.ttf"),
        is_strong: true,
    },
    Font {
        name: "Noto Sans JP Symbols",
        file: include_bytes!("../../resources/fonts/NotoSansJP-Symbols.otf"),
        is_strong: false,
    },
];

/// A font that a page in a browser fetches only when it has to show one of its characters: each is a large part of the program's size. Other
/// programs bundle it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaterFont {
    /// Kana and kanji. The others depend on it: a page fetches it first.
    Japanese,
    /// Emphasized Japanese texts; until it is there, they are drawn like others.
    StrongJapanese,
    /// Kanji that occur in no text of the program, but in labels and notes.
    RareKanji,
}

impl LaterFont {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Japanese, Self::StrongJapanese, Self::RareKanji];

    /// Font without which texts in a language cannot be read; `None` if those that are always there suffice.
    #[must_use]
    pub const fn of_language(language: Language) -> Option<Self> {
        match language {
            Language::English => None,
            Language::Japanese => Some(Self::Japanese),
        }
    }

    /// Name of the file, next to a page in a browser.
    #[must_use]
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Japanese => "NotoSansJP-Regular.otf",
            Self::StrongJapanese => "NotoSansJP-Bold.otf",
            Self::RareKanji => "NotoSansJP-Rare.otf",
        }
    }

    /// Returns whether a character of a text is drawn in this font. In a page that lacks [`Self::Japanese`], only that font is needed yet:
    /// it determines which kanji are rare.
    #[must_use]
    pub fn is_for(self, character: char, is_strong: bool) -> bool {
        match self {
            Self::Japanese => is_japanese(character) && !FONTS.iter().any(|font| font.contains(character)),
            Self::StrongJapanese => {
                is_strong
                    && is_japanese(character)
                    && Self::Japanese.font().is_some_and(|font| font.contains(character))
            }
            Self::RareKanji => is_rare_kanji(character),
        }
    }

    /// Returns the font; `None` in a page that has neither fetched nor bundled it.
    #[must_use]
    pub fn font(self) -> Option<Font> {
        let file = self.file()?;
        Some(match self {
            Self::Japanese => Font { name: "Noto Sans JP", file, is_strong: false },
            Self::StrongJapanese => Font { name: "Noto Sans JP Bold", file, is_strong: true },
            Self::RareKanji => Font { name: "Noto Sans JP Rare", file, is_strong: false },
        })
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[expect(clippy::unnecessary_wraps, reason = "a page can lack it")]
    const fn file(self) -> Option<&'static [u8]> {
        Some(match self {
            Self::Japanese => include_bytes!("../../resources/fonts/NotoSansJP-Regular.otf"),
            Self::StrongJapanese => include_bytes!("../../resources/fonts/NotoSansJP-Bold.otf"),
            Self::RareKanji => include_bytes!("../../resources/fonts/NotoSansJP-Rare.otf"),
        })
    }

    #[cfg(target_arch = "wasm32")]
    fn file(self) -> Option<&'static [u8]> {
        static FILES: [OnceLock<&[u8]>; LaterFont::ALL.len()] = [const { OnceLock::new() }; LaterFont::ALL.len()];
        let file = &FILES[self as usize];
        if file.get().is_none() {
            let fetched = edagari_core::platform::files::open(Path::new(self.file_name())).ok()?;
            let _ = file.set(Box::leak(fetched.into_inner().to_vec().into_boxed_slice()));
        }
        file.get().copied()
    }
}

/// Whether a character is of the ranges from which `resources/fonts/subset.sh` takes the Japanese fonts.
const fn is_japanese(character: char) -> bool {
    let is_kana_or_mark = matches!(character, '\u{3000}'..='\u{30ff}' | '\u{ff00}'..='\u{ffef}');
    let is_enclosed_number = matches!(character, '\u{2460}'..='\u{24ff}' | '\u{2776}'..='\u{2793}');
    is_kana_or_mark || is_enclosed_number || is_kanji(character)
}

const fn is_kanji(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns the fonts of pictures and of the window: a character is drawn in the first font that contains it.
pub fn fonts() -> impl Iterator<Item = Font> {
    FONTS.into_iter().chain(LaterFont::ALL.into_iter().filter_map(LaterFont::font))
}

/// Returns the fonts in the order of [`fonts`], parsed once, each with whether it is for emphasized text.
pub(super) fn faces() -> impl Iterator<Item = (bool, &'static FontRef<'static>)> {
    static FACES: [OnceLock<Option<FontRef<'_>>>; FONTS.len() + LaterFont::ALL.len()] =
        [const { OnceLock::new() }; FONTS.len() + LaterFont::ALL.len()];
    let places = FONTS.into_iter().map(Some).chain(LaterFont::ALL.into_iter().map(LaterFont::font));
    places.zip(&FACES).filter_map(|(font, face)| {
        // A font that a page lacks yet is parsed once it is there.
        let font = font?;
        Some((font.is_strong, face.get_or_init(|| FontRef::new(font.file).ok()).as_ref()?))
    })
}

/// Returns whether a character is a kanji that only [`LaterFont::RareKanji`] can contain; `false` in a page that cannot know it yet, because
/// it lacks [`LaterFont::Japanese`].
#[must_use]
pub fn is_rare_kanji(character: char) -> bool {
    is_kanji(character) && LaterFont::Japanese.font().is_some_and(|common| !common.contains(character))
}

/// Returns whether a run contains such kanji in texts from outside, such as labels and names.
#[must_use]
pub fn has_rare_kanji(trace: &Trace) -> bool {
    trace.has_text(|text| text.chars().any(is_rare_kanji))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// The characters of all files of a folder with this extension.
    fn characters(folder: &Path, extension: &str, found: &mut BTreeSet<char>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                characters(&path, extension, found);
            } else if path.extension().is_some_and(|of_file| of_file == extension) {
                found.extend(std::fs::read_to_string(&path).expect("a text").chars());
            }
        }
    }

    /// The font that a character is drawn in.
    fn first_with(character: char) -> Option<&'static str> {
        fonts().find(|font| font.contains(character)).map(|font| font.name)
    }

    fn later(character: char, is_strong: bool) -> Vec<LaterFont> {
        LaterFont::ALL.into_iter().filter(|font| font.is_for(character, is_strong)).collect()
    }

    #[test]
    fn every_kanji_of_the_program_is_in_the_japanese_font() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut used = BTreeSet::new();
        for folder in ["src", "crates/edagari-core", "crates/edagari-draw", "crates/edagari-teach"] {
            characters(&root.join(folder).join(if folder == "src" { "" } else { "src" }), "rs", &mut used);
        }
        characters(&root.join("crates/edagari-teach/resources"), "ron", &mut used);
        characters(&root.join("crates/edagari-core/resources"), "ron", &mut used);
        // This file writes the ends of ranges as escapes, so it does not need the characters
        // themselves.
        let lacking: String = used.into_iter().filter(|&character| is_rare_kanji(character)).collect();
        assert!(lacking.is_empty(), "run resources/fonts/subset.sh: {lacking}");
    }

    #[test]
    fn the_font_of_rare_kanji_has_what_the_others_lack() {
        let rare = LaterFont::RareKanji.font().expect("a bundled font");
        // Both kanji are of JIS level 1, and occur in no text of the program.
        for character in ['\u{9be8}', '\u{9df9}'] {
            assert!(is_rare_kanji(character) && rare.contains(character), "{character}");
            assert_eq!(
                later(character, true),
                [LaterFont::Japanese, LaterFont::RareKanji],
                "which are rare, the first decides"
            );
        }
        assert!(!is_rare_kanji('手') && !is_rare_kanji('か') && !is_rare_kanji('A'));
        assert!(!rare.contains('手'));
    }

    #[test]
    fn strong_japanese_texts_need_their_font() {
        let strong = LaterFont::StrongJapanese;
        assert!(strong.is_for('手', true) && strong.is_for('か', true));
        assert!(!strong.is_for('手', false) && !strong.is_for('A', true) && !strong.is_for('\u{9be8}', true));
        assert!(strong.font().expect("a bundled font").contains('手'));
    }

    #[test]
    fn english_interface_needs_no_later_font() {
        let texts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../edagari-core/src/language/english.rs");
        let texts = std::fs::read_to_string(texts).expect("the texts");
        for character in texts.chars() {
            assert_eq!(later(character, true), [], "{character}");
        }
        // The menu bar has the names of all languages.
        let names = Language::ALL.map(Language::own_name).concat();
        for character in names.chars().chain("←↑→↓−∓∕√∞≈≠≤≥■□▲▼◆○●✓".chars())
        {
            assert!(FONTS.iter().any(|font| font.contains(character)), "{character}");
            assert_eq!(later(character, false), [], "{character}");
        }
        assert_eq!(LaterFont::of_language(Language::English), None);
    }

    #[test]
    fn japanese_characters_need_the_font_that_contains_them() {
        let japanese = LaterFont::Japanese.font().expect("a bundled font");
        for character in '\0'..=char::MAX {
            let needed = later(character, false).contains(&LaterFont::Japanese);
            if first_with(character) == Some(japanese.name) {
                assert!(needed, "{character} would never be fetched");
            } else if FONTS.iter().any(|font| font.contains(character)) {
                assert!(!needed, "{character} is there without");
            }
        }
        assert_eq!(later('か', false), [LaterFont::Japanese]);
        assert_eq!(later('か', true), [LaterFont::Japanese, LaterFont::StrongJapanese]);
        assert_eq!(later('\u{ac00}', true), [], "no font has Hangul");
    }
}
