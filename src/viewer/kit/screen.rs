//! Detection of small windows and of touch input, and the minimum size of widgets for fingers.

use egui::{Context, Event, Id, Ui};

/// Width in points below which a window shows one tile at a time.
const NARROW: f32 = 700.0;
/// Height in points below which menus are scrolled rather than opened beside each other.
const LOW: f32 = 560.0;
/// Least width and height of a widget that a finger presses, in points.
pub(crate) const TOUCH_TARGET: f32 = 44.0;

/// Whether the window shows one tile at a time.
pub(crate) fn is_narrow(ctx: &Context) -> bool {
    ctx.content_rect().width() < NARROW
}

/// Whether the window has too little height for menus with all their entries.
pub(crate) fn is_low(ctx: &Context) -> bool {
    ctx.content_rect().height() < LOW
}

/// Whether the window is used by touch: a finger has touched it, or its device has no finer pointer.
pub(crate) fn has_touch(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(Id::unique("has touch"))).unwrap_or(false)
}

/// Enlarges the widgets once the window is used by touch; `is_coarse`: the device has no finer pointer than a finger.
pub(crate) fn note_touch(ctx: &Context, is_coarse: bool) {
    let is_touched = || ctx.input(|input| input.events.iter().any(|event| matches!(event, Event::Touch { .. })));
    if has_touch(ctx) || !(is_coarse || is_touched()) {
        return;
    }
    ctx.data_mut(|data| data.insert_temp(Id::unique("has touch"), true));
    ctx.all_styles_mut(|style| {
        style.spacing.interact_size.y = TOUCH_TARGET;
    });
    ctx.request_repaint();
}

/// Returns the height of a row of widgets: `usual` points, or more if a finger presses them.
pub(crate) fn row_height(ui: &Ui, usual: f32) -> f32 {
    if has_touch(ui.ctx()) { usual.max(TOUCH_TARGET) } else { usual }
}

/// Returns the size of a small widget: `usual` points, or more in both directions if a finger presses it.
pub(crate) fn target_size(ui: &Ui, usual: egui::Vec2) -> egui::Vec2 {
    if has_touch(ui.ctx()) { usual.max(egui::Vec2::splat(TOUCH_TARGET)) } else { usual }
}
