//! The path strip of the focus view: the path from the root to the parent of the focus, with the
//! other children of each of its nodes. It is along the top if the tree grows to the right, and
//! along the left side if it grows down. Nodes that do not fit are in a band of chips.

use super::children::{Children, child_count};
use super::families::{Path, kids, merge, node_of, path_node};
use super::families::{apart, runs};
use super::layout::{FocusLayout, Outline};
use super::node::{FocusNode, Form, Label, Route};
use super::part::{Part, UnplacedChild};
use super::sizes::{
    CHIP_GAP, CHIP_INDENT, CHIP_PADDING, MIN_FOCUS, SMALLEST_BOARD, board_size, chip_height, chip_pitch, chip_width,
    legible_size, line, text_width,
};
use crate::scene::{Anchor, Orientation, Rect};

/// The shorter side of the last board, relative to that of the view, and the size of the first board relative to the last.
const BOARD: f32 = 0.125;
const FIRST: f32 = 0.62;
/// The maximum share of the view that the strip takes, across.
const MOST: f32 = 0.36;
/// The share of the view that the strip can fill with siblings.
const WITH_SIBLINGS: f32 = 0.3;
/// The maximum number of rows of siblings.
const MAX_ROWS: usize = 4;
/// The maximum extent of a node along the strip, relative to the font size.
const WIDEST: f32 = 26.0;
const HIGHEST: f32 = 12.0;
/// The extent of the nodes of a short path, relative to the font size, and the maximum share of the view that such a path takes: the rest is free for
/// the family of the focus.
const COMPACT: f32 = 15.0;
const MAX_COMPACT: f32 = 0.3;
/// The share by which boards shrink for each step of more room below the focus.
const BOARD_BY_WEIGHT: f32 = 0.12;
/// The gap between strip and stage, where the path turns.
const LANE: f32 = 12.0;
/// The room below the last row of a strip, where the path turns.
const ROOM_OF_TURN: f32 = 8.0;
/// The minimum breadth of a view with a strip.
const SMALLEST_PLACE: f32 = 96.0;
/// The widest move in a chip, relative to the font size.
const WIDEST_MOVE: f32 = 6.0;
/// The largest width of the chip of a sibling that fills free room, relative to the usual width.
const WIDENED: f32 = 1.5;

/// The division of the strip, along and across it.
struct Plan {
    /// The number of nodes at the end of the path that have boards, or chips with their windows where a board would be too small to be read.
    boards: usize,
    is_chips: bool,
    /// The extent of the band along the strip.
    band: f32,
    /// The extent of each board and its texts along the strip.
    stretch: f32,
    /// The shorter side of the last board, and the least one that can be read.
    short: f32,
    legible: f32,
    /// The extent of the strip across.
    across: f32,
}

impl Plan {
    /// Returns the shorter side of the board at a place of the strip: boards grow towards the focus.
    fn short_of(&self, place: usize) -> f32 {
        let share = (place + 1) as f32 / self.boards as f32;
        (self.short * (FIRST + (1.0 - FIRST) * share)).max(self.legible.min(self.short))
    }
}

/// The area that the strip leaves to the focus and its family.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    /// The area below the strip or at its right, over the whole breadth of the view.
    pub place: Rect,
    /// The view without its margins, and the coordinate along it where the strip ends.
    pub beside: Option<(Rect, f32)>,
    /// The route from the strip to the focus.
    pub route: Route,
}

