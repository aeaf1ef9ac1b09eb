//! The children of the focus as a grid of boards, with the texts beside or above them, and the nodes below them.

use super::{
    CELL_GAP, GROWN, Grid, LABEL_GAP, MAX_COLUMNS, NARROWEST_BELOW, Split, Stage, WIDEST_MOVE, WordsAt, cell_size,
    scaled,
};
use crate::scene::focus::families::{kids, node_of};
use crate::scene::focus::layout::FocusLayout;
use crate::scene::focus::node::{FocusNode, Fold, Form, Label, Route};
use crate::scene::focus::sizes::{CHIP_GAP, board_size, chip_height, chip_pitch, chip_width, line, text_width};
use crate::scene::{Anchor, Orientation, Rect};

impl Stage<'_> {
    /// Returns the room for the texts beside a board: lines for the move, the score, and a mark.
    pub(super) fn label_size(&self) -> (f32, f32) {
        let words = self.words();
        let width = self.widest.max(words.score).max(Fold::room(words)).max(4.2 * words.small);
        (width, line(words.large) + 2.0 * line(words.small))
    }

    /// Returns the room for the texts above a board: the move, followed by the score.
    pub(super) fn line_size(&self) -> (f32, f32) {
        let words = self.words();
        (self.widest + 14.0 + words.score, line(words.large))
    }

    /// Returns the grid with the largest boards in which all children have room; `None` if boards are smaller than `least`.
    pub(super) fn grid(&self, split: &Split, least: f32) -> Option<Grid> {
        let count = self.family.len();
        let shape = self.of.shape;
        let (beside, above) = (self.label_size(), self.line_size());
        let mut best: Option<Grid> = None;
        for columns in 1..=count.min(MAX_COLUMNS) {
            let rows = count.div_ceil(columns);
            let (width, height) = cell_size(split.family, columns, rows);
            let of_beside = ((width - beside.0 - LABEL_GAP) * shape).min(height);
            let of_beside = if height < beside.1 - line(self.words().small) { 0.0 } else { of_beside };
            let of_above = if width < above.0 { 0.0 } else { (width * shape).min(height - above.1) };
            for (grown, words) in [(of_beside, WordsAt::Beside), (of_above, WordsAt::Above)] {
                let grown = grown.min(split.short * self.largest_child());
                // Only a clearly larger board justifies another column.
                if grown >= least && best.is_none_or(|best| grown > best.grown * 1.02) {
                    best = Some(Grid { columns, rows, grown, words });
                }
            }
        }
        best
    }
    pub(super) fn boards(&self, split: &Split, grid: Grid, layout: &mut FocusLayout) {
        let (cell_width, cell_height) = cell_size(split.family, grid.columns, grid.rows);
        let (wide, high) = board_size(grid.grown, self.of.shape);
        let shrink = if self.family.len() > 1 { GROWN } else { 1.0 };
        let beside = self.label_size();
        let first = layout.nodes.len();
        let content = match grid.words {
            WordsAt::Beside => wide + LABEL_GAP + beside.0,
            WordsAt::Above => wide.max(self.line_size().0.min(cell_width)),
        };
        let spare = cell_width - content;
        let unfolds = match split.flow {
            Orientation::LeftToRight => grid.columns == 1 && spare >= NARROWEST_BELOW + CELL_GAP,
            Orientation::TopDown => false,
        };
        for (index, kid) in self.family.iter().enumerate() {
            let (column, row) = (index % grid.columns, index / grid.columns);
            // The last row of a grid that grows down is in the middle, but in the columns of the other rows: edges to it
            // run through the gaps between those.
            let missing = if row + 1 == grid.rows { grid.columns * grid.rows - self.family.len() } else { 0 };
            let skipped = if split.flow == Orientation::TopDown { missing / 2 } else { 0 };
            let left = split.family.min.x + (column + skipped) as f32 * (cell_width + CELL_GAP);
            let top = split.family.min.y + row as f32 * (cell_height + CELL_GAP);
            let x = left + if unfolds { 0.0 } else { spare.max(0.0) / 2.0 };
            let board_top = match grid.words {
                WordsAt::Beside => top + (cell_height - high) / 2.0,
                WordsAt::Above => top + f32::midpoint(cell_height - high, line(self.words().large)),
            };
            let grown = Rect::new(x, board_top, x + wide, board_top + high);
            let center = grown.center();
            let mut node = self.child(kid, layout);
            let position = self.of.path.positions.last().and_then(|focus| kid.position(focus));
            node.form = if position.is_some() && kid.stands_for == 1 { Form::Board } else { Form::Chip };
            node.rect = scaled(grown, 1.0 / shrink);
            node.grown = Some(grown).filter(|_| shrink > 1.0 && node.form == Form::Board);
            node.text_size = self.words().small;
            match grid.words {
                WordsAt::Beside => self.words_beside(&mut node, grown, beside),
                WordsAt::Above => self.words_above(&mut node, grown, content),
            }
            node.route = self.route(split, grid, (column, row), (left, top), grown);
            if node.form == Form::Chip {
                let half = chip_height(self.words()) / 2.0;
                node.rect = Rect::new(grown.min.x, center.y - half, grown.max.x, center.y + half);
                (node.move_label, node.note_label, node.mark) = (None, None, None);
            } else if let Some(position) = position {
                node.set_board(position);
            }
            layout.nodes.push(node);
        }
        if unfolds {
            let from = split.family.min.x + content + CELL_GAP;
            self.below(first, (from, split.family.max.x), cell_height, layout);
        }
    }

    /// Returns the height of the texts beside a board: two lines, and a third one where the board is high enough.
    fn height_beside(&self, grown: Rect) -> f32 {
        let words = self.words();
        let (small, large) = (line(words.small), line(words.large));
        small + large + if grown.height() >= 2.0 * small + large { small } else { 0.0 }
    }

    fn words_beside(&self, node: &mut FocusNode, grown: Rect, (width, _): (f32, f32)) {
        let words = self.words();
        let (small, large) = (line(words.small), line(words.large));
        let x = grown.max.x + LABEL_GAP;
        let height = self.height_beside(grown);
        let has_third = height > small + large;
        let top = grown.center().y - height / 2.0;
        let label = |top: f32, high: f32, size: f32| Label {
            rect: Rect::new(x, top, x + width, top + high),
            anchor: Anchor::Left,
            size,
        };
        node.move_label = Some(label(top, small, words.small));
        node.note_label = Some(label(top + small, large, words.large));
        node.mark = Some(Rect::new(x, top + small + large, x + width, top + height)).filter(|_| has_third);
    }

    fn words_above(&self, node: &mut FocusNode, grown: Rect, width: f32) {
        let words = self.words();
        let high = line(words.large);
        let (left, top) = (grown.min.x + 8.0, grown.min.y - high);
        let middle = left + self.widest + 6.0;
        let end = grown.min.x + width.max(grown.width());
        let right = (middle + words.score).min(end);
        let label = |from: f32, to: f32, size: f32| Label {
            rect: Rect::new(from, top, to, top + high),
            anchor: Anchor::Left,
            size,
        };
        node.move_label = Some(label(left, middle - 6.0, words.small));
        node.note_label = Some(label(middle, right, words.large));
        node.mark = Some(Rect::new(right + 4.0, top, end, top + high)).filter(|mark| mark.width() > 10.0);
    }

    /// Returns the route to a child: a straight line if it is next to the focus; otherwise along a trunk and through the gutter beside its row or
    /// column.
    fn route(
        &self,
        split: &Split,
        grid: Grid,
        (column, row): (usize, usize),
        (left, top): (f32, f32),
        grown: Rect,
    ) -> Route {
        let is_next = match split.flow {
            Orientation::LeftToRight => column == 0,
            Orientation::TopDown => row == 0,
        };
        if is_next {
            return Route::Curve(split.flow);
        }
        // The upper end of board and texts.
        let upper = match grid.words {
            WordsAt::Above => grown.min.y - line(self.words().large),
            WordsAt::Beside => grown.min.y.min(grown.center().y - self.height_beside(grown) / 2.0),
        };
        match split.flow {
            Orientation::LeftToRight => Route::Bus {
                of: split.flow,
                trunk: split.family.min.x - CELL_GAP / 2.0,
                gutter: upper.max(top) - CELL_GAP / 2.0,
            },
            Orientation::TopDown => {
                Route::Bus { of: split.flow, trunk: split.family.min.y - CELL_GAP / 2.0, gutter: left - CELL_GAP / 2.0 }
            }
        }
    }
}

