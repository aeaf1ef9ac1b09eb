//! Cross-fades between two focus views. A node that changes its form is drawn in both forms, one fading out while the other fades in.
//! Words that appear or disappear fade, edges bend from the old route to the new one, and the caption fades with its focus.

use super::layout::{BesideFocus, FocusLayout, Lens, NodeCrossing};
use super::node::{FocusNode, Form, Label};
use crate::scene::{Point, Rect};

/// The part of a motion by which words that go are gone, and from which on words that come are seen.
const WORDS_GONE: f32 = 0.4;
const WORDS_FROM: f32 = 0.6;
/// The parts of the growth of a node between which its board comes into the box, and between which the box becomes a chip.
const BOARD_COMES: (f32, f32) = (0.35, 0.7);
const CHIP_COMES: (f32, f32) = (0.5, 1.0);
/// The part of the growth of a node from which on its words are seen.
const GROWN_WORDS_FROM: f32 = 0.7;

/// Moves a node that is in both pictures to a part of the way; `place` is that of the whole picture. A focus has no note: its caption says more.
pub(super) fn glide(
    (old, was_focus): (&FocusNode, bool),
    (node, is_focus): (&mut FocusNode, bool),
    share: f32,
    place: Rect,
) -> NodeCrossing {
    let bare = was_focus.then(|| FocusNode { note_label: None, ..old.clone() });
    let old = bare.as_ref().unwrap_or(old);
    if is_focus {
        node.note_label = None;
    }
    let looks_alike = old.form == node.form && old.board == node.board && old.stands_for == node.stands_for;
    let rect = between(old.rect, node.rect, share);
    let grown = match (old.grown, node.grown) {
        (None, None) => None,
        (a, b) => Some(between(a.unwrap_or(old.rect), b.unwrap_or(node.rect), share)),
    };
    let mut crossing = NodeCrossing::default();
    if looks_alike {
        glide_words(old, node, share, (rect, &mut crossing));
    } else {
        let [was, is] = [old, &*node].map(|form| in_own_size(form, rect, grown, place));
        crossing.forms = Some(Box::new([was, is]));
        crossing.share = share;
        (node.move_label, node.note_label, node.mark) = (None, None, None);
    }
    (node.rect, node.grown) = (rect, grown);
    node.text_size = mix(old.text_size, node.text_size, share);
    crossing
}

/// Grows a node out of a point to a part of its size. A chip and the words beside a board do not shrink: they fade in.
pub(super) fn grow(node: &mut FocusNode, origin: Point, share: f32, place: Rect) -> NodeCrossing {
    let rect = between(Rect::square(origin, 0.0), node.rect, share);
    let mut crossing = NodeCrossing { edge_share: share, ..NodeCrossing::default() };
    match node.form {
        Form::Board => {
            crossing.inside = ramp(share, BOARD_COMES);
            crossing.words = [ramp(share, (GROWN_WORDS_FROM, 1.0)); 2];
        }
        Form::Chip => {
            let is = in_own_size(node, rect, None, place);
            let was = FocusNode { rect, form: Form::Board, board: None, ..is.clone() };
            crossing.forms = Some(Box::new([was, is]));
            crossing.share = ramp(share, CHIP_COMES);
        }
        Form::Bar => {}
    }
    let home = node.rect;
    (node.rect, node.grown) = (rect, None);
    let words = |label: Label| attached(label, home, rect);
    (node.move_label, node.note_label) = (node.move_label.map(words), node.note_label.map(words));
    node.mark = node.mark.map(|mark| follow(mark, home, rect));
    if crossing.forms.is_some() || crossing.words[1] <= 0.0 {
        (node.move_label, node.note_label, node.mark) = (None, None, None);
    }
    crossing
}

/// A node in one of its forms where another picture has `rect`: a board takes its size, a chip and a bar keep their own, so that words do not
/// shrink and no bar becomes a block.
fn in_own_size(node: &FocusNode, rect: Rect, grown: Option<Rect>, place: Rect) -> FocusNode {
    let mut form = node.clone();
    form.grown = None;
    if node.form == Form::Board {
        (form.rect, form.grown) = (rect, grown);
    } else {
        let (wide, high) = (node.rect.width(), node.rect.height());
        let middle = rect.center();
        let corner = |middle: f32, length: f32, from: f32, to: f32| (middle - length / 2.0).min(to - length).max(from);
        let left = corner(middle.x, wide, place.min.x, place.max.x);
        let top = corner(middle.y, high, place.min.y, place.max.y);
        form.rect = Rect::new(left, top, left + wide, top + high);
    }
    let words = |label: Label| attached(label, node.rect, form.rect);
    (form.move_label, form.note_label) = (node.move_label.map(words), node.note_label.map(words));
    form.mark = node.mark.map(|mark| follow(mark, node.rect, form.rect));
    form
}

