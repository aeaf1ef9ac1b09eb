//! The stage: the focus and its children, in all that the strip leaves. The focus lies before the family or above it; the children are a grid of
//! boards, where these would be too small a grid of chips, and where even these have no room rows of bars.

use super::apart::apart;
use super::families::{kids, node_of, path_node};
use super::fold::Fold;
use super::layout::{FocusLayout, Lens, Outline};
use super::node::{FocusNode, Form, Label, Route};
use super::part::{Kid, Part};
use super::sizes::{CHIP_GAP, Words, board_size, chip_height, chip_pitch, chip_width, line, text_width};
use crate::scene::{Anchor, Orientation, Point, Rect};

/// The shorter side of the focus's board, relative to that of the place: at least, where it has few children and where it has many.
pub(super) const LEAST_FOCUS: (f32, f32) = (0.245, 0.165);
/// Lower places have no lines beside the focus.
const LOWEST_WITH_CAPTION: f32 = 110.0;
/// So many children are few.
const FEW: usize = 8;
/// The shorter side of the smallest board of a child, relative to that of the place, and in points.
const LEAST_CHILD: f32 = 0.075;
const SMALLEST_CHILD: (f32, f32) = (26.0, 44.0);
/// The same where few children have no room otherwise.
const LEAST_BOARD: f32 = 18.0;
/// The largest board of a child, relative to the focus.
const LARGEST_CHILD: f32 = 0.92;
/// How much larger a child is while it is the current one, or has just returned.
const GROWN: f32 = 1.12;
/// How much more the area of the focus counts than that of a child, and an arrangement in the direction of the tree than the other.
const WEIGHT_OF_FOCUS: f32 = 1.2;
const WEIGHT_OF_DIRECTION: f32 = 1.15;
/// Sizes of the focus that are tried.
const TRIES: usize = 12;
/// Columns of children at most.
const MOST_COLUMNS: usize = 16;
/// Between a board and the words beside it.
const LABEL_GAP: f32 = 6.0;
/// Between neighbouring cells.
const CELL_GAP: f32 = 12.0;
/// The width of a chip over its height that can be read best.
const CHIP_SHAPE: f32 = 2.8;
/// The widest move beside a board, relative to the height of words.
const WIDEST_MOVE: f32 = 8.0;
/// From one bar to the next.
const BAR_PITCH: (f32, f32) = (1.8, 9.0);
const LOWEST_BAR: f32 = 7.0;
/// Siblings that matter, where most are bars: the best, that which set the window, the last, the next.
const KEY_CHIPS: usize = 4;
/// Bars of what lies below a child.
const BELOW_BAR: (f32, f32) = (3.5, 12.0);
/// The narrowest place for what lies below a child, and the nodes that unfold at most.
const NARROWEST_BELOW: f32 = 44.0;
const MOST_BELOW: usize = 240;

/// Where the words of a board are.
#[derive(Clone, Copy, PartialEq, Debug)]
enum WordsAt {
    Beside,
    Above,
}

/// The family as a grid of equal cells.
#[derive(Clone, Copy, Debug)]
struct Grid {
    columns: usize,
    rows: usize,
    /// The shorter side of a board, when it is the current one.
    grown: f32,
    words: WordsAt,
}

/// The focus and the place of its family.
#[derive(Clone, Copy, Debug)]
struct Split {
    flow: Orientation,
    /// The shorter side of the focus.
    short: f32,
    focus: Rect,
    caption: Rect,
    family: Rect,
}

/// Places the focus with its family.
pub(super) fn place(of: &Outline<'_>, place: Rect, route: Route, layout: &mut FocusLayout) {
    let depth = of.path.depth();
    let position = &of.path.positions[depth];
    let mut family = kids(of.request, (of.path.places[depth], Part::Node), depth, position);
    let most = ((place.width() * place.height()) / (chip_pitch(&of.words) * 5.0 * of.words.small)) as usize;
    apart(of.request, &mut family, most.max(4), None);
    let widest = family.iter().map(|kid| text_width(&kid.text, of.words.small)).fold(0.0, f32::max);
    let stage = Stage { of, place, widest: widest.min(WIDEST_MOVE * of.words.small + of.words.tag), family };
    stage.build(route, layout);
}

