//! The fonts of pictures and of the window, bundled with the program; see `resources/fonts`.

use std::sync::LazyLock;
#[cfg(target_arch = "wasm32")]
use std::{path::Path, sync::OnceLock};

use edagari_core::trace::Trace;
use skrifa::charmap::Charmap;
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

/// The fonts that are always there. Each language of the interface needs fonts with its characters here. [`fonts`] are all.
static FONTS: [Font; 3] = [
    Font { name: "Noto Sans", file: include_bytes!("../../resources/fonts/NotoSans-Regular.ttf"), is_strong: false },
    Font {
        name: "Noto Sans SemiBold",
        file: include_bytes!("../../resources/fonts/NotoSans-SemiBold.ttf"),
        is_strong: true,
    },
    Font { name: "Noto Sans JP", file: JAPANESE, is_strong: false },
];

static JAPANESE: &[u8] = include_bytes!("../../resources/fonts/NotoSansJP-Regular.otf");

/// A font that a page in a browser fetches only when it has to show one of its characters: each is a large part of the program's size. Other
/// programs bundle it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaterFont {
    /// Emphasized Japanese texts; until it is there, they are drawn like others.
    StrongJapanese,
    /// Kanji that occur in no text of the program, but in labels and notes.
    RareKanji,
}

impl LaterFont {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::StrongJapanese, Self::RareKanji];

    /// Name of the file, next to a page in a browser.
    #[must_use]
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::StrongJapanese => "NotoSansJP-Bold.otf",
            Self::RareKanji => "NotoSansJP-Rare.otf",
        }
    }

    /// Returns whether a character of a text is drawn in this font.
    #[must_use]
    pub fn is_for(self, character: char, is_strong: bool) -> bool {
        match self {
            Self::StrongJapanese => is_strong && character >= FIRST_JAPANESE && !is_rare_kanji(character),
            Self::RareKanji => is_rare_kanji(character),
        }
    }

    /// Returns the font; `None` in a page that has neither fetched nor bundled it.
    #[must_use]
    pub fn font(self) -> Option<Font> {
        let file = self.file()?;
        Some(match self {
            Self::StrongJapanese => Font { name: "Noto Sans JP Bold", file, is_strong: true },
            Self::RareKanji => Font { name: "Noto Sans JP Rare", file, is_strong: false },
        })
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[expect(clippy::unnecessary_wraps, reason = "a page can lack it")]
    const fn file(self) -> Option<&'static [u8]> {
        Some(match self {
            Self::StrongJapanese => include_bytes!("../../resources/fonts/NotoSansJP-Bold.otf"),
            Self::RareKanji => include_bytes!("../../resources/fonts/NotoSansJP-Rare.otf"),
        })
    }

    #[cfg(target_arch = "wasm32")]
    fn file(self) -> Option<&'static [u8]> {
        static FILES: [OnceLock<&[u8]>; 2] = [const { OnceLock::new() }; 2];
        let file = &FILES[self as usize];
        if file.get().is_none() {
            let fetched = edagari_core::platform::files::open(Path::new(self.file_name())).ok()?;
            let _ = file.set(Box::leak(fetched.into_inner().to_vec().into_boxed_slice()));
        }
        file.get().copied()
    }
}

/// The first character that only Japanese fonts contain: the punctuation of CJK, followed by kana and kanji.
const FIRST_JAPANESE: char = '\u{3000}';

/// Returns the fonts of pictures and of the window: a character is drawn in the first font that contains it.
pub fn fonts() -> impl Iterator<Item = Font> {
    FONTS.into_iter().chain(LaterFont::ALL.into_iter().filter_map(LaterFont::font))
}

/// Returns whether a character is a kanji that only [`LaterFont::RareKanji`] can contain.
#[must_use]
pub fn is_rare_kanji(character: char) -> bool {
    static COMMON: LazyLock<Option<FontRef<'_>>> = LazyLock::new(|| FontRef::new(JAPANESE).ok());
    let is_kanji = matches!(character, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}');
    is_kanji
        && COMMON
            .as_ref()
            .map(FontRef::charmap)
            .as_ref()
            .and_then(|common: &Charmap<'_>| common.map(character))
            .is_none()
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

    #[test]
    fn every_kanji_of_the_program_is_in_the_fonts_that_a_page_has_at_once() {
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
        let file = LaterFont::RareKanji.font().expect("a bundled font").file;
        let rare = FontRef::new(file).expect("a font");
        // Both kanji are of JIS level 1, and occur in no text of the program.
        for character in ['\u{9be8}', '\u{9df9}'] {
            assert!(is_rare_kanji(character) && rare.charmap().map(character).is_some(), "{character}");
        }
        assert!(!is_rare_kanji('手') && !is_rare_kanji('か') && !is_rare_kanji('A'));
        assert!(rare.charmap().map('手').is_none());
    }

    #[test]
    fn strong_japanese_texts_need_their_font() {
        let strong = LaterFont::StrongJapanese;
        assert!(strong.is_for('手', true) && strong.is_for('か', true));
        assert!(!strong.is_for('手', false) && !strong.is_for('A', true) && !strong.is_for('\u{9be8}', true));
        let file = strong.font().expect("a bundled font").file;
        assert!(FontRef::new(file).expect("a font").charmap().map('手').is_some());
    }
}
