//! Cross-fades between two focus views. A node that changes its form is drawn in both forms, one
//! fading out while the other fades in. Texts that appear or disappear fade, edges bend from the
//! old route to the new one, and the caption fades with its focus. If an earlier motion was
//! interrupted, the first picture is itself in motion; then everything continues from its current
//! place and opacity.

use super::layout::{BesideFocus, FocusLayout, FormFade, Lens, NodeFade};
use super::node::{FocusNode, Form, Label, Route};
use crate::scene::{Orientation, Point, Rect, Way};
use edagari_core::trace::{NodeState, Trace};

/// The maximum distance, in points, of a skipped sibling from its place.
const DEPTH: f32 = 9.0;
/// The share of a motion after which disappearing texts are gone, and the share after which
/// appearing texts are visible.
const WORDS_GONE: f32 = 0.4;
const WORDS_FROM: f32 = 0.6;
/// The shares of the growth of a node between which its board fades into the box, and between which the box becomes a chip.
const BOARD_COMES: (f32, f32) = (0.35, 0.7);
const CHIP_COMES: (f32, f32) = (0.5, 1.0);
/// The share of the growth of a node after which its texts are visible.
const GROWN_WORDS_FROM: f32 = 0.7;

/// The difference, in points, between the widths of two chips with the same texts in the same places.
const SAME_WIDTH: f32 = 0.5;

/// Lower opacities are not drawn.
const UNSEEN: f32 = 0.02;

/// Moves a node that is in both pictures to `share` of the way. `was` is the state of the node if
/// the first picture was itself in motion: parts that were half visible continue from their
/// opacity. `place` is the area of the whole picture. A focus has no note, because its caption
/// contains the same.
pub(super) fn glide(
    (old, was, was_focus): (&FocusNode, Option<&NodeFade>, bool),
    (node, is_focus): (&mut FocusNode, bool),
    share: f32,
    place: Rect,
) -> NodeFade {
    let still = NodeFade::still(old);
    let was = was.unwrap_or(&still);
    let bare = was_focus.then(|| FocusNode { note_label: None, ..old.clone() });
    let old = bare.as_ref().unwrap_or(old);
    if is_focus {
        node.note_label = None;
    }
    let rect = between(old.rect, node.rect, share);
    let grown = match (old.grown, node.grown) {
        (None, None) => None,
        (a, b) => Some(between(a.unwrap_or(old.rect), b.unwrap_or(node.rect), share)),
    };
    let mut crossing = NodeFade::still(node);
    crossing.edge = mixed(was.edge, crossing.edge, share);
    crossing.faint = mix(was.faint, crossing.faint, share);
    crossing.leaving = leaving(was, rect, share);
    if was.forms.is_empty() && looks_alike(old, node) {
        crossing.inside = mix(was.inside, 1.0, share);
        glide_words((old, was.words), node, share, (rect, &mut crossing));
    } else {
        crossing.forms = forms((old, was), (node, share), (rect, grown), place);
        (node.move_label, node.note_label, node.mark) = (None, None, None);
    }
    (node.rect, node.grown) = (rect, grown);
    node.text_size = mix(old.text_size, node.text_size, share);
    crossing
}

/// Whether a node can become another by gliding.
fn looks_alike(old: &FocusNode, node: &FocusNode) -> bool {
    // Halfway from an upright bar to a level one, it would be a block.
    let is_upright = |node: &FocusNode| node.rect.height() > node.rect.width();
    let has_same_shape = match node.form {
        Form::Board => true,
        // The texts of a chip are arranged by its width: in between, they would leap when one of them loses its room.
        Form::Chip => (old.rect.width() - node.rect.width()).abs() < SAME_WIDTH,
        Form::Bar => is_upright(old) == is_upright(node),
    };
    old.form == node.form && old.board == node.board && old.stands_for == node.stands_for && has_same_shape
}

/// Returns the forms in which a node is drawn: those of the first picture fade out, that of the second fades in. A form that is in both continues
/// from its opacity.
fn forms(
    (old, was): (&FocusNode, &NodeFade),
    (node, share): (&FocusNode, f32),
    (rect, grown): (Rect, Option<Rect>),
    place: Rect,
) -> Vec<FormFade> {
    let mut forms = Vec::new();
    let mut is = None;
    for form in forms_of(old, was) {
        if is.is_none() && looks_alike(&form.node, node) && has_words_alike(&form.node, node) {
            is = Some(form);
        } else if form.opacity * (1.0 - share) >= UNSEEN {
            let of_form = in_own_size(&form.node, rect, grown, place);
            forms.push(FormFade { node: of_form, opacity: form.opacity * (1.0 - share), leaves: true, ..form });
        }
    }
    forms.push(match is {
        Some(form) => FormFade {
            node: FocusNode { grown, ..between_forms(&form.node, node, share) },
            opacity: mix(form.opacity, 1.0, share),
            leaves: false,
            words: mixed(form.words, [1.0; 2], share),
            inside: mix(form.inside, 1.0, share),
        },
        None => FormFade {
            node: in_own_size(node, rect, grown, place),
            opacity: share,
            leaves: false,
            words: [1.0; 2],
            inside: 1.0,
        },
    });
    forms
}

