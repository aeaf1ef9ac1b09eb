//! The badge at a board that says how often its node has been visited.

use super::drawing::Drawing;
use super::sizes::text_width;
use crate::scene::{Anchor, Color, Ink, Point, Rect, Shape, Stroke};

const SIZE: f32 = 9.5;
const HEIGHT: f32 = 13.0;
const PADDING: f32 = 3.5;
/// Boards smaller than this have no room for a badge.
const SMALLEST_BOARD: f32 = 24.0;

/// Draws the badge of a node that has been visited several times by now, at the corner of its board.
pub(super) fn layer_badge(drawing: &mut Drawing<'_>, index: usize, board: Rect) {
    let place = drawing.layout.nodes[index].place;
    let Some(node) = place.recorded().filter(|_| drawing.trace.has_layers()) else { return };
    let count = drawing.trace.layers_by(node, drawing.look.frame);
    if count < 2 || board.width().min(board.height()) < SMALLEST_BOARD {
        return;
    }
    let text = format!("×{count}");
    let right = (board.max.x + 4.0).min(drawing.layout.size.0);
    let left = right - text_width(&text, SIZE) - 2.0 * PADDING;
    let rect = Rect::new(left, board.min.y - HEIGHT / 2.0, right, board.min.y + HEIGHT / 2.0);
    let stroke = Some(Stroke::solid(1.0, Ink::full(Color::Edge)));
    drawing.shapes.push(Shape::Rect { rect, corner: HEIGHT / 2.0, fill: Some(Ink::full(Color::Node)), stroke });
    let at = Point::new(rect.center().x, rect.center().y);
    let ink = Ink::full(Color::SecondaryText);
    drawing.shapes.push(Shape::Text { at, anchor: Anchor::Center, size: SIZE, text, ink, strong: false });
}
