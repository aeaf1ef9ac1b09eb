//! Files dropped on the window.

use std::path::PathBuf;

/// Returns the files dropped since the last redraw.
pub(crate) fn files(ctx: &egui::Context) -> Vec<PathBuf> {
    ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect())
}
