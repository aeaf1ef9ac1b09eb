//! Shapes encoded for the script of a page: lengths in tenths of a point, colours and styles as indexes into lists.

use serde_json::{Value, json};

use super::once::Once;
use crate::scene::{Anchor, Color, Ground, Ink, Point, Scene, Shape, Stroke, Style};
use edagari_core::language::{isolated, visible};

/// Colours, and fill and line styles, of a figure; each stored once, in the order of first use.
#[derive(Default)]
pub(super) struct Inks {
    met: Vec<Color>,
    inks: Once,
}

impl Inks {
    fn place(&mut self, color: Color) -> usize {
        self.met.iter().position(|&met| met == color).unwrap_or_else(|| {
            self.met.push(color);
            self.met.len() - 1
        })
    }

    /// Returns the colour values on a ground.
    pub(super) fn colors(&self, ground: Ground) -> Vec<String> {
        self.met.iter().map(|color| format!("#{:06x}", color.value_in(Style::Screen, ground))).collect()
    }

    /// Returns the styles: colour and opacity; for a line also its width and whether it is dashed.
    pub(super) fn into_values(self) -> Vec<Value> {
        self.inks.into_values()
    }

    fn ink(&mut self, ink: Ink) -> u32 {
        let ink = json!([self.place(ink.color), (ink.opacity * 100.0).round() as i64]);
        self.inks.place(ink)
    }

    fn stroke(&mut self, stroke: Stroke) -> u32 {
        let opacity = (stroke.ink.opacity * 100.0).round() as i64;
        let stroke = json!([self.place(stroke.ink.color), opacity, tenths(stroke.width), u8::from(stroke.dashed)]);
        self.inks.place(stroke)
    }

    /// Encodes a shape relative to `from`; `other` is the same shape in the other language, whose text is added if it differs.
    pub(super) fn shape(&mut self, shape: &Shape, other: Option<&Shape>, from: Point) -> Value {
        let (left, top) = (|x: f32| tenths(x - from.x), |y: f32| tenths(y - from.y));
        match shape {
            Shape::Rect { rect, corner, fill, stroke } => {
                // The outline is drawn inside the rectangle.
                let inset = stroke.map_or(0.0, |stroke| stroke.width / 2.0);
                let (width, height) = (rect.width() - 2.0 * inset, rect.height() - 2.0 * inset);
                json!([
                    "r",
                    left(rect.min.x + inset),
                    top(rect.min.y + inset),
                    tenths(width.max(0.0)),
                    tenths(height.max(0.0)),
                    tenths(*corner),
                    fill.map(|ink| self.ink(ink)),
                    stroke.map(|stroke| self.stroke(stroke)),
                ])
            }
            Shape::Line { points, stroke } => json!(["l", places(points, from), self.stroke(*stroke)]),
            Shape::Ring { center, radius, stroke } => {
                json!(["o", left(center.x), top(center.y), tenths(*radius), self.stroke(*stroke)])
            }
            Shape::Disc { center, radius, fill } => {
                json!(["d", left(center.x), top(center.y), tenths(*radius), self.ink(*fill)])
            }
            Shape::Polygon { corners, fill } => json!(["p", places(corners, from), self.ink(*fill)]),
            Shape::Text { at, anchor, size, text, ink, strong } => {
                // The middle of the letters is about a third of the font size above the baseline.
                let (anchor, y) = match anchor {
                    Anchor::Left => (0, at.y + size * 0.35),
                    Anchor::Right => (2, at.y + size * 0.35),
                    Anchor::Center => (1, at.y + size * 0.35),
                    Anchor::Top => (1, at.y + size),
                };
                let words = match other {
                    Some(Shape::Text { text: translated, .. }) if translated != text => {
                        json!([isolated(&visible(text)), isolated(&visible(translated))])
                    }
                    _ => json!(isolated(&visible(text))),
                };
                json!(["t", left(at.x), top(y), tenths(*size), anchor, u8::from(*strong), self.ink(*ink), words])
            }
        }
    }
}

/// Converts a length or coordinate to tenths of a point. Halves are rounded up despite rounding
/// errors, so that a moved shape keeps its encoding.
pub(super) fn tenths(length: f32) -> i64 {
    (f64::from(length) * 10.0 + 0.01).round() as i64
}

/// Encodes points relative to `from`: the first one unchanged, each other one as its difference from the previous one, which is shorter.
fn places(points: &[Point], from: Point) -> Vec<i64> {
    let mut before = (0, 0);
    let step = |point: Point| {
        let place = (tenths(point.x - from.x), tenths(point.y - from.y));
        let step = [place.0 - before.0, place.1 - before.1];
        before = place;
        step
    };
    simplified(points).into_iter().flat_map(step).collect()
}

/// Maximum distance in points between a simplified line and the original, too small to be visible.
const UNSEEN: f32 = 0.12;

/// Removes points of lines whose absence is not visible.
pub(super) fn simplify(scene: &mut Scene) {
    for shape in &mut scene.shapes {
        if let Shape::Line { points, .. } = shape {
            *points = simplified(points);
        }
    }
}

/// Simplifies a line by the algorithm of Ramer (1972) and Douglas and Peucker (1973).
fn simplified(points: &[Point]) -> Vec<Point> {
    let mut kept = vec![false; points.len()];
    let mut parts = vec![(0, points.len().saturating_sub(1))];
    while let Some((first, last)) = parts.pop() {
        let (Some(&from), Some(&to)) = (points.get(first), points.get(last)) else { break };
        (kept[first], kept[last]) = (true, true);
        let between = (first + 1..last).map(|at| (at, distance(points[at], from, to)));
        if let Some((at, _)) = between.filter(|&(_, far)| far > UNSEEN).max_by(|one, other| one.1.total_cmp(&other.1)) {
            parts.extend([(first, at), (at, last)]);
        }
    }
    points.iter().zip(kept).filter_map(|(&point, is_kept)| is_kept.then_some(point)).collect()
}

/// Returns the distance of a point from the segment between two others.
fn distance(point: Point, from: Point, to: Point) -> f32 {
    let along = (to.x - from.x, to.y - from.y);
    let length = (along.0 * along.0 + along.1 * along.1).max(f32::MIN_POSITIVE);
    let share = (((point.x - from.x) * along.0 + (point.y - from.y) * along.1) / length).clamp(0.0, 1.0);
    (point.x - from.x - share * along.0).hypot(point.y - from.y - share * along.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simplified_line_keeps_its_corners_and_ends() {
        let at = |(x, y): (f32, f32)| Point::new(x, y);
        let bent = [(0.0, 0.0), (5.0, 0.05), (10.0, 0.0), (10.0, 7.0), (10.0, 20.0)].map(at);
        assert_eq!(simplified(&bent), [(0.0, 0.0), (10.0, 0.0), (10.0, 20.0)].map(at));
        assert_eq!(places(&bent, Point::default()), [0, 0, 100, 0, 0, 200]);
        assert_eq!(places(&bent, Point::new(2.0, 1.0)), [-20, -10, 100, 0, 0, 200]);
        assert_eq!(simplified(&bent[..1]), bent[..1]);
        assert_eq!(simplified(&[]), []);
    }
}
