//! The columns of a focus view, one a depth: the families in them, what these are drawn as, and where they lie. Where the tree
//! grows downwards, a column is a row.

use super::across::{Block, FAMILY_GAP, pack};
use super::along::{
    Area, BAR_LENGTH, ChildForm, ChildMeasure, LENS_GAP, Measures, PathMeasure, Plan, chip_width, short_chip_width,
};
use super::below::{self, Below};
use super::column::{Column, center_across, centered, point};
use super::families::{Kid, Path, kids, merge, node_of, path_node};
use super::labels::{labels_below, labels_beside};
use super::layout::{FocusLayout, LensZone, THINNEST_BAR};
use super::node::{FocusNode, Form, Label};
use super::request::FocusRequest;
use super::sizes::{CHIP_HEIGHT, CHIP_PITCH, Words, board_size, line, text_width};
use crate::game::AnyPosition;
use crate::scene::{Anchor, Orientation, Point, Rect};

/// The part of a column that is left to families other than that of the path.
const SHARE_OF_OTHERS: f32 = 0.4;
/// The shorter side of a board beside the path.
const SIBLING_BOARD: f32 = 36.0;
/// How far from the focus siblings of the path are boards.
const SIBLING_BOARDS: usize = 1;
/// The widest gap between two columns, where there is room to spare.
const WIDEST_GAP: f32 = 96.0;
/// How much of the longer side of its place the picture takes at least.
const LEAST_SHARE: f32 = 0.55;
/// The thickest bar with its gap.
const THICKEST_BAR: f32 = 8.0;
/// Where the path lies across the tree, where nothing speaks against it.
const AXIS: f32 = 0.44;

/// What a column holds.
#[derive(Clone, Copy, Debug)]
enum Content {
    /// The node of the path so far from the focus, and its siblings.
    Path(usize),
    Children,
    /// So many levels below the children of the focus.
    Below(usize),
}

/// A child in its family, by its distance from the anchor of the family.
struct Cell {
    kid: usize,
    start: f32,
    end: f32,
    /// Which row along the tree, where chips lie in several.
    row: usize,
    form: Form,
}

/// A family before it has its place.
struct Family {
    parent: usize,
    kids: Vec<Kid>,
    cells: Vec<Cell>,
    block: Block,
    /// The place among the children of the node on the path, with the shorter side of its board.
    on_path: Option<(usize, f32)>,
    boards: Option<(f32, f32)>,
    /// Where the parent is, for the boards of the children.
    position: Option<AnyPosition>,
}

