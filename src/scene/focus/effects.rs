//! What a frame did, drawn on top while it happens: a score on its way to the parent, a cut that strikes, a bound that moves, an
//! entry of the table that is found or written.

use super::draw_edges::edge_points;
use super::layout::FocusLayout;
use super::moment::Moment;
use super::sizes::text_width;
use crate::scene::{Anchor, Color, Ink, Orientation, Point, Rect, Scene, Shape, Stroke};
use crate::score::Score;
use crate::trace::{FrameKind, Step, Trace};

/// The height of a score on its way.
const SCORE_SIZE: f32 = 12.0;

/// Draws what a frame does, at a part of its time from 0 to 1; nothing at the end, when it has been done.
#[must_use]
pub fn draw_effects(trace: &Trace, layout: &FocusLayout, frame: usize, moment: &Moment, share: f32) -> Scene {
    let mut scene = Scene::default();
    let Some(step) = trace.step(frame).filter(|_| share < 1.0) else { return scene };
    let Some(current) = moment.current.as_ref().and_then(|path| layout.node_at_path(path)) else { return scene };
    let child = moment.child().and_then(|path| layout.node_at_path(&path)).filter(|&child| child != current);
    let effects = Effects { trace, layout, frame, step, current, share };
    match step.kind {
        FrameKind::Score => effects.returned_score(child, &mut scene.shapes),
        FrameKind::Update => effects.update(child, &mut scene.shapes),
        FrameKind::Lookup | FrameKind::Store => effects.table(&mut scene.shapes),
        FrameKind::Start => effects.entered(&mut scene.shapes),
        FrameKind::End => {}
    }
    scene
}

struct Effects<'a> {
    trace: &'a Trace,
    layout: &'a FocusLayout,
    frame: usize,
    step: Step,
    current: usize,
    share: f32,
}

