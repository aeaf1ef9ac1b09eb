//! A scroll area for content that needs more width than its tile may have.

use egui::{ScrollArea, Ui};

/// Draws something in the width there is, or in the least that it needs, to be scrolled sideways.
pub(crate) fn wide_ui<R>(ui: &mut Ui, name: &str, least: f32, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let width = ui.available_width().max(least);
    let area = ScrollArea::horizontal().id_salt(name).auto_shrink(false);
    let shown = area.show(ui, |ui| {
        ui.set_max_width(width);
        contents(ui)
    });
    shown.inner
}
