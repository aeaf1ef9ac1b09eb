//! Families before they are placed: the form of each member (board, chip or bar), side by side around an anchor.

use super::across::Block;
use super::along::{ChildForm, frame_room};
use super::apart::{MOST_ELSEWHERE, apart};
use super::chips::{Chips, RoomForChips};
use super::column::center_across;
use super::families::{kids, merge};
use super::kid::Kid;
use super::layout::{FocusLayout, THINNEST_BAR};
use super::node::Form;
use super::outline::Outline;
use super::part::Part;
use super::sizes::{CHIP_PITCH, board_size, line};
use crate::game::AnyPosition;
use crate::scene::Orientation;

/// The shorter side of a board beside the path.
const SIBLING_BOARD: f32 = 36.0;
/// The distance from the focus up to which siblings of the path are boards.
const SIBLING_BOARDS: usize = 1;
/// The thickest bar with its gap.
pub(super) const THICKEST_BAR: f32 = 8.0;

/// A child in its family, by its distance from the anchor of the family.
pub(super) struct Cell {
    pub kid: usize,
    pub start: f32,
    pub end: f32,
    /// Which row along the tree, where chips lie in several.
    pub row: usize,
    pub form: Form,
}

/// A family before it has its place.
pub(super) struct Family {
    pub parent: usize,
    pub kids: Vec<Kid>,
    pub cells: Vec<Cell>,
    pub block: Block,
    /// The place among the children of the node on the path, with the shorter side of its board.
    pub on_path: Option<(usize, f32)>,
    pub boards: Option<(f32, f32)>,
    /// The lines of words below boards of siblings: with two, the number of nodes below stands in the second.
    pub lines_below: usize,
    pub chips: Chips,
    /// Where the parent is, for the boards of the children.
    pub position: Option<AnyPosition>,
}

/// The form of the siblings of the path.
#[derive(Clone, Copy)]
pub(super) enum Siblings {
    Boards { pitch: f32, lines_below: usize, is_marked: bool },
    Chips(Chips),
    Bars { pitch: f32 },
}

impl Siblings {
    fn pitch(&self) -> f32 {
        match self {
            Self::Boards { pitch, .. } | Self::Bars { pitch } => *pitch,
            Self::Chips(chips) => chips.pitch,
        }
    }

    /// Whether there is room for all numbers of nodes below folded siblings; bars have none.
    pub(super) fn is_marked(&self) -> bool {
        match self {
            Self::Boards { is_marked, .. } => *is_marked,
            Self::Chips(chips) => chips.is_marked,
            Self::Bars { .. } => true,
        }
    }
}