/// Places the path above the focus. Returns the remaining area.
pub(super) fn place(of: &Outline<'_>, tile: Rect, layout: &mut FocusLayout) -> Left {
    let ancestors = of.path.depth();
    let (width, height) = (tile.width(), tile.height());
    let orientation = of.request.options.orientation;
    let breadth = if orientation == Orientation::LeftToRight { height } else { width };
    if ancestors == 0 || breadth < SMALLEST_PLACE {
        return Left { place: tile, beside: None, route: Route::Hidden };
    }
    let strip = Strip::new(of, tile);
    let plan = strip.plan();
    let hidden = ancestors - plan.boards;
    if hidden > 0 {
        strip.band(&plan, hidden, layout);
    }
    for (place, depth) in (hidden..ancestors).enumerate() {
        match orientation {
            Orientation::LeftToRight => strip.column(&plan, place, depth, layout),
            Orientation::TopDown => strip.row(&plan, place, depth, layout),
        }
    }
    let lane = match orientation {
        Orientation::LeftToRight => tile.min.y + plan.across + LANE / 2.0,
        Orientation::TopDown => tile.min.x + plan.across + LANE / 2.0,
    };
    let turn = plan.band + plan.stretch * plan.boards as f32;
    let (place, turn, end) = match orientation {
        Orientation::LeftToRight => {
            let turn = tile.min.x + turn - 5.0;
            (Rect::new(tile.min.x, tile.min.y + plan.across + LANE, tile.max.x, tile.max.y), turn, turn + 5.0)
        }
        Orientation::TopDown => {
            // The siblings end where the next row would begin.
            let turn = tile.min.y + turn + if plan.boards > 0 { ROOM_OF_TURN / 2.0 } else { -5.0 };
            (Rect::new(tile.min.x + plan.across + LANE, tile.min.y, tile.max.x, tile.max.y), turn, turn + 5.0)
        }
    };
    Left { place, beside: Some((tile, end)), route: Route::Elbow { of: orientation, turn, lane } }
}

struct Strip<'a> {
    of: &'a Outline<'a>,
    tile: Rect,
    /// The width of the widest move of the path, within limits. Computed once, since a path can have thousands of moves.
    widest_move: f32,
    /// The least shorter side of a board that can be read.
    legible: f32,
}

impl<'a> Strip<'a> {
    fn new(of: &'a Outline<'a>, tile: Rect) -> Self {
        let small = of.words.small;
        let texts = of.path.texts.iter().map(|text| text_width(text, small));
        let widest_move = texts.fold(2.0 * small, f32::max).min(WIDEST_MOVE * small);
        let last = of.path.depth().saturating_sub(1);
        Self { of, tile, widest_move, legible: legible_size(&of.path.positions[last]).max(SMALLEST_BOARD) }
    }

    /// Returns the width of a chip of the band.
    fn band_chip(&self) -> f32 {
        CHIP_INDENT + self.widest_move + CHIP_PADDING
    }

    fn sibling_chip(&self) -> f32 {
        chip_width(&self.of.words, self.widest_move + self.of.words.tag)
    }

    /// Returns the heights of the lines with a move, which a chip contains, and with α and β; 0 without windows.
    fn lines(&self, is_chips: bool) -> (f32, f32) {
        let words = &self.of.words;
        let small = line(words.small);
        (if is_chips { 0.0 } else { small }, if words.window > 0.0 { small } else { 0.0 })
    }

    /// Returns the plan with boards, or with chips if not even the last board could be read.
    fn plan(&self) -> Plan {
        let planned = |is_chips: bool| match self.of.request.options.orientation {
            Orientation::LeftToRight => self.plan_across_top(is_chips),
            Orientation::TopDown => self.plan_along_side(is_chips),
        };
        let boards = planned(false);
        if boards.boards > 0 && boards.short < self.legible { planned(true) } else { boards }
    }

    /// Returns the width and height of a node of the path.
    fn node_size(&self, plan: &Plan, place: usize) -> (f32, f32) {
        if plan.is_chips { self.path_chip() } else { board_size(plan.short_of(place), self.of.shape) }
    }

    /// Returns the size of a chip on the path. The window is beside the chip; the note of a search without windows is in it.
    fn path_chip(&self) -> (f32, f32) {
        let words = &self.of.words;
        (if words.window > 0.0 { self.band_chip() } else { self.sibling_chip() }, chip_height(words))
    }

