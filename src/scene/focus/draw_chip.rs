//! Chips and bars: nodes as a line of text, and as less than that.

use super::drawing::Drawing;
use super::fold::{FoldSpot, MARK_GAP};
use super::layer_badge::{SIZE as BADGE_SIZE, layer_count};
use super::node::Label;
use super::node_marks::{equal_mark, folded_mark, note_of, only_here_mark, outline, player_color, ring, struck};
use super::part::Part;
use super::sizes::{CHIP_HEIGHT, CHIP_INDENT, CHIP_PADDING, fitted, text_width};
use crate::language::Text;
use crate::scene::{Anchor, Color, Ink, Orientation, Point, Rect, Shape, Stroke};
use crate::trace::NodeState;

/// The room for a move in a chip that says more than that, at least.
const LEAST_MOVE: f32 = 13.0;
/// The width of the bar that says whose move it is, and of the one that has the colour of a column.
const PLAYER_BAR: f32 = 3.0;
const COLUMN_BAR: f32 = 5.0;

/// A line of text: the move, the score, how many nodes lie below.
pub(super) fn chip(drawing: &mut Drawing<'_>, index: usize) {
    let node = &drawing.layout.nodes[index];
    let (rect, state) = (node.rect, drawing.states[index]);
    let is_pruned = matches!(state, NodeState::Pruned { .. });
    let is_quiet = is_pruned || state == NodeState::Unvisited;
    let on_path = drawing.is_on_current_path(index);
    let fill = match (is_pruned, state == NodeState::Unvisited) {
        (true, _) => Some(Ink::full(Color::PrunedNode)),
        (_, true) => None,
        _ => Some(Ink::full(Color::Node)),
    };
    let stroke = if on_path || drawing.is_child(index) {
        Some(outline(drawing, index))
    } else if is_quiet {
        Some(Stroke::dashed(1.0, Ink::faded(Color::Edge, 0.7)))
    } else {
        None
    };
    drawing.shapes.push(Shape::Rect { rect, corner: 3.0, fill, stroke });
    // Several visits have no colour in common.
    let is_colourless = drawing.look.colors.is_some() && node.stands_for > 1;
    if !is_quiet && !is_colourless {
        let of_column = drawing.column_color(index);
        let width = if of_column.is_some() { COLUMN_BAR } else { PLAYER_BAR };
        let bar = Rect::new(rect.min.x, rect.min.y, rect.min.x + width, rect.max.y);
        let fill = Some(Ink::full(of_column.unwrap_or_else(|| player_color(node.player))));
        drawing.shapes.push(Shape::Rect { rect: bar, corner: 1.0, fill, stroke: None });
    }
    let size = drawing.layout.words.small;
    let spot = node.fold.map(|fold| fold.spot);
    let y = if spot == Some(FoldSpot::SecondLineOfChip) { rect.min.y + CHIP_HEIGHT / 2.0 } else { rect.center().y };
    let mut right = rect.max.x - CHIP_PADDING;
    if let Some(mark) = folded_mark(drawing, index).filter(|_| spot == Some(FoldSpot::EndOfChip)) {
        right = mark.min.x - MARK_GAP;
    }
    let node = &drawing.layout.nodes[index];
    let left = rect.min.x + CHIP_INDENT;
    if node.stands_for > 1 {
        let count = node.stands_for.to_string();
        let text = match drawing.look.language.fill(Text::GroupPruned, &[("count", &count)]) {
            words if is_pruned && text_width(&words, size) <= right - left => words,
            _ if is_pruned => format!("… {count}"),
            _ if matches!(node.part, Part::Visits { .. }) => format!("{} ×{count}", node.move_name()),
            _ => format!("×{count}"),
        };
        line(drawing, Point::new(left, y), Anchor::Left, (right - left, size), &text, Color::SecondaryText, false);
    } else {
        let text = match node.depth {
            0 if node.part == Part::Node => "R".to_owned(),
            _ if node.part == Part::Node => node.move_name().to_owned(),
            _ => node.move_text.clone(),
        };
        // A window goes before its node's move does.
        let kept = text_width(&node.move_text, size).min(LEAST_MOVE.max(text_width(&node.tag, size))) + 4.0;
        let words = note_of(drawing.trace, state, node.visit_at(drawing.trace, drawing.look.frame));
        let words = words.filter(|note| kept + text_width(&note.text, size) <= right - left + 0.5);
        let note_width = words.as_ref().map_or(0.0, |note| text_width(&note.text, size));
        let color = if is_quiet { Color::SecondaryText } else { Color::Text };
        let room = right - left - note_width - if note_width > 0.0 { 4.0 } else { 0.0 };
        let shown = if node.part == Part::Node { text.clone() } else { node.fitted_move(size, room) };
        line(drawing, Point::new(left, y), Anchor::Left, (room, size), &shown, color, on_path);
        let behind = left + text_width(&text, size) + 4.0;
        let room = left + room - behind;
        if let Some(count) = layer_count(drawing, index).filter(|count| text_width(count, BADGE_SIZE) <= room) {
            let at = Point::new(behind, y);
            line(drawing, at, Anchor::Left, (room, BADGE_SIZE), &count, Color::SecondaryText, false);
        }
        if let Some(note) = words {
            if note.is_answered {
                let half = CHIP_HEIGHT / 2.0 - 2.0;
                let rect = Rect::new(right - note_width, y - half, right, y + half);
                ring(drawing, Label { rect, anchor: Anchor::Right, size }, &note.text);
            }
            line(drawing, Point::new(right, y), Anchor::Right, (note_width, size), &note.text, note.color, true);
        }
    }
    let node = &drawing.layout.nodes[index];
    if is_pruned && node.stands_for == 1 && node.place.recorded().is_some() {
        struck(drawing, rect, 1.25);
    }
    if drawing.look.equal.contains(&index) {
        equal_mark(drawing, rect.grown(-1.0));
    }
    if drawing.layout.nodes[index].only_here {
        only_here_mark(drawing, rect);
    }
}

