//! Marks that nodes of all forms share: the outline, the note, the numbers of nodes below and of
//! visits, the mark of a node that only one run visited, and the badge of its type.

use std::f32::consts::FRAC_PI_4;

use super::drawing::Drawing;
use super::drawing::PieceKind;
use super::node::Fold;
use super::node::{Form, Label};
use super::part::Part;
use super::sizes::text_width;
use crate::scene::shape::fade;
use crate::scene::{Anchor, Color, Ink, Point, Rect, Shape, Stroke};
use edagari_core::analysis::{decimal_text, proof_note, sample_by, short_score_text, signed_text, window_text};
use edagari_core::game::Player;
use edagari_core::language::grouped;
use edagari_core::trace::{NodeState, Sample, Trace, VisitId};

/// Returns the opacities of a node by its state: of its board, and of its frame.
pub(super) fn strength(state: NodeState) -> (f32, f32) {
    match state {
        NodeState::Unvisited => (0.42, 0.5),
        NodeState::Skipped { .. } => (0.4, 0.5),
        NodeState::Pruned { .. } => (0.36, 0.6),
        NodeState::Open { .. } | NodeState::Scored { .. } => (1.0, 1.0),
    }
}

pub(super) fn player_color(player: Option<Player>) -> Color {
    player.map_or(Color::Edge, Color::from)
}

pub(super) fn outline(drawing: &Drawing<'_>, index: usize) -> Stroke {
    let state = drawing.states[index];
    let is_pruned = matches!(state, NodeState::Pruned { .. });
    if drawing.is_on_current_path(index) {
        let width = if drawing.current == Some(index) { 3.0 } else { 2.0 };
        return Stroke::solid(width, Ink::full(Color::Current));
    }
    if drawing.is_child(index) {
        return Stroke::solid(3.0, Ink::full(Color::Current));
    }
    let node = drawing.node(index);
    let color = if is_pruned || node.is_chance { Color::Edge } else { player_color(node.player) };
    let ink = Ink::faded(color, strength(state).1);
    let is_skipped = matches!(state, NodeState::Skipped { .. });
    if is_pruned || is_skipped || state == NodeState::Unvisited || drawing.is_from_before(index) {
        Stroke::dashed(1.0, ink)
    } else {
        Stroke::solid(1.25, ink)
    }
}

pub(super) fn struck(drawing: &mut Drawing<'_>, rect: Rect, width: f32) {
    // A node that grows out of a point is smaller at first.
    let inside = |length: f32| (length / 2.0).min(3.0);
    let (x, y) = (inside(rect.width()), inside(rect.height()));
    let points = vec![Point::new(rect.min.x + x, rect.max.y - y), Point::new(rect.max.x - x, rect.min.y + y)];
    drawing.shapes.push(Shape::Line { points, stroke: Stroke::solid(width, Ink::full(Color::Cut)) });
}

pub(super) fn equal_mark(drawing: &mut Drawing<'_>, rect: Rect) {
    let stroke = Some(Stroke::solid(2.0, Ink::full(Color::Table)));
    drawing.shapes.push(Shape::Rect { rect: rect.grown(3.0), corner: 6.0, fill: None, stroke });
}

/// Returns the radius of the circle that fills a rectangle.
fn half_of(rect: Rect) -> f32 {
    rect.width().min(rect.height()) / 2.0
}

/// Returns the width of the ribbon at the end of a chip that only one of two runs visited; in a short chip the move needs the room.
pub(super) fn ribbon(chip: Rect) -> f32 {
    7.0_f32.min(chip.width() / 9.0)
}

/// Draws the mark of a node that only this run visited: a separate frame and a hatched ribbon across the upper right corner, or at the end of a chip.
/// The frame of a circle is round, and its hatched part ends at the circle.
pub(super) fn only_here_mark(drawing: &mut Drawing<'_>, rect: Rect, form: Form, is_circle: bool) {
    let frame = Some(Stroke::solid(2.0, Ink::full(Color::Only)));
    let around = rect.grown(2.5);
    let corner = if is_circle { half_of(around) } else { 5.0 };
    drawing.shapes.push(Shape::Rect { rect: around, corner, fill: None, stroke: frame });
    if is_circle {
        hatched_cap(drawing, rect);
        return;
    }
    let (right, top) = (rect.max.x, rect.min.y);
    let hatch = Stroke::solid(1.5, Ink::full(Color::Only));
    if form == Form::Chip {
        let wide = ribbon(rect);
        let ribbon = Rect::new(right - wide, top, right, rect.max.y);
        let fill = Some(Ink::faded(Color::Only, 0.3));
        drawing.shapes.push(Shape::Rect { rect: ribbon, corner: 0.0, fill, stroke: None });
        let count = ((rect.height() / 5.0) as usize).max(1);
        for at in 0..count {
            let y = top + (at as f32 + 1.0) * rect.height() / count as f32;
            let points = vec![Point::new(right - wide, y), Point::new(right, (y - wide).max(top))];
            drawing.shapes.push(Shape::Line { points, stroke: hatch });
        }
        return;
    }
    let size = (rect.width().min(rect.height()) * 0.34).clamp(8.0, 40.0);
    let corners = [Point::new(right - size, top), Point::new(right, top), Point::new(right, top + size)];
    drawing.shapes.push(Shape::Polygon { corners: corners.to_vec(), fill: Ink::faded(Color::Only, 0.3) });
    let count = (size / 6.0).max(2.0) as usize;
    for at in 1..=count {
        let from = size * at as f32 / count as f32;
        let points = vec![Point::new(right - from, top), Point::new(right, top + from)];
        drawing.shapes.push(Shape::Line { points, stroke: hatch });
    }
}

