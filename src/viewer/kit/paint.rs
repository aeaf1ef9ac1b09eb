//! Painting of display lists and boards with egui.

use super::right_to_left::in_visual_order;
use super::theme::{Palette, font, strong_font};
use edagari_core::game::Board;
use edagari_core::language::visible as visible_text;
use edagari_draw::scene::{Anchor, Ink, Point, Rect, Scene, Shape, Stroke, draw_board};
use egui::emath::{GuiRounding as _, TSTransform};
use egui::{
    Align2, Color32, CornerRadius, Mesh, Painter, Pos2, Role, Sense, Shape as Painted, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};

/// Maximum shorter side, in screen points, of filled rectangles that are painted as cells of a whole tree.
const LARGEST_CELL: f32 = 8.0;
/// Maximum number of dashes around a frame; on a large frame, the dashes are longer.
const MAX_DASHES: f32 = 60.0;
/// Number of segments of a dashed circle.
const CIRCLE_STEPS: u8 = 64;
/// Minimum font size of text that is painted, in screen points.
const SMALLEST_TEXT: f32 = 5.0;

/// Paints the shapes of a scene, transformed to the screen by `screen_from_scene`.
pub(crate) fn paint(painter: &Painter, palette: &Palette, shapes: &[Shape], screen_from_scene: TSTransform) {
    let brush = Brush { painter, palette, screen_from_scene };
    // Whole trees consist of thousands of small cells, which are cheap only as one mesh.
    let mut cells = Mesh::default();
    for shape in shapes {
        if let Some((rect, ink)) = brush.cell(shape) {
            cells.add_colored_rect(rect, ink);
            continue;
        }
        if !cells.is_empty() {
            painter.add(std::mem::take(&mut cells));
        }
        brush.shape(shape);
    }
    if !cells.is_empty() {
        painter.add(cells);
    }
}

/// Returns the part of a scene that is visible in a rectangle of the screen.
pub(crate) fn visible(screen: egui::Rect, screen_from_scene: TSTransform) -> Rect {
    let rect = screen_from_scene.inverse() * screen;
    Rect::new(rect.min.x, rect.min.y, rect.max.x, rect.max.y)
}

/// Transforms a rectangle of the scene to the screen.
pub(crate) fn on_screen(rect: Rect, screen_from_scene: TSTransform) -> egui::Rect {
    screen_from_scene * egui::Rect::from_min_max(pos2(rect.min.x, rect.min.y), pos2(rect.max.x, rect.max.y))
}

struct Brush<'a> {
    painter: &'a Painter,
    palette: &'a Palette,
    screen_from_scene: TSTransform,
}