/// Returns the forms of a node in a picture.
fn forms_of(node: &FocusNode, was: &NodeFade) -> Vec<FormFade> {
    if !was.forms.is_empty() {
        return was.forms.clone();
    }
    vec![FormFade { node: node.clone(), opacity: 1.0, leaves: true, words: was.words, inside: was.inside }]
}

/// Whether the texts of two forms can glide from one form to the other.
fn has_words_alike(a: &FocusNode, b: &FocusNode) -> bool {
    let pairs = [(a.move_label, b.move_label), (a.note_label, b.note_label)];
    let is_alike = |pair: (Option<Label>, Option<Label>)| match pair {
        (None, None) => true,
        (Some(before), Some(after)) => stays_beside((before, a.body()), (after, b.body())),
        _ => false,
    };
    a.mark.is_some() == b.mark.is_some() && a.is_on_path == b.is_on_path && pairs.into_iter().all(is_alike)
}

/// Interpolates between two forms that look alike and have their texts in the same places.
fn between_forms(a: &FocusNode, b: &FocusNode, share: f32) -> FocusNode {
    FocusNode {
        rect: between(a.rect, b.rect, share),
        text_size: mix(a.text_size, b.text_size, share),
        move_label: a.move_label.zip(b.move_label).map(|(a, b)| between_labels(a, b, share)),
        note_label: a.note_label.zip(b.note_label).map(|(a, b)| between_labels(a, b, share)),
        mark: a.mark.zip(b.mark).map(|(a, b)| between(a, b, share)),
        ..b.clone()
    }
}

fn between_labels(a: Label, b: Label, share: f32) -> Label {
    Label { rect: between(a.rect, b.rect, share), size: mix(a.size, b.size, share), ..b }
}

/// Returns the texts that were fading out when the first picture was interrupted: they keep fading, and move with their board.
fn leaving(was: &NodeFade, rect: Rect, share: f32) -> Vec<(FocusNode, f32)> {
    let gone = 1.0 - ramp(share, (0.0, WORDS_GONE));
    let seen = was.leaving.iter().filter(|(_, opacity)| opacity * gone >= UNSEEN);
    seen.map(|(node, opacity)| (carried(node, rect), opacity * gone)).collect()
}

/// Moves a node and its texts to `rect`, its place in another picture.
fn carried(node: &FocusNode, rect: Rect) -> FocusNode {
    let words = |label: Label| attached(label, node.rect, rect);
    FocusNode {
        rect,
        move_label: node.move_label.map(words),
        note_label: node.note_label.map(words),
        mark: node.mark.map(|mark| follow(mark, node.rect, rect)),
        ..node.clone()
    }
}

/// Grows a node out of a point to a share of its size. A chip and the texts beside a board do not scale: they fade in.
pub(super) fn grow(node: &mut FocusNode, origin: Point, share: f32, place: Rect) -> NodeFade {
    let mut still = NodeFade::still(node);
    still.edge = [1.0; 2];
    if let Route::Bus { .. } = node.route {
        still.edge[1] = 0.0;
    }
    sized(node, &still, origin, share, place)
}

/// Shrinks a node that is not in the second picture into a point, from its state in the first.
pub(super) fn shrink(node: &mut FocusNode, was: Option<&NodeFade>, into: Point, share: f32, place: Rect) -> NodeFade {
    let still = NodeFade::still(node);
    let was = was.unwrap_or(&still);
    let mut crossing = sized(node, was, into, 1.0 - share, place);
    crossing.leaving = leaving(was, node.rect, share);
    crossing
}

