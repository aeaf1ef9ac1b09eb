//! The edges of a focus view.

use super::cross_fade::bent;
use super::drawing::Drawing;
use super::drawing::PieceKind;
use super::layout::{EdgeLine, FocusLayout, NodeFade};
use super::node::{FocusNode, Form, Label, Route};
use super::sizes::{ARRIVES, BESIDE_LINES};
use crate::scene::shape::fade;
use crate::scene::{Color, Ink, Orientation, Point, Rect, Shape, Stroke};
use edagari_core::trace::NodeState;

/// The number of segments of a bent line.
const SEGMENTS: usize = 14;
/// The maximum number of corners of a line that is bent by a motion.
const MAX_CORNERS: usize = 96;
/// The distance, in points, of a corner from a straight line below which it is not seen.
const UNSEEN_BEND: f32 = 0.1;

/// Draws the edges; emphasized edges are drawn last, so that no other edge crosses them.
pub(super) fn edges(drawing: &mut Drawing<'_>) {
    let mut later = Vec::new();
    for index in 0..drawing.layout.nodes.len() {
        let Some(parent) = drawing.layout.nodes[index].parent.filter(|_| drawing.is_drawn(index)) else { continue };
        let Some(line) = line_drawn(drawing, index) else { continue };
        let on_path = drawing.current_path.contains(&index) && drawing.current_path.contains(&parent);
        let is_best = drawing.best_line.contains(&index) && drawing.best_line.contains(&parent);
        let is_returned = drawing.is_child(index) && drawing.current == Some(parent);
        if on_path || is_returned {
            later.push((index, line, Stroke::solid(3.0, Ink::full(Color::Current))));
        } else if is_best {
            later.push((index, line, Stroke::solid(2.5, Ink::full(Color::Text))));
        } else if has_edge(drawing, index) {
            let stroke = usual(drawing, index);
            edge(drawing, (index, line), stroke, false);
        }
    }
    later.sort_by(|(_, _, a), (_, _, b)| a.width.total_cmp(&b.width));
    for (index, line, stroke) in later {
        edge(drawing, (index, line), stroke, true);
    }
}

/// Whether the edge of a node is drawn. Along a shared trunk, only edges to visited nodes are
/// drawn; for a cut edge, only the strokes at its end are drawn.
fn has_edge(drawing: &Drawing<'_>, index: usize) -> bool {
    drawing.states[index] != NodeState::Unvisited || opacities(drawing, index)[1] > 0.0
}

/// Returns the opacities of an edge: of the parts that are also drawn along a shared trunk, and of
/// the other parts.
fn opacities(drawing: &Drawing<'_>, index: usize) -> [f32; 2] {
    let is_bus = matches!(drawing.layout.nodes[index].route, Route::Bus { .. });
    let still = if is_bus { [1.0, 0.0] } else { [1.0; 2] };
    drawing.layout.crossing_of(index).map_or(still, |crossing| crossing.edge)
}

/// The extra width, in points, of an edge that is always taken.
const MAX_WIDER: f32 = 4.0;

/// Returns how often a node is entered from its parent: the probability of a move of chance, or the
/// share of the parent's visits in a Monte-Carlo tree search; 0 in other searches.
fn share(drawing: &Drawing<'_>, index: usize) -> f32 {
    let (trace, frame) = (drawing.trace, drawing.look.frame);
    if let Some(samples) = trace.samples() {
        let nodes = &drawing.layout.nodes;
        let visits = |index: usize| Some(samples.of(nodes[index].place.recorded()?, frame).visits);
        let of_both = visits(index).zip(nodes[index].parent.and_then(visits));
        return of_both.filter(|(_, above)| *above > 0).map_or(0.0, |(own, above)| own as f32 / above as f32);
    }
    if !trace.has_chance() {
        return 0.0;
    }
    let visit = drawing.node(index).visit_at(trace, frame);
    let probability = visit.and_then(|visit| trace.chance().probability(visit));
    probability.map_or(0.0, |probability| probability.number() as f32)
}

