//! A framed board, as large as fits.

use egui::emath::TSTransform;
use egui::{Color32, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use super::paint::paint;
use super::theme::Palette;
use edagari_core::game::Board;
use edagari_draw::scene::{Rect, Scene, draw_board};

/// Distance between the frame and the board, in points.
const MARGIN: f32 = 8.0;

/// Draws a board `width` points wide, with its frame; `name` is its accessible name.
pub(crate) fn board_picture_ui(ui: &mut Ui, board: &Board, width: f32, name: &str, frame: Color32) {
    let palette = Palette::of(ui);
    let side = width - 2.0 * MARGIN;
    let (rect, response) = ui.allocate_exact_size(vec2(width, side * board.height + 2.0 * MARGIN), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    ui.painter().rect(rect, 6.0, palette.node, Stroke::new(2.0, frame), StrokeKind::Inside);
    let mut scene = Scene::default();
    draw_board(board, Rect::new(0.0, 0.0, side, side), 1.0, &mut scene.shapes);
    let above = side * (1.0 - board.height) / 2.0;
    let corner = rect.min.to_vec2() + vec2(MARGIN, MARGIN - above);
    paint(ui.painter(), &palette, &scene.shapes, TSTransform::from_translation(corner));
}

/// Whether a board is wide enough to get a row of its own.
pub(crate) fn is_wide(board: &Board) -> bool {
    board.height < 0.7
}
