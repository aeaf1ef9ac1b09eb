//! Boards, chips and bars, with the words beside them.

use super::change::{Change, sunk};
use super::drawing::Drawing;
use super::fold::{Fold, FoldSpot, MARK_GAP, visited_below};
use super::layer_badge::{SIZE as BADGE_SIZE, layer_count};
use super::node::{Form, Label};
use super::sizes::{BOARD_MARGIN, CHIP_HEIGHT, CHIP_INDENT, CHIP_PADDING, fitted, readable, text_width};
use crate::game::{AnyPosition, Board, Player};
use crate::language::Text;
use crate::scene::marks::player_mark;
use crate::scene::shape::{fade, shift};
use crate::scene::{Anchor, Color, Ink, Orientation, Point, Rect, Shape, Stroke, draw_board};
use crate::trace::{NodeState, Trace, VisitId};

/// The room for a move in a chip that says more than that, at least.
const LEAST_MOVE: f32 = 13.0;

/// Draws a node. While it changes, what it was fades out and what it becomes fades in.
pub(super) fn node(drawing: &mut Drawing<'_>, index: usize) {
    let Some((change, share)) = drawing.change(index) else {
        standing(drawing, index);
        return;
    };
    let state = std::mem::replace(&mut drawing.states[index], NodeState::Unvisited);
    let was = drawing.shapes.len();
    standing(drawing, index);
    fade(&mut drawing.shapes[was..], 1.0 - share);
    drawing.states[index] = state;
    let is = drawing.shapes.len();
    match change {
        Change::Generated if drawing.layout.nodes[index].form == Form::Board => grown(drawing, index, share),
        _ => {
            standing(drawing, index);
            fade(&mut drawing.shapes[is..], share);
        }
    }
    if change == Change::Pruned {
        let by = sunk(drawing.layout, index, share);
        shift(&mut drawing.shapes[was..], by);
    }
}

/// A node in its place.
fn standing(drawing: &mut Drawing<'_>, index: usize) {
    match drawing.layout.nodes[index].form {
        Form::Board => {
            let rect = drawing.rect(index);
            let node = &drawing.layout.nodes[index];
            let (board, labels) = (node.board.clone(), [node.move_label, node.note_label]);
            boxed(drawing, index, rect, board.as_deref());
            words(drawing, index, labels);
            folded_mark(drawing, index);
        }
        Form::Chip => chip(drawing, index),
        Form::Bar => bar(drawing, index),
    }
}

/// A board on its way out of its parent; its words come in where they will stand.
fn grown(drawing: &mut Drawing<'_>, index: usize, share: f32) {
    let rect = drawing.growing(index, drawing.rect(index), share);
    let node = &drawing.layout.nodes[index];
    let (board, labels) = (node.board.clone(), [node.move_label, node.note_label]);
    boxed(drawing, index, rect, board.as_deref());
    let begin = drawing.shapes.len();
    words(drawing, index, labels);
    fade(&mut drawing.shapes[begin..], share);
}

/// Draws the board of a child that is but a chip or a bar, beside it.
pub(super) fn lens(drawing: &mut Drawing<'_>, index: usize) {
    let Some(lens) = drawing.layout.lens(index) else { return };
    let change = drawing.change(index).filter(|&(change, _)| change == Change::Generated);
    let place = change.map_or(lens.rect, |(_, share)| drawing.growing(index, lens.rect, share));
    let node = &drawing.layout.nodes[index];
    let above = drawing.layout.nodes[drawing.layout.focus].position.as_ref();
    let Some(position) = above.zip(node.mv).and_then(|(above, mv)| above.play(mv)) else { return };
    let board = readable(position.board(), || position.small_board(), lens.rect.width() - 2.0 * BOARD_MARGIN);
    let (from, to) = (node.rect, place);
    let points = match drawing.layout.orientation {
        Orientation::LeftToRight => {
            vec![
                Point::new(from.max.x, from.center().y),
                Point::new(to.min.x, from.center().y.clamp(to.min.y, to.max.y)),
            ]
        }
        Orientation::TopDown => {
            vec![
                Point::new(from.center().x, from.max.y),
                Point::new(from.center().x.clamp(to.min.x, to.max.x), to.min.y),
            ]
        }
    };
    drawing.shapes.push(Shape::Line { points, stroke: Stroke::solid(3.0, Ink::full(Color::Current)) });
    boxed(drawing, index, place, Some(&board));
    let begin = drawing.shapes.len();
    words(drawing, index, [Some(lens.move_label), Some(lens.note_label)]);
    if let Some((_, share)) = change {
        fade(&mut drawing.shapes[begin..], share);
    }
}