struct Stage<'a> {
    of: &'a Outline<'a>,
    place: Rect,
    /// The widest move of a child.
    widest: f32,
    family: Vec<Kid>,
}

impl Stage<'_> {
    fn build(&self, route: Route, layout: &mut FocusLayout) {
        let least = self.least_focus();
        // A small place, or wide boards: children give way first, then the focus.
        let smallest = (LEAST_CHILD * self.of.short_side()).clamp(SMALLEST_CHILD.0, SMALLEST_CHILD.1);
        let few = [(1.0, smallest), (1.0, LEAST_BOARD), (0.8, LEAST_BOARD), (0.65, LEAST_BOARD)];
        let tries = if self.family.len() <= FEW { &few[..] } else { &few[..1] };
        let found = tries.iter().find_map(|&(share, child)| self.best_grid(share * least, child));
        match found {
            Some((split, grid)) => {
                self.focus(&split, route, layout);
                if let Some(grid) = grid {
                    self.boards(&split, grid, layout);
                }
            }
            None => self.crowd(least, route, layout),
        }
    }

    fn words(&self) -> &Words {
        &self.of.words
    }

    fn least_focus(&self) -> f32 {
        let share = if self.family.len() <= FEW { LEAST_FOCUS.0 } else { LEAST_FOCUS.1 };
        share * self.of.short_side()
    }

    /// The heights of what is above the focus, and of the lines that tell what happens there.
    fn heights(&self) -> (f32, f32) {
        let words = self.words();
        if self.place.height() < LOWEST_WITH_CAPTION {
            return (line(words.large) + 3.0, 0.0);
        }
        (line(words.large) + 4.0, line(words.caption) + line(words.small) + 4.0)
    }

    /// The width of the lines beside the focus.
    fn caption_width(&self) -> f32 {
        (2.0 * self.words().window).max(10.0 * self.words().small)
    }

    /// The focus with a size, and what is left to its family; `None` if it has no room.
    fn split(&self, flow: Orientation, short: f32, extra: f32) -> Option<Split> {
        let (above, below) = self.heights();
        let (width, height) = board_size(short, self.of.shape);
        let Rect { min, max } = self.place;
        let (wide, high) = (self.place.width(), self.place.height());
        let is_alone = self.family.is_empty();
        match flow {
            Orientation::LeftToRight => {
                let label = 12.0 + 2.0 * self.words().large;
                let block =
                    width.max(label).max(if short < 60.0 { 0.0 } else { self.caption_width().min(width * 1.6) });
                let gap = (0.07 * wide).clamp(20.0, 110.0);
                if above + height + below + extra > high || !is_alone && block + gap + 24.0 > wide {
                    return None;
                }
                let top = min.y + (high - above - height - below - extra) * 0.45 + above;
                let left = if is_alone { min.x + (wide - width) / 2.0 } else { min.x + 2.0 };
                let focus = Rect::new(left, top, left + width, top + height);
                let caption = Rect::new(left, focus.max.y + 4.0_f32.min(below), left + block, focus.max.y + below);
                // The lane of the path lies right above.
                let family = Rect::new(min.x + 2.0 + block + gap, min.y + 8.0, max.x, max.y);
                Some(Split { flow, short, focus, caption, family })
            }
            Orientation::TopDown => {
                let beside = self.caption_width();
                let gap = (0.07 * high).clamp(16.0, 60.0);
                // Where the lines have no room beside the focus, they are below it.
                let is_narrow = width + 2.0 * LABEL_GAP + beside + extra > wide;
                let lines = if is_narrow { below } else { 0.0 };
                if is_narrow && (extra > 0.0 || width > wide)
                    || above + height + lines > high
                    || !is_alone && above + height + lines + gap + 20.0 > high
                {
                    return None;
                }
                if is_narrow {
                    let left = min.x + (wide - width) / 2.0;
                    let focus = Rect::new(left, min.y + above, left + width, min.y + above + height);
                    let right = (left + width.max(beside)).min(max.x);
                    let caption = Rect::new(left, focus.max.y + 4.0_f32.min(below), right, focus.max.y + below);
                    let family = Rect::new(min.x, focus.max.y + below + gap, max.x, max.y);
                    return Some(Split { flow, short, focus, caption, family });
                }
                let left = min.x + (wide - width - beside - extra) / 2.0;
                let top = min.y + above;
                let focus = Rect::new(left, top, left + width, top + height);
                let middle = focus.center().y;
                let left = focus.max.x + 2.0 * LABEL_GAP;
                let caption = Rect::new(left, middle - below / 2.0, (left + beside).min(max.x), middle + below / 2.0);
                let family = Rect::new(min.x, focus.max.y + gap, max.x, max.y);
                Some(Split { flow, short, focus, caption, family })
            }
        }
    }

    /// The arrangement in which the boards are largest; `None` if no grid of boards has room.
    fn best_grid(&self, least: f32, least_child: f32) -> Option<(Split, Option<Grid>)> {
        let direction = self.of.request.options.orientation;
        let weight_below = f32::from(self.of.request.options.weight_below.clamp(-3, 3));
        let largest = self.place.height().min(self.place.width() * self.of.shape);
        let mut best: Option<(f32, Split, Option<Grid>)> = None;
        for flow in [Orientation::LeftToRight, Orientation::TopDown] {
            let direction = if flow == direction { WEIGHT_OF_DIRECTION } else { 1.0 };
            for at in 0..=TRIES {
                let short = least + (largest - least).max(0.0) * at as f32 / TRIES as f32;
                let Some(split) = self.split(flow, short, 0.0) else { continue };
                let of_focus = WEIGHT_OF_FOCUS * (1.0 - 0.22 * weight_below) * short * short;
                let child = |grid: Option<Grid>| grid.map_or(short, |grid| grid.grown);
                let grid = if self.family.is_empty() { None } else { self.grid(&split, least_child) };
                let of_family = match grid {
                    Some(grid) => grid.grown * grid.grown * self.family.len() as f32,
                    None if self.family.is_empty() => 0.0,
                    None => continue,
                };
                // Much area in all, but not at the cost of the children.
                let score = direction * (of_focus + of_family).sqrt() * child(grid).powf(0.75);
                if best.as_ref().is_none_or(|(most, ..)| score > *most) {
                    best = Some((score, split, grid));
                }
            }
        }
        best.map(|(_, split, grid)| (split, grid))
    }

    /// The room for the words beside a board: lines for the move, the score, and what else there is to say.
    fn label_size(&self) -> (f32, f32) {
        let words = self.words();
        let width = self.widest.max(words.score).max(Fold::room(words)).max(4.2 * words.small);
        (width, line(words.large) + 2.0 * line(words.small))
    }

    /// The room for the words above a board: the move, and the score behind it.
    fn line_size(&self) -> (f32, f32) {
        let words = self.words();
        (self.widest + 8.0 + words.score, line(words.large))
    }

    /// The largest grid of boards in which all children have room.
    fn grid(&self, split: &Split, least: f32) -> Option<Grid> {
        let count = self.family.len();
        let shape = self.of.shape;
        let (beside, above) = (self.label_size(), self.line_size());
        let mut best: Option<Grid> = None;
        for columns in 1..=count.min(MOST_COLUMNS) {
            let rows = count.div_ceil(columns);
            let (width, height) = cell_size(split.family, columns, rows);
            let of_beside = ((width - beside.0 - LABEL_GAP) * shape).min(height);
            let of_beside = if height < beside.1 - line(self.words().small) { 0.0 } else { of_beside };
            let of_above = if width < above.0 { 0.0 } else { (width * shape).min(height - above.1) };
            for (grown, words) in [(of_beside, WordsAt::Beside), (of_above, WordsAt::Above)] {
                let grown = grown.min(split.short * LARGEST_CHILD);
                // A cell wider than it needs be is a row less.
                if grown >= least && best.is_none_or(|best| grown > best.grown * 1.02) {
                    best = Some(Grid { columns, rows, grown, words });
                }
            }
        }
        best
    }

    fn focus(&self, split: &Split, route: Route, layout: &mut FocusLayout) {
        let Outline { path, request, words, .. } = self.of;
        let depth = path.depth();
        let parent = layout.nodes.iter().rposition(|node| node.is_on_path && node.depth + 1 == depth);
        let mut node = path_node(request, path, depth, parent);
        if depth == 0 {
            "R".clone_into(&mut node.move_text);
        }
        node.form = Form::Board;
        node.rect = split.focus;
        node.route = match (route, parent) {
            (_, None) => Route::Hidden,
            (route, Some(_)) => route,
        };
        let (above, _) = self.heights();
        let left = split.focus.min.x + 10.0;
        let right = match split.flow {
            Orientation::LeftToRight => split.caption.max.x.max(split.focus.max.x),
            Orientation::TopDown => split.caption.max.x,
        };
        // The path comes in at the right of it.
        let right = right.min(left + 0.7 * split.focus.width()).max(left + 2.0 * words.large);
        node.move_label = Some(Label {
            rect: Rect::new(left, split.focus.min.y - above, right, split.focus.min.y - 3.0),
            anchor: Anchor::Left,
            size: words.large,
        });
        let Rect { min, max } = split.caption;
        node.note_label = Some(Label {
            rect: Rect::new(min.x, min.y, max.x, min.y + line(words.caption)),
            anchor: Anchor::Left,
            size: words.caption,
        });
        if let Some(position) = node.position.clone() {
            node.set_board(position);
        }
        layout.caption = Some(split.caption).filter(|caption| caption.height() >= line(words.caption));
        if layout.caption.is_none() {
            node.note_label = None;
        }
        layout.flow = split.flow;
        layout.focus = layout.nodes.len();
        layout.nodes.push(node);
    }

    fn child(&self, kid: &Kid, layout: &FocusLayout) -> FocusNode {
        node_of(self.of.request, kid, Some(layout.focus), Some(&layout.nodes[layout.focus]))
    }

    fn boards(&self, split: &Split, grid: Grid, layout: &mut FocusLayout) {
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
            // The last row of a grid that grows down lies in the middle.
            let missing = if row + 1 == grid.rows { grid.columns * grid.rows - self.family.len() } else { 0 };
            let shift =
                if split.flow == Orientation::TopDown { missing as f32 * (cell_width + CELL_GAP) / 2.0 } else { 0.0 };
            let left = split.family.min.x + column as f32 * (cell_width + CELL_GAP) + shift;
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

    fn words_beside(&self, node: &mut FocusNode, grown: Rect, (width, _): (f32, f32)) {
        let words = self.words();
        let (small, large) = (line(words.small), line(words.large));
        let x = grown.max.x + LABEL_GAP;
        let has_third = grown.height() >= 2.0 * small + large;
        let height = small + large + if has_third { small } else { 0.0 };
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

    /// The way to a child: straight, where it lies next to the focus; else along a trunk and through the gutter beside its row or column.
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
        let above = if grid.words == WordsAt::Above { line(self.words().large) } else { 0.0 };
        match split.flow {
            Orientation::LeftToRight => Route::Bus {
                of: split.flow,
                trunk: split.family.min.x - CELL_GAP / 2.0,
                gutter: (grown.min.y - above - CELL_GAP / 2.0).max(top - CELL_GAP / 2.0),
            },
            Orientation::TopDown => {
                Route::Bus { of: split.flow, trunk: split.family.min.y - CELL_GAP / 2.0, gutter: left - CELL_GAP / 2.0 }
            }
        }
    }

    /// What lies below finished children unfolds in the room at their right: as chips, or as bars.
    fn below(&self, first: usize, (from, to): (f32, f32), height: f32, layout: &mut FocusLayout) {
        let words = *self.words();
        let depth = self.of.path.depth() + 1;
        let Some(focus) = self.of.path.positions.last() else { return };
        let total: usize = self.family.iter().filter_map(|kid| kid.position(focus)).map(|at| at.move_count()).sum();
        if total > MOST_BELOW {
            return;
        }
        for (index, kid) in self.family.iter().enumerate().filter(|(_, kid)| kid.stands_for == 1) {
            let Some(position) = kid.position(focus) else { continue };
            let is_entered = kid.place.recorded().is_some_and(|node| self.of.request.trace.children(node).len() > 0);
            if !is_entered {
                continue;
            }
            let below = kids(self.of.request, (kid.place, kid.part), depth, &position);
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

    /// A family that has no room for boards: chips, or bars.
    fn crowd(&self, least: f32, route: Route, layout: &mut FocusLayout) {
        let direction = self.of.request.options.orientation;
        let (above, below) = self.heights();
        let other = match direction {
            Orientation::LeftToRight => Orientation::TopDown,
            Orientation::TopDown => Orientation::LeftToRight,
        };
        // The place where a child opens lies below the focus or beside it, and is as large where there is room.
        let extra = |flow: Orientation, short: f32| match flow {
            Orientation::LeftToRight => short * LARGEST_CHILD + line(self.words().large) + 8.0,
            Orientation::TopDown => self.lens_width(short * LARGEST_CHILD) + 4.0 * LABEL_GAP,
        };
        let room = match direction {
            Orientation::LeftToRight => (self.place.height() - 2.0 * above - below) / 2.0,
            Orientation::TopDown => self.place.height() * 0.34,
        };
        let most = room.min(0.3 * self.place.width() * self.of.shape);
        let mut sizes: Vec<f32> = (0..6).map(|at| most + (least - most) * at as f32 / 5.0).collect();
        sizes.extend([0.7, 0.5, 0.35].map(|share| least * share));
        let candidates = sizes.into_iter().flat_map(|short| {
            [(direction, true), (other, true), (direction, false), (other, false)]
                .map(|(flow, lens)| (short, flow, lens))
        });
        for (short, flow, has_lens) in candidates {
            let is_small = has_lens && short < least;
            let wanted = if has_lens { extra(flow, short) } else { 0.0 };
            let Some(split) = self.split(flow, short, wanted).filter(|_| !is_small && short >= 12.0) else { continue };
            let Some((columns, rows, form)) = self.crowd_grid(&split) else { continue };
            self.focus(&split, route, layout);
            if has_lens {
                layout.lens = Some(self.lens(&split));
            }
            self.cells(split.family, (columns, rows), form, layout);
            return;
        }
        // Nothing but the focus.
        let alone =
            Stage { family: Vec::new(), ..Stage { of: self.of, place: self.place, widest: 0.0, family: Vec::new() } };
        let sizes =
            (1..=40).rev().map(|at| self.place.height().min(self.place.width() * self.of.shape) * at as f32 / 40.0);
        let split =
            sizes.map(|short| short.max(1.0)).find_map(|short| alone.split(Orientation::LeftToRight, short, 0.0));
        let split = split.unwrap_or(Split {
            flow: direction,
            short: 1.0,
            focus: self.place,
            caption: self.place,
            family: self.place,
        });
        self.focus(&split, route, layout);
    }

    fn lens_width(&self, short: f32) -> f32 {
        let (width, _) = board_size(short, self.of.shape);
        width + LABEL_GAP + self.label_size().0
    }

    fn lens(&self, split: &Split) -> Lens {
        let words = self.words();
        let short = split.short * LARGEST_CHILD;
        let (width, height) = board_size(short, self.of.shape);
        let (left, top) = match split.flow {
            Orientation::LeftToRight => (split.focus.min.x, split.caption.max.y + line(words.large) + 4.0),
            Orientation::TopDown => (split.caption.max.x + 2.0 * LABEL_GAP, split.focus.center().y - height / 2.0),
        };
        let rect = Rect::new(left, top, left + width, top + height);
        let (small, large) = (line(words.small), line(words.large));
        let label = |from: Point, high: f32, width: f32, size: f32| Label {
            rect: Rect::new(from.x, from.y, from.x + width, from.y + high),
            anchor: Anchor::Left,
            size,
        };
        let half = (width - 10.0) / 2.0;
        match split.flow {
            Orientation::LeftToRight => {
                let wide = half.max(words.score);
                let y = top - large;
                Lens {
                    rect,
                    move_label: label(Point::new(left + 8.0, y), large, half.max(1.0), words.large),
                    note_label: label(Point::new(left + 10.0 + half, y), large, wide, words.large),
                }
            }
            Orientation::TopDown => {
                let (x, y, wide) =
                    (rect.max.x + LABEL_GAP, rect.center().y - f32::midpoint(small, large), self.label_size().0);
                Lens {
                    rect,
                    move_label: label(Point::new(x, y), small, wide, words.small),
                    note_label: label(Point::new(x, y + small), large, wide, words.large),
                }
            }
        }
    }

    /// The columns and rows of a crowd, and its form.
    fn crowd_grid(&self, split: &Split) -> Option<(usize, usize, Form)> {
        let words = self.words();
        let count = self.family.len();
        let (wide, high) = (split.family.width(), split.family.height());
        let chip = chip_width(words, self.widest);
        let most = ((wide + CHIP_GAP) / (chip + CHIP_GAP)) as usize;
        let fits = |columns: &usize| count.div_ceil(*columns) as f32 * chip_pitch(words) <= high + CHIP_GAP;
        let off = |columns: usize| {
            let shape = (wide / columns as f32) / (high / count.div_ceil(columns) as f32);
            (shape / CHIP_SHAPE).ln().abs()
        };
        let columns = (1..=most.min(count)).filter(fits).min_by(|&a, &b| off(a).total_cmp(&off(b)));
        if let Some(columns) = columns {
            return Some((columns, count.div_ceil(columns), Form::Chip));
        }
        let high = high - chip_pitch(words) - CELL_GAP;
        if high < LOWEST_BAR || wide < 40.0 {
            return None;
        }
        // As many rows as make bars neither thin nor low.
        let most = (high / LOWEST_BAR) as usize;
        let rows =
            (1..=most.max(1)).find(|rows| wide / count.div_ceil(*rows) as f32 >= BAR_PITCH.1).unwrap_or_else(|| {
                let thick = |rows: usize| wide / count.div_ceil(rows) as f32 >= BAR_PITCH.0;
                (1..=most.max(1)).find(|&rows| thick(rows) && rows * 8 >= most).unwrap_or(most.max(1))
            });
        Some((count.div_ceil(rows), rows, Form::Bar))
    }

    fn cells(&self, family: Rect, (columns, rows): (usize, usize), form: Form, layout: &mut FocusLayout) {
        let words = *self.words();
        let gap = if form == Form::Chip { CHIP_GAP } else { 1.0 };
        let mut place = family;
        if form == Form::Bar {
            let wide = (family.width() + CHIP_GAP) / KEY_CHIPS as f32;
            layout.key_chips = (0..KEY_CHIPS)
                .map(|at| {
                    let left = family.min.x + at as f32 * wide;
                    Rect::new(left, family.min.y, left + wide - CHIP_GAP, family.min.y + chip_height(&words))
                })
                .collect();
            place.min.y += chip_pitch(&words) + CELL_GAP / 2.0;
        }
        let (wide, high) = (place.width() / columns as f32, place.height() / rows as f32);
        let row_gap = if form == Form::Bar { (high * 0.15).min(5.0) } else { gap };
        let needed = chip_width(&words, self.widest) / words.small;
        let size = (0.42 * high).min((wide - gap) / needed).clamp(words.small, 1.7 * words.small);
        for (index, kid) in self.family.iter().enumerate() {
            let (x, y) = ((index % columns) as f32, (index / columns) as f32);
            let mut node = self.child(kid, layout);
            node.form = form;
            node.text_size = size;
            let (left, top) = (place.min.x + x * wide, place.min.y + y * high);
            let thin = if wide > 3.0 { gap } else { 0.4 };
            node.rect = Rect::new(left, top, left + wide - thin, top + high - row_gap);
            layout.nodes.push(node);
        }
    }
}

fn cell_size(family: Rect, columns: usize, rows: usize) -> (f32, f32) {
    let size = |length: f32, count: usize| (length - CELL_GAP * (count - 1) as f32) / count as f32;
    (size(family.width(), columns), size(family.height(), rows))
}

fn scaled(rect: Rect, by: f32) -> Rect {
    let (center, x, y) = (rect.center(), rect.width() * by / 2.0, rect.height() * by / 2.0);
    Rect::new(center.x - x, center.y - y, center.x + x, center.y + y)
}
