//! Installs the bundled fonts.

use std::sync::Arc;

use egui::{FontData, FontFamily};

use super::theme::STRONG;
use crate::platform::fonts::fallbacks;
use edagari_draw::export::{Font, fonts};

/// Installs the bundled fonts that the program has.
pub fn install(ctx: &egui::Context) {
    let bundled: Vec<Font> = fonts().collect();
    let mut fonts = fallbacks();
    for font in &bundled {
        fonts.font_data.insert(font.name.to_owned(), Arc::new(FontData::from_static(font.file)));
    }
    let fallbacks = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let names = |is_strong: bool| {
        let of_kind = move |font: &&Font| font.is_strong == is_strong;
        bundled.iter().filter(of_kind).map(|font| font.name.to_owned()).collect::<Vec<_>>()
    };
    let family = |first: Vec<String>, second: Vec<String>| {
        first.into_iter().chain(second).chain(["Hack".to_owned()]).chain(fallbacks.iter().cloned()).collect::<Vec<_>>()
    };
    let regular = family(names(false), names(true));
    let strong = family(names(true), names(false));
    fonts.families.insert(FontFamily::Proportional, regular);
    fonts.families.insert(FontFamily::Name(STRONG.into()), strong);
    if let Some(monospace) = fonts.families.get_mut(&FontFamily::Monospace) {
        monospace.extend(names(false));
    }
    ctx.set_fonts(fonts);
}
