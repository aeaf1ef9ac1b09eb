//! The marks that say of which type a node is, and whether it is in the minimal tree: a badge with letters, and a dashed frame round nodes
//! outside that tree.

use super::drawing::Drawing;
use super::node::Form;
use super::piece::PieceKind;
use super::sizes::text_width;
use crate::scene::{Anchor, Color, Ink, Orientation, Rect, Shape, Stroke};

const SIZE: f32 = 9.5;
const HEIGHT: f32 = 13.0;
const PADDING: f32 = 3.5;
/// Boards and chips lower or narrower than this have no room for a badge.
const LEAST: f32 = 15.0;
/// The distance of the dashed frame from a board, and from a chip, which has others close by.
const FRAME: f32 = 2.5;
const FRAME_OF_CHIP: f32 = 0.5;

/// Draws the marks of the nodes that are shown; they lie above all else.
pub(super) fn type_badges(drawing: &mut Drawing<'_>) {
    for index in 0..drawing.layout.nodes.len() {
        if drawing.layout.nodes[index].stands_for == 1 {
            let marks = marks(drawing, index);
            drawing.begin_at_node(PieceKind::Type, index);
            drawing.shapes.extend(marks);
        }
    }
}

fn marks(drawing: &Drawing<'_>, index: usize) -> Vec<Shape> {
    let (trace, look) = (drawing.trace, drawing.look);
    let node = &drawing.layout.nodes[index];
    let Some(order) = look.order.filter(|_| node.form != Form::Bar) else { return Vec::new() };
    let Some(visit) = node.visit_at(trace, look.frame) else { return Vec::new() };
    let Some(found) = order.at_frame(trace, visit, look.frame) else { return Vec::new() };
    let rect = drawing.rect(index);
    let is_outside = found.is_outside();
    let color = match (found.is_wasted, is_outside) {
        (true, _) => Color::Cut,
        (false, true) => Color::SecondaryText,
        (false, false) => Color::Text,
    };
    let mut shapes = Vec::new();
    if is_outside {
        let stroke = Some(Stroke::dashed(1.5, Ink::full(color)));
        let by = if node.form == Form::Chip { FRAME_OF_CHIP } else { FRAME };
        shapes.push(Shape::Rect { rect: rect.grown(by), corner: 2.0, fill: None, stroke });
    }
    if rect.width().min(rect.height()) >= LEAST
        && let Some(letters) = found.letters()
    {
        let place = place(drawing, rect, node.form, &letters);
        shapes.extend(badge(place, letters, is_outside, color));
    }
    shapes
}

/// Where letters stand: at the lower left corner, or before a chip, on whose words they must not lie.
fn place(drawing: &Drawing<'_>, rect: Rect, form: Form, letters: &str) -> Rect {
    let width = (text_width(letters, SIZE) + 2.0 * PADDING).max(HEIGHT);
    let (left, middle) = match (form, drawing.layout.orientation) {
        (Form::Chip, Orientation::LeftToRight) => (rect.min.x - width - 1.0, rect.center().y),
        _ => (rect.min.x - 5.0, rect.max.y),
    };
    let left = left.max(0.0);
    let bottom = (middle + HEIGHT / 2.0).min(drawing.layout.size.1);
    Rect::new(left, bottom - HEIGHT, left + width, bottom)
}

/// Letters in a pill, or, outside the minimal tree, in a dashed box.
fn badge(place: Rect, letters: String, is_outside: bool, color: Color) -> [Shape; 2] {
    let ink = Ink::full(color);
    let (corner, stroke) =
        if is_outside { (1.0, Stroke::dashed(1.0, ink)) } else { (HEIGHT / 2.0, Stroke::solid(1.25, ink)) };
    let ground = Shape::Rect { rect: place, corner, fill: Some(Ink::full(Color::Node)), stroke: Some(stroke) };
    let at = place.center();
    [ground, Shape::Text { at, anchor: Anchor::Center, size: SIZE, text: letters, ink, strong: !is_outside }]
}