fn usual(drawing: &Drawing<'_>, index: usize) -> Stroke {
    let node = &drawing.layout.nodes[index];
    let faint = drawing.layout.crossing_of(index).map_or_else(|| NodeFade::still(node).faint, |now| now.faint);
    if node.is_on_path {
        return Stroke::solid(2.0, Ink::full(Color::Edge));
    }
    match drawing.states[index] {
        NodeState::Unvisited | NodeState::Pruned { .. } | NodeState::Skipped { .. } => {
            Stroke::dashed(1.0, Ink::faded(Color::Edge, 0.4 * faint))
        }
        _ if drawing.is_from_before(index) => Stroke::dashed(1.0, Ink::faded(Color::Edge, 0.4 * faint)),
        _ => Stroke::solid(1.0 + MAX_WIDER * share(drawing, index), Ink::faded(Color::Edge, faint)),
    }
}

fn edge(drawing: &mut Drawing<'_>, (index, line): (usize, EdgeLine), stroke: Stroke, is_strong: bool) {
    let points = line.points;
    let (to, way) = (points[points.len() - 1], arrives(&points));
    drawing.begin_at_node(PieceKind::Edge, index);
    let first = drawing.shapes.len();
    let node = &drawing.layout.nodes[index];
    let [followed, other] = opacities(drawing, index);
    let is_left_out = matches!(drawing.states[index], NodeState::Pruned { .. } | NodeState::Skipped { .. });
    let is_unvisited = drawing.states[index] == NodeState::Unvisited && !is_strong;
    let opacity = if is_left_out || is_unvisited { other } else { followed };
    let is_cut_here = matches!(drawing.states[index], NodeState::Pruned { .. }) && node.place.recorded().is_some();
    if opacity > 0.0 {
        drawing.shapes.push(Shape::Line { points, stroke });
        if opacity < 1.0 {
            fade(&mut drawing.shapes[first..], opacity);
        }
    }
    // Along a shared trunk, where no edge to the child is drawn, strokes beside it would strike something else.
    if is_cut_here && opacity > 0.0 && node.form != Form::Bar {
        let share = drawing.change(index).map_or(1.0, |(_, share)| share);
        cut_strokes(drawing, (to, way), share * opacity);
    }
}

impl EdgeLine {
    /// Returns the line of an edge in a picture at rest; `None` if the route is hidden.
    fn at_rest(layout: &FocusLayout, (parent, index): (usize, usize), (from, to): (Rect, Rect)) -> Option<Self> {
        let is_visible = layout.nodes[index].route != Route::Hidden;
        is_visible.then(|| Self { points: edge_points(layout, from, to, (parent, index)), parent: from, node: to })
    }

    /// Moves the line with its two nodes.
    fn connecting(self, parent: Rect, node: Rect) -> Self {
        let by = |point: Option<&Point>, home: Rect, now: Rect| {
            point.map_or_else(Point::default, |&point| moved(point, home, now))
        };
        let (first, last) = (by(self.points.first(), self.parent, parent), by(self.points.last(), self.node, node));
        let count = (self.points.len() - 1).max(1) as f32;
        let shift = |(at, point): (usize, &Point)| {
            let share = at as f32 / count;
            let mix = |a: f32, b: f32| a + (b - a) * share;
            Point::new(point.x + mix(first.x, last.x), point.y + mix(first.y, last.y))
        };
        Self { points: self.points.iter().enumerate().map(shift).collect(), parent, node }
    }
}

