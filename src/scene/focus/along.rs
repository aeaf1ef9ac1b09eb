//! How the space from the root towards the leaves is divided: how many nodes of the path are boards, how large they are, and
//! what the children of the focus are drawn as.

use super::labels::LABEL_GAP;
use super::request::FocusOptions;
use super::sizes::{CHIP_PITCH, SMALLEST_BOARD, Words, board_size, count_width, height_below, height_beside, line};
use crate::scene::Orientation;

/// Around the whole picture.
const MARGIN: f32 = 12.0;
/// Between the numbers of the depths and the picture.
const FOOTER_GAP: f32 = 8.0;
/// From this width on, the focus is larger.
const WIDE: f32 = 900.0;
/// The shorter side of the current node's board, at least; and the same where the place is wide.
const LEAST_BOARD: (f32, f32) = (44.0, 60.0);
/// The shorter side of the largest board.
const LARGEST_BOARD: f32 = 150.0;
/// The shorter side of the smallest board of the path.
const SMALLEST_OF_PATH: f32 = 24.0;
/// The size of a node of the path, relative to its child.
const SHRINK: f32 = 0.8;
/// The shorter side of the smallest board of a child.
const SMALLEST_CHILD: f32 = 32.0;
/// What the siblings of the focus take across the tree, at least, with the gaps beside the focus.
const LEAST_FOR_SIBLINGS: f32 = 18.0;
/// How large a child is beside the focus, at most.
const CHILD_SHARE: f32 = 0.85;
/// Between boards of neighbouring children.
const BETWEEN_CHILDREN: f32 = 6.0;
/// The widest chip.
const WIDEST_CHIP: f32 = 84.0;
/// The length of a bar.
pub(super) const BAR_LENGTH: f32 = 26.0;
/// Rows of chips side by side where the tree grows downwards.
const MOST_CHIP_ROWS: usize = 3;
/// Between a chip and the board that opens beside it.
pub(super) const LENS_GAP: f32 = 12.0;

/// Lower places have no room for α and β below the columns.
const LOWEST_WITH_BOUNDS: f32 = 160.0;

/// Whether α and β of the path stand below the columns of a tree that grows to the right.
pub(super) fn has_bounds_below(height: f32, has_windows: bool) -> bool {
    has_windows && height >= LOWEST_WITH_BOUNDS
}

/// What a place that is too small for all does without; each does without what those before it do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Thrift {
    Nothing,
    /// The band of far ancestors says no windows.
    WindowsOfBand,
    /// No child opens beside its chip.
    Lens,
    /// The band.
    Band,
    /// The children of the focus.
    Children,
}

/// The room for nodes: from the root towards the leaves, and from one sibling to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub orientation: Orientation,
    pub along: (f32, f32),
    pub across: (f32, f32),
}

impl Area {
    pub(super) fn of(options: &FocusOptions, words: &Words, has_windows: bool) -> Self {
        match options.orientation {
            Orientation::LeftToRight => {
                let lines = if has_bounds_below(options.height, has_windows) { 3.0 } else { 1.0 };
                Self {
                    orientation: options.orientation,
                    along: (MARGIN, options.width - MARGIN),
                    across: (MARGIN, options.height - lines * line(words.small) - FOOTER_GAP),
                }
            }
            Orientation::TopDown => {
                let footer = if has_windows { words.bound.max(16.0) } else { 16.0 };
                Self {
                    orientation: options.orientation,
                    along: (MARGIN, options.height - MARGIN),
                    across: (MARGIN + footer + FOOTER_GAP, options.width - MARGIN),
                }
            }
        }
    }

    pub(super) fn length(&self) -> f32 {
        (self.along.1 - self.along.0).max(1.0)
    }

    pub(super) fn breadth(&self) -> f32 {
        (self.across.1 - self.across.0).max(1.0)
    }

    /// The room that the band takes along the tree, given the width of its chips.
    pub(super) fn band_thickness(&self, chip: f32) -> f32 {
        match self.orientation {
            Orientation::LeftToRight => chip,
            Orientation::TopDown => CHIP_PITCH,
        }
    }

