//! A scroll area for content wider than its tile.

use egui::{ScrollArea, Ui};

/// Draws `contents` in the available width, or in at least `least` points, scrolled sideways.
pub(crate) fn wide_ui<R>(ui: &mut Ui, name: &str, least: f32, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let width = ui.available_width().max(least);
    let area = ScrollArea::horizontal().id_salt(name).auto_shrink(false);
    let shown = area.show(ui, |ui| {
        ui.set_max_width(width);
        contents(ui)
    });
    shown.inner
}