/// Returns the movement of a point that is attached to a rectangle, inside or beside it, when the rectangle becomes another.
fn moved(point: Point, home: Rect, now: Rect) -> Point {
    let along = |at: f32, (home_min, home_max): (f32, f32), (now_min, now_max): (f32, f32)| {
        let length = (home_max - home_min).max(f32::MIN_POSITIVE);
        let share = ((at - home_min) / length).clamp(0.0, 1.0);
        now_min - home_min + share * ((now_max - now_min) - (home_max - home_min))
    };
    Point::new(
        along(point.x, (home.min.x, home.max.x), (now.min.x, now.max.x)),
        along(point.y, (home.min.y, home.max.y), (now.min.y, now.max.y)),
    )
}

/// Returns the line of a node's edge as drawn; `None` without an edge.
fn line_drawn(drawing: &Drawing<'_>, index: usize) -> Option<EdgeLine> {
    let is_marked = |index| drawing.current == Some(index) || drawing.child == Some(index);
    let mut line = line_now(drawing.layout, index, is_marked, |index| drawing.rect_now(index))?;
    if drawing.node(index).is_round(drawing.trace) {
        reach_circle(&mut line.points, line.node);
    }
    Some(line)
}

/// Lengthens a line that arrives from above at the square around a circle, beside its middle, down to the circle.
fn reach_circle(points: &mut Vec<Point>, square: Rect) {
    // A line that ends above the square ends above the label of the node.
    let is_at_square = |end: &&Point| arrives(points) == Orientation::TopDown && end.y >= square.min.y - 0.5;
    let Some(&end) = points.last().filter(is_at_square) else { return };
    let (center, radius) = (square.center(), square.width().min(square.height()) / 2.0);
    let aside = (end.x - center.x).abs();
    let y = center.y - (radius * radius - aside * aside).max(0.0).sqrt();
    if aside < radius && y > end.y + 0.5 {
        points.push(Point::new(end.x, y));
    }
}

/// Returns the lines of all edges as drawn, by node: the next motion starts from them.
pub(super) fn lines_drawn(drawing: &Drawing<'_>) -> Vec<Option<EdgeLine>> {
    (0..drawing.layout.nodes.len()).map(|index| line_drawn(drawing, index).map(thinned)).collect()
}

/// Returns the lines of all edges of a picture in motion, by node; an empty list if it is at rest.
pub(super) fn lines_on_the_way(layout: &FocusLayout) -> Vec<Option<EdgeLine>> {
    if layout.crossing.is_none() {
        return Vec::new();
    }
    let line = |index| line_now(layout, index, |_| false, |index: usize| layout.nodes[index].rect);
    (0..layout.nodes.len()).map(|index| line(index).map(thinned)).collect()
}

/// Returns the line of a node's edge; `None` without an edge. On the way between two pictures that both have the edge, it bends from its line in the
/// first to its line in the second, even if its parent is another node there. If only one has it, its line moves with the nodes. `now` returns the
/// present place of a node; nodes that are marked have their larger place.
fn line_now(
    layout: &FocusLayout,
    index: usize,
    is_marked: impl Fn(usize) -> bool,
    now: impl Fn(usize) -> Rect,
) -> Option<EdgeLine> {
    let parent = layout.nodes[index].parent?;
    let ends = (now(parent), now(index));
    let Some(crossing) = layout.crossing.as_deref() else {
        return EdgeLine::at_rest(layout, (parent, index), ends);
    };
    let place = |node: &FocusNode, index: Option<usize>| {
        node.grown.filter(|_| index.is_some_and(&is_marked)).unwrap_or(node.rect)
    };
    let (from, to) = (&crossing.from, &crossing.to);
    let was = crossing.before.get(index).copied().flatten().and_then(|old| {
        if let Some(drawn) = crossing.lines.get(old) {
            return drawn.clone();
        }
        let above = from.nodes[old].parent?;
        let of_above = crossing.before.iter().position(|&before| before == Some(above));
        let ends = (place(&from.nodes[above], of_above), place(&from.nodes[old], Some(index)));
        EdgeLine::at_rest(from, (above, old), ends)
    });
    let is = to.nodes.get(index).and_then(|node| {
        let ends = (place(&to.nodes[parent], Some(parent)), place(node, Some(index)));
        EdgeLine::at_rest(to, (parent, index), ends)
    });
    let (from, to) = ends;
    match (was, is) {
        (Some(was), Some(is)) => {
            Some(EdgeLine { points: bent(&was.points, &is.points, crossing.share), parent: from, node: to })
        }
        (was, is) => Some(was.or(is)?.connecting(from, to)),
    }
}

