//! Boards, with the words beside them.

use super::change::{Change, sunk};
use super::draw_chip::{bar, chip};
use super::drawing::Drawing;
use super::node::{Form, Label};
use super::node_marks::{equal_mark, folded_mark, note_of, only_here_mark, outline, ring, strength, struck};
use super::sizes::{BOARD_MARGIN, fitted, readable, text_width};
use crate::game::{AnyPosition, Board};
use crate::scene::marks::player_mark;
use crate::scene::shape::{fade, shift};
use crate::scene::{Anchor, Color, Ink, Orientation, Point, Rect, Shape, Stroke, draw_board};
use crate::trace::NodeState;

/// The width of the ring that has the colour of a column.
const COLUMN_RING: f32 = 2.5;

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
    if let Some(color) = drawing.column_color(index) {
        let stroke = Some(Stroke::solid(COLUMN_RING, Ink::full(color)));
        let inside = rect.grown(-COLUMN_RING / 2.0 - 0.5);
        drawing.shapes.push(Shape::Rect { rect: inside, corner: (corner - 1.0).max(0.0), fill: None, stroke });
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
        let text = node.fitted_move(label.size, label.rect.width());
        in_label(drawing, label, &text, color, drawing.is_on_current_path(index));
    }
    if let Some((label, note)) =
        note_label.zip(note_of(drawing.trace, state, node.visit_at(drawing.trace, drawing.look.frame)))
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
