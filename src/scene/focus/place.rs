//! Nodes of a family in their places, with the words beside them.

use super::along::{BAR_LENGTH, frame_room};
use super::chips::Chips;
use super::column::{Content, centered, point};
use super::families::{node_of, path_node};
use super::family::Family;
use super::fold::{Fold, FoldSpot, MARK_GAP};
use super::fold_marks::MOVE_GAP;
use super::labels::{labels_below, labels_beside};
use super::layout::{FocusLayout, LensZone};
use super::node::{FocusNode, Form, Label};
use super::outline::Outline;
use super::sizes::{CHIP_GAP, board_size, line};
use crate::scene::{Anchor, Orientation, Point, Rect};

impl Outline<'_> {
    /// Makes nodes of a family.
    pub(super) fn place(
        &self,
        family: Family,
        anchor: f32,
        depth: usize,
        span: (f32, f32),
        content: Content,
        layout: &mut FocusLayout,
    ) {
        let is_focus = matches!(content, Content::Path(0)) && family.on_path.is_some();
        let frame = if is_focus { frame_room(0) } else { 0.0 };
        if family.kids.is_empty() {
            // The root has no siblings, unless its visits are shown.
            let node = path_node(self.request, self.path, depth, None);
            if is_focus {
                layout.focus = layout.nodes.len();
            }
            let short = family.on_path.map_or(0.0, |(_, short)| short);
            layout.nodes.push(self.path_board(node, short, span, (anchor, frame)));
            return;
        }
        let mut cells = family.cells;
        cells.sort_by_key(|cell| cell.kid);
        for cell in &cells {
            let kid = &family.kids[cell.kid];
            let across = (anchor + cell.start, anchor + cell.end);
            if let Some((_, short)) = family.on_path.filter(|&(at, _)| at == cell.kid) {
                let parent = Some(family.parent).filter(|&parent| parent < layout.nodes.len());
                let node = path_node(self.request, self.path, depth, parent);
                if is_focus {
                    layout.focus = layout.nodes.len();
                }
                layout.nodes.push(self.path_board(node, short, span, (anchor, frame)));
                continue;
            }
            // The first board of the path can have siblings whose parent is out of sight.
            let parent = Some(family.parent).filter(|&parent| parent < layout.nodes.len());
            let above = parent.map(|parent| layout.nodes[parent].clone());
            let out_of_sight = || depth.checked_sub(1).map(|above| path_node(self.request, self.path, above, None));
            let mut node = node_of(self.request, kid, parent, above.or_else(out_of_sight).as_ref());
            node.form = cell.form;
            match cell.form {
                Form::Board if kid.stands_for == 1 && family.boards.is_some() => {
                    let (short, grown) = family.boards.unwrap_or_default();
                    self.board(&mut node, (short, grown), family.lines_below, span, across, content);
                    if let Some(position) = family.position.as_ref().and_then(|above| kid.position(above)) {
                        node.set_board(position);
                    }
                }
                Form::Board | Form::Chip => {
                    node.form = Form::Chip;
                    node.rect = self.chip_rect(span, across, cell.row, family.chips, content);
                    node.fold = self.fold_of_chip(&node);
                }
                Form::Bar => node.rect = self.bar_rect(span, across),
            }
            layout.nodes.push(node);
        }
        if let (Content::Children, Some(plan)) = (content, self.plan.children)
            && let Some(short) = plan.lens
        {
            let (along, _) = self.measures.child_extent(&self.area, short);
            layout.lens = Some(LensZone {
                along: span.1 - along,
                across: self.area.across,
                short,
                shape: self.shape,
                label: self.measures.child_label(),
            });
        }
    }

    /// The board of a node of the path: its move above, its window below.
    pub(super) fn path_board(
        &self,
        mut node: FocusNode,
        short: f32,
        span: (f32, f32),
        (anchor, frame): (f32, f32),
    ) -> FocusNode {
        let (width, height) = board_size(short, self.shape);
        let middle = f32::midpoint(span.0, span.1);
        let center = point(&self.area, middle, anchor);
        node.form = Form::Board;
        node.rect = centered(center, width, height);
        let row = line(self.words.small);
        let half = width.max(self.words.window).max(self.label_room(span, width)) / 2.0;
        let label = |top: f32| Label {
            rect: Rect::new(center.x - half, top, center.x + half, top + row),
            anchor: Anchor::Center,
            size: self.words.small,
        };
        if !node.move_text.is_empty() {
            node.move_label = Some(label(node.rect.min.y - frame - row));
        }
        node.note_label = Some(label(node.rect.max.y + frame));
        if let Some(position) = node.position.clone() {
            node.set_board(position);
        }
        node
    }

    pub(super) fn board(
        &self,
        node: &mut FocusNode,
        (short, grown): (f32, f32),
        lines_below: usize,
        span: (f32, f32),
        across: (f32, f32),
        content: Content,
    ) {
        let middle = f32::midpoint(across.0, across.1);
        let (width, height) = board_size(short, self.shape);
        let row = line(self.words.small);
        if matches!(content, Content::Path(_)) {
            // One line below the board: the move at the left, the score at the right, and what is folded there or in a line of its own.
            let center = point(&self.area, f32::midpoint(span.0, span.1), middle);
            let center = Point::new(center.x, center.y - lines_below as f32 * row / 2.0);
            node.rect = centered(center, width, height);
            let room = match self.area.orientation {
                Orientation::LeftToRight => span.1 - span.0,
                Orientation::TopDown => across.1 - across.0 - 6.0,
            };
            let mv = self.width_of_move(&node.move_text);
            let marked = self.line_below((node.place, node.part), mv).filter(|marked| marked.width <= room + 0.5);
            let (score, whole) = match marked {
                Some(marked) => (marked.note, marked.width),
                None => (self.words.small_score, room.min(width.max(self.words.small_score + mv + MOVE_GAP))),
            };
            let left = center.x - whole / 2.0;
            let right = left + whole - marked.map_or(0.0, |marked| marked.fold.width(&self.words) + MARK_GAP);
            let in_own_line =
                || Fold::of(self.request.trace, node.place, node.part, FoldSpot::BelowNote).filter(|_| lines_below > 1);
            node.fold = marked.map(|marked| marked.fold).or_else(in_own_line);
            let between = right - score;
            let (top, bottom) = (node.rect.max.y, node.rect.max.y + row);
            let label = |from: f32, to: f32, anchor| Label {
                rect: Rect::new(from, top, to, bottom),
                anchor,
                size: self.words.small,
            };
            node.move_label = Some(label(left, between, Anchor::Left));
            node.note_label = Some(label(between, right, Anchor::Right));
            return;
        }
        let (wide, high) = board_size(grown, self.shape);
        let largest = match self.area.orientation {
            Orientation::LeftToRight => {
                let center = point(&self.area, span.0 + wide / 2.0, middle);
                centered(center, wide, high)
            }
            Orientation::TopDown => {
                let center = point(&self.area, span.0 + high / 2.0, middle);
                centered(center, wide, high)
            }
        };
        node.rect = centered(largest.center(), width, height);
        if grown > short {
            node.grown = Some(largest);
        }
        let more = match content {
            Content::Children => self.room_for_marks,
            Content::Below(level) => self.below[level].room_for_marks,
            Content::Path(_) => 0.0,
        };
        let label = self.measures.child_label();
        let [move_label, note_label] = match self.area.orientation {
            Orientation::LeftToRight => labels_beside(largest, &self.words, label + more),
            Orientation::TopDown => labels_below(largest, &self.words, label.min(across.1 - across.0 - 4.0)),
        };
        node.move_label = Some(move_label);
        node.note_label = Some(note_label);
        node.fold = self.fold_beside(node, span, across);
        node.narrow_move();
    }

    pub(super) fn chip_rect(
        &self,
        span: (f32, f32),
        across: (f32, f32),
        row: usize,
        chips: Chips,
        content: Content,
    ) -> Rect {
        let end = span.1 - if matches!(content, Content::Children) { self.lens_thickness() } else { 0.0 };
        match self.area.orientation {
            Orientation::LeftToRight => {
                let (middle, half) = (f32::midpoint(across.0, across.1), chips.height / 2.0);
                Rect::new(span.0, middle - half, end + chips.reach, middle + half)
            }
            Orientation::TopDown => {
                let top = span.0 + row as f32 * (chips.height + CHIP_GAP);
                Rect::new(across.0 + 2.0, top, across.1 - 2.0, top + chips.height)
            }
        }
    }

    pub(super) fn bar_rect(&self, span: (f32, f32), across: (f32, f32)) -> Rect {
        let gap = if across.1 - across.0 > 3.0 { 1.0 } else { 0.4 };
        let end = (span.0 + BAR_LENGTH).min(span.1);
        match self.area.orientation {
            Orientation::LeftToRight => Rect::new(span.0, across.0, end, across.1 - gap),
            Orientation::TopDown => Rect::new(across.0, span.0, across.1 - gap, end),
        }
    }
}
