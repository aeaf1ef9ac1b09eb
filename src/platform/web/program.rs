//! The bundled program page: next to the page, or the page itself.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;

use edagari_core::platform::files::{give, open};

/// Function of the page's script that returns a promise of the program page's text.
const PAGE: &str = "edagari_page";

/// Folder name for files of the program itself. Files from the user have names without a folder.
const FOLDER: &str = "the program";

/// Returns the folder of the program page.
#[expect(clippy::unnecessary_wraps, reason = "elsewhere there may be none")]
pub(crate) fn web_folder(_: &str) -> Option<PathBuf> {
    Some(PathBuf::from(FOLDER))
}

/// Preloads the bundled program page, if it is at `path`. Errors surface when the page is opened.
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
