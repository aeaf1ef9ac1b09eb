//! Fallback fonts, used after the bundled ones.

use std::sync::Arc;

use edagari_core::platform::files::give;
use edagari_draw::export::LaterFont;
use egui::{FontData, FontDefinitions, FontFamily};
use epaint_default_fonts::EGUI_ICONS;
use js_sys::{Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;

use super::page::element;

/// The characters of egui's code font that the texts of the program and most labels need.
const HACK: &[u8] = include_bytes!("../../../resources/web/fonts/Hack-Regular.ttf");

/// Function of the page's script that promises the bytes of a font.
const FONT: &str = "edagari_font";
/// First bytes of the fonts. Some servers return another page instead of a missing file.
const OPEN_TYPE: &[u8] = b"OTTO";

/// Fetches a font from the folder of the page, or from the page itself; returns whether it is available.
pub(crate) async fn fetch_font(font: LaterFont) -> bool {
    let global = js_sys::global();
    let promise = Reflect::get(&global, &FONT.into()).ok().and_then(|promise| promise.dyn_into::<Function>().ok());
    let promised = promise.and_then(|promise| promise.call1(&global, &font.file_name().into()).ok());
    let Some(promised) = promised.and_then(|promised| promised.dyn_into::<Promise>().ok()) else { return false };
    let bytes = JsFuture::from(promised).await.ok().and_then(|bytes| bytes.dyn_into::<Uint8Array>().ok());
    let bytes = bytes.map(|bytes| bytes.to_vec()).filter(|bytes| bytes.starts_with(OPEN_TYPE));
    let Some(bytes) = bytes else { return false };
    give(font.file_name(), bytes.into());
    true
}

/// Whether a font that could not be fetched may be available later. A page in one file fetches nothing.
pub(crate) fn can_fetch_again() -> bool {
    element("program").is_none()
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
