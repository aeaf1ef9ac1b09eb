//! The edges of a focus view.

use super::drawing::Drawing;
use super::layout::FocusLayout;
use super::node::Form;
use super::part::Part;
use super::piece::PieceKind;
use crate::scene::{Color, Ink, Orientation, Point, Rect, Shape, Stroke};
use crate::trace::NodeState;

/// Parts of a bent line.
const SEGMENTS: usize = 14;

/// Draws the edges; those that stand out come last, so that nothing crosses them.
pub(super) fn edges(drawing: &mut Drawing<'_>) {
    let mut later = Vec::new();
    for index in 0..drawing.layout.nodes.len() {
        let Some(parent) = drawing.layout.nodes[index].parent else { continue };
        let on_path = drawing.current_path.contains(&index) && drawing.current_path.contains(&parent);
        let is_best = drawing.best_line.contains(&index) && drawing.best_line.contains(&parent);
        // Chips of the band stand one behind the other.
        let is_in_band = drawing.layout.nodes[index].is_on_path && drawing.layout.nodes[index].form == Form::Chip;
        // The visits of a node of the path stand beside it.
        let is_beside = matches!(drawing.layout.nodes[index].part, Part::Visits { .. })
            && drawing.layout.node_with_key(drawing.layout.nodes[index].path_key).is_some();
        if is_in_band || is_beside {
            continue;
        }
        if on_path {
            later.push((index, parent, Stroke::solid(3.0, Ink::full(Color::Current))));
        } else if is_best {
            later.push((index, parent, Stroke::solid(2.5, Ink::full(Color::Text))));
        } else if has_edge(drawing, index, parent) {
            let stroke = usual(drawing, index);
            edge(drawing, index, parent, stroke);
        }
    }
    later.sort_by(|(_, _, a), (_, _, b)| a.width.total_cmp(&b.width));
    for (index, parent, stroke) in later {
        edge(drawing, index, parent, stroke);
    }
}

/// Siblings of the path stand beside it and need no edge of their own.
fn has_edge(drawing: &Drawing<'_>, index: usize, parent: usize) -> bool {
    let nodes = &drawing.layout.nodes;
    let (node, above) = (&nodes[index], &nodes[parent]);
    drawing.layout.is_whole || node.is_on_path || !above.is_on_path || parent == drawing.layout.focus
}

fn usual(drawing: &Drawing<'_>, index: usize) -> Stroke {
    let node = &drawing.layout.nodes[index];
    let faint = if node.form == Form::Bar { 0.5 } else { 1.0 };
    if node.is_on_path {
        return Stroke::solid(2.0, Ink::full(Color::Edge));
    }
    match drawing.states[index] {
        NodeState::Unvisited => Stroke::dashed(1.0, Ink::faded(Color::Edge, 0.5 * faint)),
        NodeState::Pruned { .. } | NodeState::Skipped { .. } => {
            Stroke::dashed(1.0, Ink::faded(Color::Edge, 0.4 * faint))
        }
        _ => Stroke::solid(1.0, Ink::faded(Color::Edge, faint)),
    }
}

fn edge(drawing: &mut Drawing<'_>, index: usize, parent: usize, stroke: Stroke) {
    let points = edge_points(drawing.layout, drawing.rect_now(parent), drawing.rect_now(index), (parent, index));
    let to = points[points.len() - 1];
    drawing.begin_at_node(PieceKind::Edge, index);
    drawing.shapes.push(Shape::Line { points, stroke });
    let node = &drawing.layout.nodes[index];
    let is_cut_here = matches!(drawing.states[index], NodeState::Pruned { .. }) && node.place.recorded().is_some();
    if is_cut_here && node.form != Form::Bar {
        let share = drawing.change(index).map_or(1.0, |(_, share)| share);
        cut_strokes(drawing, to, share);
    }
}

/// A curve from the place of a node to that of its child.
pub(super) fn edge_points(layout: &FocusLayout, from: Rect, to: Rect, (parent, index): (usize, usize)) -> Vec<Point> {
    let above = &layout.nodes[parent];
    // Words beside the parent stay free.
    let beside = [above.move_label, above.note_label].into_iter().flatten();
    match layout.orientation {
        Orientation::LeftToRight => {
            let end = Point::new(to.min.x, to.center().y);
            let start = Point::new(from.max.x, from.center().y);
            // Between the words at the right of a board it goes straight on.
            let right =
                beside.map(|label| label.rect.max.x).filter(|&right| above.form == Form::Board && right > from.max.x);
            let right = if is_beside(above) { right.fold(from.max.x, f32::max) } else { from.max.x };
            let mut points = bend(Point::new(right.min(end.x - 4.0), start.y), end, true);
            points.insert(0, start);
            points
        }
        Orientation::TopDown => {
            let top = layout.nodes[index].move_label.map_or(to.min.y, |label| label.rect.min.y.min(to.min.y));
            let end = Point::new(to.center().x, top);
            let bottom = beside.map(|label| label.rect.max.y).fold(from.max.y, f32::max);
            bend(Point::new(from.center().x, bottom.min(end.y - 4.0)), end, false)
        }
    }
}

/// Whether the words of a node stand at the right of its board.
fn is_beside(node: &super::node::FocusNode) -> bool {
    node.note_label.is_some_and(|label| label.rect.min.x >= node.rect.max.x)
}

/// A curve that leaves and arrives in the direction in which the tree grows.
fn bend(from: Point, to: Point, is_level: bool) -> Vec<Point> {
    let straight = if is_level { (from.y - to.y).abs() } else { (from.x - to.x).abs() };
    if straight < 0.5 {
        return vec![from, to];
    }
    let (a, b) = if is_level {
        let middle = f32::midpoint(from.x, to.x);
        (Point::new(middle, from.y), Point::new(middle, to.y))
    } else {
        let middle = f32::midpoint(from.y, to.y);
        (Point::new(from.x, middle), Point::new(to.x, middle))
    };
    (0..=SEGMENTS)
        .map(|step| {
            let t = step as f32 / SEGMENTS as f32;
            let u = 1.0 - t;
            let of = |p: f32, q: f32, r: f32, s: f32| {
                u * u * u * p + 3.0 * u * u * t * q + 3.0 * u * t * t * r + t * t * t * s
            };
            Point::new(of(from.x, a.x, b.x, to.x), of(from.y, a.y, b.y, to.y))
        })
        .collect()
}

/// Two strokes across the edge that leads to a node, as far as they are seen.
fn cut_strokes(drawing: &mut Drawing<'_>, to: Point, share: f32) {
    let stroke = Stroke::solid(2.0, Ink::faded(Color::Cut, share));
    for offset in [-2.5, 2.5] {
        let points = match drawing.layout.orientation {
            Orientation::LeftToRight => {
                let x = to.x - 7.0 + offset;
                vec![Point::new(x - 2.5, to.y - 6.0), Point::new(x + 2.5, to.y + 6.0)]
            }
            Orientation::TopDown => {
                let y = to.y - 7.0 + offset;
                vec![Point::new(to.x - 6.0, y - 2.5), Point::new(to.x + 6.0, y + 2.5)]
            }
        };
        drawing.shapes.push(Shape::Line { points, stroke });
    }
}
