//! Chips and bars: nodes drawn as a line of text, or as a thin bar.

use super::drawing::{Drawing, PieceKind, entered_next};
use super::marks::{
    BADGE_SIZE, equal_mark, folded_mark, layer_count, note_at, note_of, only_here_mark, outline, player_color, ribbon,
    ring, room_for_type, struck,
};
use super::node::Fold;
use super::node::{Form, Label};
use super::part::Part;
use super::sizes::{CHIP_GAP, CHIP_INDENT, CHIP_PADDING, fitted, line as line_height, text_width};
use crate::scene::{Anchor, Color, Ink, Point, Rect, Shape, Stroke};
use edagari_core::game::Player;
use edagari_core::language::{Text, visible};
use edagari_core::trace::{Field, NodeState, VisitId};

/// The minimum space for a move in a chip with other texts.
const MIN_MOVE: f32 = 13.0;
/// The width of the bar that shows the player to move, and of the one in the colour of a column.
const PLAYER_BAR: f32 = 3.0;
const COLUMN_BAR: f32 = 5.0;

/// Draws a line of text: the move, the score, the number of nodes below.
pub(super) fn chip(drawing: &mut Drawing<'_>, index: usize) {
    let node = drawing.node(index);
    let (rect, state) = (node.rect, drawing.states[index]);
    let is_pruned = matches!(state, NodeState::Pruned { .. });
    let is_unvisited = state == NodeState::Unvisited;
    let is_quiet = is_pruned || is_unvisited || drawing.is_from_before(index);
    let is_next = drawing.next == Some(index);
    let stands_out = drawing.is_on_current_path(index) || drawing.is_child(index);
    let fill = match state {
        NodeState::Pruned { .. } => Ink::faded(Color::PrunedNode, 0.7),
        NodeState::Unvisited => Ink::faded(Color::Node, if node.stands_for > 1 { 0.0 } else { 0.45 }),
        _ => Ink::full(Color::Node),
    };
    let stroke = if stands_out {
        Some(outline(drawing, index))
    } else if is_next {
        Some(Stroke::dashed(1.25, Ink::full(Color::Edge)))
    } else {
        None
    };
    let fill = Some(fill).filter(|fill| fill.opacity > 0.0);
    if fill.is_some() || stroke.is_some() {
        let corner = if node.is_chance { rect.height() / 2.0 } else { 3.0 };
        drawing.shapes.push(Shape::Rect { rect, corner, fill, stroke });
    }
    if drawing.is_child(index) {
        let fill = Some(Ink::faded(Color::Current, 0.16));
        drawing.shapes.push(Shape::Rect { rect, corner: 3.0, fill, stroke: None });
    }
    // Several visits have no common colour.
    let is_colourless = drawing.look.colors.is_some() && node.stands_for > 1;
    if !is_quiet && !is_colourless {
        let of_column = drawing.column_color(index);
        let width = if of_column.is_some() { COLUMN_BAR } else { PLAYER_BAR };
        let bar = Rect::new(rect.min.x, rect.min.y, rect.min.x + width, rect.max.y);
        let fill = Some(Ink::full(of_column.unwrap_or_else(|| player_color(node.player))));
        drawing.shapes.push(Shape::Rect { rect: bar, corner: 1.0, fill, stroke: None });
    }
    let left = rect.min.x + CHIP_INDENT + room_for_type(drawing, index);
    let right = rect.max.x - CHIP_PADDING - if node.only_here { ribbon(rect) + 2.0 } else { 0.0 };
    if node.stands_for > 1 {
        let text = group_text(drawing, index, right - left);
        let color = Color::SecondaryText;
        let at = Point::new(left, rect.center().y);
        line(drawing, at, Anchor::Left, (right - left, node.text_size), &text, color, false);
    } else {
        words_of_chip(drawing, index, (left, right), is_quiet);
    }
    let node = drawing.node(index);
    if is_pruned && node.stands_for == 1 && node.place.recorded().is_some() {
        struck(drawing, rect, 1.25);
    }
    if drawing.look.equal.contains(&index) {
        equal_mark(drawing, rect.grown(-1.0));
    }
    // At this frame an unvisited node is equal in both runs.
    if node.only_here && drawing.states[index] != NodeState::Unvisited {
        only_here_mark(drawing, rect.grown(-2.5), Form::Chip, false);
    }
}

