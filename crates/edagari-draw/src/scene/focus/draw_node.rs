//! Boards, with the texts beside them.

use std::f32::consts::FRAC_1_SQRT_2;

use super::cross_fade::{Change, sunk};
use super::draw_chip::{bar, chip};
use super::draw_edges::rounded;
use super::draw_words::words;
use super::drawing::Drawing;
use super::marks::{
    above_mean, equal_mark, mean_bar, mean_text, note_at, only_here_mark, outline, score_so_far, strength, struck,
};
use super::node::Form;
use super::sizes::{SMALLEST_TEXT, board_width, readable, text_width};
use crate::scene::draw::{chance_mark, player_mark};
use crate::scene::shape::{fade, shift};
use crate::scene::{Anchor, Color, Ink, Orientation, Point, Rect, Shape, Stroke, draw_board};
use edagari_core::analysis::short_score_text;
use edagari_core::game::{Board, Ink as BoardInk, Mark, Player};
use edagari_core::trace::NodeState;

/// The width of the ring in the colour of a column.
const COLUMN_RING: f32 = 2.5;
/// The shorter side of a node from which the mark of its player has full opacity.
const GROWN_ENOUGH: f32 = 14.0;

/// Draws a node. While it changes, its old state fades out and its new state fades in.
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
        Change::Generated if drawing.node(index).form == Form::Board => grown(drawing, index, share),
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

/// Draws a node in its place. A node that changes its form is drawn in both forms, at their opacities.
fn standing(drawing: &mut Drawing<'_>, index: usize) {
    let layout = drawing.layout;
    let Some(crossing) = layout.crossing_of(index) else {
        in_form(drawing, index);
        return;
    };
    drawing.opacities = (crossing.words, crossing.inside);
    if crossing.forms.is_empty() {
        in_form(drawing, index);
    }
    for form in &crossing.forms {
        let first = drawing.shapes.len();
        (drawing.instead, drawing.leaves) = (Some((index, &form.node)), form.leaves);
        drawing.opacities = (form.words, form.inside);
        in_form(drawing, index);
        fade(&mut drawing.shapes[first..], form.opacity);
    }
    drawing.opacities = ([1.0; 2], 1.0);
    for (node, opacity) in &crossing.leaving {
        let first = drawing.shapes.len();
        (drawing.instead, drawing.leaves) = (Some((index, node)), true);
        words(drawing, index, [node.move_label, node.note_label]);
        fade(&mut drawing.shapes[first..], *opacity);
    }
    (drawing.instead, drawing.leaves) = (None, false);
}

/// Draws a node in its form.
fn in_form(drawing: &mut Drawing<'_>, index: usize) {
    match drawing.node(index).form {
        Form::Board => {
            let rect = drawing.rect(index);
            let node = drawing.node(index);
            boxed(drawing, index, rect, (node.board.as_deref(), node.player));
            let labels = [[node.move_label, None], [None, node.note_label]];
            for (labels, opacity) in labels.into_iter().zip(drawing.opacities.0) {
                let first = drawing.shapes.len();
                words(drawing, index, labels);
                fade_partly(&mut drawing.shapes[first..], opacity);
            }
        }
        Form::Chip => {
            chip(drawing, index);
            words(drawing, index, [None, drawing.node(index).note_label]);
        }
        Form::Bar => bar(drawing, index),
    }
}

fn fade_partly(shapes: &mut [Shape], opacity: f32) {
    if opacity < 1.0 {
        fade(shapes, opacity);
    }
}

/// Draws a board that grows out of its parent; its texts fade in at their final place.
fn grown(drawing: &mut Drawing<'_>, index: usize, share: f32) {
    let rect = drawing.growing(index, drawing.rect(index), share);
    let node = drawing.node(index);
    let (board, labels) = (node.board.clone(), [node.move_label, node.note_label]);
    boxed(drawing, index, rect, (board.as_deref(), node.player));
    let begin = drawing.shapes.len();
    words(drawing, index, labels);
    fade(&mut drawing.shapes[begin..], share);
}

/// The distance, in points, of the line between the focus and the board below it from their left sides.
const BESIDE_BOARDS: f32 = 5.0;

