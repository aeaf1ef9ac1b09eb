//! The minimap: the whole tree in a small size, with a frame around the visible part.

use egui::{Id, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::whole_camera::{WholeView, view_rect};
use super::whole_shown::{Shown, paint_scene};
use crate::viewer::kit::theme::Palette;
use crate::viewer::session::RunId;
use edagari_core::language::{Language, Text};
use edagari_draw::scene::{Orientation, WholeArea};

/// The longer and the shorter side, in points.
const MINIMAP: (f32, f32) = (190.0, 56.0);

/// Shows the minimap.
pub(crate) fn minimap_ui(
    ui: &Ui,
    run: RunId,
    view: &mut WholeView,
    shown: &Shown<'_>,
    area: &WholeArea,
    language: Language,
) {
    if view.across.is_none() {
        return;
    }
    let palette = Palette::of(ui);
    let units = shown.units();
    let rect = view_rect(area);
    let size = match area.orientation {
        Orientation::LeftToRight => vec2(MINIMAP.1, MINIMAP.0),
        Orientation::TopDown => vec2(MINIMAP.0, MINIMAP.1),
    };
    if size.x + 40.0 > rect.width() || size.y + 40.0 > rect.height() {
        return;
    }
    let place = Rect::from_min_size(rect.max - size - vec2(12.0, 12.0), size);
    let painter = ui.painter_at(place.expand(4.0));
    painter.rect(place, 3.0, palette.panel, Stroke::new(1.0, palette.line), egui::StrokeKind::Outside);
    let depths = shown.look.trace.max_depth() + 1;
    let pitch = MINIMAP.1 / depths as f32;
    let corner = edagari_draw::scene::Rect::new(place.min.x, place.min.y, place.max.x, place.max.y);
    let small = WholeArea {
        rect: corner,
        orientation: area.orientation,
        across: 0.0..units,
        scrolled: 0.0,
        depth_pitch: pitch,
    };
    let scene = shown.draw(&small, &mut view.figures);
    paint_scene(ui, place.shrink(4.0), &palette, &scene);
    let depth = |points: f32| (points / area.depth_pitch * pitch).clamp(0.0, MINIMAP.1);
    let across = small.points(area.across.start)..small.points(area.across.end);
    let framed = small.place(across, depth(area.scrolled)..depth(area.scrolled + area.depth_length()));
    let framed = Rect::from_min_max(pos2(framed.min.x, framed.min.y), pos2(framed.max.x, framed.max.y));
    let framed = Rect::from_center_size(framed.center(), framed.size().max(vec2(4.0, 4.0)));
    painter.rect(
        framed,
        2.0,
        palette.action.gamma_multiply(0.15),
        Stroke::new(1.5, palette.action),
        egui::StrokeKind::Inside,
    );
    let response = ui.interact(place, Id::unique(("minimap", run)), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Unknown, true, language.text(Text::Minimap)));
    if let Some(pointer) = response.interact_pointer_pos() {
        let share = match area.orientation {
            Orientation::LeftToRight => (pointer.y - place.top()) / place.height(),
            Orientation::TopDown => (pointer.x - place.left()) / place.width(),
        };
        let length = area.across.end - area.across.start;
        view.show(f64::from(share) * units - length / 2.0, length, units);
    }
}