/// Returns a node that grows out of a point or shrinks into it, at a share of its size.
fn sized(node: &mut FocusNode, whole: &NodeFade, point: Point, share: f32, place: Rect) -> NodeFade {
    let rect = between(Rect::square(point, 0.0), node.rect, share);
    let mut crossing = NodeFade { forms: Vec::new(), leaving: Vec::new(), ..whole.clone() };
    crossing.edge = whole.edge.map(|opacity| opacity * share);
    if node.form == Form::Chip || !whole.forms.is_empty() {
        let seen = ramp(share, CHIP_COMES);
        let own = in_own_size(node, rect, None, place);
        let empty = FocusNode { rect, form: Form::Board, board: None, ..own };
        let empty = FocusNode { move_label: None, note_label: None, mark: None, ..empty };
        let (words, inside) = ([1.0; 2], 1.0);
        crossing.forms.push(FormFade { node: empty, opacity: 1.0 - seen, leaves: true, words, inside });
        for form in forms_of(node, whole) {
            let of_form = in_own_size(&form.node, rect, None, place);
            crossing.forms.push(FormFade { node: of_form, opacity: form.opacity * seen, leaves: false, ..form });
        }
    } else if node.form == Form::Board {
        crossing.inside *= ramp(share, BOARD_COMES);
        crossing.words = whole.words.map(|opacity| opacity * ramp(share, (GROWN_WORDS_FROM, 1.0)));
    }
    *node = FocusNode { grown: None, ..carried(node, rect) };
    if !crossing.forms.is_empty() || crossing.words.iter().all(|&opacity| opacity <= 0.0) {
        (node.move_label, node.note_label, node.mark) = (None, None, None);
    }
    crossing
}

/// Places a node in one of its forms at `rect` of another picture: a board takes the new size; a chip and a bar keep their own, so that texts do not
/// shrink and bars do not become blocks.
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

/// Moves texts that stay on their side of the board; texts that change sides fade out and in, since they would cross the board.
fn glide_words(
    (old, opacities): (&FocusNode, [f32; 2]),
    node: &mut FocusNode,
    share: f32,
    (rect, crossing): (Rect, &mut NodeFade),
) {
    let (coming, gone) = (ramp(share, (WORDS_FROM, 1.0)), 1.0 - ramp(share, (0.0, WORDS_GONE)));
    let going = |crossing: &mut NodeFade, opacity: f32, labels: [Option<Label>; 2], mark: Option<Rect>| {
        if opacity * gone >= UNSEEN {
            let [move_label, note_label] = labels;
            let left = FocusNode { mark, move_label, note_label, ..old.clone() };
            crossing.leaving.push((carried(&left, rect), opacity * gone));
        }
    };
    (crossing.words[0], node.move_label) = match (old.move_label, node.move_label) {
        (Some(a), Some(b)) if stays_beside((a, old.body()), (b, node.body())) => {
            (mix(opacities[0], 1.0, share), Some(between_labels(a, b, share)))
        }
        (before, after) => {
            if before.is_some() {
                going(crossing, opacities[0], [before, None], None);
            }
            (coming, after.filter(|_| coming > 0.0).map(|b| attached(b, node.rect, rect)))
        }
    };
    // A node on the path has another kind of note, so the mark fades together with the note.
    let says_alike = old.is_on_path == node.is_on_path && old.mark.is_some() == node.mark.is_some();
    (crossing.words[1], node.note_label, node.mark) = match (old.note_label, node.note_label) {
        (Some(a), Some(b)) if says_alike && stays_beside((a, old.body()), (b, node.body())) => {
            let mark = old.mark.zip(node.mark).map(|(a, b)| between(a, b, share));
            (mix(opacities[1], 1.0, share), Some(between_labels(a, b, share)), mark)
        }
        (before, after) => {
            if before.is_some() {
                going(crossing, opacities[1], [None, before], old.mark);
            }
            let mark = node.mark.filter(|_| coming > 0.0).map(|mark| follow(mark, node.rect, rect));
            (coming, after.filter(|_| coming > 0.0).map(|b| attached(b, node.rect, rect)), mark)
        }
    };
}

/// Whether a text is on the same side of its board in both pictures, so that it never crosses the board in between.
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

/// Moves a label from its place beside `home` to the same place beside `now`.
fn attached(label: Label, home: Rect, now: Rect) -> Label {
    Label { rect: follow(label.rect, home, now), ..label }
}

/// Moves a rectangle with the side of the rectangle `home` to which it is adjacent.
fn follow(rect: Rect, home: Rect, now: Rect) -> Rect {
    let x = if rect.min.x >= home.max.x - 1.0 { now.max.x - home.max.x } else { now.min.x - home.min.x };
    let y = if rect.min.y >= home.max.y - 1.0 { now.max.y - home.max.y } else { now.min.y - home.min.y };
    rect.shifted(Point::new(x, y))
}

/// Interpolates between two lines; the result has the corners of both.
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

