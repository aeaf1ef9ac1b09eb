//! The layout of a focus view: the place of every node.

use super::column::Column;
use super::fold::{FoldSpot, MARK_GAP};
use super::kid::child_key;
use super::labels::{labels_below, labels_beside};
use super::node::{FocusNode, Form, Label};
use super::part::Part;
use super::sizes::{CHIP_PADDING, Words, board_size, height_beside, line};
use crate::scene::{Anchor, Orientation, Point, Rect};
use crate::trace::Trace;

/// The thinnest bar with its gap.
pub(super) const THINNEST_BAR: f32 = 1.5;

/// The nodes of a focus view and their places, in points from the upper left corner of the place.
#[derive(Clone, Debug)]
pub struct FocusLayout {
    /// The nodes, each behind its parent.
    pub nodes: Vec<FocusNode>,
    /// The index of the focus.
    pub focus: usize,
    /// The direction in which the tree grows.
    pub orientation: Orientation,
    /// The width and height of the place.
    pub size: (f32, f32),
    /// Whether the whole tree is shown.
    pub is_whole: bool,
    /// The numbers of levels of the path that the band leaves out above and below.
    pub band_left_out: (usize, usize),
    pub(super) columns: Vec<Column>,
    pub(super) words: Words,
    pub(super) lens: Option<LensZone>,
    /// The moves to the focus.
    pub(super) path: Vec<u32>,
}

/// Where a child of the focus that is no board opens.
#[derive(Clone, Copy, Debug)]
pub(super) struct LensZone {
    /// Where boards begin, along the tree.
    pub along: f32,
    /// Between which boards stay, across the tree.
    pub across: (f32, f32),
    /// The shorter side of a board.
    pub short: f32,
    pub shape: f32,
    /// The room for a move, or a score.
    pub label: f32,
}

/// A child of the focus, opened beside its chip.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lens {
    /// The place of its board.
    pub rect: Rect,
    /// Room for its move.
    pub move_label: Label,
    /// Room for its score.
    pub note_label: Label,
}

impl FocusLayout {
    /// The moves from the start of the run to a node.
    #[must_use]
    pub fn path(&self, node: usize) -> Vec<u32> {
        let mut moves = Vec::new();
        let mut at = Some(node);
        while let Some(index) = at {
            let node = &self.nodes[index];
            if node.is_on_path {
                moves.extend(self.path[..node.depth].iter().rev());
                break;
            }
            moves.extend(node.mv);
            if node.parent.is_none() {
                // Its parent is a node of the path that is out of sight.
                moves.extend(self.path[..node.depth.saturating_sub(1)].iter().rev());
            }
            at = node.parent;
        }
        moves.reverse();
        moves
    }

    /// The shown nodes that lie on a path from the start of the run, and whether the end of the path is among them.
    #[must_use]
    pub fn indexes_on_path(&self, path: &[u32]) -> (Vec<usize>, bool) {
        let mut key = 0;
        let mut indexes: Vec<usize> = self.node_with(0).into_iter().collect();
        let mut is_end = path.is_empty() && !indexes.is_empty();
        for (index, &mv) in path.iter().enumerate() {
            key = child_key(key, mv);
            if let Some(found) = self.node_with(key) {
                indexes.push(found);
                is_end = index + 1 == path.len();
            }
        }
        (indexes, is_end)
    }

    /// The node with a path; where its visits alone are shown, the latest of them.
    fn node_with(&self, path_key: u64) -> Option<usize> {
        let of_path = |node: &FocusNode| node.path_key == path_key && node.stands_for == 1;
        self.node_with_key(path_key).or_else(|| self.nodes.iter().rposition(of_path))
    }

    pub(super) fn node_with_key(&self, key: u64) -> Option<usize> {
        self.nodes.iter().position(|node| node.key == key && node.stands_for == 1)
    }

    /// The place in the picture where a node is seen at a frame: the node itself or, where its visits alone are shown, the one that is
    /// the latest then, or stands for it.
    #[must_use]
    pub fn showing(&self, trace: &Trace, path: &[u32], frame: usize) -> Option<usize> {
        let key = path.iter().fold(0, |key, &mv| child_key(key, mv));
        self.node_with_key(key).or_else(|| self.visits_showing(trace, key, frame).next())
    }

    /// The places that show the visit of a node which is the latest at a frame.
    fn visits_showing(&self, trace: &Trace, path_key: u64, frame: usize) -> impl Iterator<Item = usize> {
        let shows = move |node: &FocusNode| {
            node.path_key == path_key && node.part != Part::Node && node.part.shows(trace.visit_at(node.place, frame))
        };
        self.nodes.iter().enumerate().filter(move |(_, node)| shows(node)).map(|(index, _)| index)
    }

