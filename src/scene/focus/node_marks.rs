//! What nodes of all forms have in common: outline, note, and the marks at them.

use super::drawing::Drawing;
use super::fold::Fold;
use super::node::Label;
use super::sizes::text_width;
use crate::game::Player;
use crate::scene::{Anchor, Color, Ink, Point, Rect, Shape, Stroke};
use crate::trace::{NodeState, Trace, VisitId};

/// What of a node is seen, by its state: of its board, and of its frame.
pub(super) fn strength(state: NodeState) -> (f32, f32) {
    match state {
        NodeState::Unvisited => (0.4, 0.45),
        NodeState::Skipped { .. } => (0.4, 0.6),
        NodeState::Pruned { .. } => (0.35, 0.8),
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
        return Stroke::solid(2.0, Ink::full(player_color(drawing.layout.nodes[index].player)));
    }
    let color = if is_pruned { Color::Edge } else { player_color(drawing.layout.nodes[index].player) };
    let ink = Ink::faded(color, strength(state).1);
    let is_skipped = matches!(state, NodeState::Skipped { .. });
    if is_pruned || is_skipped || state == NodeState::Unvisited {
        Stroke::dashed(1.0, ink)
    } else {
        Stroke::solid(1.25, ink)
    }
}

pub(super) fn struck(drawing: &mut Drawing<'_>, rect: Rect, width: f32) {
    let points = vec![Point::new(rect.min.x + 3.0, rect.max.y - 3.0), Point::new(rect.max.x - 3.0, rect.min.y + 3.0)];
    drawing.shapes.push(Shape::Line { points, stroke: Stroke::solid(width, Ink::full(Color::Cut)) });
}

pub(super) fn equal_mark(drawing: &mut Drawing<'_>, rect: Rect) {
    let stroke = Some(Stroke::solid(2.0, Ink::full(Color::Table)));
    drawing.shapes.push(Shape::Rect { rect: rect.grown(3.0), corner: 6.0, fill: None, stroke });
}

/// A small diamond at the upper right corner.
pub(super) fn only_here_mark(drawing: &mut Drawing<'_>, rect: Rect) {
    let (x, y, r) = (rect.max.x - 1.0, rect.min.y + 1.0, 4.0);
    let fill = Ink::full(Color::Only);
    let (left, right) = (Point::new(x - r, y), Point::new(x + r, y));
    drawing.shapes.push(Shape::Triangle { corners: [left, Point::new(x, y - r), right], fill });
    drawing.shapes.push(Shape::Triangle { corners: [left, Point::new(x, y + r), right], fill });
}

/// The score of a scored node, the window of an open one.
pub(super) struct Note {
    pub text: String,
    pub color: Color,
    pub is_window: bool,
    /// Whether it comes from the table.
    pub is_answered: bool,
}

/// The note of a node in a state; `visit` is its latest layer.
pub(super) fn note_of(trace: &Trace, drawing_state: NodeState, visit: Option<VisitId>) -> Option<Note> {
    let some = |text, color, is_window, is_answered| Some(Note { text, color, is_window, is_answered });
    match drawing_state {
        NodeState::Scored { score, kind } => {
            let answered = visit.and_then(|visit| trace.answered(visit));
            let is_horizon = visit.is_some_and(|visit| trace.is_horizon(visit));
            let sign = if is_horizon { "≈" } else { kind.sign() };
            let text = format!("{sign} {}", trace.in_unit(score));
            some(text, Color::Text, false, answered.is_some())
        }
        // A guess: what the value is stays open.
        NodeState::Skipped { .. } => some("?".to_owned(), Color::SecondaryText, false, false),
        NodeState::Open { window } if trace.is_search() => {
            // A closed window is no interval, so it is written with its two ends alone.
            let is_closed = window.is_closed();
            let [alpha, beta] = [trace.in_unit(window.alpha), trace.in_unit(window.beta)];
            let text = if is_closed { format!("[{alpha}, {beta}]") } else { format!("({alpha}, {beta})") };
            some(text, if is_closed { Color::Cut } else { Color::CurrentText }, true, false)
        }
        _ => None,
    }
}

/// A ring round a score that comes from the table.
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

/// How many nodes were visited below a folded node that has ended, behind a small triangle; gives back where that stands.
pub(super) fn folded_mark(drawing: &mut Drawing<'_>, index: usize) -> Option<Rect> {
    if !matches!(drawing.states[index], NodeState::Scored { .. }) {
        return None;
    }
    let rect = drawing.layout.folded_mark(index)?;
    let node = &drawing.layout.nodes[index];
    let count = node.visited_below(drawing.trace, drawing.look.frame)?;
    let text = Fold { count, ..node.fold? }.text();
    let (tip, y) = (rect.min.x, rect.center().y);
    let ink = Ink::full(Color::SecondaryText);
    drawing.shapes.push(Shape::Text {
        at: Point::new(rect.max.x, y),
        anchor: Anchor::Right,
        size: Fold::size(&drawing.layout.words),
        text,
        ink,
        strong: false,
    });
    drawing.shapes.push(Shape::Triangle {
        corners: [Point::new(tip, y), Point::new(tip + 5.0, y - 3.5), Point::new(tip + 5.0, y + 3.5)],
        fill: ink,
    });
    Some(rect)
}
