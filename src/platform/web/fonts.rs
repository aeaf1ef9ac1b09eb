//! The fonts behind those of our own.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily};
use epaint_default_fonts::{EGUI_ICONS, HACK_REGULAR};

/// Of what egui brings along, the font of equal widths and the signs of its own: the rest takes a quarter of the time that a page loads. There are no
/// fonts of the system.
pub(crate) fn fallbacks() -> FontDefinitions {
    let fonts = [("Hack", HACK_REGULAR), ("egui-icons", EGUI_ICONS)];
    let names = fonts.map(|(name, _)| name.to_owned());
    let data = fonts.map(|(name, file)| (name.to_owned(), Arc::new(FontData::from_static(file))));
    FontDefinitions {
        font_data: data.into_iter().collect(),
        families: [(FontFamily::Proportional, names[1..].to_vec()), (FontFamily::Monospace, names.to_vec())].into(),
    }
}