/// The minimum and maximum size of a bar below a child.
const BELOW_BAR: (f32, f32) = (3.5, 12.0);
/// The maximum number of nodes that are unfolded.
const MAX_BELOW: usize = 240;

impl Stage<'_> {
    /// Unfolds the children of entered children in the room at their right, as chips or as bars.
    pub(super) fn below(&self, first: usize, (from, to): (f32, f32), height: f32, layout: &mut FocusLayout) {
        let words = *self.words();
        let Some(focus) = self.of.path.positions.last() else { return };
        let total: usize = self.family.iter().filter_map(|kid| kid.position(focus)).map(|at| at.move_count()).sum();
        if total > MAX_BELOW {
            return;
        }
        for (index, kid) in self.family.iter().enumerate().filter(|(_, kid)| kid.stands_for == 1) {
            let Some(position) = kid.position(focus) else { continue };
            let is_entered = kid.place.recorded().is_some_and(|node| self.of.request.trace.children(node).len() > 0);
            if !is_entered {
                continue;
            }
            let path: Vec<u32> = self.of.path.moves.iter().copied().chain(kid.mv).collect();
            let below = kids(self.of.request, (kid.place, kid.part), &path, &position);
            let count = below.len();
            let widest = below.iter().map(|kid| text_width(&kid.text, words.small)).fold(0.0, f32::max);
            let chip = chip_width(&words, widest.min(WIDEST_MOVE * words.small));
            let parent = first + index;
            let middle = layout.nodes[parent].rect.center().y;
            let (room, wide) = (height, to - from);
            let columns = ((wide + CHIP_GAP) / (chip + CHIP_GAP)) as usize;
            let rows = count.checked_div(columns).map_or(usize::MAX, |_| count.div_ceil(columns.max(1)));
            let is_chips = rows != usize::MAX && rows as f32 * chip_pitch(&words) <= room;
            let columns = if is_chips && count as f32 * chip_pitch(&words) <= room { 1 } else { columns.max(1) };
            let rows = count.div_ceil(columns).max(1);
            let bar = (room / count.max(1) as f32).min(BELOW_BAR.1);
            if !is_chips && bar < BELOW_BAR.0 {
                continue;
            }
            let parent_node = layout.nodes[parent].clone();
            for (at, kid) in below.iter().enumerate() {
                let mut node = node_of(self.of.request, kid, Some(parent), Some(&parent_node));
                node.text_size = words.small;
                if is_chips {
                    let (column, row) = (at % columns, at / columns);
                    let x = from + column as f32 * (chip + CHIP_GAP);
                    let y = middle + (row as f32 - rows as f32 / 2.0) * chip_pitch(&words);
                    node.form = Form::Chip;
                    node.rect = Rect::new(x, y, x + chip, y + chip_height(&words));
                    node.route = if column == 0 { Route::Curve(Orientation::LeftToRight) } else { Route::Hidden };
                } else {
                    let y = middle + (at as f32 - count as f32 / 2.0) * bar;
                    node.form = Form::Bar;
                    node.rect = Rect::new(from, y, from + wide.min(110.0), y + bar - 1.0);
                    node.route = Route::Curve(Orientation::LeftToRight);
                }
                layout.nodes.push(node);
            }
        }
    }
}
