//! The program for browsers: the page has it beside it, or is it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;

use super::files::{give, open};

/// The function of the page's script that promises the text of such a page.
const PAGE: &str = "edagari_page";

/// The folder of what belongs to the page itself: files that it is given have names alone.
const FOLDER: &str = "the program";

/// Where the page with the program inside is found.
#[expect(clippy::unnecessary_wraps, reason = "elsewhere there may be none")]
pub(crate) fn web_folder(_: &str) -> Option<PathBuf> {
    Some(PathBuf::from(FOLDER))
}

/// Has the page with the program inside at hand, if `path` is it and it can be had; whoever opens it says if it cannot.
pub(crate) async fn bring(path: &Path) {
    if !path.starts_with(FOLDER) || open(path).is_ok() {
        return;
    }
    let global = js_sys::global();
    let page = Reflect::get(&global, &PAGE.into()).ok().and_then(|page| page.dyn_into::<Function>().ok());
    let promised = page.and_then(|page| page.call0(&global).ok()).and_then(|text| text.dyn_into::<Promise>().ok());
    let Some(promised) = promised else { return };
    if let Some(text) = JsFuture::from(promised).await.ok().and_then(|text| text.as_string()) {
        give(&path.display().to_string(), Arc::from(text.into_bytes()));
    }
}
