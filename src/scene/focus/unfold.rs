//! Subtrees beside the path that were finished before it unfold while room is left: those nearest to the path first, as chips, then
//! as bars. Whether they do depends on the order of visits alone, so it is the same at every frame of a focus.

use super::across::{Block, FAMILY_GAP, pack};
use super::along::{BAR_LENGTH, short_chip_width};
use super::apart::{MOST_ELSEWHERE, apart};
use super::chips::RoomForChips;
use super::column::{Content, center_across};
use super::families::kids;
use super::family::Family;
use super::layout::FocusLayout;
use super::node::{FocusNode, Form};
use super::outline::Outline;
use super::request::{FocusOptions, FocusRequest};
use super::sizes::text_width;
use crate::scene::{Orientation, Rect};

/// A bar with its gap: at least, and at most.
const BAR: (f32, f32) = (3.0, 6.0);
/// Chips in one column, the first family aside; what lies farther from the path is of less interest.
const MOST_CHIPS: usize = 6;

impl Outline<'_> {
    /// Fills the room that is left before the path, column by column.
    pub(super) fn unfold(&self, contents: &[(Content, f32)], layout: &mut FocusLayout) {
        let first_new = layout.nodes.len();
        for (index, &(content, _)) in contents.iter().enumerate().skip(1) {
            let column = layout.columns[index];
            let end = self.free_end(column.depth, layout) - FAMILY_GAP;
            let mut room = end - self.area.across.0;
            if room <= 0.0 || has_others(column.depth, layout) {
                continue;
            }
            let mut families: Vec<Family> = Vec::new();
            let mut chips = 0;
            for parent in self.finished(column.depth - 1, first_new, layout) {
                let Some(family) = self.unfolded(parent, content, column.span, (room, chips), layout) else { break };
                chips += family.kids.len();
                room -= family.block.before + family.block.after + FAMILY_GAP;
                families.push(family);
            }
            families.reverse();
            let blocks: Vec<Block> = families.iter().map(|family| family.block).collect();
            let anchors = pack(&blocks, None, (self.area.across.0, end));
            for (family, anchor) in families.into_iter().zip(anchors) {
                self.place(family, anchor, column.depth, column.span, content, layout);
            }
        }
    }

    /// Where the first node of a depth begins, across the tree.
    fn free_end(&self, depth: usize, layout: &FocusLayout) -> f32 {
        let start = |rect: Rect| match self.area.orientation {
            Orientation::LeftToRight => rect.min.y,
            Orientation::TopDown => rect.min.x,
        };
        let nodes = layout.nodes.iter().filter(|node| node.depth == depth);
        nodes.map(|node| start(node.extent())).fold(self.area.across.1, f32::min)
    }

    /// The nodes of a depth that lie before the path, have children which are out of sight, and nothing between them and these;
    /// the nearest to the path first.
    fn finished(&self, depth: usize, first_new: usize, layout: &FocusLayout) -> Vec<usize> {
        let across = |index: usize| center_across(&self.area, layout.nodes[index].rect);
        let path = layout.nodes.iter().position(|node| node.is_on_path && node.depth == depth);
        let is_beside = |index: usize, node: &FocusNode| {
            let is_sibling = node.parent.is_none_or(|parent| layout.nodes[parent].is_on_path);
            index >= first_new || is_sibling && path.is_some_and(|path| across(index) < across(path))
        };
        let can_unfold = |index: usize, node: &FocusNode| {
            node.depth == depth
                && !node.is_on_path
                && node.is_folded
                && node.stands_for == 1
                && node.form != Form::Bar
                && is_beside(index, node)
                && !self.is_covered(node, layout)
        };
        let nodes = layout.nodes.iter().enumerate();
        let mut found: Vec<usize> =
            nodes.filter(|(index, node)| can_unfold(*index, node)).map(|(index, _)| index).collect();
        found.sort_by(|&a, &b| across(b).total_cmp(&across(a)));
        found
    }

    /// Whether another chip lies between a node and its children.
    fn is_covered(&self, node: &FocusNode, layout: &FocusLayout) -> bool {
        let middle = node.rect.center().x;
        self.area.orientation == Orientation::TopDown
            && layout.nodes.iter().any(|other| {
                other.depth == node.depth
                    && other.rect.min.x < middle
                    && middle < other.rect.max.x
                    && other.rect.min.y > node.rect.max.y
            })
    }

    fn unfolded(
        &self,
        parent: usize,
        content: Content,
        span: (f32, f32),
        (room, chips): (f32, usize),
        layout: &FocusLayout,
    ) -> Option<Family> {
        let node = &layout.nodes[parent];
        let above = node.parent.and_then(|above| layout.nodes[above].position.as_ref());
        let position = match above.zip(node.mv) {
            Some((above, mv)) => above.play(mv)?,
            None => self.request.trace.position(&layout.path(parent))?,
        };
        // What was pruned there is no news.
        let options = FocusOptions { group_pruned: true, ..self.request.options };
        let mut family = kids(&FocusRequest { options, ..*self.request }, node.place, node.part, &position);
        apart(self.request, &mut family, MOST_ELSEWHERE, None);
        let ideal = center_across(&self.area, node.rect);
        let lens = if matches!(content, Content::Children) { self.lens_thickness() } else { 0.0 };
        let along = span.1 - span.0 - lens;
        let widest = family.iter().map(|kid| text_width(&kid.text, self.words.small)).fold(0.0, f32::max);
        let short_chip = short_chip_width(&self.words, widest);
        let reach = if matches!(content, Content::Path(_)) { self.reach_room() } else { 0.0 };
        let of_chips = RoomForChips { short_chip, along, across: room, reach };
        let columns = |rows: usize| family.len().div_ceil(rows);
        if let Some(unfolded) = self.chips_of(&family, of_chips, columns)
            && unfolded.is_marked
            && (chips == 0 || chips + family.len() <= MOST_CHIPS)
        {
            return Some(Self::chips(parent, family, unfolded, ideal));
        }
        let pitch = (room / family.len().max(1) as f32).min(BAR.1);
        let fits = pitch >= BAR.0 && BAR_LENGTH <= along + 0.5;
        fits.then(|| Self::uniform(parent, family, Form::Bar, pitch, ideal))
    }
}

/// Whether a depth already holds children of nodes that are neither on the path nor below the focus.
fn has_others(depth: usize, layout: &FocusLayout) -> bool {
    let is_of_focus = |mut index: usize| loop {
        if layout.nodes[index].is_on_path || index == layout.focus {
            return true;
        }
        match layout.nodes[index].parent {
            Some(parent) if parent == layout.focus => return true,
            Some(parent) if !layout.nodes[parent].is_on_path => index = parent,
            _ => return false,
        }
    };
    let mut parents = layout.nodes.iter().filter(|node| node.depth == depth).filter_map(|node| node.parent);
    parents.any(|parent| !is_of_focus(parent))
}
