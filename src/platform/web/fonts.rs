//! Fallback fonts, used after the bundled ones.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily};
use epaint_default_fonts::{EGUI_ICONS, HACK_REGULAR};

/// Returns only egui's monospace and icon fonts: loading the others takes a quarter of the load
/// time of a page. System fonts are not available.
pub(crate) fn fallbacks() -> FontDefinitions {
    let fonts = [("Hack", HACK_REGULAR), ("egui-icons", EGUI_ICONS)];
    let names = fonts.map(|(name, _)| name.to_owned());
    let data = fonts.map(|(name, file)| (name.to_owned(), Arc::new(FontData::from_static(file))));
    FontDefinitions {
        font_data: data.into_iter().collect(),
        families: [(FontFamily::Proportional, names[1..].to_vec()), (FontFamily::Monospace, names.to_vec())].into(),
    }
}
