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

/// The bundled fonts: a character is drawn in the first font that contains it. Each language of the
/// interface needs fonts with its characters here. Kanji that occur only in labels and notes are in
/// [`rare_kanji`].
pub static FONTS: [Font; 4] = [
    Font { name: "Noto Sans", file: include_bytes!("../../resources/fonts/NotoSans-Regular.ttf"), is_strong: false },
    Font {
        name: "Noto Sans SemiBold",
        file: include_bytes!("../../resources/fonts/NotoSans-SemiBold.ttf"),
        is_strong: true,
    },
    Font { name: "Noto Sans JP", file: JAPANESE, is_strong: false },
    Font {
        name: "Noto Sans JP Bold",
        file: include_bytes!("../../resources/fonts/NotoSansJP-Bold.otf"),
        is_strong: true,
    },
];

static JAPANESE: &[u8] = include_bytes!("../../resources/fonts/NotoSansJP-Regular.otf");

/// Name of the file with [`rare_kanji`], next to a page in a browser.
pub const RARE_KANJI_FILE: &str = "NotoSansJP-Rare.otf";

const fn rare(file: &'static [u8]) -> Font {
    Font { name: "Noto Sans JP Rare", file, is_strong: false }
}

/// Returns the font of the kanji that occur in no text of the program. In a browser it is a sixth
/// of the program's size, so the page fetches it only when it has to show one of these kanji;
/// `None` until then.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub const fn rare_kanji() -> Option<Font> {
    Some(rare(include_bytes!("../../resources/fonts/NotoSansJP-Rare.otf")))
}

/// Returns the font of the kanji that occur in no text of the program, if the page has fetched or
/// bundled it.
#[cfg(target_arch = "wasm32")]
#[must_use]
pub fn rare_kanji() -> Option<Font> {
    static FILE: OnceLock<&[u8]> = OnceLock::new();
    if FILE.get().is_none() {
        let file = edagari_core::platform::files::open(Path::new(RARE_KANJI_FILE)).ok()?;
        let _ = FILE.set(Box::leak(file.into_inner().to_vec().into_boxed_slice()));
    }
    FILE.get().copied().map(rare)
}

/// Returns whether a character is a kanji that is in none of [`FONTS`].
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
        let file = rare_kanji().expect("a bundled font").file;
        let rare = FontRef::new(file).expect("a font");
        // Both kanji are of JIS level 1, and occur in no text of the program.
        for character in ['\u{9be8}', '\u{9df9}'] {
            assert!(is_rare_kanji(character) && rare.charmap().map(character).is_some(), "{character}");
        }
        assert!(!is_rare_kanji('手') && !is_rare_kanji('か') && !is_rare_kanji('A'));
        assert!(rare.charmap().map('手').is_none());
    }
}