/// Returns the text for several siblings or visits, fitted into `room`: their number, the first and
/// the last, in a short form if the room is narrow.
fn group_text(drawing: &Drawing<'_>, index: usize, room: f32) -> String {
    let node = drawing.node(index);
    let language = drawing.look.language;
    let count = language.number(node.stands_for as u64);
    let is_pruned = matches!(drawing.states[index], NodeState::Pruned { .. });
    let candidates = match node.part {
        _ if is_pruned => vec![language.fill(Text::GroupPruned, &[("count", &count)]), format!("… {count}")],
        Part::Visits { .. } => vec![format!("{} ×{count}", node.move_name())],
        Part::Node | Part::LeftOut { .. } => vec![
            language.fill(Text::StageMore, &[("count", &count), ("moves", node.move_name())]),
            format!("+{count}: {}", node.move_name().replace(" … ", "…")),
            language.fill(Text::StageMoreShort, &[("count", &count)]),
        ],
    };
    let fits = |text: &String| text_width(text, node.text_size) <= room + 0.5;
    candidates.into_iter().find(fits).unwrap_or_else(|| format!("+{count}"))
}

/// Draws the move at the left, the score at the right, and between them the texts that fit.
fn words_of_chip(drawing: &mut Drawing<'_>, index: usize, (left, mut right): (f32, f32), is_quiet: bool) {
    let node = drawing.node(index);
    let (size, y) = (node.text_size, node.rect.center().y);
    let text = match node.depth {
        0 if node.part == Part::Node => "R".to_owned(),
        _ if node.part == Part::Node => node.move_name().to_owned(),
        _ => node.move_text.clone(),
    };
    // If room is short, the note is dropped before the move.
    let kept = text_width(&node.move_text, size).min(MIN_MOVE.max(text_width(&node.tag, size))) + 4.0;
    // The note of a chip on the path is beside it.
    let words = note_at(drawing, index).filter(|_| node.note_label.is_none());
    let words = words.filter(|note| kept + text_width(&note.text, size) <= right - left + 0.5);
    let note_width = words.as_ref().map_or(0.0, |note| text_width(&note.text, size));
    let small = drawing.layout.words.small;
    let wide = text_width(&text, size);
    let mark = node.fold.map(|fold| Fold::width(fold, &drawing.layout.words));
    let mark = mark.filter(|mark| wide + 4.0 + note_width + 5.0 + mark <= right - left);
    if let Some(mark) = mark {
        let high = line_height(small) / 2.0;
        if folded_mark(drawing, index, Some(Rect::new(right - mark, y - high, right, y + high))).is_some() {
            right -= mark + 5.0;
        }
    }
    let stands_out = drawing.is_on_current_path(index) || drawing.is_child(index);
    let color = if is_quiet { Color::SecondaryText } else { Color::Text };
    let room = right - left - note_width - if note_width > 0.0 { 4.0 } else { 0.0 };
    let node = drawing.node(index);
    let shown = if node.part == Part::Node { text } else { node.fitted_move(size, room) };
    line(drawing, Point::new(left, y), Anchor::Left, (room, size), &shown, color, stands_out);
    let behind = left + wide + 5.0;
    let room = left + room - behind;
    let language = drawing.look.language;
    let tag = match layer_count(drawing, index) {
        _ if drawing.next == Some(index) => Some(language.text(Text::StageNext).to_owned()),
        None if drawing.best == Some(index) => Some(language.text(Text::StageBestChild).to_owned()),
        count => count,
    };
    let tag_size = BADGE_SIZE.max(size * 0.82);
    if let Some(tag) = tag.filter(|tag| text_width(tag, tag_size) <= room) {
        line(drawing, Point::new(behind, y), Anchor::Left, (room, tag_size), &tag, Color::SecondaryText, false);
    }
    if let Some(note) = words {
        if note.is_answered {
            let half = line_height(size) / 2.0;
            let rect = Rect::new(right - note_width, y - half, right, y + half);
            ring(drawing, Label { rect, anchor: Anchor::Right, size }, &note.text);
        }
        let is_from_before = drawing.is_from_before(index);
        let is_strong = stands_out
            || drawing.best == Some(index)
            || note.is_window
            || drawing.node(index).parent != Some(drawing.layout.focus);
        let color = if is_from_before { Color::SecondaryText } else { note.color };
        let is_strong = is_strong && !is_from_before;
        line(drawing, Point::new(right, y), Anchor::Right, (note_width, size), &note.text, color, is_strong);
    }
}

/// Returns the key children of a visit at the frame, each with its roles: the best, the one that set α or β, the last, and the next. A child with
/// several roles is returned once.
fn matter(drawing: &Drawing<'_>, visit: VisitId) -> Vec<(Vec<Text>, u32, Option<String>)> {
    let (trace, frame) = (drawing.trace, drawing.look.frame);
    let (name, bound) = match trace.player_of(visit) {
        Player::Max => (Text::StageSetAlpha, Field::Alpha),
        Player::Min => (Text::StageSetBeta, Field::Beta),
    };
    let last = trace.visit(visit).last_ended_child(frame).map(|child| child.id());
    let set_bound = Some(()).filter(|()| trace.has_windows()).and_then(|()| trace.history(bound).cause(visit, frame));
    let best = trace.history(Field::Score).cause(visit, frame);
    let mut found: Vec<(Vec<Text>, u32, Option<String>)> = Vec::new();
    for (name, child) in [(Text::StageBestChild, best), (name, set_bound), (Text::StageLast, last)] {
        let Some(child) = child else { continue };
        let Some(mv) = trace.move_of(trace.node_of(child)) else { continue };
        if let Some((names, ..)) = found.iter_mut().find(|(_, other, _)| *other == mv) {
            names.push(name);
            continue;
        }
        let state = trace.state_by(child, frame);
        let is_scored = matches!(state, NodeState::Scored { .. });
        let score = note_of(trace, state, Some(child)).filter(|_| is_scored).map(|note| note.text);
        found.push((vec![name], mv, score));
    }
    let next = entered_next(trace, visit, frame).filter(|_| drawing.look.tells_next);
    let next = next.and_then(|next| trace.move_of(trace.node_of(next)));
    found.extend(next.map(|mv| (vec![Text::StageNext], mv, None)));
    found
}

