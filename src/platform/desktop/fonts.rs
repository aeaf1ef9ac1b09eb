//! Fallback fonts, used after the bundled ones.

/// Returns egui's default fonts. Characters missing there are looked up in the system's fonts.
pub(crate) fn fallbacks() -> egui::FontDefinitions {
    egui::FontDefinitions::default()
}
