//! Arrows between nodes that are not parent and child. A [`Pointer`] describes an arrow by moves,
//! independent of a picture.

use super::{Anchor, Color, FocusLayout, Ink, NODE_SIZE, Point, Rect, Shape, Stroke};

/// An arrow from one node to another.
#[derive(Clone, PartialEq, Debug)]
pub struct Arrow {
    /// Centre of the node at the arrow's tail.
    pub from: Point,
    /// Centre of the node at the arrow's head.
    pub to: Point,
    /// Colour of the line, the head and the label.
    pub color: Color,
    /// Label beside the arrow; empty for none.
    pub label: String,
    /// Width available for the label, in multiples of its font height; see [`Arrow::width_of`].
    pub label_width: f32,
    /// Whether the line is dashed.
    pub dashed: bool,
}

/// Number of straight segments that approximate the curve.
const SEGMENTS: usize = 20;
/// Sideways offset of the curve's control point, as a fraction of the arrow's length.
const BEND: f32 = 0.16;
/// Font height of the label, in screen points.
const LABEL_SIZE: f32 = 12.0;

impl Arrow {
    /// Draws the arrow as a curve, so that it does not cover the straight edges of the tree. `zoom` is the number of screen
    /// points per scene point.
    pub fn draw(&self, zoom: f32, shapes: &mut Vec<Shape>) {
        let (dx, dy) = (self.to.x - self.from.x, self.to.y - self.from.y);
        let length = dx.hypot(dy);
        let room = NODE_SIZE * 0.72;
        if length <= room * 2.0 {
            return;
        }
        let bend = Point::new(
            f32::midpoint(self.from.x, self.to.x) - dy * BEND,
            f32::midpoint(self.from.y, self.to.y) + dx * BEND,
        );
        let at = |t: f32| {
            let of = |a: f32, b: f32, c: f32| (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
            Point::new(of(self.from.x, bend.x, self.to.x), of(self.from.y, bend.y, self.to.y))
        };
        let (first, last) = (room / length, 1.0 - room / length);
        let points: Vec<Point> =
            (0..=SEGMENTS).map(|step| at(first + (last - first) * step as f32 / SEGMENTS as f32)).collect();
        let ink = Ink::full(self.color);
        let stroke = if self.dashed { Stroke::dashed(2.0, ink) } else { Stroke::solid(2.0, ink) };
        let tip = points[SEGMENTS];
        let before = at(last - 0.02);
        shapes.push(Shape::Line { points, stroke });
        let (ux, uy) = (tip.x - before.x, tip.y - before.y);
        let unit = ux.hypot(uy).max(f32::EPSILON);
        let size = 10.0 / zoom.clamp(0.5, 2.0);
        let (ux, uy) = (ux / unit * size, uy / unit * size);
        shapes.push(Shape::Polygon {
            corners: vec![
                Point::new(tip.x + ux * 0.4, tip.y + uy * 0.4),
                Point::new(tip.x - ux * 0.6 - uy * 0.5, tip.y - uy * 0.6 + ux * 0.5),
                Point::new(tip.x - ux * 0.6 + uy * 0.5, tip.y - uy * 0.6 - ux * 0.5),
            ],
            fill: ink,
        });
        if !self.label.is_empty() {
            self.label(at(0.5), LABEL_SIZE / zoom, shapes);
        }
    }

    /// Estimated width of a text, in multiples of its font height.
    #[must_use]
    pub fn width_of(label: &str) -> f32 {
        // Japanese characters are about as wide as high.
        label.chars().map(|letter| if letter >= '\u{2e80}' { 1.02 } else { 0.62 }).sum()
    }

    fn label(&self, at: Point, size: f32, shapes: &mut Vec<Shape>) {
        let width = self.label_width * size + size;
        let height = size * 1.5;
        let ground = Rect::new(at.x - width / 2.0, at.y - height / 2.0, at.x + width / 2.0, at.y + height / 2.0);
        let stroke = Some(Stroke::solid(1.0, Ink::full(self.color)));
        shapes.push(Shape::Rect { rect: ground, corner: size / 3.0, fill: Some(Ink::full(Color::Ground)), stroke });
        shapes.push(Shape::Text {
            at,
            anchor: Anchor::Center,
            size,
            text: self.label.clone(),
            ink: Ink::full(Color::Text),
            strong: true,
        });
    }
}

/// An arrow between two nodes, each identified by the moves that lead to it.
#[derive(Clone, Debug)]
pub struct Pointer {
    /// Moves to the node at the arrow's tail.
    pub from: Vec<u32>,
    /// Moves to the node at the arrow's head.
    pub to: Vec<u32>,
    /// Colour of the arrow.
    pub color: Color,
    /// Label beside the arrow; empty for none.
    pub label: String,
    /// Whether the line is dashed.
    pub dashed: bool,
}

/// Maximum number of arrows drawn; longer chains are shown as sentences only.
const MAX_ARROWS: usize = 40;

impl Pointer {
    /// Creates the solid arrow of a note.
    #[must_use]
    pub const fn of_note(from: Vec<u32>, to: Vec<u32>, label: String) -> Self {
        Self { from, to, color: Color::CurrentText, label, dashed: false }
    }

    /// Returns the arrow in a layout. A node that is not shown is replaced by its nearest ancestor that is.
    #[must_use]
    pub fn arrow(&self, layout: &FocusLayout) -> Option<Arrow> {
        let center = |path: &[u32]| {
            let node = layout.indexes_on_path(path).0.last().copied()?;
            Some(layout.nodes[node].rect.center())
        };
        Some(Arrow {
            from: center(&self.from)?,
            to: center(&self.to)?,
            color: self.color,
            label: self.label.clone(),
            label_width: Arrow::width_of(&self.label),
            dashed: self.dashed,
        })
    }

    /// Arrows in a layout, for at most `MAX_ARROWS` pointers.
    pub fn arrows(pointers: &[Self], layout: &FocusLayout) -> impl Iterator<Item = Arrow> {
        pointers.iter().take(MAX_ARROWS).filter_map(|pointer| pointer.arrow(layout))
    }
}