/// Removes corners that are too close to be seen: each interruption of a motion adds more.
fn thinned(edge: EdgeLine) -> EdgeLine {
    let line = &edge.points;
    if line.len() <= MAX_CORNERS {
        return edge;
    }
    let (mut kept, mut from) = (vec![line[0]], 0);
    for end in 2..line.len() {
        if line[from + 1..end].iter().any(|&point| off_line(point, line[from], line[end]) > UNSEEN_BEND) {
            from = end - 1;
            kept.push(line[from]);
        }
    }
    kept.push(line[line.len() - 1]);
    EdgeLine { points: kept, ..edge }
}

/// Returns the distance of a point from the segment between two others.
fn off_line(point: Point, from: Point, to: Point) -> f32 {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let along = ((point.x - from.x) * x + (point.y - from.y) * y) / (x * x + y * y).max(f32::MIN_POSITIVE);
    let along = along.clamp(0.0, 1.0);
    (from.x + along * x - point.x).hypot(from.y + along * y - point.y)
}

/// Returns the direction of the last segment of a line.
pub(super) fn arrives(points: &[Point]) -> Orientation {
    match points {
        [.., a, b] if (b.y - a.y).abs() > (b.x - a.x).abs() => Orientation::TopDown,
        _ => Orientation::LeftToRight,
    }
}

/// Returns the line from the place of a node to that of its child.
pub(super) fn edge_points(layout: &FocusLayout, from: Rect, to: Rect, (parent, index): (usize, usize)) -> Vec<Point> {
    let above = &layout.nodes[parent];
    let (mut from_middle, to_middle) = (from.center(), to.center());
    // Lines of text below the focus are passed on their left.
    let lines = layout.caption.filter(|lines| parent == layout.focus && lines.min.y >= above.rect.max.y - 1.0);
    let lines = lines.filter(|lines| layout.flow == Orientation::TopDown && lines.max.x > above.rect.center().x + 0.5);
    if lines.is_some() {
        from_middle.x = from.min.x + BESIDE_LINES / 2.0;
    }
    let way = match layout.nodes[index].route {
        Route::Hidden => layout.flow,
        Route::Curve(way) => way,
        Route::Elbow { of: Orientation::LeftToRight, turn, lane } => {
            let x = to.min.x + to.width() * ARRIVES;
            return rounded(&[
                (from.max.x, from_middle.y),
                (turn, from_middle.y),
                (turn, lane),
                (x, lane),
                (x, to.min.y),
            ]);
        }
        Route::Elbow { of: Orientation::TopDown, turn, lane } => {
            let (x, y) = (from_middle.x, to_middle.y);
            return rounded(&[(x, from.max.y), (x, turn), (lane, turn), (lane, y), (to.min.x, y)]);
        }
        Route::Bus { of: Orientation::LeftToRight, trunk, gutter } => {
            // The line arrives from the left, where the texts above a board are not in its way.
            let x = to.min.x.min(layout.nodes[index].body().min.x) - 5.0;
            return rounded(&[
                (from.max.x, from_middle.y),
                (trunk, from_middle.y),
                (trunk, gutter),
                (x, gutter),
                (x, to_middle.y),
                (to.min.x, to_middle.y),
            ]);
        }
        Route::Bus { of: Orientation::TopDown, trunk, gutter } => {
            return rounded(&[
                (from_middle.x, from.max.y),
                (from_middle.x, trunk),
                (gutter, trunk),
                (gutter, to_middle.y),
                (to.min.x, to_middle.y),
            ]);
        }
    };
    // The texts beside the parent stay free: the line bends after them, and runs between them where
    // possible.
    let labels = [above.move_label, above.note_label];
    let beside = labels.into_iter().flatten();
    match way {
        Orientation::LeftToRight => {
            let end = Point::new(to.min.x, to_middle.y);
            let start = Point::new(from.max.x, from_middle.y);
            // The line starts after the texts at the right of a board.
            let right =
                beside.map(|label| label.rect.max.x).filter(|&right| above.form == Form::Board && right > from.max.x);
            let right = if is_beside(above) { right.fold(from.max.x, f32::max) + 3.0 } else { start.x };
            let is_between =
                labels.iter().flatten().all(|label| label.rect.max.y <= start.y || start.y <= label.rect.min.y);
            let bent = bend(Point::new(right.min(end.x - 4.0), start.y), end, true);
            if is_between && right > start.x { [vec![start], bent].concat() } else { bent }
        }
        Orientation::TopDown => {
            let is_above = |label: Label| label.rect.max.y <= to.min.y + 1.0 && label.rect.min.x < to_middle.x;
            let label = layout.nodes[index].move_label.filter(|&label| is_above(label));
            let end = Point::new(to_middle.x, label.map_or(to.min.y, |label| label.rect.min.y.min(to.min.y)));
            let below = beside.filter(|label| label.rect.min.y >= from.max.y - 1.0).map(|label| label.rect.max.y);
            let bottom = below.chain(lines.map(|lines| lines.max.y)).fold(from.max.y, f32::max);
            let start = Point::new(from_middle.x, from.max.y);
            let is_between =
                labels.iter().flatten().all(|label| label.rect.max.x <= start.x || start.x <= label.rect.min.x);
            let bent = bend(Point::new(start.x, bottom.min(end.y - 4.0)), end, false);
            if is_between && bottom > start.y { [vec![start], bent].concat() } else { bent }
        }
    }
}