/// The distance of the hatched cap of a circle from the middle, relative to the radius, and the number of points of its arc.
const CAP: f32 = 0.55;
const ARC_POINTS: usize = 12;

/// Draws the hatched part at the upper right of a circle: the area between the circle and a chord.
fn hatched_cap(drawing: &mut Drawing<'_>, rect: Rect) {
    let (center, radius) = (rect.center(), half_of(rect));
    let at = |angle: f32| Point::new(center.x + radius * angle.cos(), center.y - radius * angle.sin());
    let half_angle = CAP.acos();
    let arc = (0..=ARC_POINTS).map(|point| FRAC_PI_4 + half_angle * (2.0 * point as f32 / ARC_POINTS as f32 - 1.0));
    drawing.shapes.push(Shape::Polygon { corners: arc.map(at).collect(), fill: Ink::faded(Color::Only, 0.3) });
    let count = (radius * (1.0 - CAP) / 4.0).max(2.0) as usize;
    for line in 0..count {
        let distance = CAP + (1.0 - CAP) * line as f32 / count as f32;
        let points = vec![at(FRAC_PI_4 + distance.acos()), at(FRAC_PI_4 - distance.acos())];
        drawing.shapes.push(Shape::Line { points, stroke: Stroke::solid(1.5, Ink::full(Color::Only)) });
    }
}

/// The note of a node: the score of a scored node, the window of an open one.
pub(super) struct Note {
    pub text: String,
    pub color: Color,
    pub is_window: bool,
    /// Whether the score is from the table.
    pub is_answered: bool,
}

/// Returns the note of a node of the picture.
pub(super) fn note_at(drawing: &Drawing<'_>, index: usize) -> Option<Note> {
    let (trace, frame, node) = (drawing.trace, drawing.look.frame, drawing.node(index));
    if trace.proofs().is_some() {
        let text = proof_note(trace, node.place.recorded()?, frame, drawing.look.language)?;
        return Some(Note { text, color: Color::Text, is_window: false, is_answered: false });
    }
    note_of(trace, drawing.states[index], node.visit_at(trace, frame))
}

/// Returns the note of a node in a state; `visit` is its latest layer.
pub(super) fn note_of(trace: &Trace, drawing_state: NodeState, visit: Option<VisitId>) -> Option<Note> {
    let some = |text, color, is_window, is_answered| Some(Note { text, color, is_window, is_answered });
    if let (true, Some(visit)) = (trace.samples().is_some(), visit) {
        return some(sample_note(trace, drawing_state, visit)?, Color::Text, false, false);
    }
    match drawing_state {
        NodeState::Scored { score, kind } => {
            let answered = visit.and_then(|visit| trace.table().answered(visit));
            let is_horizon = visit.is_some_and(|visit| trace.is_horizon(visit));
            let score = short_score_text(trace, score);
            let text = if is_horizon { format!("≈ {score}") } else { signed_text(trace, kind, score) };
            some(text, Color::Text, false, answered.is_some())
        }
        // The score of a speculative visit is only a guess; the value remains unknown.
        NodeState::Skipped { .. } => some("?".to_owned(), Color::SecondaryText, false, false),
        NodeState::Open { window } if trace.has_windows() => {
            let is_closed = window.is_closed();
            some(window_text(trace, window), if is_closed { Color::Cut } else { Color::CurrentText }, true, false)
        }
        _ => None,
    }
}

/// Returns the number of visits of a node in a Monte-Carlo tree search, and their mean from max's view; `None` before its first visit has ended.
pub(super) fn sample_note(trace: &Trace, state: NodeState, visit: VisitId) -> Option<String> {
    let sample = sample_of(trace, state, visit)?;
    Some(format!("{} · {}", grouped(sample.visits.into()), decimal_text(sample.mean()?)))
}

