//! Buttons with painted icons, so that no font needs the glyphs.

use egui::{Color32, Id, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::screen::target_size;
use super::theme::Palette;

/// Icon of a button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Icon {
    First,
    TenBack,
    FrameBack,
    Play,
    Pause,
    FrameOn,
    TenOn,
    Last,
    PreviousCut,
    NextCut,
    PreviousOfNode,
    NextOfNode,
    Back,
    Forward,
    Loop,
    ZoomIn,
    ZoomOut,
}

/// Draws a square button with an icon; `name` is its accessible name.
pub(crate) fn icon_button_ui(ui: &mut Ui, icon: Icon, name: &str, tooltip: &str, is_on: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(target_size(ui, vec2(30.0, 26.0)), Sense::click());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::selected(Role::Button, enabled, is_on, name));
    let palette = Palette::of(ui);
    let visuals = *ui.style().interact(&response);
    let (fill, ink) =
        if is_on { (palette.action, palette.on_action) } else { (visuals.weak_bg_fill, visuals.fg_stroke.color) };
    let ink = if enabled { ink } else { ink.gamma_multiply(0.4) };
    ui.painter().rect(rect, visuals.corner_radius, fill, visuals.bg_stroke, StrokeKind::Inside);
    if response.has_focus() {
        ui.painter().rect_stroke(
            rect.expand(1.0),
            visuals.corner_radius,
            Stroke::new(2.0, palette.action),
            StrokeKind::Outside,
        );
    }
    paint_icon(ui, icon, rect, ink, palette.cut);
    response.on_hover_text(tooltip)
}

/// Draws a cross that closes something, in the middle of `place`; returns whether it was clicked.
pub(crate) fn cross_ui(ui: &Ui, id: Id, place: Rect, name: &str) -> bool {
    let palette = Palette::of(ui);
    let close = ui.interact(place, id, Sense::click());
    close.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    let stroke = Stroke::new(1.2, if close.hovered() { palette.text } else { palette.secondary });
    let inner = Rect::from_center_size(place.center(), vec2(7.0, 7.0));
    ui.painter().line_segment([inner.left_top(), inner.right_bottom()], stroke);
    ui.painter().line_segment([inner.right_top(), inner.left_bottom()], stroke);
    close.clicked()
}

fn paint_icon(ui: &Ui, icon: Icon, rect: Rect, ink: Color32, cut: Color32) {
    let center = rect.center();
    let triangle = |x: f32, direction: f32| {
        let tip = pos2(center.x + x + 4.0 * direction, center.y);
        let back = center.x + x - 3.5 * direction;
        Shape::convex_polygon(vec![tip, pos2(back, center.y - 5.0), pos2(back, center.y + 5.0)], ink, Stroke::NONE)
    };
    let bar = |x: f32, color: Color32| {
        Shape::rect_filled(Rect::from_center_size(pos2(center.x + x, center.y), vec2(2.0, 11.0)), 0.0, color)
    };
    let line = |points: &[(f32, f32)], color: Color32, width: f32| {
        let points: Vec<Pos2> = points.iter().map(|&(x, y)| center + vec2(x, y)).collect();
        Shape::line(points, Stroke::new(width, color))
    };
    let dot = |x: f32| Shape::circle_stroke(pos2(center.x + x, center.y), 3.0, Stroke::new(1.5, ink));
    let two_strokes =
        |x: f32| [-2.5, 2.5].map(|offset| line(&[(x + offset - 2.0, 5.0), (x + offset + 2.0, -5.0)], cut, 1.75));
    let shapes: Vec<Shape> = match icon {
        Icon::First => vec![bar(-5.0, ink), triangle(1.0, -1.0)],
        Icon::TenBack => vec![triangle(-4.0, -1.0), triangle(3.5, -1.0)],
        Icon::FrameBack => vec![triangle(-2.0, -1.0), bar(4.5, ink)],
        Icon::Play => vec![triangle(0.5, 1.0)],
        Icon::Pause => vec![bar(-3.0, ink), bar(3.0, ink)],
        Icon::FrameOn => vec![bar(-4.5, ink), triangle(2.0, 1.0)],
        Icon::TenOn => vec![triangle(-3.5, 1.0), triangle(4.0, 1.0)],
        Icon::Last => vec![triangle(-1.0, 1.0), bar(5.0, ink)],
        Icon::PreviousCut => [vec![triangle(-5.0, -1.0)], two_strokes(4.0).to_vec()].concat(),
        Icon::NextCut => [two_strokes(-4.0).to_vec(), vec![triangle(5.0, 1.0)]].concat(),
        Icon::PreviousOfNode => vec![triangle(-5.0, -1.0), dot(4.5)],
        Icon::NextOfNode => vec![dot(-4.5), triangle(5.0, 1.0)],
        Icon::Back => vec![line(&[(3.0, -5.0), (-3.0, 0.0), (3.0, 5.0)], ink, 1.75)],
        Icon::Forward => vec![line(&[(-3.0, -5.0), (3.0, 0.0), (-3.0, 5.0)], ink, 1.75)],
        Icon::ZoomIn | Icon::ZoomOut => {
            let glass = center + vec2(-1.5, -1.5);
            let stroke = Stroke::new(1.5, ink);
            let mut shapes = vec![
                Shape::circle_stroke(glass, 5.0, stroke),
                line(&[(2.2, 2.2), (6.0, 6.0)], ink, 2.0),
                line(&[(-4.0, -1.5), (1.0, -1.5)], ink, 1.25),
            ];
            if icon == Icon::ZoomIn {
                shapes.push(line(&[(-1.5, -4.0), (-1.5, 1.0)], ink, 1.25));
            }
            shapes
        }
        Icon::Loop => vec![
            line(&[(-6.0, 1.0), (-6.0, -4.0), (5.0, -4.0)], ink, 1.5),
            line(&[(2.5, -6.5), (5.5, -4.0), (2.5, -1.5)], ink, 1.5),
            line(&[(6.0, -1.0), (6.0, 4.0), (-5.0, 4.0)], ink, 1.5),
            line(&[(-2.5, 6.5), (-5.5, 4.0), (-2.5, 1.5)], ink, 1.5),
        ],
    };
    ui.painter().extend(shapes);
}
