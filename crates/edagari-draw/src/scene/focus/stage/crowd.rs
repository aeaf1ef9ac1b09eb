//! A family without room for boards: a grid of chips or rows of bars, and a place where a child opens.

use super::{
    CELL_GAP, FOCUS_BY_WEIGHT, LABEL_GAP, LARGEST_CHILD, Split, Stage, TRIES, WEIGHT_OF_DIRECTION, WEIGHT_OF_PART,
};
use crate::scene::focus::layout::{FocusLayout, Lens};
use crate::scene::focus::node::{Form, Label, Route};
use crate::scene::focus::sizes::{CHIP_GAP, board_size, chip_height, chip_pitch, chip_width, line};
use crate::scene::{Anchor, Orientation, Point, Rect};

/// The ratio of width to height at which a chip is best readable.
const CHIP_SHAPE: f32 = 2.8;
/// The minimum and maximum distance from one bar to the next.
const BAR_PITCH: (f32, f32) = (1.8, 9.0);
const LOWEST_BAR: f32 = 7.0;
/// The number of key siblings, where most are bars: the best, the one that set the window, the last, the next.
const KEY_CHIPS: usize = 4;
/// The least widths of the lines between focus and family, and of the family beside them, relative to the font size.
const NARROWEST_LINES: f32 = 7.5;
const NARROWEST_FAMILY: f32 = 10.0;
/// The size of a focus, in points, from which on its board is large enough, and what more of it is worth.
const LARGE_FOCUS: f32 = 120.0;
const GAIN_OF_MORE: f32 = 0.3;
/// The weight of an arrangement with a place where a child opens, and of one in which each child has a chip.
const WEIGHT_OF_LENS: f32 = 1.4;
const WEIGHT_OF_CHIPS: f32 = 1.3;

/// A family as chips or bars, beside or below its focus.
struct Crowd {
    split: Split,
    /// The extent of the room where a child opens, below the focus or beside it; 0 if there is none.
    lens: f32,
    /// The numbers of columns and rows.
    grid: (usize, usize),
    form: Form,
}

