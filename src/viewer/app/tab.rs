//! A tab of a tile.

use egui::text::{LayoutJob, TextWrapping};
use egui::{CursorIcon, Id, PointerButton, Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use egui_tiles::TabState;

use crate::viewer::kit::theme::{Palette, SECONDARY, font};
use edagari_core::language::{Language, Text};

const MOST_WIDTH: f32 = 230.0;
const CROSS: f32 = 20.0;

/// Draws a tab with its title, truncated if necessary, and a cross. Also returns whether the tab is to be closed: the cross was
/// clicked, or the tab with the middle button.
pub(super) fn tab_ui(ui: &mut Ui, id: Id, title: &str, state: &TabState, language: Language) -> (Response, bool) {
    let palette = Palette::of(ui);
    let color = if state.active { palette.text } else { palette.secondary };
    let mut job = LayoutJob::simple_singleline(title.to_owned(), font(SECONDARY), color);
    job.wrap = TextWrapping::truncate_at_width(MOST_WIDTH);
    let galley = ui.painter().layout_job(job);
    let cross = if state.closable { CROSS } else { 0.0 };
    let (_, rect) = ui.allocate_space(vec2(galley.size().x + 20.0 + cross, ui.available_height()));
    let response = ui.interact(rect, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::Grab);
    response.widget_info(|| WidgetInfo::selected(Role::Tab, true, state.active, title));
    if !state.is_being_dragged {
        if state.active {
            ui.painter().rect_filled(rect, 0.0, palette.panel);
            let line = Rect::from_min_max(rect.left_bottom() - vec2(0.0, 2.0), rect.right_bottom());
            ui.painter().rect_filled(line, 0.0, palette.action);
        }
        let at = pos2(rect.left() + 10.0, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, color);
    }
    let closes =
        state.closable && (cross_ui(ui, id, rect, title, language) || response.clicked_by(PointerButton::Middle));
    (response.on_hover_text(title), closes)
}

/// Draws the cross of a tab; returns whether it was clicked.
fn cross_ui(ui: &Ui, tab: Id, rect: Rect, title: &str, language: Language) -> bool {
    let palette = Palette::of(ui);
    let place = Rect::from_center_size(rect.right_center() - vec2(14.0, 0.0), vec2(16.0, 16.0));
    let close = ui.interact(place, tab.with("close"), Sense::click());
    let name = format!("{} {title}", language.text(Text::Close));
    close.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let stroke = Stroke::new(1.2, if close.hovered() { palette.text } else { palette.secondary });
    let inner = place.shrink(4.5);
    ui.painter().line_segment([inner.left_top(), inner.right_bottom()], stroke);
    ui.painter().line_segment([inner.right_top(), inner.left_bottom()], stroke);
    close.clicked()
}