impl Effects<'_> {
    fn place_of(&self, index: usize) -> Rect {
        match self.layout.lens(index) {
            Some(lens) => lens.rect,
            None => self.layout.nodes[index].rect,
        }
    }

    /// The child's score on its way along the edge to the parent.
    fn returned_score(&self, child: Option<usize>, shapes: &mut Vec<Shape>) {
        let Some((child, score)) = child.zip(self.step.score) else { return };
        let points =
            edge_points(self.layout, self.layout.nodes[self.current].rect, self.place_of(child), (self.current, child));
        let at = along(&points, 1.0 - self.share);
        let color = match self.layout.nodes[child].player {
            Some(player) => player_ink(player),
            None => Color::Text,
        };
        token(at, score, color, shapes);
    }

    /// The bound that is moved, on its way from the child to the window; and the strokes of a cut.
    fn update(&self, child: Option<usize>, shapes: &mut Vec<Shape>) {
        if self.step.cut.is_some() {
            self.cut(shapes);
        }
        let node = &self.layout.nodes[self.current];
        let (Some(label), Some(child)) = (node.note_label, child) else { return };
        let (from, to) = (self.place_of(child).center(), label.rect.center());
        let (bound, color) = match self.step.player {
            crate::game::Player::Max => (self.step.window.alpha, Color::Max),
            crate::game::Player::Min => (self.step.window.beta, Color::Min),
        };
        // The frame before it is that of the child's score.
        let before = self.frame.checked_sub(1).and_then(|before| self.trace.step(before));
        if before.is_some_and(|before| before.window != self.step.window) {
            let at = Point::new(from.x + (to.x - from.x) * self.share, from.y + (to.y - from.y) * self.share);
            token(at, bound, color, shapes);
        }
    }

    /// Strokes that grow across the edges of the children that are skipped.
    fn cut(&self, shapes: &mut Vec<Shape>) {
        let stroke = Stroke::solid(3.0, Ink::full(Color::Cut));
        let reach = 14.0 * (1.0 - self.share) + 6.0;
        for pruned in self.trace.pruned_children(self.step.visit) {
            let place = crate::trace::Place { node: pruned, below: 0 };
            let Some(node) = self.layout.nodes.iter().find(|node| node.place == place) else { continue };
            let rect = node.rect;
            let center = match self.layout.orientation {
                Orientation::LeftToRight => Point::new(rect.min.x - 7.0, rect.center().y),
                Orientation::TopDown => Point::new(rect.center().x, rect.min.y - 7.0),
            };
            let (from, to) = match self.layout.orientation {
                Orientation::LeftToRight => {
                    (Point::new(center.x - 2.5, center.y - reach), Point::new(center.x + 2.5, center.y + reach))
                }
                Orientation::TopDown => {
                    (Point::new(center.x - reach, center.y - 2.5), Point::new(center.x + reach, center.y + 2.5))
                }
            };
            shapes.push(Shape::Line { points: vec![from, to], stroke });
        }
    }

    /// A ring round the node, and a line to where the entry was written, if that is in sight.
    fn table(&self, shapes: &mut Vec<Shape>) {
        let rect = self.layout.nodes[self.current].rect;
        let is_lookup = self.step.kind == FrameKind::Lookup;
        let reach = if is_lookup { 12.0 * (1.0 - self.share) } else { 12.0 * self.share };
        let stroke = Stroke::solid(2.5, Ink::faded(Color::Table, 1.0 - self.share * 0.5));
        let ring = rect.grown(3.0 + reach);
        shapes.push(Shape::Rect { rect: ring, corner: 8.0, fill: None, stroke: Some(stroke) });
        let source = self.step.store.filter(|_| is_lookup).and_then(|store| self.trace.stored(store));
        let source = source.and_then(|stored| {
            let path = self.trace.path(self.trace.node_of(stored.visit));
            self.layout.node_at_path(&path)
        });
        if let Some(source) = source.filter(|&source| source != self.current) {
            let (from, to) = (self.layout.nodes[source].rect.center(), rect.center());
            let end = Point::new(from.x + (to.x - from.x) * self.share, from.y + (to.y - from.y) * self.share);
            shapes.push(Shape::Line { points: vec![from, end], stroke: Stroke::dashed(2.0, Ink::full(Color::Table)) });
        }
    }

    /// A frame that closes around the node that is entered.
    fn entered(&self, shapes: &mut Vec<Shape>) {
        let rect = self.place_of(self.current).grown(2.0 + 10.0 * (1.0 - self.share));
        let stroke = Stroke::solid(2.0, Ink::faded(Color::Current, 0.8 * (1.0 - self.share)));
        shapes.push(Shape::Rect { rect, corner: 8.0, fill: None, stroke: Some(stroke) });
    }
}

const fn player_ink(player: crate::game::Player) -> Color {
    match player {
        crate::game::Player::Max => Color::Max,
        crate::game::Player::Min => Color::Min,
    }
}

/// A score in a coloured capsule.
fn token(at: Point, score: Score, color: Color, shapes: &mut Vec<Shape>) {
    let text = score.to_string();
    let (x, y) = ((text_width(&text, SCORE_SIZE) / 2.0 + 6.0).max(11.0), 11.0);
    let rect = Rect::new(at.x - x, at.y - y, at.x + x, at.y + y);
    shapes.push(Shape::Rect { rect, corner: y, fill: Some(Ink::full(color)), stroke: None });
    shapes.push(Shape::Text {
        at,
        anchor: Anchor::Center,
        size: SCORE_SIZE,
        text,
        ink: Ink::full(Color::Ground),
        strong: true,
    });
}

/// The point at a part of a line's length.
fn along(points: &[Point], share: f32) -> Point {
    let lengths: Vec<f32> =
        points.windows(2).map(|ends| (ends[1].x - ends[0].x).hypot(ends[1].y - ends[0].y)).collect();
    let mut rest = lengths.iter().sum::<f32>() * share.clamp(0.0, 1.0);
    for (ends, length) in points.windows(2).zip(&lengths) {
        if rest <= *length && *length > 0.0 {
            let part = rest / length;
            return Point::new(ends[0].x + (ends[1].x - ends[0].x) * part, ends[0].y + (ends[1].y - ends[0].y) * part);
        }
        rest -= length;
    }
    points.last().copied().unwrap_or_default()
}