/// Words that stay on their side glide; those that change it go there and come here, for they would cross the board.
fn glide_words(old: &FocusNode, node: &mut FocusNode, share: f32, (rect, crossing): (Rect, &mut NodeCrossing)) {
    let coming = ramp(share, (WORDS_FROM, 1.0));
    let mut left = old.clone();
    let pairs = [(old.move_label, node.move_label), (old.note_label, node.note_label)];
    let mut words = [None; 2];
    let mut going = [None; 2];
    for (at, (before, after)) in pairs.into_iter().enumerate() {
        (going[at], words[at]) = match (before, after) {
            (Some(a), Some(b)) if stays_beside((a, old.body()), (b, node.body())) => {
                let size = mix(a.size, b.size, share);
                (None, Some(Label { rect: between(a.rect, b.rect, share), size, ..b }))
            }
            (None, None) => (None, None),
            (before, after) => {
                crossing.words[at] = coming;
                let after = after.filter(|_| coming > 0.0);
                (before.map(|a| attached(a, old.rect, rect)), after.map(|b| attached(b, node.rect, rect)))
            }
        };
    }
    let note_glides = going[1].is_none() && crossing.words[1] >= 1.0;
    let mark_of = |node: &FocusNode| node.mark.map(|mark| follow(mark, node.rect, rect));
    let mark = match (old.mark, node.mark) {
        (Some(a), Some(b)) if note_glides => Some(between(a, b, share)),
        _ if note_glides && node.note_label.is_some() => None,
        _ => mark_of(node).filter(|_| coming > 0.0),
    };
    let gone = 1.0 - ramp(share, (0.0, WORDS_GONE));
    if gone > 0.0 && going.iter().any(Option::is_some) {
        left.mark = mark_of(old).filter(|_| !note_glides);
        left.rect = rect;
        [left.move_label, left.note_label] = going;
        crossing.leaving = Some((Box::new(left), gone));
    }
    [node.move_label, node.note_label] = words;
    node.mark = mark;
}

/// Whether words are on the same side of their board in both pictures, so that they never cross it on the way.
fn stays_beside((a, board_a): (Label, Rect), (b, board_b): (Label, Rect)) -> bool {
    let sides = |words: Rect, board: Rect| {
        [
            words.max.y <= board.min.y + 1.0,
            words.min.y >= board.max.y - 1.0,
            words.max.x <= board.min.x + 1.0,
            words.min.x >= board.max.x - 1.0,
        ]
    };
    a.anchor == b.anchor && sides(a.rect, board_a).iter().zip(sides(b.rect, board_b)).any(|(&a, b)| a && b)
}

/// Words beside `home`, as they are beside `now`.
fn attached(label: Label, home: Rect, now: Rect) -> Label {
    Label { rect: follow(label.rect, home, now), ..label }
}

/// A rectangle that goes with the side of another next to which it is.
fn follow(rect: Rect, home: Rect, now: Rect) -> Rect {
    let x = if rect.min.x >= home.max.x - 1.0 { now.max.x - home.max.x } else { now.min.x - home.min.x };
    let y = if rect.min.y >= home.max.y - 1.0 { now.max.y - home.max.y } else { now.min.y - home.min.y };
    rect.shifted(Point::new(x, y))
}

/// The line at a part of the way from one to another, with the corners of both.
pub(super) fn bent(from: &[Point], to: &[Point], share: f32) -> Vec<Point> {
    let at = |points: &[Point], part: f32| {
        let place = part * (points.len() - 1) as f32;
        let first = (place as usize).min(points.len().saturating_sub(2));
        let (a, b) = (points[first], points[points.len().min(first + 2) - 1]);
        let rest = place - first as f32;
        Point::new(mix(a.x, b.x, rest), mix(a.y, b.y, rest))
    };
    let parts = |points: &[Point]| -> Vec<f32> {
        let last = (points.len() - 1).max(1) as f32;
        (0..points.len()).map(|corner| corner as f32 / last).collect()
    };
    let mut corners = [parts(from), parts(to)].concat();
    corners.sort_by(f32::total_cmp);
    corners.dedup_by(|a, b| *a - *b < 1e-4);
    let point = |&part: &f32| {
        let (a, b) = (at(from, part), at(to, part));
        Point::new(mix(a.x, b.x, share), mix(a.y, b.y, share))
    };
    corners.iter().map(point).collect()
}

/// Moves caption, chips and open board of a focus that is in both pictures; returns those of the old focus, to be faded out, if it differs.
pub(super) fn glide_beside(
    from: &FocusLayout,
    layout: &mut FocusLayout,
    focus: usize,
    share: f32,
) -> Option<BesideFocus> {
    if focus != layout.focus {
        let (caption, lens, key_chips) = (from.caption, from.lens, from.key_chips.clone());
        return Some(BesideFocus { focus, caption, key_chips, lens });
    }
    if let (Some(a), Some(b)) = (from.caption, layout.caption) {
        layout.caption = Some(between(a, b, share));
    }
    if let (Some(a), Some(b)) = (from.lens, &mut layout.lens) {
        let label =
            |a: Label, b: Label| Label { rect: between(a.rect, b.rect, share), size: mix(a.size, b.size, share), ..b };
        let (move_label, note_label) = (label(a.move_label, b.move_label), label(a.note_label, b.note_label));
        *b = Lens { rect: between(a.rect, b.rect, share), move_label, note_label };
    }
    for (a, b) in from.key_chips.iter().zip(&mut layout.key_chips) {
        *b = between(*a, *b, share);
    }
    None
}

/// The part of a range that has been passed, from 0 to 1.
fn ramp(share: f32, (from, to): (f32, f32)) -> f32 {
    ((share - from) / (to - from)).clamp(0.0, 1.0)
}

fn mix(a: f32, b: f32, share: f32) -> f32 {
    a + (b - a) * share
}

/// The rectangle at a part of the way from one to another.
pub(super) fn between(a: Rect, b: Rect, share: f32) -> Rect {
    Rect::new(
        mix(a.min.x, b.min.x, share),
        mix(a.min.y, b.min.y, share),
        mix(a.max.x, b.max.x, share),
        mix(a.max.y, b.max.y, share),
    )
}
