//! Fallback fonts, used after the bundled ones.

use std::sync::Arc;

use edagari_core::platform::files::give;
use edagari_draw::export::LaterFont;
use egui::{FontData, FontDefinitions, FontFamily};
use epaint_default_fonts::EGUI_ICONS;

use super::page::{element, fetched};

/// The characters of egui's code font that the texts of the program and most labels need.
const HACK: &[u8] = include_bytes!("../../../resources/web/fonts/Hack-Regular.ttf");

/// Fetches a font from the folder of the page; returns whether it is available. A single-file page
/// contains that of rare kanji only if its runs need it.
pub(crate) async fn fetch_font(font: LaterFont) -> bool {
    if element("program").is_some() {
        return false;
    }
    let Ok(file) = fetched(font.file_name()).await else { return false };
    give(font.file_name(), file.into());
    true
}

/// Returns only egui's monospace and icon fonts: loading the others takes a quarter of the load
/// time of a page. System fonts are not available.
pub(crate) fn fallbacks() -> FontDefinitions {
    let fonts = [("Hack", HACK), ("egui-icons", EGUI_ICONS)];
    let names = fonts.map(|(name, _)| name.to_owned());
    let data = fonts.map(|(name, file)| (name.to_owned(), Arc::new(FontData::from_static(file))));
    FontDefinitions {
        font_data: data.into_iter().collect(),
        families: [(FontFamily::Proportional, names[1..].to_vec()), (FontFamily::Monospace, names.to_vec())].into(),
    }
}