fn line(
    drawing: &mut Drawing<'_>,
    at: Point,
    anchor: Anchor,
    (room, size): (f32, f32),
    text: &str,
    color: Color,
    strong: bool,
) {
    let text = fitted(text, size, room);
    drawing.shapes.push(Shape::Text { at, anchor, size, text, ink: Ink::full(color), strong });
}

/// A thin bar: hollow while unvisited, half as long and struck once pruned.
pub(super) fn bar(drawing: &mut Drawing<'_>, index: usize) {
    let node = &drawing.layout.nodes[index];
    let rect = node.rect;
    let state = drawing.states[index];
    let part = |share: f32| match drawing.layout.orientation {
        Orientation::LeftToRight => Rect::new(rect.min.x, rect.min.y, rect.min.x + rect.width() * share, rect.max.y),
        Orientation::TopDown => Rect::new(rect.min.x, rect.min.y, rect.max.x, rect.min.y + rect.height() * share),
    };
    let (rect, ink) = if drawing.is_on_current_path(index) || drawing.is_child(index) {
        (rect, Ink::full(Color::Current))
    } else {
        match state {
            NodeState::Unvisited => (part(0.7), Ink::faded(Color::Edge, 0.3)),
            NodeState::Skipped { .. } => (part(0.45), Ink::faded(Color::Edge, 0.8)),
            NodeState::Pruned { .. } if node.place.recorded().is_none() => (part(0.45), Ink::faded(Color::Cut, 0.35)),
            NodeState::Pruned { .. } => (part(0.45), Ink::full(Color::Cut)),
            NodeState::Scored { .. } | NodeState::Open { .. } => {
                let of_column = drawing.column_color(index);
                (rect, Ink::full(of_column.unwrap_or_else(|| player_color(node.player))))
            }
        }
    };
    drawing.shapes.push(Shape::Rect { rect, corner: 0.0, fill: Some(ink), stroke: None });
}