/// Draws the board of a child that is only a chip, a bar or a member of a group, beside it.
pub(super) fn lens(drawing: &mut Drawing<'_>, index: usize) {
    let Some(member) = drawing.member.take() else { return opened(drawing, index) };
    let (shapes, begins) = (std::mem::take(&mut drawing.shapes), std::mem::take(&mut drawing.begins));
    let mut alone = drawing.clone();
    (alone.shapes, alone.begins) = (shapes, begins);
    alone.states[index] = member.state(alone.trace, alone.look.frame);
    alone.instead = Some((index, &member));
    opened(&mut alone, index);
    (drawing.shapes, drawing.begins) = (alone.shapes, alone.begins);
    drawing.member = Some(member);
}

fn opened(drawing: &mut Drawing<'_>, index: usize) {
    let Some(lens) = drawing.lens(index) else { return };
    let change = drawing.change(index).filter(|&(change, _)| change == Change::Generated);
    let place = change.map_or(lens.rect, |(_, share)| drawing.growing(index, lens.rect, share));
    let node = drawing.node(index);
    let above = drawing.layout.nodes[drawing.focus].position.as_ref();
    let Some(position) = above.zip(node.mv).and_then(|(above, mv)| above.play(mv)) else { return };
    let board = readable(position.board(), || position.small_board(), lens.rect);
    let from = drawing.rect(drawing.focus);
    let caption = drawing.caption.filter(|lines| lines.max.y > from.min.y).unwrap_or(from);
    let points = match drawing.layout.flow {
        // The texts between the two boards are passed on their left.
        Orientation::LeftToRight => {
            let x = (place.min.x.min(from.min.x) - BESIDE_BOARDS).max(2.0);
            let (leaves, arrives) = (from.max.y - BESIDE_BOARDS * 2.0, place.min.y + BESIDE_BOARDS * 2.0);
            rounded(&[(from.min.x, leaves), (x, leaves), (x, arrives), (place.min.x, arrives)])
        }
        Orientation::TopDown => {
            let y = caption.max.y + 3.0;
            vec![Point::new(from.max.x, y), Point::new(place.min.x, y)]
        }
    };
    drawing.shapes.push(Shape::Line { points, stroke: Stroke::solid(3.0, Ink::full(Color::Current)) });
    // No player is to move where the game is over.
    let player = node.player.filter(|_| position.score().is_none());
    boxed(drawing, index, place, (Some(&board), player));
    let begin = drawing.shapes.len();
    words(drawing, index, [Some(lens.move_label), Some(lens.note_label)]);
    if let Some((_, share)) = change {
        fade(&mut drawing.shapes[begin..], share);
    }
}

/// The width of a board in the circle of a chance node, as a share of the circle's diameter: a
/// little more than that of the inscribed square, because boards have margins.
const IN_CIRCLE: f32 = 0.74;