    /// The least room between a node and its children, for the edges.
    pub(super) fn gap(&self) -> f32 {
        match self.orientation {
            Orientation::LeftToRight => 22.0,
            Orientation::TopDown => 16.0,
        }
    }

    /// The part of the width and height of something that lies along the tree, and the part across.
    pub(super) fn turned(&self, (width, height): (f32, f32)) -> (f32, f32) {
        match self.orientation {
            Orientation::LeftToRight => (width, height),
            Orientation::TopDown => (height, width),
        }
    }
}

/// Around the board of the focus there is room for the frame that marks it.
pub(super) fn frame_room(distance: usize) -> f32 {
    if distance == 0 { 4.0 } else { 0.0 }
}

/// The room that the families of the path and of the focus need.
pub(super) struct Measures {
    /// The focus, its parent, and so on.
    pub path: Vec<PathMeasure>,
    /// Nodes of the path that lie farther away still.
    pub hidden: usize,
    pub children: ChildMeasure,
    /// The height of a board over its width.
    pub shape: f32,
    pub words: Words,
    /// The width of a chip of the band, with its window and without.
    pub band: f32,
    pub narrow_band: f32,
    /// The room for the children of the focus across the tree.
    pub breadth: f32,
}

/// One node of the path and its siblings.
pub(super) struct PathMeasure {
    pub siblings: usize,
    /// The widest chip of its siblings, without the number of nodes below.
    pub short_chip: f32,
    /// The text of its own move.
    pub mv: f32,
}

/// The children of the focus.
pub(super) struct ChildMeasure {
    pub count: usize,
    pub chip: f32,
    /// The same without the number of nodes below.
    pub short_chip: f32,
    /// The widest of their moves.
    pub mv: f32,
}

/// The form of the children of the focus.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum ChildForm {
    Boards {
        short: f32,
        /// While it is the current node, or has just returned.
        grown: f32,
        pitch: f32,
    },
    Chips {
        /// Rows side by side, along the tree.
        rows: usize,
        /// From one chip to the next, across the tree.
        pitch: f32,
    },
    Bars,
}

/// The children of the focus in the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChildPlan {
    pub form: ChildForm,
    pub thickness: f32,
    /// The shorter side of the board that opens beside them.
    pub lens: Option<f32>,
}

/// How the room along the tree is shared out.
#[derive(Debug)]
pub(super) struct Plan {
    /// The shorter side of each board of the path, the focus first.
    pub shorts: Vec<f32>,
    pub children: Option<ChildPlan>,
    /// The width of a chip of the band, where nodes of the path have to go into it.
    pub band: Option<f32>,
    /// The room left.
    pub left: f32,
}

/// The current node's shorter side, at least.
pub(super) fn least_board(options: &FocusOptions) -> f32 {
    if options.width >= WIDE { LEAST_BOARD.1 } else { LEAST_BOARD.0 }
}

/// The shorter side of the focus's board where there is room; no board of the path is larger.
pub(super) fn ideal_board(options: &FocusOptions) -> f32 {
    let weight = f32::from(options.weight_below.clamp(-3, 3));
    let ideal = 0.2 * options.width.min(options.height) * (1.0 - 0.12 * weight);
    ideal.clamp(least_board(options), LARGEST_BOARD)
}

/// The width of a chip with move, score and number of nodes below.
pub(super) fn chip_width(words: &Words, widest_move: f32) -> f32 {
    short_chip_width(words, widest_move) + count_width(words)
}

/// The width of a chip with move and score.
pub(super) fn short_chip_width(words: &Words, widest_move: f32) -> f32 {
    (widest_move + words.small_score + 18.0).min(WIDEST_CHIP.max(words.small_score + 30.0) + words.tag)
}

impl Measures {
    /// The room that a node of the path takes along the tree, with the words beside it.
    pub(super) fn path_thickness(&self, area: &Area, distance: usize, short: f32) -> f32 {
        let (width, height) = board_size(short, self.shape);
        let node = &self.path[distance];
        match area.orientation {
            Orientation::LeftToRight => {
                let chips =
                    if node.siblings == 0 || !self.has_chips(area, distance, short) { 0.0 } else { node.short_chip };
                let words = if distance == 0 { self.words.window } else { self.words.window.min(width.max(70.0)) };
                width.max(words).max(node.mv.min(90.0)).max(chips)
            }
            Orientation::TopDown => height + 2.0 * (line(self.words.small) + frame_room(distance)),
        }
    }