    fn plan_across_top(&self, is_chips: bool) -> Plan {
        let Outline { words, shape, path, .. } = *self.of;
        let (width, height) = (self.tile.width(), self.tile.height());
        let ancestors = path.depth();
        let (label, bounds) = self.lines(is_chips);
        let fixed = label + bounds + 4.0;
        let (chip, short_of_chip) = self.path_chip();
        let short = if is_chips { short_of_chip } else { self.largest_board().min(MOST * height - fixed) };
        if short < SMALLEST_BOARD {
            return self.band_alone(chip_pitch(&words));
        }
        let wide = if is_chips { chip } else { (24.0_f32.min(short)) / shape };
        let least = (words.window + 8.0).max(wide + 10.0).max(3.6 * words.small);
        let most = ((width / least) as usize).max(1);
        let band = if ancestors > most { self.band_chip() * self.band_columns(fixed + short) + 16.0 } else { 0.0 };
        let boards = ancestors.min((((width - band) / least) as usize).max(1));
        let compact = (COMPACT * words.small).max(least).max(self.sibling_chip() + 12.0);
        let is_short = band == 0.0 && boards as f32 * compact <= MAX_COMPACT * width;
        let widest = if is_short { compact } else { WIDEST * words.small };
        let stretch = ((width - band) / boards as f32).min(widest);
        let short = if is_chips { short } else { short.min((stretch - 12.0) * shape).max(8.0) };
        let room = (WITH_SIBLINGS * height - fixed - short) / chip_pitch(&words);
        let rows = (room.max(0.0) as usize).min(self.most_rows()).min(self.rows_needed(boards, stretch - 10.0));
        // Without a row, the child that has returned would be far from its parent, below the stage.
        let rows = rows.max(usize::from((ancestors - boards..ancestors).any(|depth| kept(self.of, depth).is_some())));
        let across = fixed + short + rows as f32 * chip_pitch(&words);
        Plan { boards, is_chips, band, stretch, short, legible: self.legible, across }
    }

    /// Returns the maximum shorter side of the last board.
    fn largest_board(&self) -> f32 {
        let weight = f32::from(self.of.request.options.weight_below.clamp(-3, 3));
        (BOARD * (1.0 - BOARD_BY_WEIGHT * weight) * self.of.short_side()).max(20.0)
    }

    fn most_rows(&self) -> usize {
        let less = self.of.request.options.weight_below.clamp(0, 3);
        MAX_ROWS - less.unsigned_abs() as usize
    }

    /// Returns the maximum number of rows that the siblings of the last nodes need, independent of the child that the path takes.
    fn rows_needed(&self, boards: usize, width: f32) -> usize {
        if self.of.request.is_apart_in_either() {
            return MAX_ROWS;
        }
        let Path { moves, places, positions, .. } = self.of.path;
        let columns = self.columns(width).max(1);
        let depth = self.of.path.depth();
        let rows = (depth - boards..depth).map(|depth| {
            let count = child_count(self.of.request, places[depth], &moves[..depth], &positions[depth]);
            // The later siblings have a separate row.
            count.saturating_sub(1).div_ceil(columns) + usize::from(count > 2)
        });
        rows.max().unwrap_or(0)
    }

    /// Returns the number of chips of siblings that fit beside each other into a width.
    fn columns(&self, width: f32) -> usize {
        (((width + CHIP_GAP + 0.5) / (self.sibling_chip() + CHIP_GAP)).max(0.0) as usize).min(8)
    }

    /// Returns the number of columns of a band of a height, such that a page of it has several levels.
    fn band_columns(&self, height: f32) -> f32 {
        (7.0 * chip_pitch(&self.of.words) / height).ceil().clamp(1.0, 3.0)
    }

    fn plan_along_side(&self, is_chips: bool) -> Plan {
        let Outline { words, shape, path, .. } = *self.of;
        let (width, height) = (self.tile.width(), self.tile.height());
        let ancestors = path.depth();
        let (label, bounds) = self.lines(is_chips);
        let text = words.window.max(self.sibling_chip()).max(6.0 * words.small);
        // Wide boards must leave room for the focus.
        let most = (MOST * width).min(width - LANE - MIN_FOCUS.0 * self.of.short_side() / shape - 8.0);
        let (chip, short_of_chip) = self.path_chip();
        let short = if is_chips { short_of_chip } else { self.largest_board().min((most - text - 8.0) * shape) };
        if short < SMALLEST_BOARD || is_chips && chip + text + 8.0 > most {
            return self.band_alone(self.band_chip() * 2.0 + CHIP_GAP);
        }
        let least = (label + bounds).max(20.0) + 8.0;
        let most = ((height / least) as usize).max(1);
        let band = if ancestors > most { 4.0 * chip_pitch(&words) + 12.0 } else { 0.0 };
        let boards = ancestors.min((((height - band) / least) as usize).max(1));
        let stretch = ((height - band - ROOM_OF_TURN) / boards as f32).min(HIGHEST * words.small);
        let short = short.min(stretch - 8.0).max(8.0);
        let across = if is_chips { chip } else { short / shape } + 8.0 + text;
        Plan { boards, is_chips, band, stretch, short, legible: self.legible, across }
    }

