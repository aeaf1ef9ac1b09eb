//! The badge at a board that says how often its node has been visited; in a chip, the same beside the move.

use super::drawing::Drawing;
use super::node::Form;
use super::part::Part;
use super::piece::PieceKind;
use super::sizes::text_width;
use crate::scene::{Anchor, Color, Ink, Rect, Shape, Stroke};

pub(super) const SIZE: f32 = 9.5;
const HEIGHT: f32 = 13.0;
const PADDING: f32 = 3.5;
/// Boards smaller than this have no room for a badge.
const SMALLEST_BOARD: f32 = 24.0;

/// Draws the badges of the boards; they lie above all else, and above what marks a board.
pub(super) fn layer_badges(drawing: &mut Drawing<'_>) {
    for index in 0..drawing.layout.nodes.len() {
        if drawing.layout.nodes[index].form == Form::Board {
            let badge = layer_badge(drawing, index, drawing.rect(index));
            drawing.begin_at_node(PieceKind::Layers, index);
            drawing.shapes.extend(badge);
        }
    }
}

/// What says how often a node has been visited by now; `None` if only once.
pub(super) fn layer_count(drawing: &Drawing<'_>, index: usize) -> Option<String> {
    let node = &drawing.layout.nodes[index];
    let has_all = node.part == Part::Node && drawing.trace.has_layers();
    let node = node.place.recorded().filter(|_| has_all)?;
    let count = drawing.trace.layers_by(node, drawing.look.frame);
    (count > 1).then(|| format!("×{count}"))
}

/// The badge of a node that has been visited several times by now, at the corner of its board.
fn layer_badge(drawing: &Drawing<'_>, index: usize, board: Rect) -> Vec<Shape> {
    let is_large = board.width().min(board.height()) >= SMALLEST_BOARD;
    let Some(text) = layer_count(drawing, index).filter(|_| is_large) else { return Vec::new() };
    let right = (board.max.x + 4.0).min(drawing.layout.size.0);
    let left = right - text_width(&text, SIZE) - 2.0 * PADDING;
    let rect = Rect::new(left, board.min.y - HEIGHT / 2.0, right, board.min.y + HEIGHT / 2.0);
    let stroke = Some(Stroke::solid(1.0, Ink::full(Color::Edge)));
    let ground = Shape::Rect { rect, corner: HEIGHT / 2.0, fill: Some(Ink::full(Color::Node)), stroke };
    let ink = Ink::full(Color::SecondaryText);
    let text = Shape::Text { at: rect.center(), anchor: Anchor::Center, size: SIZE, text, ink, strong: false };
    vec![ground, text]
}