impl Outline<'_> {
    /// The families in this column that are not that of the path: of nodes that were opened, or on the way to another node that
    /// is to be in sight.
    pub(super) fn others(
        &self,
        depth: usize,
        before: std::ops::Range<usize>,
        layout: &FocusLayout,
    ) -> Vec<(usize, Vec<Kid>)> {
        let request = self.request;
        if request.opened.is_empty() && request.in_sight.is_empty() {
            return Vec::new();
        }
        let family_of = |index: usize| {
            let node = &layout.nodes[index];
            // Visits of a node of the path: what lies below it is shown already.
            let is_beside_path = node.part != Part::Node && layout.node_with_key(node.path_key).is_some();
            if node.is_on_path || is_beside_path || node.stands_for > 1 || node.depth + 1 != depth {
                return None;
            }
            let path = layout.path(index);
            let is_open = request.opened.contains(&path);
            let wanted: Vec<u32> = request
                .in_sight
                .iter()
                .filter(|other| other.len() > path.len() && other.starts_with(&path))
                .map(|other| other[path.len()])
                .collect();
            if !is_open && wanted.is_empty() {
                return None;
            }
            let position = request.trace.position(&path)?;
            let mut family = kids(request, node.place, node.part, &position);
            if !is_open {
                family.retain(|kid| kid.mv.is_some_and(|mv| wanted.contains(&mv)));
            }
            apart(request, &mut family, MOST_ELSEWHERE, None);
            merge(&mut family, 60, None);
            Some((index, family)).filter(|(_, family)| !family.is_empty())
        };
        before.filter_map(family_of).collect()
    }

    /// A family whose children are all drawn alike, side by side, around its middle.
    pub(super) fn uniform(parent: usize, kids: Vec<Kid>, form: Form, pitch: f32, ideal: f32) -> Family {
        let half = pitch * kids.len() as f32 / 2.0;
        let cells = (0..kids.len())
            .map(|kid| {
                let start = kid as f32 * pitch - half;
                Cell { kid, start, end: start + pitch, row: 0, form }
            })
            .collect();
        let block = Block { before: half, after: half, ideal };
        let chips = Chips::plain(1, pitch);
        Family { parent, kids, cells, block, on_path: None, boards: None, position: None, lines_below: 1, chips }
    }

    /// The same with chips in several rows along the tree.
    pub(super) fn chips(parent: usize, kids: Vec<Kid>, chips: Chips, ideal: f32) -> Family {
        let Chips { rows, pitch, .. } = chips;
        let half = kids.len().div_ceil(rows) as f32 * pitch / 2.0;
        let cells = (0..kids.len())
            .map(|kid| {
                let start = (kid / rows) as f32 * pitch - half;
                Cell { kid, start, end: start + pitch, row: kid % rows, form: Form::Chip }
            })
            .collect();
        let block = Block { before: half, after: half, ideal };
        Family { parent, kids, cells, block, on_path: None, boards: None, position: None, lines_below: 1, chips }
    }

    pub(super) fn path_family(
        &self,
        distance: usize,
        parent: Option<usize>,
        breadth: f32,
        span: (f32, f32),
        axis: f32,
    ) -> Family {
        let short = self.plan.shorts[distance];
        let depth = self.path.depth() - distance;
        let own = |block: Block, kids: Vec<Kid>, cells: Vec<Cell>, at: usize, siblings: Option<Siblings>| {
            let (boards, lines_below) = match siblings {
                Some(Siblings::Boards { lines_below, .. }) => (Some((SIBLING_BOARD, SIBLING_BOARD)), lines_below),
                _ => (None, 1),
            };
            let chips = match siblings {
                Some(Siblings::Chips(chips)) => chips,
                _ => Chips::plain(1, CHIP_PITCH),
            };
            Family {
                parent: parent.unwrap_or(usize::MAX),
                kids,
                cells,
                block,
                on_path: Some((at, short)),
                boards,
                lines_below,
                chips,
                position: boards.and_then(|_| depth.checked_sub(1)).map(|above| self.path.positions[above].clone()),
            }
        };
        let half = self.half_across(distance);
        let board = |kid| Cell { kid, start: -half, end: half, row: 0, form: Form::Board };
        let kids = self.families[distance].clone();
        if kids.is_empty() {
            return own(Block { before: half, after: half, ideal: axis }, kids, Vec::new(), 0, None);
        }
        let at = self.at(distance);
        let (before, after) = (at, kids.len() - at - 1);
        let form = self.sibling_form(distance, breadth, span.1 - span.0);
        let pitch = form.pitch();
        let (kind, rows) = match &form {
            Siblings::Boards { .. } => (Form::Board, 1),
            Siblings::Chips(chips) => (Form::Chip, chips.rows),
            Siblings::Bars { .. } => (Form::Bar, 1),
        };
        let (columns_before, columns_after) = (before.div_ceil(rows), after.div_ceil(rows));
        let gap = 4.0;
        let mut cells = vec![board(at)];
        for kid in 0..before {
            let start = -half - gap - (columns_before - kid / rows) as f32 * pitch;
            cells.push(Cell { kid, start, end: start + pitch, row: kid % rows, form: kind });
        }
        for place in 0..after {
            let start = half + gap + (place / rows) as f32 * pitch;
            cells.push(Cell { kid: at + 1 + place, start, end: start + pitch, row: place % rows, form: kind });
        }
        let block = Block {
            before: half + if before > 0 { gap + columns_before as f32 * pitch } else { 0.0 },
            after: half + if after > 0 { gap + columns_after as f32 * pitch } else { 0.0 },
            ideal: axis,
        };
        own(block, kids, cells, at, Some(form))
    }

    /// What a node of the path takes across the tree before its middle, and after it.
    fn half_across(&self, distance: usize) -> f32 {
        let (width, height) = board_size(self.plan.shorts[distance], self.shape);
        match self.area.orientation {
            Orientation::LeftToRight => height / 2.0 + line(self.words.small) + frame_room(distance),
            Orientation::TopDown => {
                width.max(self.words.window).max(self.measures.path[distance].mv.min(90.0)) / 2.0 + 4.0
            }
        }
    }

    /// The place of a node of the path in its family, where its visits can stand beside it.
    fn at(&self, distance: usize) -> usize {
        let depth = self.path.depth() - distance;
        let mv = depth.checked_sub(1).map(|above| self.path.moves[above]);
        let is_it = |kid: &Kid| kid.mv == mv && kid.part == Part::Node;
        self.families[distance].iter().position(is_it).unwrap_or(0)
    }

    /// How many siblings lie before a node of the path, and how many after it.
    fn siblings(&self, distance: usize) -> (usize, usize) {
        let at = self.at(distance);
        (at, self.families[distance].len() - at - 1)
    }

    /// The form of the siblings of a node of the path: the first that has room for the numbers of nodes below them, else the first.
    fn sibling_form(&self, distance: usize, breadth: f32, thickness: f32) -> Siblings {
        let forms = self.sibling_forms(distance, breadth, thickness);
        *forms.iter().find(|form| form.is_marked()).unwrap_or(&forms[0])
    }

    /// What siblings of a node of the path can be, best first, given its breadth of the tree and the thickness of its column.
    pub(super) fn sibling_forms(&self, distance: usize, breadth: f32, thickness: f32) -> Vec<Siblings> {
        let (before, after) = self.siblings(distance);
        let room = breadth - 2.0 * self.half_across(distance) - 8.0;
        let count = (before + after).max(1) as f32;
        let is_smaller = self.plan.shorts[distance] >= SIBLING_BOARD;
        // Visits of a node share their position.
        let has_visits = self.families[distance].iter().any(|kid| matches!(kid.part, Part::Visits { .. }));
        let has_boards = is_smaller && self.plan.band.is_none() && distance <= SIBLING_BOARDS && !has_visits;
        let boards = || self.sibling_boards(distance, (room * 0.9 / count, thickness));
        let of_chips = RoomForChips {
            short_chip: self.measures.path[distance].short_chip,
            along: thickness,
            across: room,
            reach: self.reach_room(),
        };
        let columns = |rows: usize| before.div_ceil(rows) + after.div_ceil(rows);
        let chips = self.chips_of(&self.families[distance], of_chips, columns).map(Siblings::Chips);
        let forms: Vec<Siblings> = has_boards.then(boards).flatten().into_iter().chain(chips).collect();
        if forms.is_empty() {
            return vec![Siblings::Bars { pitch: (room / count).clamp(THINNEST_BAR.min(room / count), THICKEST_BAR) }];
        }
        forms
    }

    /// The siblings of a node of the path as boards, each with so much room across and along the tree.
    fn sibling_boards(&self, distance: usize, (across, along): (f32, f32)) -> Option<Siblings> {
        let (width, height) = board_size(SIBLING_BOARD, self.shape);
        let label = self.measures.path[distance].short_chip - 14.0;
        let row = line(self.words.small);
        let marked = self.widest_line_below(&self.families[distance]);
        let of_lines = |lines_below: usize| {
            let line = if lines_below == 1 { marked } else { 0.0 };
            let (wide, high) = (width.max(label).max(line), height + lines_below as f32 * row);
            let (needed, pitch) = match self.area.orientation {
                Orientation::LeftToRight => (wide, high + 5.0),
                Orientation::TopDown => (high, wide + 8.0),
            };
            Some(Siblings::Boards { pitch, lines_below, is_marked: true })
                .filter(|_| needed <= along + 0.5 && pitch <= across)
        };
        let unmarked = || {
            let (needed, pitch) = match self.area.orientation {
                Orientation::LeftToRight => (width.max(label), height + row + 5.0),
                Orientation::TopDown => (height + row, width.max(label) + 8.0),
            };
            Some(Siblings::Boards { pitch, lines_below: 1, is_marked: false })
                .filter(|_| needed <= along && pitch <= across)
        };
        of_lines(1).or_else(|| of_lines(2)).or_else(unmarked)
    }

    pub(super) fn child_family(&self, focus: usize, breadth: f32, axis: f32) -> Family {
        let kids = self.children.clone();
        let count = kids.len();
        let Some(plan) = self.plan.children else { return Self::uniform(focus, kids, Form::Bar, 1.0, axis) };
        match plan.form {
            ChildForm::Boards { short, grown, pitch } => {
                let position = self.path.positions.last().cloned();
                let family = Self::uniform(focus, kids, Form::Board, pitch, axis);
                Family { boards: Some((short, grown)), position, ..family }
            }
            ChildForm::Chips { rows, pitch } => Self::chips(focus, kids, Chips::plain(rows, pitch), axis),
            ChildForm::Bars => {
                let pitch = (breadth * 0.96 / count as f32).min(THICKEST_BAR);
                Self::uniform(focus, kids, Form::Bar, pitch, axis)
            }
        }
    }

    pub(super) fn below_families(
        &self,
        level: usize,
        before: std::ops::Range<usize>,
        layout: &FocusLayout,
    ) -> Vec<Family> {
        let below = &self.below[level];
        let parents = before.filter(|&index| layout.nodes[index].stands_for == 1);
        let family_of = |parent: usize| {
            let node = &layout.nodes[parent];
            let family = below.families.iter().find(|family| family.parent == node.key)?;
            let ideal = center_across(&self.area, node.rect);
            let made = Self::uniform(parent, family.kids.clone(), below.form, below.pitch, ideal);
            let boards = (below.form == Form::Board).then_some((below.short, below.short));
            Some(Family { boards, position: Some(family.position.clone()), ..made })
        };
        parents.filter_map(family_of).collect()
    }
}
