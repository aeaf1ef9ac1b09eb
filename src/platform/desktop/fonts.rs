//! The fonts behind those of our own.

/// What egui brings along; what is missing there is looked up in the system's fonts.
pub(crate) fn fallbacks() -> egui::FontDefinitions {
    egui::FontDefinitions::default()
}