    /// What is shown of the nodes on a path from the start of the run at a frame, and whether the end of the path is among them.
    #[must_use]
    pub fn showing_path(&self, trace: &Trace, path: &[u32], frame: usize) -> (Vec<usize>, bool) {
        let mut key = 0;
        let mut indexes = Vec::new();
        let mut is_end = false;
        for length in 0..=path.len() {
            if let Some(before) = length.checked_sub(1) {
                key = child_key(key, path[before]);
            }
            let before = indexes.len();
            // The visit comes first, so that the node itself is the last.
            indexes.extend(self.visits_showing(trace, key, frame));
            indexes.extend(self.node_with_key(key));
            is_end = length == path.len() && indexes.len() > before;
        }
        (indexes, is_end)
    }

    /// The node that a path leads to, if it is shown.
    #[must_use]
    pub fn node_at_path(&self, path: &[u32]) -> Option<usize> {
        self.node_with(path.iter().fold(0, |key, &mv| child_key(key, mv)))
    }

    /// The node at a point.
    #[must_use]
    pub fn node_at(&self, point: Point) -> Option<usize> {
        let holds = |rect: Rect| {
            rect.min.x <= point.x && point.x <= rect.max.x && rect.min.y <= point.y && point.y <= rect.max.y
        };
        self.nodes.iter().position(|node| holds(node.rect))
    }

    /// Whether the node's board, when it is the current one, opens beside its chip; and where.
    #[must_use]
    pub fn lens(&self, node: usize) -> Option<Lens> {
        let zone = self.lens.as_ref()?;
        let of_child = &self.nodes[node];
        if of_child.parent != Some(self.focus) || of_child.stands_for > 1 {
            return None;
        }
        let (width, height) = board_size(zone.short, zone.shape);
        let lines = height_beside(&self.words);
        let center = of_child.rect.center();
        let (start, end) = zone.across;
        Some(match self.orientation {
            Orientation::LeftToRight => {
                let half = height.max(lines) / 2.0;
                let y = center.y.min(end - half).max(start + half);
                let rect = Rect::new(zone.along, y - height / 2.0, zone.along + width, y + height / 2.0);
                let [move_label, note_label] = labels_beside(rect, &self.words, zone.label);
                Lens { rect, move_label, note_label }
            }
            Orientation::TopDown => {
                let half = width.max(zone.label) / 2.0;
                let x = center.x.min(end - half).max(start + half);
                let rect = Rect::new(x - width / 2.0, zone.along, x + width / 2.0, zone.along + height);
                let [move_label, note_label] = labels_below(rect, &self.words, zone.label);
                Lens { rect, move_label, note_label }
            }
        })
    }

    /// The area of the band of far ancestors, if it leaves some of them out.
    #[must_use]
    pub fn band(&self) -> Option<Rect> {
        let chips = self.nodes.iter().filter(|node| node.is_on_path && node.form == Form::Chip);
        let covers = chips.map(|node| node.rect).reduce(Rect::union);
        covers.filter(|_| self.band_left_out != (0, 0))
    }

    /// Where it says how many nodes lie below a node; nothing where these are in sight or there is no room for it.
    #[must_use]
    pub fn folded_mark(&self, node: usize) -> Option<Rect> {
        let node = &self.nodes[node];
        let fold = node.fold?;
        let width = fold.width(&self.words);
        let behind = |left: f32, label: Label| Rect::new(left, label.rect.min.y, left + width, label.rect.max.y);
        match (fold.spot, node.form) {
            (FoldSpot::EndOfChip, Form::Chip) => {
                let end = node.rect.max.x - CHIP_PADDING;
                Some(Rect::new(end - width, node.rect.min.y, end, node.rect.max.y))
            }
            (FoldSpot::SecondLineOfChip, Form::Chip) => {
                let max = node.rect.max;
                let end = max.x - CHIP_PADDING;
                Some(Rect::new(end - width, max.y - line(self.words.small) - 2.0, end, max.y - 2.0))
            }
            (FoldSpot::AfterMove, Form::Board) => {
                node.move_label.map(|label| behind(label.rect.max.x + MARK_GAP, label))
            }
            (FoldSpot::AfterNote, Form::Board) => {
                node.note_label.map(|label| behind(label.rect.max.x + MARK_GAP, label))
            }
            (FoldSpot::BelowNote, Form::Board) => {
                let label = node.note_label?;
                let left = match label.anchor {
                    Anchor::Left => label.rect.min.x,
                    _ => label.rect.center().x - width / 2.0,
                };
                let row = line(self.words.small);
                Some(Rect::new(left, label.rect.max.y, left + width, label.rect.max.y + row))
            }
            _ => None,
        }
    }

    /// The area that all nodes cover.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.nodes.iter().map(FocusNode::extent).reduce(Rect::union).unwrap_or_default()
    }
}