    /// Whether the siblings of a node of the path can be chips.
    pub(super) fn has_chips(&self, area: &Area, distance: usize, short: f32) -> bool {
        let node = &self.path[distance];
        let (width, height) = board_size(short, self.shape);
        let count = node.siblings as f32;
        match area.orientation {
            Orientation::LeftToRight => {
                count * CHIP_PITCH + height + 2.0 * line(self.words.small) + 8.0 <= area.breadth()
            }
            Orientation::TopDown => {
                let rows = ((height + 2.0 * line(self.words.small)) / CHIP_PITCH).floor().max(1.0);
                // Two more, for what does not fill its column before and after the board.
                let columns = (count / rows).ceil() + 1.0;
                columns * (node.short_chip + 4.0) + width.max(self.words.window) + 16.0 <= area.breadth()
            }
        }
    }

    fn children_plan(&self, area: &Area, focus: f32, least: f32, thrift: Thrift) -> Option<ChildPlan> {
        let count = self.children.count;
        if count == 0 || thrift == Thrift::Children {
            return None;
        }
        let lens = (thrift < Thrift::Lens).then_some(least.min(focus));
        let boards = lens.and_then(|lens| self.child_boards(area, focus, lens));
        if let Some(plan) = boards {
            return Some(plan);
        }
        let beside = lens.map_or(0.0, |lens| LENS_GAP + self.child_extent(area, lens).0);
        let chip = if lens.is_some() { self.children.chip } else { self.children.short_chip };
        let (form, thickness) = match area.orientation {
            Orientation::LeftToRight if count as f32 * CHIP_PITCH <= self.breadth => {
                (ChildForm::Chips { rows: 1, pitch: CHIP_PITCH }, chip)
            }
            Orientation::TopDown => {
                let pitch = chip + 4.0;
                let columns = (self.breadth / pitch).floor() as usize;
                let rows = count.checked_div(columns).map_or(usize::MAX, |_| count.div_ceil(columns));
                if rows <= MOST_CHIP_ROWS {
                    (ChildForm::Chips { rows, pitch }, rows as f32 * CHIP_PITCH)
                } else {
                    (ChildForm::Bars, BAR_LENGTH)
                }
            }
            Orientation::LeftToRight => (ChildForm::Bars, BAR_LENGTH),
        };
        Some(ChildPlan { form, thickness: thickness + beside, lens })
    }

    /// The children as boards, where there is room for that.
    fn child_boards(&self, area: &Area, focus: f32, least: f32) -> Option<ChildPlan> {
        let room = self.breadth / self.children.count as f32;
        let wide = |short: f32| board_size(short, self.shape);
        let label = self.child_label();
        // Across the tree, a board is as large as its neighbours leave room for, when one of them grows.
        let (most, across_of_short) = match area.orientation {
            Orientation::LeftToRight => (room, 1.0),
            Orientation::TopDown => (room, 1.0 / self.shape.clamp(0.1, 1.0)),
        };
        if area.orientation == Orientation::TopDown && label + BETWEEN_CHILDREN > room {
            return None;
        }
        let whole = (most - BETWEEN_CHILDREN) / across_of_short;
        let beside_grown = 2.0 * (most - BETWEEN_CHILDREN) / across_of_short - least;
        let short = if whole >= least {
            whole.min(least.max(focus * CHILD_SHARE))
        } else {
            beside_grown.min(focus * CHILD_SHARE)
        };
        let two_lines = height_beside(&self.words);
        let is_high_enough = area.orientation == Orientation::TopDown || room >= two_lines + 2.0;
        if short < SMALLEST_CHILD.min(least * CHILD_SHARE) || !is_high_enough {
            return None;
        }
        let grown = short.max(least);
        let (along, across) = self.child_extent(area, grown);
        let most_pitch = (across + 30.0).max(wide(grown).1 * 1.5);
        Some(ChildPlan {
            form: ChildForm::Boards { short, grown, pitch: room.min(most_pitch) },
            thickness: along,
            lens: None,
        })
    }

