//! Files dropped on the page.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use edagari_core::platform::files::give;

/// Files that are completely read and not yet opened.
static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Returns the files read completely since the last redraw, and starts to read the files dropped now.
pub(crate) fn files(ctx: &egui::Context) -> Vec<PathBuf> {
    for file in ctx.input(|input| input.raw.dropped_files.clone()) {
        let ctx = ctx.clone();
        wasm_bindgen_futures::spawn_local(async move {
            // An unreadable file is opened by its name; opening then reports that it is missing.
            let name = file.path().to_string_lossy().into_owned();
            let path = match file.bytes_async().await {
                Ok(bytes) => give(&name, Arc::from(bytes)),
                Err(_) => file.path().to_owned(),
            };
            READ.lock().unwrap_or_else(PoisonError::into_inner).push(path);
            ctx.request_repaint();
        });
    }
    std::mem::take(&mut READ.lock().unwrap_or_else(PoisonError::into_inner))
}