    /// Returns the plan with the whole path as a band.
    fn band_alone(&self, across: f32) -> Plan {
        let band = match self.of.request.options.orientation {
            Orientation::LeftToRight => self.tile.width(),
            Orientation::TopDown => self.tile.height(),
        };
        Plan { boards: 0, is_chips: false, band, stretch: 0.0, short: 0.0, legible: 0.0, across }
    }

    /// Creates a node of the path in its form.
    fn node(&self, plan: &Plan, depth: usize, layout: &FocusLayout) -> FocusNode {
        let above = layout.nodes.iter().rposition(|node| node.is_on_path && node.depth + 1 == depth);
        let node = path_node(self.of.request, self.of.path, depth, above);
        let form = if plan.is_chips { Form::Chip } else { Form::Board };
        FocusNode { form, text_size: self.of.words.small, ..node }
    }

    fn column(&self, plan: &Plan, place: usize, depth: usize, layout: &mut FocusLayout) {
        let words = &self.of.words;
        let (label, bounds) = self.lines(plan.is_chips);
        let left = self.tile.min.x + plan.band + plan.stretch * place as f32;
        let room = plan.stretch - 10.0;
        let (width, height) = self.node_size(plan, place);
        let axis = self.tile.min.y + label + 2.0 + plan.short / 2.0;
        let mut node = self.node(plan, depth, layout);
        node.rect = Rect::new(left, axis - height / 2.0, left + width, axis + height / 2.0);
        let text = |left: f32, top: f32, high: f32| Label {
            rect: Rect::new(left, top, left + room - (left - node.rect.min.x), top + high),
            anchor: Anchor::Left,
            size: words.small,
        };
        // The mark of the player has the corner.
        node.move_label = Some(text(left + 8.0, node.rect.min.y - label - 1.0, label)).filter(|_| !plan.is_chips);
        let below = axis + plan.short / 2.0 + 2.0;
        node.note_label = Some(text(left, below, bounds)).filter(|_| bounds > 0.0);
        let is_after_band = place == 0 && plan.band > 0.0;
        node.route = Route::Curve(Orientation::LeftToRight);
        if is_after_band && node.parent.is_none() {
            node.route = Route::Hidden;
        }
        let siblings = Rect::new(left, below + bounds + 1.0, left + room, self.tile.min.y + plan.across);
        self.board(node, depth, siblings, layout);
    }

    fn row(&self, plan: &Plan, place: usize, depth: usize, layout: &mut FocusLayout) {
        let words = &self.of.words;
        let (label, bounds) = self.lines(plan.is_chips);
        let top = self.tile.min.y + plan.band + plan.stretch * place as f32;
        let (width, height) = self.node_size(plan, place);
        let (widest, _) = self.node_size(plan, plan.boards - 1);
        let axis = self.tile.min.x + widest / 2.0;
        let mut node = self.node(plan, depth, layout);
        node.rect = Rect::new(axis - width / 2.0, top + 5.0, axis + width / 2.0, top + 5.0 + height);
        let (from, to) = (self.tile.min.x + widest + 8.0, self.tile.min.x + plan.across);
        let text = |top: f32, high: f32| Label {
            rect: Rect::new(from, top, to, top + high),
            anchor: Anchor::Left,
            size: words.small,
        };
        // The window is at the height of the chip.
        let lines = top + if plan.is_chips { 5.0 + (height - bounds) / 2.0 } else { 2.0 };
        node.move_label = Some(text(lines, label)).filter(|_| !plan.is_chips);
        node.note_label = Some(text(lines + label, bounds)).filter(|_| bounds > 0.0);
        node.route = Route::Curve(Orientation::TopDown);
        let siblings = Rect::new(from, lines + label + bounds + 2.0, to, top + plan.stretch - 1.0);
        self.board(node, depth, siblings, layout);
    }

