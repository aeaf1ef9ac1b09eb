//! The dock: rows of chips below the stage. They show nodes elsewhere in the tree that must be
//! visible: the children of nodes that the user opened, and the path to the current node while the
//! user looks at another node.

use super::families::{MAX_ELSEWHERE, apart};
use super::families::{kids, merge, node_of, path_node};
use super::layout::{FocusLayout, Outline};
use super::node::{FocusNode, Form};
use super::part::{Part, UnplacedChild, child_key};
use super::sizes::{CHIP_GAP, CHIP_INDENT, CHIP_PADDING, Words, chip_height, chip_pitch, text_width};
use crate::scene::Rect;
use edagari_core::language::visible;

/// The maximum share of the height that the dock takes.
const MOST: f32 = 0.3;
/// The gap between the stage and the dock.
const GAP: f32 = 8.0;
/// The widest move, relative to the font size.
const WIDEST_MOVE: f32 = 6.0;
/// The space for the sign and the denominator of a score in a chip of a path, relative to the font
/// size. The move that leads to a cut is never shortened to make space for its score.
const SIGN_AND_DENOMINATOR: f32 = 2.5;

/// Returns the paths that a dock shows, each with whether the user opened its node: first the paths
/// to opened nodes, then the paths to other nodes that must be visible.
fn wanted<'a>(of: &'a Outline<'_>) -> impl Iterator<Item = (&'a Vec<u32>, bool)> {
    let focus = &of.path.moves;
    let is_elsewhere = move |path: &&Vec<u32>| !focus.starts_with(path);
    let is_far = move |path: &&Vec<u32>| path.len().checked_sub(1).is_some_and(|above| path[..above] != focus[..]);
    let opened = of.request.opened.iter().filter(is_elsewhere).map(|path| (path, true));
    let in_sight = of.request.in_sight.iter().filter(is_elsewhere).filter(is_far).map(|path| (path, false));
    opened.chain(in_sight)
}

/// Returns the height of the dock in a place, below the nodes of the strip.
pub(super) fn height(of: &Outline<'_>, place: Rect, layout: &FocusLayout) -> f32 {
    let most = (MOST * place.height() / chip_pitch(&of.words)) as usize;
    let is_shown = |path: &[u32]| layout.node_with_key(path.iter().fold(0, |key, &mv| child_key(key, mv))).is_some();
    match wanted(of).filter(|(path, is_open)| *is_open || !is_shown(path)).count().min(most) {
        0 => 0.0,
        rows => rows as f32 * chip_pitch(&of.words) + GAP,
    }
}

/// Places the rows of the dock.
pub(super) fn place(of: &Outline<'_>, place: Rect, layout: &mut FocusLayout) {
    let pitch = chip_pitch(&of.words);
    let mut top = place.min.y + GAP;
    for (path, is_open) in wanted(of) {
        if top + chip_height(&of.words) > place.max.y + 0.5 {
            return;
        }
        let mut row = DockRow { of, left: place.min.x, right: place.max.x, top };
        if row.fill(path, is_open, layout) {
            top += pitch;
        }
    }
}

struct DockRow<'a> {
    of: &'a Outline<'a>,
    left: f32,
    right: f32,
    top: f32,
}

impl DockRow<'_> {
    /// Adds the path to a node to the row, and its children if it is open. Returns whether anything was added.
    fn fill(&mut self, path: &[u32], is_open: bool, layout: &mut FocusLayout) -> bool {
        let request = self.of.request;
        let trace = request.trace;
        let begin = self.left;
        let Some(mut position) = trace.position(&[]) else { return false };
        let (mut place, mut key) = (trace.place(&[]), 0);
        let mut parent = layout.node_with_key(0);
        for (depth, &mv) in path.iter().enumerate() {
            let text = visible(&position.move_text(mv as usize)).into_owned();
            let Some(next) = position.play(mv) else { return self.left > begin };
            (place, key, position) = (trace.child_place(place, mv), child_key(key, mv), next);
            let shown = layout
                .node_with_key(key)
                .or_else(|| layout.nodes.iter().position(|node| node.path_key == key && node.stands_for == 1));
            let above = parent.filter(|_| self.left <= begin).map(|above| layout.nodes[above].move_text.clone());
            parent = shown.or_else(|| {
                // No edge leads from the picture to the dock, so the first chip names the node above it.
                let text = above.map_or(text.clone(), |above| format!("{above} › {text}"));
                let kid = UnplacedChild::of_node(Some(mv), text, place);
                let more = SIGN_AND_DENOMINATOR * self.of.words.small;
                self.push(&kid, (parent, depth), more, layout)
            });
            if parent.is_none() && self.of.path.moves.get(depth) != Some(&mv) {
                return self.left > begin;
            }
        }
        if is_open {
            let depth = path.len();
            let mut family = kids(request, (place, Part::Node), path, &position);
            family.retain(|kid| layout.node_with_key(kid.part.key(kid.path_key(key))).is_none());
            apart(request, &mut family, MAX_ELSEWHERE, None);
            let room = self.right - self.left;
            let widest = family.iter().map(|kid| width(kid, &self.of.words)).fold(1.0, f32::max);
            merge(&mut family, ((room + CHIP_GAP) / (widest + CHIP_GAP)) as usize);
            for kid in &family {
                self.push(kid, (parent, depth), 0.0, layout);
            }
        }
        self.left > begin
    }

    /// Adds a chip to the row, wider by `more` than its move needs; returns its index, or `None` without room.
    fn push(
        &mut self,
        kid: &UnplacedChild,
        (parent, depth): (Option<usize>, usize),
        more: f32,
        layout: &mut FocusLayout,
    ) -> Option<usize> {
        let wide = width(kid, &self.of.words) + more;
        if self.left + wide > self.right + 0.5 {
            return None;
        }
        let path = self.of.path;
        let out_of_sight = || Some(path_node(self.of.request, path, depth.min(path.depth()), None));
        let above: Option<FocusNode> = parent.map(|parent| layout.nodes[parent].clone()).or_else(out_of_sight);
        let mut node = node_of(self.of.request, kid, parent, above.as_ref());
        node.form = Form::Chip;
        node.text_size = self.of.words.small;
        node.rect = Rect::new(self.left, self.top, self.left + wide, self.top + chip_height(&self.of.words));
        self.left += wide + CHIP_GAP;
        layout.nodes.push(node);
        Some(layout.nodes.len() - 1)
    }
}

/// Returns the width of a chip of the dock.
fn width(kid: &UnplacedChild, words: &Words) -> f32 {
    let mv = text_width(&kid.text, words.small).min(WIDEST_MOVE * words.small + words.tag);
    CHIP_INDENT + mv + 6.0 + words.small_score + CHIP_PADDING
}