/// Returns the mean of a node in a Monte-Carlo tree search from max's view; `None` in other runs, and before its first visit has ended.
pub(super) fn mean_text(trace: &Trace, state: NodeState, visit: VisitId) -> Option<String> {
    trace.samples()?;
    sample_of(trace, state, visit)?.mean().map(decimal_text)
}

/// The height, in points, of the bar that shows the mean of a node in a Monte-Carlo tree search.
pub const MEAN_BAR: f32 = 4.0;
/// The distance between that bar and the frame of its node.
const BELOW_MEAN: f32 = 2.0;

/// Returns the part of a node that is left for its board: all of it, or the part above the bar of its mean. It does not depend on the
/// frame, so that a board keeps its size when the first result arrives.
pub(super) fn above_mean(trace: &Trace, rect: Rect) -> Rect {
    let used = MEAN_BAR + BELOW_MEAN;
    let has_bar = trace.samples().is_some() && rect.height() > 2.0 * used;
    if has_bar { Rect::new(rect.min.x, rect.min.y, rect.max.x, rect.max.y - used) } else { rect }
}

/// Draws the mean of a node in a Monte-Carlo tree search as a bar along its lower edge. Max's part
/// grows with the mean; the rest is min's part. Draws nothing without visits, or if the range of
/// scores is not known.
pub(super) fn mean_bar(drawing: &mut Drawing<'_>, index: usize, rect: Rect) {
    let trace = drawing.trace;
    if trace.samples().is_none() {
        return;
    }
    let visit = drawing.node(index).visit_at(trace, drawing.look.frame);
    let mean = visit.and_then(|visit| sample_of(trace, drawing.states[index], visit)?.mean());
    let ends = trace.known_range().and_then(|range| Some([range.lower.finite()?, range.upper.finite()?]));
    let (Some(mean), Some([lowest, highest])) = (mean, ends) else { return };
    let share = ((mean - f64::from(lowest)) / f64::from(highest - lowest).max(1.0)).clamp(0.0, 1.0) as f32;
    let bottom = rect.max.y - BELOW_MEAN;
    let bar = Rect::new(rect.min.x + 3.0, bottom - MEAN_BAR, rect.max.x - 3.0, bottom);
    let middle = bar.min.x + share * bar.width();
    for (from, to, color) in [(bar.min.x, middle, Color::Max), (middle, bar.max.x, Color::Min)] {
        let part = Rect::new(from, bar.min.y, to, bar.max.y);
        if part.width() > 0.0 {
            drawing.shapes.push(Shape::Rect { rect: part, corner: 0.0, fill: Some(Ink::full(color)), stroke: None });
        }
    }
}

/// Returns the iterations through a node in a state by its latest visit.
fn sample_of(trace: &Trace, state: NodeState, visit: VisitId) -> Option<Sample> {
    let frame = if matches!(state, NodeState::Open { .. }) { trace.span(visit).0 } else { usize::MAX };
    sample_by(trace, visit, frame)
}

/// Returns the best score so far of an open visit as a text. `None` before its first update, and
/// while no child has improved the bound that a fail-hard visit starts with, because no child
/// returned that bound.
#[must_use]
pub fn score_so_far(trace: &Trace, visit: VisitId, frame: usize) -> Option<String> {
    let value = trace.value_by(visit, u32::try_from(frame).unwrap_or(u32::MAX))?;
    // A chance node has no value before all its children have one.
    let has_none = trace.is_chance(visit) && value.finite().is_none();
    let is_given = value.finite().is_some() && value == trace.value_at_start(visit);
    (!has_none && !is_given).then(|| short_score_text(trace, value))
}

/// Draws a ring around a score that is from the table.
pub(super) fn ring(drawing: &mut Drawing<'_>, label: Label, text: &str) {
    let width = (text_width(text, label.size) * 0.94).min(label.rect.width());
    let rect = label.rect;
    let (from, to) = match label.anchor {
        Anchor::Left => (rect.min.x, rect.min.x + width),
        Anchor::Right => (rect.max.x - width, rect.max.x),
        Anchor::Center | Anchor::Top => (rect.center().x - width / 2.0, rect.center().x + width / 2.0),
    };
    let rect = Rect::new(from - 3.0, rect.min.y, to + 3.0, rect.max.y);
    let stroke = Some(Stroke::solid(1.75, Ink::full(Color::Table)));
    drawing.shapes.push(Shape::Rect { rect, corner: rect.height() / 2.0, fill: None, stroke });
}