    /// Places a node of the path, and the other children of its node in the area below or beside it.
    fn board(&self, mut node: FocusNode, depth: usize, siblings: Rect, layout: &mut FocusLayout) {
        if let Some(position) = node.position.clone().filter(|_| node.form == Form::Board) {
            node.set_board(position);
        }
        let parent = layout.nodes.len();
        if depth == 0 {
            "R".clone_into(&mut node.move_text);
        }
        layout.nodes.push(node);
        self.siblings(depth, parent, siblings, layout);
    }

    /// Places the other children of a node of the path: the earlier siblings in the order of the family, only the nearest if there is not room for all, the
    /// one that must be visible, and one chip for the later siblings.
    fn siblings(&self, depth: usize, parent: usize, place: Rect, layout: &mut FocusLayout) {
        let Outline { words, request, .. } = *self.of;
        let rows = ((place.height() + CHIP_GAP + 0.5) / chip_pitch(&words)).max(0.0) as usize;
        let wide = self.sibling_chip();
        let columns = self.columns(place.width());
        if rows == 0 || columns == 0 {
            return;
        }
        // Chips fill the room, because moves and scores can be wider than those of the path.
        let slot = (place.width() + CHIP_GAP) / columns as f32 - CHIP_GAP;
        let wide = slot.min(WIDENED * wide).max(wide);
        let Others { before, kept, after } = others(self.of, depth, rows * columns);
        let of_kept = usize::from(kept.is_some());
        let after = after.filter(|_| rows > 1 || columns > of_kept);
        // A single chip for several siblings has a separate row, since it shows the first and the last.
        let is_more = after.is_some();
        let most = (rows - usize::from(is_more && rows > 1)) * columns - usize::from(is_more && rows == 1);
        let most = most.saturating_sub(of_kept);
        let spare = before.len().saturating_sub(most);
        let mut shown: Vec<UnplacedChild> = before;
        if spare > 0 && most > 0 {
            let mut first: Vec<UnplacedChild> = shown.drain(..=spare).collect();
            merge(&mut first, 1);
            shown.splice(0..0, first);
        } else if most == 0 {
            shown.clear();
        }
        let above = layout.nodes[parent].clone();
        let at = |index: usize| {
            let (x, y) = (place.min.x + (index % columns) as f32 * (wide + CHIP_GAP), index / columns);
            let y = place.min.y + y as f32 * chip_pitch(&words);
            Rect::new(x, y, x + wide, y + chip_height(&words))
        };
        let mut next = 0;
        let mut push = |kid: &UnplacedChild, rect: Rect| {
            // A visit of the root has no parent.
            let is_below = kid.mv.is_some();
            let mut node = node_of(request, kid, Some(parent).filter(|_| is_below), Some(&above).filter(|_| is_below));
            node.form = Form::Chip;
            node.rect = rect;
            node.text_size = words.small;
            layout.nodes.push(node);
        };
        for kid in shown.iter().chain(&kept) {
            push(kid, at(next));
            next += 1;
        }
        if let Some(kid) = after {
            let first = if rows > 1 { next.div_ceil(columns) * columns } else { next };
            let rect = at(first);
            push(&kid, Rect::new(rect.min.x, rect.min.y, place.max.x.max(rect.max.x), rect.max.y));
        }
    }

    /// Places the nodes of the path without boards as chips: the root always, and those nearest to the focus unless the band is scrolled.
    fn band(&self, plan: &Plan, levels: usize, layout: &mut FocusLayout) {
        let words = &self.of.words;
        let chip = self.band_chip();
        let (width, height) = match self.of.request.options.orientation {
            Orientation::LeftToRight => (plan.band - 12.0, plan.across),
            Orientation::TopDown => (plan.across, plan.band - 8.0),
        };
        let rows = ((height + CHIP_GAP) / chip_pitch(words)).max(1.0) as usize;
        let columns = ((width + CHIP_GAP) / (chip + CHIP_GAP)).max(1.0) as usize;
        let room = rows * columns;
        let shown: Vec<usize> = if levels <= room {
            (0..levels).collect()
        } else {
            let scrolled = self.of.request.options.band_scroll.min(levels - room);
            let (end, rest) = (levels - scrolled, room - 1);
            layout.band_left_out = (end - rest - 1, scrolled);
            std::iter::once(0).filter(|_| rest > 0).chain(end - rest.max(1)..end).collect()
        };
        let is_wide = self.of.request.options.orientation == Orientation::TopDown || plan.boards == 0;
        for (index, &depth) in shown.iter().enumerate() {
            let (row, column) = if is_wide { (index / columns, index % columns) } else { (index % rows, index / rows) };
            let left = self.tile.min.x + column as f32 * (chip + CHIP_GAP);
            let top = self.tile.min.y + row as f32 * chip_pitch(words);
            let mut node = path_node(self.of.request, self.of.path, depth, layout.nodes.len().checked_sub(1));
            node.form = Form::Chip;
            node.text_size = words.small;
            node.rect = Rect::new(left, top, left + chip, top + chip_height(words));
            layout.nodes.push(node);
        }
    }
}