impl Brush<'_> {
    fn at(&self, point: Point) -> Pos2 {
        self.screen_from_scene * pos2(point.x, point.y)
    }

    fn color(&self, ink: Ink) -> Color32 {
        let color = self.palette.scene(ink.color);
        if ink.opacity >= 1.0 { color } else { color.gamma_multiply(ink.opacity) }
    }

    /// Converts a stroke: lines grow with the picture, but stay visible.
    fn stroke(&self, stroke: Stroke) -> egui::Stroke {
        let zoom = self.screen_from_scene.scaling.clamp(0.5, 2.0);
        egui::Stroke::new((stroke.width * zoom).max(0.75), self.color(stroke.ink))
    }

    /// Returns a small filled rectangle, aligned to the pixels that it covers: at least one in each direction.
    fn cell(&self, shape: &Shape) -> Option<(egui::Rect, Color32)> {
        let Shape::Rect { rect, corner: 0.0, fill: Some(ink), stroke: None } = shape else { return None };
        let rect = on_screen(*rect, self.screen_from_scene);
        if rect.width().min(rect.height()) >= LARGEST_CELL {
            return None;
        }
        let pixels_per_point = self.painter.pixels_per_point();
        let from = rect.min.round_to_pixels(pixels_per_point);
        let to = rect.max.round_to_pixels(pixels_per_point).max(from + egui::Vec2::splat(1.0 / pixels_per_point));
        Some((egui::Rect::from_min_max(from, to), self.color(*ink)))
    }

    fn shape(&self, shape: &Shape) {
        let zoom = self.screen_from_scene.scaling;
        match shape {
            Shape::Rect { rect, corner, fill, stroke } => {
                let rect = on_screen(*rect, self.screen_from_scene);
                // A rectangle that is round altogether stays so.
                let is_round = 2.0 * corner * zoom + 0.5 >= rect.width().min(rect.height());
                let most = if is_round { f32::from(u8::MAX) } else { 12.0 };
                let corner = CornerRadius::from((corner * zoom).min(most));
                let fill = fill.map_or(Color32::TRANSPARENT, |ink| self.color(ink));
                match stroke {
                    None => {
                        self.painter.rect_filled(rect, corner, fill);
                    }
                    Some(stroke) if stroke.dashed => {
                        self.painter.rect_filled(rect, corner, fill);
                        self.dashed_frame(rect, is_round, self.stroke(*stroke));
                    }
                    Some(stroke) => {
                        self.painter.rect(rect, corner, fill, self.stroke(*stroke), StrokeKind::Inside);
                    }
                }
            }
            Shape::Line { points, stroke } => {
                let points: Vec<Pos2> = points.iter().map(|&point| self.at(point)).collect();
                let pen = self.stroke(*stroke);
                if stroke.dashed {
                    let length: f32 = points.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
                    let dash = (4.0 * zoom.clamp(0.6, 1.5)).max(length / (4.0 * MAX_DASHES));
                    self.painter.extend(Painted::dashed_line(&points, pen, dash, dash * 0.8));
                } else if let [from, to] = points[..] {
                    self.painter.line_segment([from, to], pen);
                } else {
                    self.painter.line(points, pen);
                }
            }
            Shape::Ring { center, radius, stroke } => {
                self.painter.circle_stroke(self.at(*center), radius * zoom, self.stroke(*stroke));
            }
            Shape::Disc { center, radius, fill } => {
                self.painter.circle_filled(self.at(*center), radius * zoom, self.color(*fill));
            }
            Shape::Polygon { corners, fill } => {
                let corners = corners.iter().map(|corner| self.at(*corner)).collect();
                self.painter.add(Painted::convex_polygon(corners, self.color(*fill), egui::Stroke::NONE));
            }
            Shape::Text { at, anchor, size, text, ink, strong } => {
                let size = size * zoom;
                if size >= SMALLEST_TEXT {
                    let anchor = match anchor {
                        Anchor::Left => Align2::LEFT_CENTER,
                        Anchor::Right => Align2::RIGHT_CENTER,
                        Anchor::Center => Align2::CENTER_CENTER,
                        Anchor::Top => Align2::CENTER_TOP,
                    };
                    // Font sizes are rounded to few values, so that the glyph atlas stays small while zooming: half points up to
                    // 16, and so on.
                    let step = size.log2().floor().exp2() / 16.0;
                    let size = (size / step).round() * step;
                    let font = if *strong { strong_font(size) } else { font(size) };
                    self.painter.text(
                        self.at(*at),
                        anchor,
                        in_visual_order(&visible_text(text)),
                        font,
                        self.color(*ink),
                    );
                }
            }
        }
    }

    /// Draws a dashed frame along a rectangle, or along the circle in it.
    fn dashed_frame(&self, rect: egui::Rect, is_round: bool, pen: egui::Stroke) {
        let rect = rect.shrink(pen.width / 2.0);
        let on_circle = |step: u8| {
            let angle = f32::from(step) / f32::from(CIRCLE_STEPS) * std::f32::consts::TAU;
            rect.center() + rect.size() / 2.0 * egui::Vec2::angled(angle)
        };
        let corners = if is_round {
            (0..=CIRCLE_STEPS).map(on_circle).collect()
        } else {
            vec![rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()]
        };
        let around = 2.0 * (rect.width() + rect.height());
        let dash = (rect.width() / 9.0).clamp(2.0, 6.0).max(around / MAX_DASHES);
        self.painter.extend(Painted::dashed_line(&corners, pen, dash, dash));
    }
}

/// Distance between the frame and the board, in points.
const MARGIN: f32 = 8.0;

/// A board on screen: the corner and the width of its square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PaintedBoard {
    corner: Pos2,
    side: f32,
}

impl PaintedBoard {
    /// Place of a board in a square.
    pub(crate) const fn within(square: egui::Rect) -> Self {
        Self { corner: square.min, side: square.max.x - square.min.x }
    }

    /// Returns the rectangle of a square of the board.
    pub(crate) fn rect(self, [x, y]: [f32; 2], half: f32) -> egui::Rect {
        egui::Rect::from_center_size(self.corner + self.side * vec2(x, y), egui::Vec2::splat(2.0 * half * self.side))
    }

    pub(crate) fn paint(self, ui: &Ui, board: &Board) {
        let mut scene = Scene::default();
        draw_board(board, Rect::new(0.0, 0.0, self.side, self.side), 1.0, &mut scene.shapes);
        let screen_from_scene = TSTransform::from_translation(self.corner.to_vec2());
        paint(ui.painter(), &Palette::of(ui), &scene.shapes, screen_from_scene);
    }
}

/// Draws a board `width` points wide, with its frame; `name` is its accessible name.
pub(crate) fn board_picture_ui(ui: &mut Ui, board: &Board, width: f32, name: &str, frame: Color32) -> PaintedBoard {
    let palette = Palette::of(ui);
    let side = width - 2.0 * MARGIN;
    let (rect, response) = ui.allocate_exact_size(vec2(width, side * board.height + 2.0 * MARGIN), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    ui.painter().rect(rect, 6.0, palette.node, egui::Stroke::new(2.0, frame), StrokeKind::Inside);
    let above = side * (1.0 - board.height) / 2.0;
    let painted = PaintedBoard { corner: rect.min + vec2(MARGIN, MARGIN - above), side };
    painted.paint(ui, board);
    painted
}

/// Whether a board is wide enough to get a row of its own.
pub(crate) fn is_wide(board: &Board) -> bool {
    board.height < 0.7
}