/// Draws the number of visited nodes below a folded node that has ended, after a small triangle. Returns the area of both.
pub(super) fn folded_mark(drawing: &mut Drawing<'_>, index: usize, place: Option<Rect>) -> Option<Rect> {
    if !matches!(drawing.states[index], NodeState::Scored { .. }) {
        return None;
    }
    let rect = place.or_else(|| drawing.node(index).folded_mark(&drawing.layout.words))?;
    let node = drawing.node(index);
    let count = node.visited_below(drawing.trace, drawing.look.frame)?;
    let text = Fold { count }.text();
    let (tip, y) = (rect.min.x, rect.center().y);
    let ink = Ink::full(Color::SecondaryText);
    drawing.shapes.push(Shape::Text {
        at: Point::new(rect.max.x, y),
        anchor: Anchor::Right,
        size: drawing.layout.words.small,
        text,
        ink,
        strong: false,
    });
    drawing.shapes.push(Shape::Polygon {
        corners: vec![Point::new(tip, y), Point::new(tip + 5.0, y - 3.5), Point::new(tip + 5.0, y + 3.5)],
        fill: ink,
    });
    Some(rect)
}

/// The font size of badges, and of the number of visits of a node.
pub(super) const BADGE_SIZE: f32 = 10.0;

/// Returns the text for the number of visits of a node by the frame; `None` if there is only one.
pub(super) fn layer_count(drawing: &Drawing<'_>, index: usize) -> Option<String> {
    let node = drawing.node(index);
    // The note of a sampling contains the number of visits already.
    let has_all = node.part == Part::Node && drawing.trace.has_layers() && drawing.trace.samples().is_none();
    let node = node.place.recorded().filter(|_| has_all)?;
    let count = drawing.trace.layers_by(node, drawing.look.frame);
    (count > 1).then(|| format!("×{count}"))
}

const HEIGHT: f32 = 13.0;
const PADDING: f32 = 3.5;
/// The minimum height and width of boards and chips that have room for a badge.
const LEAST: f32 = 15.0;
/// The distance of the dashed frame from a board, and the smaller one from a chip, which has close neighbours.
const FRAME: f32 = 2.5;
const FRAME_OF_CHIP: f32 = 0.5;

/// Draws the type badges of the nodes that are shown, above everything else.
pub(super) fn type_badges(drawing: &mut Drawing<'_>) {
    for index in 0..drawing.layout.nodes.len() {
        if drawing.node(index).stands_for == 1 {
            let forms = drawing.layout.crossing_of(index).map_or(&[][..], |crossing| &crossing.forms);
            let mut found = if forms.is_empty() { marks(drawing, index) } else { Vec::new() };
            // Badges of a node that changes its form fade in and out with its forms.
            for form in forms {
                drawing.instead = Some((index, &form.node));
                let mut of_form = marks(drawing, index);
                fade(&mut of_form, form.opacity);
                found.extend(of_form);
            }
            drawing.instead = None;
            drawing.begin_at_node(PieceKind::Type, index);
            drawing.shapes.extend(found);
        }
    }
}

fn marks(drawing: &Drawing<'_>, index: usize) -> Vec<Shape> {
    let (trace, look) = (drawing.trace, drawing.look);
    let node = drawing.node(index);
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
        let place = place(rect, node.form, &letters);
        shapes.extend(badge(place, letters, is_outside, color));
    }
    shapes
}

/// Returns the place of a badge: in the lower left corner of a board, before the move in a chip.
fn place(rect: Rect, form: Form, letters: &str) -> Rect {
    let width = badge_width(letters);
    let (left, bottom) = match form {
        Form::Chip => (rect.min.x + 4.0, rect.center().y + HEIGHT / 2.0),
        Form::Board | Form::Bar => (rect.min.x + 2.0, rect.max.y - 2.0),
    };
    Rect::new(left, bottom - HEIGHT, left + width, bottom)
}

fn badge_width(letters: &str) -> f32 {
    (text_width(letters, BADGE_SIZE) + 2.0 * PADDING).max(HEIGHT)
}

/// Returns the width that a chip reserves for the letters of its type; 0 if none are shown.
pub(super) fn room_for_type(drawing: &Drawing<'_>, index: usize) -> f32 {
    let (trace, look) = (drawing.trace, drawing.look);
    let Some(order) = look.order else { return 0.0 };
    let Some(visit) = drawing.node(index).visit_at(trace, look.frame) else { return 0.0 };
    let Some(found) = order.at_frame(trace, visit, look.frame) else { return 0.0 };
    found.letters().map_or(0.0, |letters| badge_width(&letters))
}

/// Draws letters in a pill or, outside the minimal tree, in a dashed box.
fn badge(place: Rect, letters: String, is_outside: bool, color: Color) -> [Shape; 2] {
    let ink = Ink::full(color);
    let (corner, stroke) =
        if is_outside { (1.0, Stroke::dashed(1.0, ink)) } else { (HEIGHT / 2.0, Stroke::solid(1.25, ink)) };
    let ground = Shape::Rect { rect: place, corner, fill: Some(Ink::full(Color::Node)), stroke: Some(stroke) };
    let at = place.center();
    [ground, Shape::Text { at, anchor: Anchor::Center, size: BADGE_SIZE, text: letters, ink, strong: !is_outside }]
}
