//! Chips and bars: nodes as a line of text, and as less than that.

use super::drawing::Drawing;
use super::fold::Fold;
use super::marks::{
    BADGE_SIZE, equal_mark, folded_mark, layer_count, note_of, only_here_mark, outline, player_color, ring,
    room_for_type, struck,
};
use super::node::{Form, Label};
use super::part::Part;
use super::piece::PieceKind;
use super::sizes::{CHIP_INDENT, CHIP_PADDING, fitted, line as line_height, text_width};
use crate::language::{Text, visible};
use crate::scene::{Anchor, Color, Ink, Point, Rect, Shape, Stroke};
use crate::trace::{NodeState, VisitId};

/// The room for a move in a chip that says more than that, at least.
const LEAST_MOVE: f32 = 13.0;
/// The width of the bar that says whose move it is, and of the one that has the colour of a column.
const PLAYER_BAR: f32 = 3.0;
const COLUMN_BAR: f32 = 5.0;
/// The room for the ribbon at the end of a chip that one run alone visited.
const RIBBON: f32 = 9.0;

/// A line of text: the move, the score, how many nodes lie below.
pub(super) fn chip(drawing: &mut Drawing<'_>, index: usize) {
    let node = drawing.node(index);
    let (rect, state) = (node.rect, drawing.states[index]);
    let is_pruned = matches!(state, NodeState::Pruned { .. });
    let is_unvisited = state == NodeState::Unvisited;
    let is_quiet = is_pruned || is_unvisited;
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
        drawing.shapes.push(Shape::Rect { rect, corner: 3.0, fill, stroke });
    }
    if drawing.is_child(index) {
        let fill = Some(Ink::faded(Color::Current, 0.16));
        drawing.shapes.push(Shape::Rect { rect, corner: 3.0, fill, stroke: None });
    }
    // Several visits have no colour in common.
    let is_colourless = drawing.look.colors.is_some() && node.stands_for > 1;
    if !is_quiet && !is_colourless {
        let of_column = drawing.column_color(index);
        let width = if of_column.is_some() { COLUMN_BAR } else { PLAYER_BAR };
        let bar = Rect::new(rect.min.x, rect.min.y, rect.min.x + width, rect.max.y);
        let fill = Some(Ink::full(of_column.unwrap_or_else(|| player_color(node.player))));
        drawing.shapes.push(Shape::Rect { rect: bar, corner: 1.0, fill, stroke: None });
    }
    let left = rect.min.x + CHIP_INDENT + room_for_type(drawing, index);
    let right = rect.max.x - CHIP_PADDING - if node.only_here { RIBBON } else { 0.0 };
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
    if node.only_here {
        only_here_mark(drawing, rect.grown(-2.5), Form::Chip);
    }
}

/// Several siblings, or visits, in so much room: how many, and the first and the last.
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
            language.fill(Text::StageMoreShort, &[("count", &count)]),
        ],
    };
    let fits = |text: &String| text_width(text, node.text_size) <= room + 0.5;
    candidates.into_iter().find(fits).unwrap_or_else(|| format!("+{count}"))
}

/// The move at the left, the score at the right, and between them what there is room for.
fn words_of_chip(drawing: &mut Drawing<'_>, index: usize, (left, mut right): (f32, f32), is_quiet: bool) {
    let node = drawing.node(index);
    let (state, size, y) = (drawing.states[index], node.text_size, node.rect.center().y);
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
        Some(count) => Some(count),
        None if drawing.next == Some(index) => Some(language.text(Text::StageNext).to_owned()),
        None if drawing.best == Some(index) => Some(language.text(Text::StageBestChild).to_owned()),
        None => None,
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
        let is_strong = stands_out
            || drawing.best == Some(index)
            || note.is_window
            || drawing.node(index).parent != Some(drawing.layout.focus);
        line(drawing, Point::new(right, y), Anchor::Right, (note_width, size), &note.text, note.color, is_strong);
    }
}

/// The siblings that matter, where the children of the focus are bars: the best, the last, and the next, each with its number.
pub(super) fn key_chips(drawing: &mut Drawing<'_>) {
    let layout = drawing.layout;
    if drawing.key_chips.is_empty() {
        return;
    }
    let (trace, frame, language) = (drawing.trace, drawing.look.frame, drawing.look.language);
    let focus = &layout.nodes[drawing.focus];
    let Some(position) = &focus.position else { return };
    let Some(visit) = focus.visit_at(trace, frame) else { return };
    let name = |child: VisitId| trace.move_of(trace.node_of(child)).map(|mv| position.move_text(mv as usize));
    let ended = |child: &VisitId| trace.span(*child).1.is_some_and(|end| end <= frame);
    let scored = |child: VisitId| match trace.state_by(child, frame) {
        NodeState::Scored { score, kind } => Some(format!("{} {}", kind.sign(), trace.in_unit(score))),
        _ => None,
    };
    let value = u32::try_from(frame).ok().and_then(|frame| trace.value_by(visit, frame));
    let mut best = None;
    let (mut last, mut count) = (None, 0);
    for child in trace.visited_children(visit).take_while(ended) {
        count += 1;
        last = Some(child);
        let score = trace.state_by(child, frame);
        if best.is_none() && matches!(score, NodeState::Scored { score, .. } if Some(score) == value) {
            best = Some(child);
        }
    }
    let child =
        |child: Option<VisitId>| child.and_then(|child| Some((visible(&name(child)?).into_owned(), scored(child))));
    let next =
        focus.place.recorded().and_then(|node| trace.children(node).nth(count)).and_then(|node| trace.move_of(node));
    let next = next.filter(|_| matches!(drawing.states[drawing.focus], NodeState::Open { .. }));
    let next = next.map(|mv| (visible(&position.move_text(mv as usize)).into_owned(), None));
    let words = [
        (Text::StageBestChild, child(best), false),
        (Text::StageLast, child(last), true),
        (Text::StageNext, next, false),
    ];
    drawing.begin(PieceKind::Caption, 1, drawing.key_chips[0].min);
    let size = layout.words.small;
    for (&rect, (what, child, is_last)) in drawing.key_chips.iter().zip(words) {
        let Some((name, score)) = child else { continue };
        let stroke = is_last.then(|| Stroke::solid(2.0, Ink::full(Color::Current)));
        drawing.shapes.push(Shape::Rect { rect, corner: 3.0, fill: Some(Ink::full(Color::Node)), stroke });
        let (y, mut left) = (rect.center().y, rect.min.x + CHIP_INDENT);
        let right = rect.max.x - CHIP_PADDING;
        let score_width = score.as_ref().map_or(0.0, |score| text_width(score, size) + 6.0);
        let what = language.text(what);
        if text_width(what, size) + 4.0 * size + score_width <= right - left {
            line(drawing, Point::new(left, y), Anchor::Left, (right - left, size), what, Color::SecondaryText, false);
            left += text_width(what, size) + 6.0;
        }
        line(
            drawing,
            Point::new(left, y),
            Anchor::Left,
            (right - score_width - left, size),
            &name,
            Color::Text,
            is_last,
        );
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

/// A thin bar: hollow while unvisited, half as long and struck once pruned.
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
                (rect, Ink::full(of_column.unwrap_or_else(|| player_color(node.player))))
            }
        }
    };
    drawing.shapes.push(Shape::Rect { rect, corner: 0.0, fill: Some(ink), stroke: None });
}
