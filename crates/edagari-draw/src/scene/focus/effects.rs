//! The event of a frame, drawn on top while it happens: a score that moves to the parent, a cut that strikes, a bound that moves, a table entry that
//! is found or written.

use super::cross_fade::{eased, sunk};
use super::draw_edges::{arrives, edge_points};
use super::drawing::Drawing;
use super::drawing::PieceKind;
use super::layout::{FocusLayout, Lens};
use super::node::{FocusNode, Form, Label, Route};
use super::request::Moment;
use super::sizes::text_width;
use crate::scene::{Anchor, Color, Ink, Orientation, Point, Rect, Scene, Shape, Stroke};
use edagari_core::analysis::{returned_text, short_score_text};
use edagari_core::game::Player;
use edagari_core::language::Language;
use edagari_core::trace::{FrameKind, Place, Step, Trace};

/// The size of a moving score relative to small texts.
const SCORE_SIZE: f32 = 1.2;
/// The resting positions of a score on the edge, as shares of its length from the parent: the first one at which it covers
/// nothing else, or else the one at which it covers least.
const RESTS: [f32; 17] = [0.5, 0.55, 0.45, 0.6, 0.4, 0.65, 0.35, 0.7, 0.3, 0.75, 0.25, 0.8, 0.2, 0.85, 0.15, 0.9, 0.1];
/// The weight of a move's name that a score covers, and the usual width of a score beside it, relative to its font size.
const COVERED_NAME: f32 = 4.0;
const USUAL_NOTE: f32 = 3.5;
/// The maximum reach of a halo beyond its node, so that it stays off the texts beside the node, and the width of its rim.
const HALO: f32 = 14.0;
const RIM: f32 = 5.0;
/// The initial extra length of the strokes of a cut.
const SWING: f32 = 16.0;
/// The rims of an afterglow around a node, by width and opacity, and the opacity of the afterglow below texts.
const GLOW: [(f32, f32); 2] = [(9.0, 0.22), (5.0, 0.4)];
const GLOW_OF_WORDS: f32 = 0.34;