/// Moves caption, chips and open board of a focus that is in both pictures. If the focus changed,
/// those of the old focus, whose nodes have the indexes `now` in the new picture, fade out while
/// the new ones fade in. Returns the opacity of the new ones, and the old ones with their
/// opacities.
pub(super) fn glide_beside(
    from: &FocusLayout,
    layout: &mut FocusLayout,
    now: &[usize],
    share: f32,
) -> (f32, Vec<(BesideFocus, f32)>) {
    let crossing = from.crossing.as_deref();
    let own = crossing.map_or(1.0, |crossing| crossing.own);
    let left = crossing.map_or(&[][..], |crossing| &crossing.beside).iter();
    let left = left.map(|(beside, opacity)| (BesideFocus { focus: now[beside.focus], ..beside.clone() }, *opacity));
    let mut left: Vec<(BesideFocus, f32)> = left.collect();
    let has = |layout: &FocusLayout| {
        let FocusLayout { caption, lens, key_chips, player_label, .. } = layout;
        (caption.is_some(), lens.is_some(), key_chips.len(), player_label.is_some())
    };
    let focus = now[from.focus];
    let stays = focus == layout.focus && has(from) == has(layout);
    if stays {
        layout.caption = from.caption.zip(layout.caption).map(|(a, b)| between(a, b, share));
        layout.player_label = from.player_label.zip(layout.player_label).map(|(a, b)| between_labels(a, b, share));
        layout.lens = from.lens.zip(layout.lens).map(|(a, b)| Lens {
            rect: between(a.rect, b.rect, share),
            move_label: between_labels(a.move_label, b.move_label, share),
            note_label: between_labels(a.note_label, b.note_label, share),
        });
        for (a, b) in from.key_chips.iter().zip(&mut layout.key_chips) {
            *b = between(*a, *b, share);
        }
    } else {
        let FocusLayout { caption, lens, player_label, .. } = *from;
        left.push((BesideFocus { focus, caption, key_chips: from.key_chips.clone(), lens, player_label }, own));
    }
    left.retain_mut(|(_, opacity)| {
        *opacity *= 1.0 - share;
        *opacity >= UNSEEN
    });
    (if stays { mix(own, 1.0, share) } else { share }, left)
}

/// Returns how much of a range has been passed, from 0 to 1.
fn ramp(share: f32, (from, to): (f32, f32)) -> f32 {
    ((share - from) / (to - from)).clamp(0.0, 1.0)
}

fn mix(a: f32, b: f32, share: f32) -> f32 {
    a + (b - a) * share
}

fn mixed(a: [f32; 2], b: [f32; 2], share: f32) -> [f32; 2] {
    [mix(a[0], b[0], share), mix(a[1], b[1], share)]
}

/// Interpolates between two rectangles.
pub(super) fn between(a: Rect, b: Rect, share: f32) -> Rect {
    Rect::new(
        mix(a.min.x, b.min.x, share),
        mix(a.min.y, b.min.y, share),
        mix(a.max.x, b.max.x, share),
        mix(a.max.y, b.max.y, share),
    )
}

/// Eases a share of the time, from 0 to 1, in and out.
#[must_use]
pub fn eased(share: f32) -> f32 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// Returns the point of a node where the edges to its children start.
pub(super) fn port(rect: Rect, orientation: Orientation) -> Point {
    match orientation {
        Orientation::LeftToRight => Point::new(rect.max.x, rect.center().y),
        Orientation::TopDown => Point::new(rect.center().x, rect.max.y),
    }
}

/// The change of an unvisited node during the motion to a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// The node was skipped by a cut.
    Pruned,
    /// The node was generated.
    Generated,
}

/// Returns the change of a node that has `state` at the end of the motion.
pub(super) fn change_of(trace: &Trace, node: &FocusNode, state: NodeState, way: Way) -> Option<Change> {
    match state {
        NodeState::Pruned { frame } => (frame > way.from).then_some(Change::Pruned),
        NodeState::Open { .. } if !trace.is_search() => {
            let visit = node.visit_at(trace, usize::MAX)?;
            (trace.span(visit).0 > way.from).then_some(Change::Generated)
        }
        _ => None,
    }
}

/// Returns the offset of a skipped node at a share of the motion: it moves away from its parent, within the picture, and returns to its place.
pub(super) fn sunk(layout: &FocusLayout, index: usize, share: f32) -> Point {
    let extent = layout.nodes[index].extent();
    let depth = 4.0 * share * (1.0 - share) * DEPTH;
    let (width, height) = layout.size;
    match layout.flow {
        Orientation::LeftToRight => Point::new(depth.min((width - extent.max.x).max(0.0)), 0.0),
        Orientation::TopDown => Point::new(0.0, depth.min((height - extent.max.y).max(0.0))),
    }
}