/// The siblings of the child on the path.
struct Others {
    /// The earlier ones in the order of the family: about as many of the nearest as have room, the others merged.
    before: Vec<UnplacedChild>,
    /// The one that must be visible, as the child that has returned while the user looks at a sibling.
    kept: Option<UnplacedChild>,
    /// The later ones, merged into one.
    after: Option<UnplacedChild>,
}

/// Returns the move to the sibling of the child on the path that must be visible. If there are several, the first request counts: that of
/// the frame.
fn kept(of: &Outline<'_>, depth: usize) -> Option<u32> {
    let moves = &of.path.moves;
    let branches =
        |path: &&Vec<u32>| path.len() > depth && path[..depth] == moves[..depth] && path[depth] != moves[depth];
    of.request.in_sight.iter().find(branches).map(|path| path[depth])
}

/// Returns the siblings of the child on the path, about `most` of them.
fn others(of: &Outline<'_>, depth: usize, most: usize) -> Others {
    let Path { moves, places, positions, .. } = of.path;
    let (place, position, mv) = (places[depth], &positions[depth], moves[depth]);
    if of.request.is_apart() {
        return others_apart(of, depth, most);
    }
    let children = Children::of(of.request, place, &moves[..depth], position);
    let Some(at) = children.index_of(mv) else { return Others { before: Vec::new(), kept: None, after: None } };
    let kept = kept(of, depth).and_then(|mv| children.index_of(mv));
    let first = at.saturating_sub(most.max(1));
    let nearest = (first..at).filter(|&index| kept != Some(index));
    let mut before: Vec<UnplacedChild> = nearest.filter_map(|index| children.kid(index)).collect();
    if first > 0 {
        before.splice(0..0, without(&children, 0..first, kept));
    }
    let after = without(&children, at + 1..children.len(), kept);
    Others { before, kept: kept.and_then(|index| children.kid(index)), after }
}

/// Returns a range of children merged into one, without the one that has its own chip.
fn without(children: &Children<'_>, range: std::ops::Range<usize>, kept: Option<usize>) -> Option<UnplacedChild> {
    if !kept.is_some_and(|kept| range.contains(&kept)) {
        return children.group(range.clone()).filter(|_| !range.is_empty());
    }
    let mut others: Vec<UnplacedChild> =
        range.filter(|&index| kept != Some(index)).filter_map(|index| children.kid(index)).collect();
    merge(&mut others, 1);
    others.pop()
}

/// Returns the same if visits are shown separately: the visits of the node on the path come after the nodes before it.
fn others_apart(of: &Outline<'_>, depth: usize, most: usize) -> Others {
    let Path { moves, places, positions, .. } = of.path;
    let mut family = kids(of.request, (places[depth], Part::Node), &moves[..depth], &positions[depth]);
    let is_it = |kid: &UnplacedChild| kid.mv == Some(moves[depth]) && kid.part == Part::Node;
    let at = family.iter().position(is_it);
    apart(of.request, &mut family, most, at);
    let Some(at) = family.iter().position(is_it) else {
        merge(&mut family, most);
        return Others { before: family, kept: None, after: None };
    };
    let own = family[at + 1..].iter().take_while(|kid| kid.mv == Some(moves[depth])).count();
    let mut after = family.split_off(at + 1 + own);
    family.remove(at);
    if depth == 0 {
        family.splice(0..0, runs(of.request, places[0], most).into_iter().skip(1));
    }
    merge(&mut after, 1);
    Others { before: family, kept: None, after: after.pop() }
}