impl Stage<'_> {
    /// Places a family without room for boards: as chips or as bars.
    pub(super) fn crowd(&self, least: f32, route: Route, layout: &mut FocusLayout) {
        let direction = self.of.request.options.orientation;
        let flows = [Orientation::LeftToRight, Orientation::TopDown];
        let ways = flows.into_iter().flat_map(|flow| [true, false].map(|has_lens| (flow, has_lens)));
        let found = ways.flat_map(|(flow, has_lens)| self.crowds(flow, has_lens, least));
        let value = |crowd: &Crowd| {
            let short = crowd.split.short;
            let size = short.min(LARGE_FOCUS) + GAIN_OF_MORE * (short - LARGE_FOCUS).max(0.0);
            let along = if crowd.split.flow == direction { WEIGHT_OF_DIRECTION } else { 1.0 };
            let lens = if crowd.lens > 0.0 { WEIGHT_OF_LENS } else { 1.0 };
            let part = if short < self.whole { WEIGHT_OF_PART } else { 1.0 };
            let chips = if crowd.form == Form::Chip { WEIGHT_OF_CHIPS } else { 1.0 };
            size * along * lens * part * chips
        };
        if let Some(crowd) = found.max_by(|a, b| value(a).total_cmp(&value(b))) {
            let below = if crowd.split.flow == Orientation::LeftToRight { crowd.lens } else { 0.0 };
            let split = self.with_third_line(crowd.split, below);
            self.focus(&split, route, layout);
            if crowd.lens > 0.0 {
                layout.lens = Some(self.lens(&split));
            }
            self.cells(split.family, crowd.grid, crowd.form, layout);
            return;
        }
        // There is room for the focus only.
        let alone = Stage { of: self.of, place: self.place, beside: None, widest: 0.0, whole: 0.0, family: Vec::new() };
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

    /// Returns the arrangements in a direction, with the focus in several sizes.
    fn crowds(&self, flow: Orientation, has_lens: bool, least: f32) -> impl Iterator<Item = Crowd> {
        let (above, below) = self.heights();
        let (wide, high) = (self.place.width(), self.place.height());
        // The place where a child opens is below the focus or beside it, and has the same size.
        let lens = move |short: f32| match flow {
            _ if !has_lens => 0.0,
            Orientation::LeftToRight => short * LARGEST_CHILD + line(self.words().large) + 8.0,
            Orientation::TopDown => self.lens_width(short * LARGEST_CHILD) + 4.0 * LABEL_GAP,
        };
        let room = match flow {
            Orientation::LeftToRight if has_lens => (high - 2.0 * above - below) / 2.0,
            Orientation::LeftToRight => high - above - below,
            Orientation::TopDown => high * 0.34,
        };
        let give = 1.0 - FOCUS_BY_WEIGHT * self.weight_below();
        let least = least * give.min(1.0);
        let most = (give * room.min(0.3 * wide * self.of.shape)).max(least);
        let mut sizes: Vec<f32> = (0..=TRIES).map(|at| most + (least - most) * at as f32 / TRIES as f32).collect();
        if !has_lens {
            sizes.extend([0.7, 0.5, 0.35].map(|share| least * share).into_iter().filter(|&short| short >= 12.0));
        }
        sizes.into_iter().filter_map(move |short| {
            let lens = lens(short);
            let split = self.with_lines_beside(self.split(flow, short, lens)?);
            let (columns, rows, form) = self.crowd_grid(&split)?;
            Some(Crowd { split, lens, grid: (columns, rows), form })
        })
    }

    /// Puts the lines of a low view, which have no room below its focus, between focus and family.
    fn with_lines_beside(&self, split: Split) -> Split {
        let words = self.words();
        if split.flow == Orientation::TopDown || split.caption.height() >= line(words.caption) {
            return split;
        }
        let Rect { min, max } = split.focus;
        let left = max.x + LABEL_GAP;
        let right = left + words.window.max(NARROWEST_LINES * words.small);
        if split.family.max.x - right < NARROWEST_FAMILY * words.small {
            return split;
        }
        let caption = Rect::new(left, min.y, right, min.y + line(words.caption) + line(words.small));
        let family = Rect { min: Point::new(right + CELL_GAP, split.family.min.y), ..split.family };
        Split { caption, family, ..split }
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

    /// Whether several children share a chip or a bar, because there are too many: members of such groups are not shown separately.
    fn is_merged(&self) -> bool {
        self.family.iter().filter(|kid| kid.stands_for > 1).nth(1).is_some()
    }

    /// Returns the numbers of columns and rows of the key siblings' chips in a family: as wide as they need to be, but not higher
    /// than half the family.
    fn key_grid(&self, family: Rect) -> (usize, usize) {
        let fits = |columns: &usize| {
            let rows = (KEY_CHIPS / columns) as f32;
            *columns as f32 * chip_width(self.words(), self.widest) <= family.width() + CHIP_GAP
                && rows * chip_pitch(self.words()) <= family.height() / 2.0
        };
        let columns = [KEY_CHIPS, KEY_CHIPS / 2, 1].into_iter().find(fits).unwrap_or(KEY_CHIPS);
        (columns, KEY_CHIPS / columns)
    }

    /// Returns the columns and rows of a crowd, and the form of its members.
    fn crowd_grid(&self, split: &Split) -> Option<(usize, usize, Form)> {
        let words = self.words();
        let count = self.family.len();
        let (wide, full) = (split.family.width(), split.family.height());
        let of_key = self.key_grid(split.family).1 as f32 * chip_pitch(words) + CELL_GAP;
        let high = if self.is_merged() { full - of_key } else { full };
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
        let high = full - of_key;
        if high < LOWEST_BAR || wide < 40.0 {
            return None;
        }
        // The number of rows in which bars are neither too thin nor too low.
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
        if form == Form::Bar || self.is_merged() {
            let (columns, rows) = self.key_grid(family);
            let wide = (family.width() + CHIP_GAP) / columns as f32;
            layout.key_chips = (0..KEY_CHIPS)
                .map(|at| {
                    let left = family.min.x + (at % columns) as f32 * wide;
                    let top = family.min.y + (at / columns) as f32 * chip_pitch(&words);
                    Rect::new(left, top, left + wide - CHIP_GAP, top + chip_height(&words))
                })
                .collect();
            place.min.y += rows as f32 * chip_pitch(&words) + CELL_GAP / 2.0;
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