/// Draws a board in its frame, with the player to move.
fn boxed(drawing: &mut Drawing<'_>, index: usize, rect: Rect, (board, player): (Option<&Board>, Option<Player>)) {
    let node = drawing.node(index);
    let state = drawing.states[index];
    let is_pruned = matches!(state, NodeState::Pruned { .. });
    let ground = if is_pruned { Color::PrunedNode } else { Color::Node };
    // Chance nodes are round, and AND nodes of a proof.
    let is_and = drawing.trace.proofs().is_some() && node.player == Some(Player::Min);
    let is_circle = node.is_chance || is_and;
    let round = rect.width().min(rect.height()) / 2.0;
    let corner = if is_circle { round } else { (rect.height() / 12.0).clamp(3.0, 6.0) };
    let stroke = Some(outline(drawing, index));
    drawing.shapes.push(Shape::Rect { rect, corner, fill: Some(Ink::full(ground)), stroke });
    let is_ahead = drawing.is_from_before(index) && !drawing.is_child(index) && !drawing.is_on_current_path(index);
    let (of_board, of_frame) = strength(if is_ahead { NodeState::Unvisited } else { state });
    let inside = drawing.shapes.len();
    if let Some((score, color)) = score_instead(drawing, index, board, state) {
        let size = (rect.height() * 0.42).min(0.9 * rect.width() / text_width(&score, 1.0)).max(SMALLEST_TEXT);
        if text_width(&score, size) <= rect.width() {
            let ink = Ink::faded(color, of_board);
            let at = rect.center();
            drawing.shapes.push(Shape::Text { at, anchor: Anchor::Center, size, text: score, ink, strong: true });
        }
    } else if let Some(board) = board {
        // A board is drawn into the middle of a square of its width.
        let free = above_mean(drawing.trace, rect);
        let width = board_width(free, board.height);
        let width = if is_circle { width * IN_CIRCLE } else { width };
        let square = Rect::square(free.center(), width.max(0.0));
        draw_board(board, square, of_board, &mut drawing.shapes);
    }
    fade_partly(&mut drawing.shapes[inside..], drawing.opacities.1);
    if let Some(color) = drawing.column_color(index) {
        let stroke = Some(Stroke::solid(COLUMN_RING, Ink::full(color)));
        let inside = rect.grown(-COLUMN_RING / 2.0 - 0.5);
        drawing.shapes.push(Shape::Rect { rect: inside, corner: (corner - 1.0).max(0.0), fill: None, stroke });
    }
    mean_bar(drawing, index, rect);
    if drawing.look.equal.contains(&index) {
        equal_mark(drawing, rect);
    }
    if let Some(player) = player {
        // The mark keeps its size while a node grows out of a point, so it fades in.
        let seen = (rect.width().min(rect.height()) / GROWN_ENOUGH).clamp(0.0, 1.0);
        let mark = if node.is_chance {
            chance_mark(rect, of_frame * seen)
        } else {
            // The mark touches the circle of an AND node.
            let inscribed = Rect::square(rect.center(), 2.0 * round * FRAC_1_SQRT_2);
            player_mark(if is_circle { inscribed } else { rect }, player, of_frame * seen)
        };
        drawing.shapes.push(mark);
    }
    // At this frame an unvisited node is equal in both runs.
    if node.only_here && drawing.states[index] != NodeState::Unvisited {
        only_here_mark(drawing, rect, Form::Board, is_circle);
    }
    // The nodes below a pruned node were pruned with it.
    if is_pruned && node.place.recorded().is_some() {
        struck(drawing, rect, 1.75);
    }
}

/// Drawn in a node whose board is blank, before anything is known of it.
const NO_SCORE: &str = "–";

/// Returns the best score so far of a node whose board is blank, its mean, or its proof numbers, with the colour: it is drawn instead.
fn score_instead(
    drawing: &Drawing<'_>,
    index: usize,
    board: Option<&Board>,
    state: NodeState,
) -> Option<(String, Color)> {
    let is_blank = |board: &Board| {
        !board.marks.is_empty()
            && board.marks.iter().all(|mark| matches!(mark, Mark::Square { ink: BoardInk::Grid, .. }))
    };
    let trace = drawing.trace;
    board.filter(|board| is_blank(board))?;
    if trace.samples().is_some() || trace.proofs().is_some() {
        let visit = drawing.node(index).visit_at(trace, drawing.look.frame);
        let mean = visit.and_then(|visit| mean_text(trace, state, visit));
        let known = mean.or_else(|| trace.proofs().and_then(|_| Some(note_at(drawing, index)?.text)));
        return Some((known.unwrap_or_else(|| NO_SCORE.to_owned()), Color::SecondaryText));
    }
    if !trace.is_search() {
        return None;
    }
    let score = match state {
        NodeState::Scored { score, .. } => Some(short_score_text(trace, score)),
        NodeState::Open { .. } => {
            let visit = drawing.node(index).visit_at(trace, drawing.look.frame);
            visit.and_then(|visit| score_so_far(trace, visit, drawing.look.frame))
        }
        NodeState::Unvisited | NodeState::Pruned { .. } | NodeState::Skipped { .. } => None,
    };
    Some(score.map_or_else(|| (NO_SCORE.to_owned(), Color::SecondaryText), |score| (score, Color::Text)))
}