/// Draws the event of a frame, `share` of its time from 0 to 1; draws nothing from 1 on, when the event is over.
#[must_use]
pub fn draw_effects(trace: &Trace, layout: &FocusLayout, frame: usize, moment: &Moment, share: f32) -> Scene {
    let mut scene = Scene::default();
    let Some(step) = trace.step(frame).filter(|_| share < 1.0) else { return scene };
    let shown = |path: Vec<u32>| layout.showing(trace, &path, frame).or_else(|| layout.group_with(&path));
    let Some(current) = moment.current.clone().and_then(shown) else { return scene };
    let child = moment.child().and_then(shown).filter(|&child| child != current);
    let effects = Effects { trace, layout, frame, step, current, share: eased(share) };
    match step.kind {
        FrameKind::Score => effects.returned_score(child, &mut scene.shapes),
        FrameKind::Update => effects.update(child, &mut scene.shapes),
        FrameKind::Lookup | FrameKind::Store => effects.table(&mut scene.shapes),
        FrameKind::Start if trace.is_search() => effects.entered(&mut scene.shapes),
        FrameKind::Start | FrameKind::End => {}
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
    /// Returns the visible place of the current node, or of the child.
    fn place_of(&self, index: usize) -> Rect {
        let node = &self.layout.nodes[index];
        self.layout.lens(index).map_or(node.grown.unwrap_or(node.rect), |lens| lens.rect)
    }

    /// Draws the child's score as it moves along the edge to the parent.
    fn returned_score(&self, child: Option<usize>, shapes: &mut Vec<Shape>) {
        let returned = returned_text(self.trace, self.frame, Language::English);
        let Some((child, text)) = child.zip(returned) else { return };
        let (from, to) = (self.place_of(self.current), self.place_of(child));
        let points = way_of_score(self.layout, (from, to), (self.current, child));
        let at = if let Some((lens, &begin)) = self.layout.lens(child).zip(points.last()) {
            between(begin, resting_place(self.layout, &points, Some(lens), &text), self.share)
        } else {
            let rests = resting_share(self.layout, &points, None, &text);
            along(&points, 1.0 + (rests - 1.0) * self.share)
        };
        token(self.layout, at, text, Color::Current, shapes);
    }

    /// Draws the bound that is updated as it moves from the child to the window, and the strokes of a cut.
    fn update(&self, child: Option<usize>, shapes: &mut Vec<Shape>) {
        if self.step.cut.is_some() {
            self.cut(shapes);
        }
        let node = &self.layout.nodes[self.current];
        let (Some(label), Some(child)) = (node.note_label.filter(|_| self.trace.has_windows()), child) else { return };
        let to = label.rect.center();
        let from = on_border(self.place_of(child), to);
        let (name, bound, color) = match self.step.player {
            Player::Max => ('α', self.step.window.alpha, Color::Max),
            Player::Min => ('β', self.step.window.beta, Color::Min),
        };
        // The frame before an update is that of the child's score.
        let before = self.frame.checked_sub(1).and_then(|before| self.trace.step(before));
        if before.is_some_and(|before| before.window != self.step.window) {
            let text = format!("{name} {}", short_score_text(self.trace, bound));
            token(self.layout, between(from, to, self.share), text, color, shapes);
        }
    }

    /// Draws strokes that swing across the edges of the children that are skipped, and one that runs across each of them.
    fn cut(&self, shapes: &mut Vec<Shape>) {
        let rest = 1.0 - self.share;
        let stroke = |width: f32| Stroke::solid(width, Ink::full(Color::Cut));
        for pruned in self.trace.pruned_children(self.step.visit) {
            let skipped = Place { node: pruned, below: 0 };
            let Some(index) = self.layout.nodes.iter().position(|node| node.place == skipped) else { continue };
            let node = &self.layout.nodes[index];
            if node.form == Form::Bar {
                continue;
            }
            let place = node.rect.shifted(sunk(self.layout, index, self.share));
            let (from, to) =
                (Point::new(place.min.x + 3.0, place.max.y - 3.0), Point::new(place.max.x - 3.0, place.min.y + 3.0));
            shapes.push(Shape::Line {
                points: vec![from, between(from, to, self.share)],
                stroke: stroke(2.0 + 2.5 * rest),
            });
            let parent = self.place_of(self.current);
            let edge = edge_points(self.layout, parent, place, (self.current, index));
            let Some(&end) = edge.last().filter(|_| node.parent == Some(self.layout.focus) && node.form == Form::Board)
            else {
                continue;
            };
            // At their final place, the edge has its own strokes.
            let (lean, reach) = (2.5 + 4.0 * rest, 6.0 + SWING * rest);
            for offset in [-9.5, -4.5] {
                let (center, way) = match arrives(&edge) {
                    Orientation::LeftToRight => (Point::new(end.x + offset, end.y), Point::new(lean, reach)),
                    Orientation::TopDown => (Point::new(end.x, end.y + offset), Point::new(reach, lean)),
                };
                let points = vec![
                    Point::new(center.x - way.x, center.y - way.y),
                    Point::new(center.x + way.x, center.y + way.y),
                ];
                shapes.push(Shape::Line { points, stroke: stroke(2.0 + rest) });
            }
        }
    }

    /// Draws a halo that closes around a node whose entry is found, and opens around one whose entry is written; and a line from the node where the
    /// entry was written, if it is visible.
    fn table(&self, shapes: &mut Vec<Shape>) {
        let is_lookup = self.step.kind == FrameKind::Lookup;
        self.halo(Color::Table, if is_lookup { 1.0 - self.share } else { self.share }, shapes);
        let source = self.step.store.filter(|_| is_lookup).and_then(|store| self.trace.table().stored(store));
        let source = source.and_then(|stored| {
            let path = self.trace.path(self.trace.node_of(stored.visit));
            self.layout.showing(self.trace, &path, stored.frame)
        });
        if let Some(source) = source.filter(|&source| source != self.current) {
            let (from, to) = (self.layout.nodes[source].rect, self.place_of(self.current));
            let (from, to) = (on_border(from, to.center()), on_border(to, from.center()));
            let points = vec![from, between(from, to, self.share)];
            shapes.push(Shape::Line { points, stroke: Stroke::solid(2.5, Ink::full(Color::Table)) });
            shapes.push(Shape::Disc { center: from, radius: 4.0, fill: Ink::full(Color::Table) });
        }
    }

    /// Draws a halo that closes around the node that is entered.
    fn entered(&self, shapes: &mut Vec<Shape>) {
        self.halo(Color::Current, 1.0 - self.share, shapes);
    }

    /// Draws a glow around the current node, from 0 (close) to 1 (wide), and a rim along its frame.
    fn halo(&self, color: Color, wide: f32, shapes: &mut Vec<Shape>) {
        let rect = self.place_of(self.current);
        let opacity = 1.0 - self.share;
        let reach = 3.0 + HALO * wide;
        let shine = Some(Stroke::solid(reach, Ink::faded(color, 0.25 * opacity)));
        shapes.push(Shape::Rect { rect: rect.grown(reach), corner: 6.0 + reach, fill: None, stroke: shine });
        let stroke = Stroke::solid(RIM, Ink::faded(color, opacity));
        shapes.push(Shape::Rect { rect: rect.grown(RIM / 2.0), corner: 8.0, fill: None, stroke: Some(stroke) });
    }
}

/// Returns the route of the score of a child, from the parent to the child.
fn way_of_score(layout: &FocusLayout, (from, to): (Rect, Rect), (parent, child): (usize, usize)) -> Vec<Point> {
    if layout.lens(child).is_some() {
        return vec![on_border(from, to.center()), on_border(to, from.center())];
    }
    edge_points(layout, from, to, (parent, child))
}

/// Draws the score of the child that has returned, at rest on its way to the parent while the frame lasts.
pub(super) fn resting_score(drawing: &mut Drawing<'_>) {
    let (trace, layout) = (drawing.trace, drawing.layout);
    let has_arrived = drawing.look.way.is_none_or(|way| way.share >= 1.0);
    let Some((current, child)) = drawing.current.zip(drawing.child).filter(|_| has_arrived) else { return };
    if trace.step(drawing.look.frame).is_none_or(|step| step.kind != FrameKind::Score) {
        return;
    }
    let returned = returned_text(trace, drawing.look.frame, drawing.look.language);
    // A child without a line of its own, in the strip, shows its score itself.
    let has_way = layout.lens(child).is_some()
        || (layout.nodes[child].parent == Some(current) && layout.nodes[child].route != Route::Hidden);
    let Some(text) = returned.filter(|_| has_way) else { return };
    let place = |index: usize| layout.lens(index).map_or(drawing.rect(index), |lens| lens.rect);
    let points = way_of_score(layout, (place(current), place(child)), (current, child));
    let mut shapes = Vec::new();
    let at = resting_place(layout, &points, layout.lens(child), &text);
    token(layout, at, text, Color::Current, &mut shapes);
    drawing.begin(PieceKind::Score, layout.nodes[child].key, shapes[0].start());
    drawing.shapes.append(&mut shapes);
}

/// Draws the afterglow of the frame's change, below texts and around the node: the node, and its bound or score.
pub(super) fn afterglow(drawing: &mut Drawing<'_>) {
    let (trace, strength) = (drawing.trace, drawing.look.glow);
    let Some(step) = trace.step(drawing.look.frame).filter(|_| strength > 0.0) else { return };
    let Some(current) = drawing.current else { return };
    let child = drawing.child.unwrap_or(current);
    // A score that returns belongs to the child; all other events happen at the node itself.
    let (node, has_words) = match step.kind {
        FrameKind::Score => (child, true),
        FrameKind::Update | FrameKind::End => (current, true),
        FrameKind::Start | FrameKind::Lookup | FrameKind::Store => (current, false),
    };
    if has_words {
        glow_below_words(drawing, node, strength);
    }
    let place = drawing.lens(node).map_or(drawing.rect(node), |lens| lens.rect);
    let rim = |width: f32, opacity: f32| {
        let stroke = Some(Stroke::solid(width, Ink::faded(Color::Current, opacity * strength)));
        Shape::Rect { rect: place.grown(width), corner: 6.0 + width, fill: None, stroke }
    };
    drawing.shapes.splice(0..0, GLOW.map(|(width, opacity)| rim(width, opacity)));
    for begin in &mut drawing.begins {
        begin.first += GLOW.len();
    }
}

/// Draws a glow below the text of a node's bound or score: in its note, at the end of its chip, or beside the focus.
fn glow_below_words(drawing: &mut Drawing<'_>, node: usize, strength: f32) {
    let shown = drawing.node(node);
    let label = drawing.lens(node).map_or(shown.note_label, |lens| Some(lens.note_label));
    let ends = drawing.begins.iter().skip(1).map(|next| next.first).chain([drawing.shapes.len()]);
    let pieces = drawing.begins.iter().zip(ends).filter(|(begin, _)| begin.name.of == shown.key);
    let is_changed = |kind: PieceKind, shape: &Shape| match shape {
        Shape::Text { at, anchor, strong, .. } => match kind {
            PieceKind::Caption => *strong,
            PieceKind::Node | PieceKind::Lens => match label {
                Some(label) => label.rect.grown(1.0).touches(Rect::square(*at, 0.0)),
                None => shown.form == Form::Chip && *anchor == Anchor::Right && *strong,
            },
            _ => false,
        },
        _ => false,
    };
    let words: Vec<usize> = pieces
        .flat_map(|(begin, end)| (begin.first..end).map(|at| (begin.name.kind, at)))
        .filter(|&(kind, at)| is_changed(kind, &drawing.shapes[at]))
        .map(|(_, at)| at)
        .collect();
    for at in words.into_iter().rev() {
        let Shape::Text { at: point, anchor, size, text, .. } = &drawing.shapes[at] else { continue };
        let (wide, half) = (text_width(text, *size), size * 0.7);
        let left = match anchor {
            Anchor::Left => point.x,
            Anchor::Right => point.x - wide,
            Anchor::Center | Anchor::Top => point.x - wide / 2.0,
        };
        let rect = Rect::new(left - 4.0, point.y - half, left + wide + 4.0, point.y + half);
        let fill = Some(Ink::faded(Color::Current, GLOW_OF_WORDS * strength));
        drawing.shapes.insert(at, Shape::Rect { rect, corner: 4.0, fill, stroke: None });
        for begin in drawing.begins.iter_mut().filter(|begin| begin.first > at) {
            begin.first += 1;
        }
    }
}

/// Returns the point at which the score of a child rests: on the edge to it, or, if it covers less there, at the right of a board that is opened
/// beside the focus.
fn resting_place(layout: &FocusLayout, points: &[Point], lens: Option<Lens>, text: &str) -> Point {
    let on_edge = along(points, resting_share(layout, points, lens, text));
    let beside = lens.map(|lens| {
        let half = capsule(layout, lens.rect.center(), text).width() / 2.0;
        Point::new(lens.rect.max.x + 6.0 + half, lens.rect.center().y)
    });
    let covers_less = |at: &Point| covered(layout, *at, lens, text) < covered(layout, on_edge, lens, text);
    beside.filter(covers_less).unwrap_or(on_edge)
}

/// Returns the share of an edge, from the parent, at which a score covers the least of nodes and texts.
fn resting_share(layout: &FocusLayout, points: &[Point], lens: Option<Lens>, text: &str) -> f32 {
    let places = RESTS.into_iter().map(|share| (share, covered(layout, along(points, share), lens, text)));
    places.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(RESTS[0], |(share, _)| share)
}

/// Returns the area of nodes and texts that a score at a point covers.
fn covered(layout: &FocusLayout, at: Point, lens: Option<Lens>, text: &str) -> f32 {
    let capsule = capsule(layout, at, text);
    let area = |rect: Rect| {
        let wide = rect.max.x.min(capsule.max.x) - rect.min.x.max(capsule.min.x);
        let high = rect.max.y.min(capsule.max.y) - rect.min.y.max(capsule.min.y);
        wide.max(0.0) * high.max(0.0)
    };
    let of_node = |node: &FocusNode| {
        let name = node.move_label.map(|label| {
            let text = node.fitted_move(label.size, label.rect.width());
            COVERED_NAME * area(words_at(label, text_width(&text, label.size)))
        });
        let note = node.note_label.map(|label| area(words_at(label, USUAL_NOTE * label.size)));
        let others: f32 = [node.body()].into_iter().chain(node.mark).map(area).sum();
        others + name.unwrap_or_default() + note.unwrap_or_default()
    };
    let of_lens = lens.map(|lens| [lens.rect, lens.move_label.rect, lens.note_label.rect]);
    let beside = of_lens.into_iter().flatten().chain(layout.caption).map(area).sum::<f32>();
    beside + layout.nodes.iter().map(of_node).sum::<f32>()
}

/// Returns the part of a label's place that a text of this width fills.
fn words_at(label: Label, wide: f32) -> Rect {
    let Rect { min, max } = label.rect;
    let wide = wide.min(label.rect.width());
    let left = match label.anchor {
        Anchor::Left => min.x,
        Anchor::Right => max.x - wide,
        Anchor::Center | Anchor::Top => label.rect.center().x - wide / 2.0,
    };
    Rect::new(left, min.y, left + wide, max.y)
}

/// Returns the place of a text in a capsule, inside the picture.
fn capsule(layout: &FocusLayout, at: Point, text: &str) -> Rect {
    let size = layout.words.small * SCORE_SIZE;
    let high = size * 0.9;
    let wide = (text_width(text, size) / 2.0 + size / 2.0).max(high);
    let within = |at: f32, half: f32, length: f32| at.min(length - half).max(half);
    let (x, y) = (within(at.x, wide, layout.size.0), within(at.y, high, layout.size.1));
    Rect::new(x - wide, y - high, x + wide, y + high)
}

/// Draws a text in a coloured capsule.
fn token(layout: &FocusLayout, at: Point, text: String, color: Color, shapes: &mut Vec<Shape>) {
    let size = layout.words.small * SCORE_SIZE;
    let rect = capsule(layout, at, &text);
    let (high, at) = (rect.height() / 2.0, rect.center());
    shapes.push(Shape::Rect { rect, corner: high, fill: Some(Ink::full(color)), stroke: None });
    let ink = Ink::full(Color::Ground);
    shapes.push(Shape::Text { at, anchor: Anchor::Center, size, text, ink, strong: true });
}

fn between(from: Point, to: Point, share: f32) -> Point {
    Point::new(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
}

/// Returns the point where a line from the middle of a rectangle to a point outside crosses its border.
fn on_border(rect: Rect, to: Point) -> Point {
    let center = rect.center();
    let part = |half: f32, way: f32| if way.abs() > half { half / way.abs() } else { 1.0 };
    let share = part(rect.width() / 2.0, to.x - center.x).min(part(rect.height() / 2.0, to.y - center.y));
    between(center, to, share)
}

/// Returns the point at a share of a line's length.
fn along(points: &[Point], share: f32) -> Point {
    let lengths: Vec<f32> =
        points.windows(2).map(|ends| (ends[1].x - ends[0].x).hypot(ends[1].y - ends[0].y)).collect();
    let mut rest = lengths.iter().sum::<f32>() * share.clamp(0.0, 1.0);
    for (ends, length) in points.windows(2).zip(&lengths) {
        if rest <= *length && *length > 0.0 {
            let part = rest / length;
            return between(ends[0], ends[1], part);
        }
        rest -= length;
    }
    points.last().copied().unwrap_or_default()
}