pub(super) struct Builder<'a> {
    request: &'a FocusRequest<'a>,
    area: Area,
    words: Words,
    path: &'a Path,
    families: Vec<Vec<Kid>>,
    children: Vec<Kid>,
    shape: f32,
    plan: Plan,
    measures: Measures,
    below: Vec<Below>,
    /// How much wider than planned the columns of the path are, the focus first.
    widened: Vec<f32>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        request: &'a FocusRequest<'a>,
        area: Area,
        words: Words,
        path: &'a Path,
        families: Vec<Vec<Kid>>,
        children: Vec<Kid>,
        shape: f32,
    ) -> Self {
        let widest = |kids: &[Kid]| kids.iter().map(|kid| text_width(&kid.text, words.small)).fold(0.0, f32::max);
        let path_measure = |(distance, family): (usize, &Vec<Kid>)| PathMeasure {
            siblings: family.len().saturating_sub(1),
            chip: chip_width(&words, widest(family)),
            short_chip: short_chip_width(&words, widest(family)),
            mv: text_width(&path.texts[path.depth() - distance], words.small),
        };
        let widest_of_band = path.texts.iter().map(|text| text_width(text, words.small)).fold(0.0, f32::max).min(60.0);
        let has_others = has_others(request, path);
        let measures = Measures {
            path: families.iter().enumerate().map(path_measure).collect(),
            hidden: path.depth() + 1 - families.len(),
            children: ChildMeasure {
                count: children.len(),
                chip: chip_width(&words, widest(&children)),
                mv: widest(&children).min(90.0),
            },
            shape,
            words,
            band: widest_of_band + words.window + 26.0,
            breadth: area.breadth() * if has_others { 1.0 - SHARE_OF_OTHERS } else { 1.0 },
        };
        let mut plan_area = area;
        let opens_child = |moves: &Vec<u16>| moves.len() == path.depth() + 1 && moves.starts_with(&path.moves);
        let is_child_open = request.opened.iter().any(opens_child);
        if is_child_open {
            plan_area.along.1 -= measures.children.chip + area.gap();
        }
        let mut plan = measures.plan(&plan_area, &request.options);
        if is_child_open {
            plan.left += measures.children.chip + area.gap();
        }
        let mut builder = Self {
            request,
            area,
            words,
            path,
            families,
            children,
            shape,
            plan,
            measures,
            below: Vec::new(),
            widened: Vec::new(),
        };
        let mut left = builder.plan.left;
        builder.below = below::below(&mut left, &builder.below_request());
        builder.plan.left = left;
        builder.widen();
        builder
    }

    /// Chips of the path say how many nodes lie below them where there is room for that.
    fn widen(&mut self) {
        if self.area.orientation == Orientation::TopDown {
            return;
        }
        for (distance, &short) in self.plan.shorts.iter().enumerate() {
            let node = &self.measures.path[distance];
            let thickness = self.measures.path_thickness(&self.area, distance, short);
            let wanted = if node.siblings > 0 { (node.chip - thickness).max(0.0) } else { 0.0 };
            if wanted > self.plan.left {
                break;
            }
            self.plan.left -= wanted;
            self.widened.push(wanted);
        }
    }

    fn below_request(&self) -> below::Request<'_> {
        below::Request {
            request: self.request,
            area: &self.area,
            words: &self.words,
            shape: self.shape,
            path: self.path,
            children: &self.children,
            plan: self.plan.children,
        }
    }

    pub(super) fn build(&self) -> FocusLayout {
        let contents = self.contents();
        let layout = self.emit(&contents, None);
        let bounds = layout.bounds();
        let (_, breadth) = self.area.turned((bounds.width(), bounds.height()));
        let (length_of_place, breadth_of_place) =
            self.area.turned((self.request.options.width, self.request.options.height));
        if breadth_of_place > length_of_place && breadth < LEAST_SHARE * breadth_of_place {
            // A narrow tree in a broad place goes from corner to corner.
            return self.emit(&contents, Some(LEAST_SHARE * breadth_of_place));
        }
        layout
    }

    fn contents(&self) -> Vec<(Content, f32)> {
        let boards = self.plan.shorts.iter().enumerate().rev();
        let mut contents: Vec<(Content, f32)> = boards
            .map(|(distance, &short)| {
                let widened = self.widened.get(distance).copied().unwrap_or(0.0);
                (Content::Path(distance), self.measures.path_thickness(&self.area, distance, short) + widened)
            })
            .collect();
        contents.extend(self.plan.children.map(|children| (Content::Children, children.thickness)));
        contents.extend(self.below.iter().enumerate().map(|(level, below)| (Content::Below(level), below.thickness)));
        contents
    }

    /// Places everything; the path goes straight on, or, over so much of the breadth, from one corner to the other.
    fn emit(&self, contents: &[(Content, f32)], slope: Option<f32>) -> FocusLayout {
        let mut layout = FocusLayout {
            nodes: Vec::new(),
            focus: 0,
            orientation: self.area.orientation,
            size: (self.request.options.width, self.request.options.height),
            is_whole: false,
            band_left_out: (0, 0),
            columns: Vec::new(),
            words: self.words,
            lens: None,
            path: self.path.moves.clone(),
        };
        let gap = self.gap(contents);
        let mut start = self.area.along.0;
        let axis = |index: usize| {
            let (from, breadth) = (self.area.across.0, self.area.breadth());
            match slope {
                None => from + breadth * AXIS,
                Some(slope) => {
                    // What lies below the children lies beside them.
                    let share = index as f32 / (contents.len() - self.below.len()).saturating_sub(1).max(1) as f32;
                    from + (breadth - slope) / 2.0 + slope * share
                }
            }
        };
        if self.plan.has_band {
            let hidden = self.path.depth() + 1 - self.plan.shorts.len();
            super::band::band(self.request, &self.area, &self.measures, self.path, hidden, axis(0), &mut layout);
            start += self.measures.band_thickness(&self.area) + gap;
        }
        let mut before = 0..layout.nodes.len();
        let mut depth = self.path.depth() + 1 - self.plan.shorts.len();
        for (index, &(content, thickness)) in contents.iter().enumerate() {
            let span = (start, start + thickness);
            let first = layout.nodes.len();
            self.column(content, depth, span, axis(index), before.clone(), &mut layout);
            before = first..layout.nodes.len();
            layout.columns.push(Column { depth, span });
            start += thickness + gap;
            depth += 1;
        }
        self.note_folded(&mut layout);
        layout
    }

    fn gap(&self, contents: &[(Content, f32)]) -> f32 {
        let gaps = (contents.len() + usize::from(self.plan.has_band)).saturating_sub(1).max(1) as f32;
        let least = self.area.gap();
        let left = self.plan.left.max(0.0);
        let (length, breadth) = self.area.turned((self.request.options.width, self.request.options.height));
        // Where a child opens, there is nothing most of the time.
        let taken = self.area.length() - left - self.lens_thickness();
        let wanted = if length >= breadth { (LEAST_SHARE * length - taken).max(0.0) } else { 0.0 };
        least + (left / gaps).min((WIDEST_GAP - least).max(wanted / gaps))
    }

    fn lens_thickness(&self) -> f32 {
        let short = self.plan.children.and_then(|children| children.lens);
        short.map_or(0.0, |short| self.measures.child_extent(&self.area, short).0 + LENS_GAP)
    }

    fn column(
        &self,
        content: Content,
        depth: usize,
        span: (f32, f32),
        axis: f32,
        before: std::ops::Range<usize>,
        layout: &mut FocusLayout,
    ) {
        let mut families = Vec::new();
        let mut first = None;
        let mut breadth = self.area.breadth();
        let others = self.others(depth, before.clone(), layout);
        let count: usize = others.iter().map(|(_, kids)| kids.len()).sum();
        let is_below = matches!(content, Content::Below(_));
        let share = if is_below && !self.unfolds() { 1.0 } else { SHARE_OF_OTHERS };
        let room = breadth * share - others.len() as f32 * FAMILY_GAP;
        let (_, chip) = self.chip_of(others.iter().flat_map(|(_, kids)| kids));
        let pitch = if count as f32 * chip <= room && self.fits_chips(self.words.small_score + 30.0, span) {
            chip
        } else {
            (room / count.max(1) as f32).min(THICKEST_BAR)
        };
        if !others.is_empty() {
            breadth -= pitch * count as f32 + others.len() as f32 * FAMILY_GAP;
        }
        let main_parent = before.clone().find(|&index| {
            let node = &layout.nodes[index];
            node.is_on_path && node.depth + 1 == depth
        });
        let other = |(parent, kids): (usize, Vec<Kid>)| {
            let form = if pitch >= chip { Form::Chip } else { Form::Bar };
            self.uniform(parent, kids, form, pitch, center_across(&self.area, layout.nodes[parent].rect))
        };
        match content {
            Content::Path(distance) => {
                families.extend(others.into_iter().map(other));
                let main = self.path_family(distance, main_parent, breadth, span, axis);
                let place = families.partition_point(|family| Some(family.parent) < main_parent);
                families.insert(place, main);
                first = Some(place);
            }
            Content::Children => {
                families.extend(others.into_iter().map(other));
                let main = self.child_family(layout.focus, breadth, axis);
                let place = families.partition_point(|family| family.parent < layout.focus);
                families.insert(place, main);
                first = Some(place);
            }
            Content::Below(level) => {
                if self.unfolds() {
                    families = self.below_families(level, before, layout);
                } else {
                    families.extend(others.into_iter().map(other));
                }
            }
        }
        let blocks: Vec<Block> = families.iter().map(|family| family.block).collect();
        let anchors = pack(&blocks, first, self.area.across);
        for (index, family) in families.into_iter().enumerate() {
            self.place(family, anchors[index], depth, span, content, layout);
        }
    }

    /// Whether all children of the focus are unfolded, and not only those that a person opened.
    fn unfolds(&self) -> bool {
        self.below.first().is_some_and(|below| !below.is_for_opened)
    }

    /// The families in this column that are not that of the path: of nodes that were opened, or on the way to another node that
    /// is to be in sight.
    fn others(&self, depth: usize, before: std::ops::Range<usize>, layout: &FocusLayout) -> Vec<(usize, Vec<Kid>)> {
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

    /// What a chip takes along and across, at least.
    fn chip_of<'k>(&self, kids: impl Iterator<Item = &'k Kid>) -> (f32, f32) {
        let widest = kids.map(|kid| text_width(&kid.text, self.words.small)).fold(0.0, f32::max);
        let width = chip_width(&self.words, widest);
        match self.area.orientation {
            Orientation::LeftToRight => (width, CHIP_PITCH),
            Orientation::TopDown => (CHIP_PITCH, width + 4.0),
        }
    }

    fn fits_chips(&self, chip: f32, span: (f32, f32)) -> bool {
        self.area.orientation == Orientation::TopDown || span.1 - span.0 + 0.5 >= chip
    }

    /// A family whose children are all drawn alike, side by side, around its middle.
    fn uniform(&self, parent: usize, kids: Vec<Kid>, form: Form, pitch: f32, ideal: f32) -> Family {
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

    fn path_family(&self, distance: usize, parent: Option<usize>, breadth: f32, span: (f32, f32), axis: f32) -> Family {
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
            Orientation::LeftToRight => (height / 2.0 + line(self.words.small), height / 2.0 + line(self.words.small)),
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
            Siblings::Boards { pitch } => (pitch, 1),
            Siblings::Chips { pitch, rows } => (pitch, rows),
            Siblings::Bars { pitch } => (pitch, 1),
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

    /// What the siblings of a node of the path are drawn as.
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
        let has_room = !self.plan.has_band && distance <= SIBLING_BOARDS;
        if has_room && is_smaller && board_along <= thickness && board_across * count <= room * 0.9 {
            return Siblings::Boards { pitch: board_across };
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
                if columns as f32 * (node.short_chip + 4.0) <= room {
                    return Siblings::Chips { pitch: node.short_chip + 4.0, rows };
                }
            }
        }
        Siblings::Bars { pitch: (room / count).clamp(THINNEST_BAR.min(room / count), THICKEST_BAR) }
    }

    fn child_family(&self, focus: usize, breadth: f32, axis: f32) -> Family {
        let kids = self.children.clone();
        let count = kids.len();
        let Some(plan) = self.plan.children else { return self.uniform(focus, kids, Form::Bar, 1.0, axis) };
        match plan.form {
            ChildForm::Boards { short, grown, pitch } => {
                let position = self.path.positions.last().cloned();
                let family = self.uniform(focus, kids, Form::Board, pitch, axis);
                Family { boards: Some((short, grown)), position, ..family }
            }
            ChildForm::Chips { rows } => {
                let (_, pitch) = self.chip_of(kids.iter());
                let columns = count.div_ceil(rows);
                let half = columns as f32 * pitch / 2.0;
                let cells = (0..count)
                    .map(|kid| {
                        let start = (kid / rows) as f32 * pitch - half;
                        Cell { kid, start, end: start + pitch, row: kid % rows, form: Form::Chip }
                    })
                    .collect();
                let block = Block { before: half, after: half, ideal: axis };
                Family { parent: focus, kids, cells, block, on_path: None, boards: None, position: None }
            }
            ChildForm::Bars => {
                let pitch = (breadth * 0.96 / count as f32).min(THICKEST_BAR);
                self.uniform(focus, kids, Form::Bar, pitch, axis)
            }
        }
    }

    fn below_families(&self, level: usize, before: std::ops::Range<usize>, layout: &FocusLayout) -> Vec<Family> {
        let below = &self.below[level];
        let parents = before.filter(|&index| layout.nodes[index].stands_for == 1);
        let family_of = |parent: usize| {
            let node = &layout.nodes[parent];
            let family = below.families.iter().find(|family| family.parent == node.key)?;
            let ideal = center_across(&self.area, node.rect);
            let made = self.uniform(parent, family.kids.clone(), below.form, below.pitch, ideal);
            let boards = (below.form == Form::Board).then_some((below.short, below.short));
            Some(Family { boards, position: Some(family.position.clone()), ..made })
        };
        parents.filter_map(family_of).collect()
    }

    /// Makes nodes of a family.
    fn place(
        &self,
        family: Family,
        anchor: f32,
        depth: usize,
        span: (f32, f32),
        content: Content,
        layout: &mut FocusLayout,
    ) {
        let is_focus = matches!(content, Content::Path(0)) && family.on_path.is_some();
        if family.kids.is_empty() {
            // The root has no siblings.
            let node = path_node(self.request, self.path, depth, None);
            if is_focus {
                layout.focus = layout.nodes.len();
            }
            let short = family.on_path.map_or(0.0, |(_, short)| short);
            layout.nodes.push(self.path_board(node, short, span, anchor));
            return;
        }
        let mut cells = family.cells;
        cells.sort_by_key(|cell| cell.kid);
        for cell in &cells {
            let kid = &family.kids[cell.kid];
            let across = (anchor + cell.start, anchor + cell.end);
            if let Some((_, short)) = family.on_path.filter(|&(at, _)| at == cell.kid) {
                let parent = Some(family.parent).filter(|&parent| parent < layout.nodes.len());
                let node = path_node(self.request, self.path, depth, parent);
                if is_focus {
                    layout.focus = layout.nodes.len();
                }
                layout.nodes.push(self.path_board(node, short, span, anchor));
                continue;
            }
            // The first board of the path can have siblings whose parent is out of sight.
            let parent = Some(family.parent).filter(|&parent| parent < layout.nodes.len());
            let above = parent.map(|parent| layout.nodes[parent].clone());
            let above = above.unwrap_or_else(|| path_node(self.request, self.path, depth - 1, None));
            let mut node = node_of(self.request, kid, 0, &above);
            node.parent = parent;
            node.form = cell.form;
            match cell.form {
                Form::Board if kid.stands_for == 1 && family.boards.is_some() => {
                    let (short, grown) = family.boards.unwrap_or_default();
                    let is_sibling = matches!(content, Content::Path(_));
                    self.board(&mut node, (short, grown), span, across, is_sibling);
                    if let Some(position) = family.position.as_ref().and_then(|above| above.play(kid.mv)) {
                        node.set_board(position);
                    }
                }
                Form::Board | Form::Chip => {
                    node.form = Form::Chip;
                    node.rect = self.chip_rect(span, across, cell.row, content);
                }
                Form::Bar => node.rect = self.bar_rect(span, across),
            }
            layout.nodes.push(node);
        }
        if let (Content::Children, Some(plan)) = (content, self.plan.children)
            && let Some(short) = plan.lens
        {
            let (along, _) = self.measures.child_extent(&self.area, short);
            layout.lens = Some(LensZone {
                along: span.1 - along,
                across: self.area.across,
                short,
                shape: self.shape,
                label: self.measures.children.mv.max(self.words.score),
            });
        }
    }

    /// The board of a node of the path: its move above, its window below.
    fn path_board(&self, mut node: FocusNode, short: f32, span: (f32, f32), anchor: f32) -> FocusNode {
        let (width, height) = board_size(short, self.shape);
        let middle = f32::midpoint(span.0, span.1);
        let center = point(&self.area, middle, anchor);
        node.form = Form::Board;
        node.rect = centered(center, width, height);
        let row = line(self.words.small);
        let half = width.max(self.words.window).max(self.label_room(span, width)) / 2.0;
        let label = |top: f32| Label {
            rect: Rect::new(center.x - half, top, center.x + half, top + row),
            anchor: Anchor::Center,
            size: self.words.small,
        };
        if !node.move_text.is_empty() {
            node.move_label = Some(label(node.rect.min.y - row));
        }
        node.note_label = Some(label(node.rect.max.y));
        if let Some(position) = node.position.clone() {
            node.set_board(position);
        }
        node
    }

    /// The room for words above and below a board of the path: no more than its column.
    fn label_room(&self, span: (f32, f32), width: f32) -> f32 {
        match self.area.orientation {
            Orientation::LeftToRight => span.1 - span.0,
            Orientation::TopDown => width,
        }
    }

    fn board(
        &self,
        node: &mut FocusNode,
        (short, grown): (f32, f32),
        span: (f32, f32),
        across: (f32, f32),
        is_sibling: bool,
    ) {
        let middle = f32::midpoint(across.0, across.1);
        let (width, height) = board_size(short, self.shape);
        let row = line(self.words.small);
        if is_sibling {
            // One line below the board: the move at the left, the score at the right.
            let center = point(&self.area, f32::midpoint(span.0, span.1), middle);
            let center = Point::new(center.x, center.y - row / 2.0);
            node.rect = centered(center, width, height);
            let room = match self.area.orientation {
                Orientation::LeftToRight => span.1 - span.0,
                Orientation::TopDown => across.1 - across.0 - 6.0,
            };
            let mv = text_width(&node.move_text, self.words.small).min(60.0);
            let half = room.min(width.max(self.words.small_score + mv + 8.0)) / 2.0;
            let (left, right) = (center.x - half, center.x + half);
            let between = right - self.words.small_score;
            let (top, bottom) = (node.rect.max.y, node.rect.max.y + row);
            let label = |from: f32, to: f32, anchor| Label {
                rect: Rect::new(from, top, to, bottom),
                anchor,
                size: self.words.small,
            };
            node.move_label = Some(label(left, between, Anchor::Left));
            node.note_label = Some(label(between, right, Anchor::Right));
            return;
        }
        let (wide, high) = board_size(grown, self.shape);
        let largest = match self.area.orientation {
            Orientation::LeftToRight => {
                let center = point(&self.area, span.0 + wide / 2.0, middle);
                centered(center, wide, high)
            }
            Orientation::TopDown => {
                let center = point(&self.area, span.0 + high / 2.0, middle);
                centered(center, wide, high)
            }
        };
        node.rect = centered(largest.center(), width, height);
        if grown > short {
            node.grown = Some(largest);
        }
        let label = self.measures.children.mv.max(self.words.score);
        let [move_label, note_label] = match self.area.orientation {
            Orientation::LeftToRight => labels_beside(largest, &self.words, label),
            Orientation::TopDown => labels_below(largest, &self.words, label.min(across.1 - across.0 - 4.0)),
        };
        node.move_label = Some(move_label);
        node.note_label = Some(note_label);
    }

    fn chip_rect(&self, span: (f32, f32), across: (f32, f32), row: usize, content: Content) -> Rect {
        let end = span.1 - if matches!(content, Content::Children) { self.lens_thickness() } else { 0.0 };
        match self.area.orientation {
            Orientation::LeftToRight => {
                let middle = f32::midpoint(across.0, across.1);
                Rect::new(span.0, middle - CHIP_HEIGHT / 2.0, end, middle + CHIP_HEIGHT / 2.0)
            }
            Orientation::TopDown => {
                let top = span.0 + row as f32 * CHIP_PITCH;
                Rect::new(across.0 + 2.0, top, across.1 - 2.0, top + CHIP_HEIGHT)
            }
        }
    }

    fn bar_rect(&self, span: (f32, f32), across: (f32, f32)) -> Rect {
        let gap = if across.1 - across.0 > 3.0 { 1.0 } else { 0.4 };
        let end = (span.0 + BAR_LENGTH).min(span.1);
        match self.area.orientation {
            Orientation::LeftToRight => Rect::new(span.0, across.0, end, across.1 - gap),
            Orientation::TopDown => Rect::new(across.0, span.0, across.1 - gap, end),
        }
    }

    /// Only nodes whose children are out of sight are folded.
    fn note_folded(&self, layout: &mut FocusLayout) {
        let mut has_children = vec![false; layout.nodes.len()];
        for node in &layout.nodes {
            if let Some(parent) = node.parent {
                has_children[parent] = true;
            }
        }
        for (node, has_children) in layout.nodes.iter_mut().zip(has_children) {
            node.is_folded &= !has_children && !node.is_on_path;
        }
    }
}

/// What the siblings of the path are drawn as.
enum Siblings {
    Boards { pitch: f32 },
    Chips { pitch: f32, rows: usize },
    Bars { pitch: f32 },
}

/// Whether the column of the focus's children has to hold other families too.
fn has_others(request: &FocusRequest<'_>, path: &Path) -> bool {
    let depth = path.depth();
    let is_beside = |moves: &[u16]| moves.len() >= depth && !moves.starts_with(&path.moves);
    request.opened.iter().any(|moves| moves.len() == depth && is_beside(moves))
        || request.in_sight.iter().any(|moves| moves.len() > depth && is_beside(moves))
}