    /// The room for the move of a child, or its score.
    pub(super) fn child_label(&self) -> f32 {
        self.children.mv.max(self.words.score)
    }

    /// The size of a child with its words, along and across.
    pub(super) fn child_extent(&self, area: &Area, short: f32) -> (f32, f32) {
        let (width, height) = board_size(short, self.shape);
        let label = self.child_label();
        match area.orientation {
            Orientation::LeftToRight => (width + LABEL_GAP + label, height.max(height_beside(&self.words))),
            Orientation::TopDown => (height + height_below(&self.words), width.max(label)),
        }
    }

    /// Shares the room out: as much of the path as can be seen in boards of a good size, else at least four nodes of it, else
    /// fewer; what has no room goes into the band.
    pub(super) fn plan(&self, area: &Area, options: &FocusOptions) -> Plan {
        let least = least_board(options);
        let shown = self.path.len();
        let ideal = ideal_board(options);
        let good = (0.7 * ideal).max(least);
        let fewest = 5.min(shown);
        let candidates = (fewest..=shown)
            .rev()
            .map(|boards| (boards, ideal, good, Thrift::Nothing))
            .chain((1..=fewest).rev().map(|boards| (boards, good, least, Thrift::Nothing)))
            // A place that is too small for all this does without something, and then shows the rest smaller.
            .chain([Thrift::WindowsOfBand, Thrift::Lens, Thrift::Band].map(|thrift| (1, good, least, thrift)))
            .chain([Thrift::Lens, Thrift::Band, Thrift::Children].map(|thrift| (1, least, SMALLEST_BOARD, thrift)));
        for (boards, from, to, thrift) in candidates {
            let mut focus = from;
            while focus >= to {
                let plan = self.plan_with(area, boards, focus, least.min(focus), thrift);
                if plan.left >= 0.0 {
                    return plan;
                }
                focus -= 4.0;
            }
            let plan = self.plan_with(area, boards, to, least.min(to), thrift);
            if plan.left >= 0.0 {
                return plan;
            }
        }
        let mut plan = self.plan_with(area, 1, SMALLEST_BOARD, SMALLEST_BOARD, Thrift::Children);
        plan.left = 0.0;
        plan
    }

    fn plan_with(&self, area: &Area, boards: usize, focus: f32, least: f32, thrift: Thrift) -> Plan {
        let mut shorts = Vec::with_capacity(boards);
        let mut taken = 0.0;
        let mut short = focus;
        for distance in 0..boards {
            shorts.push(short);
            taken += self.path_thickness(area, distance, short) + if distance > 0 { area.gap() } else { 0.0 };
            short = (short * SHRINK).max(SMALLEST_OF_PATH.min(short));
        }
        let children = self.children_plan(area, focus, least, thrift);
        if let Some(children) = &children {
            taken += area.gap() + children.thickness;
        }
        let hides_levels = self.hidden > 0 || boards < self.path.len();
        let chip = if thrift < Thrift::WindowsOfBand { self.band } else { self.narrow_band };
        let band = (hides_levels && thrift < Thrift::Band).then_some(chip);
        if let Some(chip) = band {
            taken += area.band_thickness(chip) + area.gap();
        }
        let left = if self.fits_across(area, focus) { area.length() - taken } else { f32::NEG_INFINITY };
        Plan { shorts, children, band, left }
    }

    /// Whether there is room across the tree for the focus and the words above and below it.
    fn fits_across(&self, area: &Area, focus: f32) -> bool {
        let (width, height) = board_size(focus, self.shape);
        let needed = match area.orientation {
            Orientation::LeftToRight => height + 2.0 * (line(self.words.small) + frame_room(0)),
            Orientation::TopDown => width.max(self.words.window) + 2.0 * frame_room(0),
        };
        let siblings = if self.path[0].siblings > 0 { LEAST_FOR_SIBLINGS } else { 0.0 };
        needed + siblings <= area.breadth()
    }
}