/// What of a node is seen, by its state: of its board, and of its frame.
fn strength(state: NodeState) -> (f32, f32) {
    match state {
        NodeState::Unvisited => (0.4, 0.45),
        NodeState::Skipped { .. } => (0.4, 0.6),
        NodeState::Pruned { .. } => (0.35, 0.8),
        NodeState::Open { .. } | NodeState::Scored { .. } => (1.0, 1.0),
    }
}

fn player_color(player: Option<Player>) -> Color {
    player.map_or(Color::Edge, Color::from)
}

fn outline(drawing: &Drawing<'_>, index: usize) -> Stroke {
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

/// A board in its frame.
fn boxed(drawing: &mut Drawing<'_>, index: usize, rect: Rect, board: Option<&Board>) {
    let node = &drawing.layout.nodes[index];
    let state = drawing.states[index];
    let is_pruned = matches!(state, NodeState::Pruned { .. });
    let ground = if is_pruned { Color::PrunedNode } else { Color::Node };
    let corner = (rect.height() / 12.0).clamp(3.0, 6.0);
    let stroke = Some(outline(drawing, index));
    drawing.shapes.push(Shape::Rect { rect, corner, fill: Some(Ink::full(ground)), stroke });
    let (of_board, of_frame) = strength(state);
    if let Some(board) = board {
        // A board is drawn into a square of its width, in whose middle it lies.
        // While a node changes its shape, it can be lower than its board.
        let width = (rect.width() - 2.0 * BOARD_MARGIN).min((rect.height() - 2.0) / board.height);
        let square = Rect::square(rect.center(), width.max(0.0));
        draw_board(board, square, of_board, &mut drawing.shapes);
    }
    if drawing.look.equal.contains(&index) {
        equal_mark(drawing, rect);
    }
    if let Some(player) = node.player {
        drawing.shapes.push(player_mark(rect, player, of_frame));
    }
    if node.only_here {
        only_here_mark(drawing, rect);
    }
    // What lies below a pruned node was pruned with it.
    if is_pruned && node.place.recorded().is_some() {
        struck(drawing, rect, 1.75);
    }
}

fn struck(drawing: &mut Drawing<'_>, rect: Rect, width: f32) {
    let points = vec![Point::new(rect.min.x + 3.0, rect.max.y - 3.0), Point::new(rect.max.x - 3.0, rect.min.y + 3.0)];
    drawing.shapes.push(Shape::Line { points, stroke: Stroke::solid(width, Ink::full(Color::Cut)) });
}

fn equal_mark(drawing: &mut Drawing<'_>, rect: Rect) {
    let stroke = Some(Stroke::solid(2.0, Ink::full(Color::Table)));
    drawing.shapes.push(Shape::Rect { rect: rect.grown(3.0), corner: 6.0, fill: None, stroke });
}

/// A small diamond at the upper right corner.
fn only_here_mark(drawing: &mut Drawing<'_>, rect: Rect) {
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

fn words(drawing: &mut Drawing<'_>, index: usize, [move_label, note_label]: [Option<Label>; 2]) {
    let node = &drawing.layout.nodes[index];
    let state = drawing.states[index];
    let is_quiet = matches!(state, NodeState::Unvisited | NodeState::Pruned { .. } | NodeState::Skipped { .. });
    // A node that bears its name needs it but once.
    let names_itself = node.position.as_ref().and_then(AnyPosition::label).is_some_and(|name| name == node.move_text);
    let move_label = move_label.zip(note_label).map_or(move_label, |(mv, note)| {
        // On one line with its score; alone it stands in the middle.
        let is_alone = is_quiet && mv.anchor == Anchor::Left && note.anchor == Anchor::Right;
        let (middle, half) = (node.rect.center().x, (note.rect.max.x - mv.rect.min.x) / 2.0);
        let rect = Rect::new(middle - half, mv.rect.min.y, middle + half, mv.rect.max.y);
        Some(if is_alone { Label { rect, anchor: Anchor::Center, ..mv } } else { mv })
    });
    if let Some(label) = move_label.filter(|_| !names_itself) {
        let color = if is_quiet { Color::SecondaryText } else { Color::Text };
        let text = node.move_text.clone();
        in_label(drawing, label, &text, color, drawing.is_on_current_path(index));
    }
    if let Some((label, note)) =
        note_label.zip(note_of(drawing.trace, state, drawing.trace.visit_at(node.place, drawing.look.frame)))
    {
        let small = drawing.layout.words.small;
        let label = if note.is_window { Label { size: small.min(label.size), ..label } } else { label };
        // Half a window says nothing; the whole stands at the edge of the picture.
        if note.is_window && text_width(&note.text, label.size) > label.rect.width() + 0.5 {
            return;
        }
        if note.is_answered {
            ring(drawing, label, &note.text);
        }
        in_label(drawing, label, &note.text, note.color, true);
    }
}

fn in_label(drawing: &mut Drawing<'_>, label: Label, text: &str, color: Color, strong: bool) {
    let Label { rect, anchor, size } = label;
    let text = fitted(text, size, rect.width());
    let at = match anchor {
        Anchor::Left => Point::new(rect.min.x, rect.center().y),
        Anchor::Right => Point::new(rect.max.x, rect.center().y),
        Anchor::Center | Anchor::Top => rect.center(),
    };
    let anchor = if anchor == Anchor::Top { Anchor::Center } else { anchor };
    drawing.shapes.push(Shape::Text { at, anchor, size, text, ink: Ink::full(color), strong });
}

/// A ring round a score that comes from the table.
fn ring(drawing: &mut Drawing<'_>, label: Label, text: &str) {
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

/// A line of text: the move, the score, how many nodes lie below.
fn chip(drawing: &mut Drawing<'_>, index: usize) {
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
    if !is_quiet {
        let bar = Rect::new(rect.min.x, rect.min.y, rect.min.x + 3.0, rect.max.y);
        let fill = Some(Ink::full(player_color(node.player)));
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
            _ => format!("×{count}"),
        };
        line(drawing, Point::new(left, y), Anchor::Left, (right - left, size), &text, Color::SecondaryText, false);
    } else {
        let text = if node.depth == 0 { "R".to_owned() } else { node.move_text.clone() };
        // A window goes before its node's move does.
        let kept = text_width(&text, size).min(LEAST_MOVE) + 4.0;
        let words = note_of(drawing.trace, state, drawing.trace.visit_at(node.place, drawing.look.frame));
        let words = words.filter(|note| kept + text_width(&note.text, size) <= right - left + 0.5);
        let note_width = words.as_ref().map_or(0.0, |note| text_width(&note.text, size));
        let color = if is_quiet { Color::SecondaryText } else { Color::Text };
        let room = right - left - note_width - if note_width > 0.0 { 4.0 } else { 0.0 };
        line(drawing, Point::new(left, y), Anchor::Left, (room, size), &text, color, on_path);
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

/// How many nodes were visited below a folded node that has ended, behind a small triangle; gives back where that stands.
fn folded_mark(drawing: &mut Drawing<'_>, index: usize) -> Option<Rect> {
    if !matches!(drawing.states[index], NodeState::Scored { .. }) {
        return None;
    }
    let rect = drawing.layout.folded_mark(index)?;
    let node = &drawing.layout.nodes[index];
    let count = visited_below(drawing.trace, node.place, drawing.look.frame)?;
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

/// A thin bar: hollow while unvisited, half as long and struck once pruned.
fn bar(drawing: &mut Drawing<'_>, index: usize) {
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
            NodeState::Scored { .. } | NodeState::Open { .. } => (rect, Ink::full(player_color(node.player))),
        }
    };
    drawing.shapes.push(Shape::Rect { rect, corner: 0.0, fill: Some(ink), stroke: None });
}
