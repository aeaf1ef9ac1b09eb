//! Fallback fonts, used after the bundled ones.

#[cfg(test)]
use std::future::{Ready, ready};

#[cfg(test)]
use edagari_draw::export::LaterFont;

/// Returns egui's default fonts. Characters missing there are looked up in the system's fonts.
pub(crate) fn fallbacks() -> egui::FontDefinitions {
    egui::FontDefinitions::default()
}

/// Does nothing: all fonts are bundled here.
#[cfg(test)]
pub(crate) fn fetch_font(_: LaterFont) -> Ready<bool> {
    ready(true)
}