/// The radius of a corner of an edge around boards, and the number of segments that draw it.
const ROUND: f32 = 8.0;
const ROUND_SEGMENTS: usize = 4;

/// Returns a line along these corners, with round ones: a line with sharp corners around a board looks like its frame.
pub(super) fn rounded(corners: &[(f32, f32)]) -> Vec<Point> {
    let corners: Vec<Point> = corners.iter().map(|&(x, y)| Point::new(x, y)).collect();
    let toward = |from: Point, to: Point| {
        let length = (to.x - from.x).hypot(to.y - from.y);
        let share = ROUND.min(length / 2.0) / length.max(f32::MIN_POSITIVE);
        Point::new(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
    };
    let mut line = vec![corners[0]];
    for at in corners.windows(3) {
        let (start, corner, end) = (toward(at[1], at[0]), at[1], toward(at[1], at[2]));
        line.extend((0..=ROUND_SEGMENTS).map(|step| {
            let t = step as f32 / ROUND_SEGMENTS as f32;
            let of = |a: f32, b: f32, c: f32| (1.0 - t) * (1.0 - t) * a + 2.0 * (1.0 - t) * t * b + t * t * c;
            Point::new(of(start.x, corner.x, end.x), of(start.y, corner.y, end.y))
        }));
    }
    line.push(corners[corners.len() - 1]);
    line
}

/// Whether the texts of a node are at the right of its board.
fn is_beside(node: &FocusNode) -> bool {
    node.note_label.is_some_and(|label| label.rect.min.x >= node.rect.max.x)
}

/// Returns a curve that leaves and arrives in the growth direction of the tree.
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

/// Draws two strokes across the edge to a node, with opacity `share`.
fn cut_strokes(drawing: &mut Drawing<'_>, (to, way): (Point, Orientation), share: f32) {
    let stroke = Stroke::solid(2.0, Ink::faded(Color::Cut, share));
    for offset in [-2.5, 2.5] {
        let points = match way {
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