/// Draws the key siblings, where the children of the focus are bars, each as a chip with its number.
pub(super) fn key_chips(drawing: &mut Drawing<'_>) {
    let layout = drawing.layout;
    if drawing.key_chips.is_empty() {
        return;
    }
    let language = drawing.look.language;
    let focus = &layout.nodes[drawing.focus];
    let (Some(position), Some(visit)) = (&focus.position, focus.visit_at(drawing.trace, drawing.look.frame)) else {
        return;
    };
    let found = matter(drawing, visit);
    let (first, last) = (drawing.key_chips[0], drawing.key_chips[drawing.key_chips.len() - 1]);
    drawing.begin(PieceKind::Caption, 1, first.min);
    let size = layout.words.small;
    // In a single row, fewer chips are wider.
    let in_row = drawing.key_chips.iter().filter(|chip| chip.min.y < first.max.y).count();
    let columns = if in_row == drawing.key_chips.len() { found.len().max(2) } else { in_row };
    let wide = (last.max.x - first.min.x + CHIP_GAP) / columns as f32;
    for (at, (names, mv, score)) in found.into_iter().enumerate() {
        let x = first.min.x + (at % columns) as f32 * wide;
        let y = drawing.key_chips[at.min(drawing.key_chips.len() - 1)].min.y;
        let rect = Rect::new(x, y, x + wide - CHIP_GAP, y + first.height());
        let is_last = names.contains(&Text::StageLast);
        let stroke = is_last.then(|| Stroke::solid(2.0, Ink::full(Color::Current)));
        drawing.shapes.push(Shape::Rect { rect, corner: 3.0, fill: Some(Ink::full(Color::Node)), stroke });
        let name = visible(&position.move_text(mv as usize)).into_owned();
        let (y, mut left, right) = (rect.center().y, rect.min.x + CHIP_INDENT, rect.max.x - CHIP_PADDING);
        let score_width = score.as_ref().map_or(0.0, |score| text_width(score, size) + 6.0);
        let room = right - left - score_width - text_width(&name, size).min(MIN_MOVE * 2.0) - 6.0;
        let joined =
            |name: &dyn Fn(Text) -> &'static str| names.iter().map(|&what| name(what)).collect::<Vec<_>>().join(" · ");
        let short = |what: Text| match what {
            Text::StageSetAlpha => "α",
            Text::StageSetBeta => "β",
            _ => language.text(what),
        };
        let candidates = [joined(&|what| language.text(what)), joined(&short)];
        if let Some(what) = candidates.into_iter().find(|what| text_width(what, size) <= room) {
            line(drawing, Point::new(left, y), Anchor::Left, (room, size), &what, Color::SecondaryText, false);
            left += text_width(&what, size) + 6.0;
        }
        let room = right - score_width - left;
        line(drawing, Point::new(left, y), Anchor::Left, (room, size), &name, Color::Text, is_last);
        if let Some(score) = score {
            line(drawing, Point::new(right, y), Anchor::Right, (score_width, size), &score, Color::Text, true);
        }
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

/// The strength of the bar of a visited node.
const BAR_STRENGTH: f32 = 0.4;

/// Draws a thin bar: hollow while unvisited, half as long and struck through once pruned.
pub(super) fn bar(drawing: &mut Drawing<'_>, index: usize) {
    let node = drawing.node(index);
    let rect = node.rect;
    let state = drawing.states[index];
    let part = |share: f32| {
        if rect.width() > rect.height() {
            Rect::new(rect.min.x, rect.min.y, rect.min.x + rect.width() * share, rect.max.y)
        } else {
            Rect::new(rect.min.x, rect.max.y - rect.height() * share, rect.max.x, rect.max.y)
        }
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
                // Many bars beside each other would be louder than the path and the window.
                (rect, of_column.map_or_else(|| Ink::faded(player_color(node.player), BAR_STRENGTH), Ink::full))
            }
        }
    };
    drawing.shapes.push(Shape::Rect { rect, corner: 0.0, fill: Some(ink), stroke: None });
}
