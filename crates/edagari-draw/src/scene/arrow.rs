//! Arrows between nodes that are not parent and child. A [`Pointer`] describes an arrow by moves,
//! independent of a picture.

use super::{Anchor, Color, FocusLayout, Form, Ink, Point, Rect, Shape, Stroke};

/// An arrow from one node to another.
#[derive(Clone, PartialEq, Debug)]
pub struct Arrow {
    /// Place of the node at the arrow's tail.
    pub from: Rect,
    /// Place of the node at the arrow's head.
    pub to: Rect,
    /// Places of texts, which the arrow avoids first, and of boards, which it avoids next.
    pub avoids: [Vec<Rect>; 2],
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
/// Sideways offsets of the curve's control point that are tried, as fractions of the arrow's length. It is never 0, so that the arrow
/// does not cover the straight edges of the tree.
const BENDS: [f32; 8] = [0.16, -0.16, 0.28, -0.28, 0.4, -0.4, 0.55, -0.55];
/// Places of the label that are tried, as shares of the visible line.
const LABEL_PLACES: [f32; 7] = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
/// Cost of a point over a text and over a board; an additional bend of 1 costs 10.
const COSTS: [f32; 2] = [4.0, 1.0];
/// Distance of the ends from the nodes.
const GAP: f32 = 4.0;
/// Length below which an arrow is not drawn: its nodes touch.
const SHORTEST: f32 = 12.0;
/// Font height of the label, in screen points.
const LABEL_SIZE: f32 = 12.0;

/// Part of a curve between the rims of two nodes.
struct Curve {
    points: [Point; 3],
    first: f32,
    last: f32,
}

impl Curve {
    fn at(&self, share: f32) -> Point {
        let t = self.first + (self.last - self.first) * share;
        let [a, b, c] = self.points;
        let of = |a: f32, b: f32, c: f32| (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
        Point::new(of(a.x, b.x, c.x), of(a.y, b.y, c.y))
    }

    fn line(&self) -> Vec<Point> {
        (0..=SEGMENTS).map(|step| self.at(step as f32 / SEGMENTS as f32)).collect()
    }
}

impl Arrow {
    /// Draws the arrow as the curve that covers the least text. `zoom` is the number of screen points per scene point.
    pub fn draw(&self, zoom: f32, shapes: &mut Vec<Shape>) {
        let curves = BENDS.into_iter().filter_map(|bend| Some((bend, self.curve(bend)?)));
        let costs = curves.map(|(bend, curve)| (self.cost(&curve.line()) + 10.0 * bend.abs(), curve));
        let Some((_, curve)) = costs.min_by(|(a, _), (b, _)| a.total_cmp(b)) else { return };
        let points = curve.line();
        let ink = Ink::full(self.color);
        let stroke = if self.dashed { Stroke::dashed(2.0, ink) } else { Stroke::solid(2.0, ink) };
        let (tip, before) = (points[SEGMENTS], curve.at(0.98));
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
            self.label(&curve, LABEL_SIZE / zoom, shapes);
        }
    }

    /// Returns the curve with a bend between the rims of the nodes; `None` if they are too near.
    fn curve(&self, bend: f32) -> Option<Curve> {
        let (from, to) = (self.from.center(), self.to.center());
        let middle = Point::new(
            f32::midpoint(from.x, to.x) - (to.y - from.y) * bend,
            f32::midpoint(from.y, to.y) + (to.x - from.x) * bend,
        );
        let whole = Curve { points: [from, middle, to], first: 0.0, last: 1.0 };
        let steps = || (0..=4 * SEGMENTS).map(|step| step as f32 / (4 * SEGMENTS) as f32);
        let is_outside = |node: Rect, share: &f32| !holds(node.grown(GAP), whole.at(*share));
        let first = steps().find(|share| is_outside(self.from, share))?;
        let last = steps().rev().find(|share| is_outside(self.to, share))?;
        let length = (to.x - from.x).hypot(to.y - from.y) * (last - first);
        (length >= SHORTEST).then_some(Curve { first, last, ..whole })
    }

    /// Returns how much a line covers of what it avoids.
    fn cost(&self, line: &[Point]) -> f32 {
        let over =
            |avoided: &[Rect]| line.iter().filter(|&&point| avoided.iter().any(|&rect| holds(rect, point))).count();
        self.avoids.iter().zip(COSTS).map(|(avoided, cost)| over(avoided) as f32 * cost).sum()
    }

    /// Estimated width of a text, in multiples of its font height.
    #[must_use]
    pub fn width_of(label: &str) -> f32 {
        // Japanese characters are about as wide as high.
        label.chars().map(|letter| if letter >= '\u{2e80}' { 1.02 } else { 0.62 }).sum()
    }

    /// Draws the label at the place on the curve where it covers the least.
    fn label(&self, curve: &Curve, size: f32, shapes: &mut Vec<Shape>) {
        let (width, height) = (self.label_width * size + size, size * 1.5);
        let around =
            |at: Point| Rect::new(at.x - width / 2.0, at.y - height / 2.0, at.x + width / 2.0, at.y + height / 2.0);
        let covered = |ground: Rect| -> f32 {
            let over = |avoided: &[Rect]| avoided.iter().map(|&rect| common_area(rect, ground)).sum::<f32>();
            self.avoids.iter().zip(COSTS).map(|(avoided, cost)| over(avoided) * cost).sum()
        };
        let places = LABEL_PLACES.map(|share| curve.at(share));
        let cost = |at: &Point| covered(around(*at));
        let Some(at) = places.into_iter().min_by(|a, b| cost(a).total_cmp(&cost(b))) else { return };
        let ground = around(at);
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

fn holds(rect: Rect, point: Point) -> bool {
    (rect.min.x..=rect.max.x).contains(&point.x) && (rect.min.y..=rect.max.y).contains(&point.y)
}

fn common_area(a: Rect, b: Rect) -> f32 {
    let (width, height) = (a.max.x.min(b.max.x) - a.min.x.max(b.min.x), a.max.y.min(b.max.y) - a.min.y.max(b.min.y));
    width.max(0.0) * height.max(0.0)
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
        let node = |path: &[u32]| layout.indexes_on_path(path).0.last().copied();
        let ends = [node(&self.from)?, node(&self.to)?];
        let others =
            layout.nodes.iter().enumerate().filter(|(index, node)| !ends.contains(index) && node.form != Form::Bar);
        Some(Arrow {
            from: layout.nodes[ends[0]].rect,
            to: layout.nodes[ends[1]].rect,
            avoids: [layout.places_of_texts(), others.map(|(_, node)| node.rect).collect()],
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
