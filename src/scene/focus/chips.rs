//! Families drawn as chips: in how many rows, how far apart, and whether the number of nodes below a folded node stands behind its
//! score or in a second line.

use super::fold::FoldSpot;
use super::fold_marks::NOTE_GAP;
use super::kid::Kid;
use super::outline::Outline;
use super::sizes::{CHIP_GAP, CHIP_HEIGHT, CHIP_INDENT, CHIP_PADDING, CHIP_PITCH, high_chip};
use crate::scene::Orientation;

/// Between two chips side by side, where the tree grows downwards.
const BETWEEN_CHIPS: f32 = 4.0;
/// The shortest edge behind a chip.
const LEAST_EDGE: f32 = 8.0;

/// The chips of a family.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Chips {
    /// Rows side by side, along the tree.
    pub rows: usize,
    /// From one chip to the next, across the tree.
    pub pitch: f32,
    /// The height of each.
    pub height: f32,
    /// How far they reach into the gap behind their column, where the tree grows to the right.
    pub reach: f32,
    /// Whether there is room for all numbers of nodes below folded nodes.
    pub is_marked: bool,
}

/// What the chips of a family have room for.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoomForChips {
    /// The width of a chip without the number of nodes below.
    pub short_chip: f32,
    pub along: f32,
    pub across: f32,
    /// How far chips may reach into the gap behind their column, where the tree grows to the right.
    pub reach: f32,
}

impl Chips {
    /// Chips of one line.
    pub(super) fn plain(rows: usize, pitch: f32) -> Self {
        Self { rows, pitch, height: CHIP_HEIGHT, reach: 0.0, is_marked: false }
    }
}

impl Outline<'_> {
    /// How a family is drawn as chips; `None` if there is no room for that. `columns` says how many columns so many rows make.
    pub(super) fn chips_of(&self, kids: &[Kid], room: RoomForChips, columns: impl Fn(usize) -> usize) -> Option<Chips> {
        let RoomForChips { short_chip, along, across, reach } = room;
        let marked = self.marked_chip(kids);
        let fits = |chips: &Chips| chips.rows > 0 && columns(chips.rows) as f32 * chips.pitch <= across;
        let high = high_chip(&self.words);
        let candidates = match self.area.orientation {
            Orientation::LeftToRight => {
                if short_chip > along + 0.5 {
                    return None;
                }
                let wanted = (short_chip.max(marked) - along).max(0.0);
                let one_line = Chips { is_marked: wanted <= reach, reach: wanted, ..Chips::plain(1, CHIP_PITCH) };
                let two_lines = Chips { height: high, is_marked: true, ..Chips::plain(1, high + CHIP_GAP) };
                [one_line, two_lines, Chips::plain(1, CHIP_PITCH)]
            }
            Orientation::TopDown => {
                let rows = |height: f32| ((along + CHIP_GAP) / (height + CHIP_GAP)) as usize;
                let pitch = short_chip + BETWEEN_CHIPS;
                let marked_pitch = pitch.max(marked + BETWEEN_CHIPS);
                let one_line = Chips { is_marked: true, ..Chips::plain(rows(CHIP_HEIGHT), marked_pitch) };
                let two_lines = Chips { height: high, is_marked: true, ..Chips::plain(rows(high), pitch) };
                [one_line, two_lines, Chips::plain(rows(CHIP_HEIGHT), pitch)]
            }
        };
        let [one_line, two_lines, unmarked] = candidates;
        [one_line, two_lines].into_iter().find(|chips| chips.is_marked && fits(chips)).or(Some(unmarked).filter(fits))
    }

    /// How far chips may reach into the gap behind their column; behind the last one there is none.
    pub(super) fn reach_room(&self) -> f32 {
        match self.area.orientation {
            Orientation::LeftToRight if self.plan.children.is_some() => (self.area.gap() - LEAST_EDGE).max(0.0),
            _ => 0.0,
        }
    }

    /// The width of the widest chip of a family that says in one line how many nodes lie below; 0 if none does.
    pub(super) fn marked_chip(&self, kids: &[Kid]) -> f32 {
        let line_of = |kid: &Kid| {
            self.marked_line((kid.place, kid.part), self.width_of_move(&kid.text), FoldSpot::EndOfChip, NOTE_GAP)
        };
        let lines = kids.iter().filter(|kid| kid.stands_for == 1).filter_map(line_of);
        lines.map(|line| CHIP_INDENT + line.width + CHIP_PADDING).fold(0.0, f32::max)
    }
}
