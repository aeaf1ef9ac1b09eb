//! Balance of the picture: spare room is put between the focus and its family, and arrangements
//! that leave half of the view empty get a lower value.

use super::{CELL_GAP, Grid, LABEL_GAP, NARROWEST_BELOW, Split, Stage, WordsAt, cell_size};
use crate::scene::focus::sizes::{board_size, line};
use crate::scene::{Orientation, Point, Rect};

/// The share of each half of the view that focus, children and path should cover.
const FILLED: f32 = 0.24;
/// The share of the strip's area that its boards and texts cover.
const OF_STRIP: f32 = 0.5;
/// The share of the stage that must be spare before focus and family move apart.
const SPARE: f32 = 0.12;
/// The room for the nodes below the children, relative to the font size: of an only child, and of several.
const BELOW: (f32, f32) = (8.0, 14.0);
/// The maximum number of children whose areas are added one by one.
const MAX_SINGLE: usize = 32;

impl Stage<'_> {
    /// Returns the same split with the family extended into the area beside a short strip; `None` if that is not possible.
    pub(super) fn with_corner(&self, split: &Split) -> Option<Split> {
        let (tile, end) = self.beside?;
        let is_along = split.flow == self.of.request.options.orientation;
        if !is_along || self.family.is_empty() {
            return None;
        }
        let Rect { min, max } = split.family;
        let family = match split.flow {
            Orientation::LeftToRight => {
                let gap = min.x - split.caption.max.x.max(split.focus.max.x);
                Rect::new(min.x.max(end + gap), tile.min.y + 8.0, max.x, max.y)
            }
            Orientation::TopDown => {
                let gap = min.y - split.focus.max.y;
                Rect::new(tile.min.x, min.y.max(end + gap), max.x, max.y)
            }
        };
        (family.width() >= 24.0 && family.height() >= 20.0).then_some(Split { family, ..*split })
    }

    /// Returns the width and height of a child with its texts in a cell of a width.
    pub(super) fn content(&self, grid: Grid, cell_width: f32) -> (f32, f32) {
        let (wide, high) = board_size(grid.grown, self.of.shape);
        match grid.words {
            WordsAt::Beside => {
                let (label, lines) = self.label_size();
                (wide + LABEL_GAP + label, high.max(lines))
            }
            WordsAt::Above => (wide.max(self.line_size().0.min(cell_width)), high + line(self.words().large)),
        }
    }

    /// Moves focus and family apart if they leave much of the stage free: the focus to the beginning, the family to the end.
    pub(super) fn spread(&self, mut split: Split, grid: Grid) -> Split {
        let (width, height) = cell_size(split.family, grid.columns, grid.rows);
        let (wide, high) = self.content(grid, width);
        let (above, _) = self.heights();
        let place = self.place;
        match split.flow {
            Orientation::LeftToRight => {
                let before = split.focus.min.y - above - place.min.y;
                let spare = (place.max.y - split.caption.max.y.max(split.focus.max.y) + before).min(height - high);
                if grid.rows == 1 && spare > SPARE * place.height() {
                    split.focus = split.focus.shifted(Point::new(0.0, -before));
                    split.caption = split.caption.shifted(Point::new(0.0, -before));
                    split.family.min.y = split.family.max.y - high;
                }
                let below = self.words().small * if self.family.len() == 1 { BELOW.0 } else { BELOW.1 };
                if grid.columns == 1 {
                    split.family.min.x += (width - wide - CELL_GAP - below.max(NARROWEST_BELOW)).max(0.0);
                }
            }
            Orientation::TopDown => {
                let before = split.focus.min.x - place.min.x;
                let spare = (place.width() - (split.caption.max.x.max(split.focus.max.x) - split.focus.min.x))
                    .min(width - wide);
                if grid.columns == 1 && spare > SPARE * place.width() {
                    split.focus = split.focus.shifted(Point::new(-before, 0.0));
                    split.caption = split.caption.shifted(Point::new(-before, 0.0));
                    split.family.min.x = split.family.max.x - wide;
                }
            }
        }
        split
    }

    /// Returns 1 if no half of the view is empty, less otherwise.
    pub(super) fn balance(&self, split: &Split, grid: Option<Grid>) -> f32 {
        let options = &self.of.request.options;
        let (width, height) = (options.width, options.height);
        let halves = [
            Rect::new(0.0, 0.0, width, height / 2.0),
            Rect::new(0.0, height / 2.0, width, height),
            Rect::new(0.0, 0.0, width / 2.0, height),
            Rect::new(width / 2.0, 0.0, width, height),
        ];
        let mut filled = [0.0; 4];
        let mut add = |rect: Rect, share: f32| {
            for (half, filled) in halves.iter().zip(&mut filled) {
                let wide = (rect.max.x.min(half.max.x) - rect.min.x.max(half.min.x)).max(0.0);
                let high = (rect.max.y.min(half.max.y) - rect.min.y.max(half.min.y)).max(0.0);
                *filled += share * wide * high;
            }
        };
        add(split.focus, 1.0);
        add(split.caption, 1.0);
        if let Some((tile, end)) = self.beside {
            let strip = match options.orientation {
                Orientation::LeftToRight => Rect::new(tile.min.x, tile.min.y, end, self.place.min.y),
                Orientation::TopDown => Rect::new(tile.min.x, tile.min.y, self.place.min.x, end),
            };
            add(strip, OF_STRIP);
        }
        if let Some(grid) = grid {
            let (cell_width, cell_height) = cell_size(split.family, grid.columns, grid.rows);
            let (wide, high) = self.content(grid, cell_width);
            let count = self.family.len();
            if count > MAX_SINGLE {
                let area = split.family.width() * split.family.height();
                add(split.family, (count as f32 * wide * high / area.max(1.0)).min(1.0));
            } else {
                for index in 0..count {
                    let (column, row) = ((index % grid.columns) as f32, (index / grid.columns) as f32);
                    let x = split.family.min.x + column * (cell_width + CELL_GAP) + (cell_width - wide) / 2.0;
                    let y = split.family.min.y + row * (cell_height + CELL_GAP) + (cell_height - high) / 2.0;
                    add(Rect::new(x, y, x + wide, y + high), 1.0);
                }
            }
        }
        let least = filled.into_iter().fold(f32::MAX, f32::min) / (width * height / 2.0).max(1.0);
        (least / FILLED).min(1.0)
    }
}
