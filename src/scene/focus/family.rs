//! Families before they are placed: the form of each member (board, chip or bar), side by side around an anchor.

use super::across::Block;
use super::along::{ChildForm, frame_room};
use super::column::center_across;
use super::families::{Kid, kids, merge};
use super::layout::{FocusLayout, THINNEST_BAR};
use super::node::Form;
use super::outline::Outline;
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
    /// Where the parent is, for the boards of the children.
    pub position: Option<AnyPosition>,
}

/// The form of the siblings of the path.
enum Siblings {
    Boards { pitch: f32 },
    Chips { pitch: f32, rows: usize },
    Bars { pitch: f32 },
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
            if node.is_on_path || node.stands_for > 1 || node.depth + 1 != depth {
                return None;
            }
            let path = layout.path(index);
            let is_open = request.opened.contains(&path);
            let wanted: Vec<u16> = request
                .in_sight
                .iter()
                .filter(|other| other.len() > path.len() && other.starts_with(&path))
                .map(|other| other[path.len()])
                .collect();
            if !is_open && wanted.is_empty() {
                return None;
            }
            let position = request.trace.position(&path)?;
            let mut family = kids(request, node.place, &position);
            if !is_open {
                family.retain(|kid| wanted.contains(&kid.mv));
            }
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
        Family { parent, kids, cells, block, on_path: None, boards: None, position: None }
    }

    /// The same with chips in several rows along the tree.
    pub(super) fn chips(parent: usize, kids: Vec<Kid>, rows: usize, pitch: f32, ideal: f32) -> Family {
        let half = kids.len().div_ceil(rows) as f32 * pitch / 2.0;
        let cells = (0..kids.len())
            .map(|kid| {
                let start = (kid / rows) as f32 * pitch - half;
                Cell { kid, start, end: start + pitch, row: kid % rows, form: Form::Chip }
            })
            .collect();
        let block = Block { before: half, after: half, ideal };
        Family { parent, kids, cells, block, on_path: None, boards: None, position: None }
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
        let (width, height) = board_size(short, self.shape);
        let depth = self.path.depth() - distance;
        let own = |block: Block, kids: Vec<Kid>, cells: Vec<Cell>, at: usize, boards: Option<(f32, f32)>| Family {
            parent: parent.unwrap_or(usize::MAX),
            kids,
            cells,
            block,
            on_path: Some((at, short)),
            boards,
            position: boards.and_then(|_| depth.checked_sub(1)).map(|above| self.path.positions[above].clone()),
        };
        let (up, down) = match self.area.orientation {
            Orientation::LeftToRight => {
                let half = height / 2.0 + line(self.words.small) + frame_room(distance);
                (half, half)
            }
            Orientation::TopDown => {
                let half = width.max(self.words.window).max(self.measures.path[distance].mv.min(90.0)) / 2.0 + 4.0;
                (half, half)
            }
        };
        let board = |kid| Cell { kid, start: -up, end: down, row: 0, form: Form::Board };
        let kids = self.families[distance].clone();
        if kids.is_empty() {
            return own(Block { before: up, after: down, ideal: axis }, kids, Vec::new(), 0, None);
        }
        let at = kids.iter().position(|kid| kid.mv == self.path.moves[depth - 1]).unwrap_or(0);
        let (before, after) = (at, kids.len() - at - 1);
        let room = breadth - up - down - 8.0;
        let form = self.sibling_form(distance, before, after, room, span);
        let (pitch, rows) = match form {
            Siblings::Boards { pitch } | Siblings::Bars { pitch } => (pitch, 1),
            Siblings::Chips { pitch, rows } => (pitch, rows),
        };
        let (columns_before, columns_after) = (before.div_ceil(rows), after.div_ceil(rows));
        let gap = 4.0;
        let kind = match form {
            Siblings::Boards { .. } => Form::Board,
            Siblings::Chips { .. } => Form::Chip,
            Siblings::Bars { .. } => Form::Bar,
        };
        let mut cells = vec![board(at)];
        for kid in 0..before {
            let start = -up - gap - (columns_before - kid / rows) as f32 * pitch;
            cells.push(Cell { kid, start, end: start + pitch, row: kid % rows, form: kind });
        }
        for place in 0..after {
            let start = down + gap + (place / rows) as f32 * pitch;
            cells.push(Cell { kid: at + 1 + place, start, end: start + pitch, row: place % rows, form: kind });
        }
        let block = Block {
            before: up + if before > 0 { gap + columns_before as f32 * pitch } else { 0.0 },
            after: down + if after > 0 { gap + columns_after as f32 * pitch } else { 0.0 },
            ideal: axis,
        };
        let boards = matches!(form, Siblings::Boards { .. }).then_some((SIBLING_BOARD, SIBLING_BOARD));
        own(block, kids, cells, at, boards)
    }

    /// The form of the siblings of a node of the path.
    fn sibling_form(&self, distance: usize, before: usize, after: usize, room: f32, span: (f32, f32)) -> Siblings {
        let count = (before + after).max(1) as f32;
        let thickness = span.1 - span.0;
        let node = &self.measures.path[distance];
        let (width, height) = board_size(SIBLING_BOARD, self.shape);
        let label = node.short_chip - 14.0;
        let (board_along, board_across) = match self.area.orientation {
            Orientation::LeftToRight => (width.max(label), height + line(self.words.small) + 5.0),
            Orientation::TopDown => (height + line(self.words.small), width.max(label) + 8.0),
        };
        let is_smaller = self.plan.shorts[distance] >= SIBLING_BOARD;
        let has_room = self.plan.band.is_none() && distance <= SIBLING_BOARDS;
        let mark = self.widest_mark(&self.families[distance]);
        if has_room && is_smaller && board_along <= thickness && board_across * count <= room * 0.9 {
            // Across the tree, how many nodes lie below is said only where there is room for that.
            let marked = match self.area.orientation {
                Orientation::LeftToRight => board_across,
                Orientation::TopDown => board_across.max(label + mark + 12.0),
            };
            let pitch = if marked * count <= room * 0.9 { marked } else { board_across };
            return Siblings::Boards { pitch };
        }
        match self.area.orientation {
            Orientation::LeftToRight => {
                if count * CHIP_PITCH <= room && self.fits_chips(node.short_chip, span) {
                    return Siblings::Chips { pitch: CHIP_PITCH, rows: 1 };
                }
            }
            Orientation::TopDown => {
                let rows = (thickness / CHIP_PITCH).floor().max(1.0) as usize;
                let columns = before.div_ceil(rows) + after.div_ceil(rows);
                let pitches = [node.short_chip + mark + 4.0, node.short_chip + 4.0];
                if let Some(pitch) = pitches.into_iter().find(|pitch| columns as f32 * pitch <= room) {
                    return Siblings::Chips { pitch, rows };
                }
            }
        }
        Siblings::Bars { pitch: (room / count).clamp(THINNEST_BAR.min(room / count), THICKEST_BAR) }
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
            ChildForm::Chips { rows, pitch } => Self::chips(focus, kids, rows, pitch, axis),
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
