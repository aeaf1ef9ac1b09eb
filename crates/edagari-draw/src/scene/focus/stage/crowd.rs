//! A family without room for boards: a grid of chips or rows of bars, and a place where a child opens.

use super::{CELL_GAP, FOCUS_BY_WEIGHT, LABEL_GAP, LARGEST_CHILD, Split, Stage};
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

impl Stage<'_> {
    /// Places a family without room for boards: as chips or as bars.
    pub(super) fn crowd(&self, least: f32, route: Route, layout: &mut FocusLayout) {
        let direction = self.of.request.options.orientation;
        let (above, below) = self.heights();
        let other = match direction {
            Orientation::LeftToRight => Orientation::TopDown,
            Orientation::TopDown => Orientation::LeftToRight,
        };
        // The place where a child opens is below the focus or beside it, and has the same size if there is room.
        let extra = |flow: Orientation, short: f32| match flow {
            Orientation::LeftToRight => short * LARGEST_CHILD + line(self.words().large) + 8.0,
            Orientation::TopDown => self.lens_width(short * LARGEST_CHILD) + 4.0 * LABEL_GAP,
        };
        let room = match direction {
            Orientation::LeftToRight => (self.place.height() - 2.0 * above - below) / 2.0,
            Orientation::TopDown => self.place.height() * 0.34,
        };
        let give = 1.0 - FOCUS_BY_WEIGHT * self.weight_below();
        let least = least * give.min(1.0);
        let most = (give * room.min(0.3 * self.place.width() * self.of.shape)).max(least);
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
            let below = if has_lens && flow == Orientation::LeftToRight { wanted } else { 0.0 };
            let split = self.with_third_line(split, below);
            self.focus(&split, route, layout);
            if has_lens {
                layout.lens = Some(self.lens(&split));
            }
            self.cells(split.family, (columns, rows), form, layout);
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

    /// Returns the columns and rows of a crowd, and the form of its members.
    fn crowd_grid(&self, split: &Split) -> Option<(usize, usize, Form)> {
        let words = self.words();
        let count = self.family.len();
        let key_row = chip_pitch(words) + CELL_GAP;
        let (wide, full) = (split.family.width(), split.family.height());
        let high = if self.is_merged() { full - key_row } else { full };
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
        let high = full - key_row;
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
