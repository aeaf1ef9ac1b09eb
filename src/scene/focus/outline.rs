//! The outline of a layout: the path with its families, the sizes, and the subtrees that unfold.

use super::along::{Area, ChildMeasure, LENS_GAP, Measures, PathMeasure, Plan, chip_width, short_chip_width};
use super::below::{self, Below};
use super::families::Path;
use super::kid::Kid;
use super::request::FocusRequest;
use super::sizes::{CHIP_GAP, CHIP_INDENT, CHIP_PADDING, CHIP_PITCH, Words, high_chip, text_width};
use crate::scene::Orientation;

/// The part of a column that is left to families other than that of the path.
pub(super) const SHARE_OF_OTHERS: f32 = 0.4;

/// The boards of the path that are drawn even where the marks of their siblings have no room then.
const LEAST_BOARDS: usize = 2;
/// Attempts to share the room along the tree out anew for these marks, at most.
const MOST_PLANS: usize = 3;

/// All that a focus view is laid out from.
pub(super) struct Outline<'a> {
    pub request: &'a FocusRequest<'a>,
    pub area: Area,
    pub words: Words,
    pub path: &'a Path,
    pub families: Vec<Vec<Kid>>,
    pub children: Vec<Kid>,
    pub shape: f32,
    pub plan: Plan,
    pub measures: Measures,
    pub below: Vec<Below>,
    /// The additional width of the columns of the path, the focus first.
    pub widened: Vec<f32>,
    /// The additional room along the tree for the marks of the focus's children.
    pub room_for_marks: f32,
}

impl<'a> Outline<'a> {
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
                short_chip: short_chip_width(&words, widest(&children)),
                mv: widest(&children).min(90.0),
            },
            shape,
            words,
            band: widest_of_band + words.window + 26.0,
            narrow_band: widest_of_band + CHIP_INDENT + CHIP_PADDING,
            breadth: area.breadth() * if has_others { 1.0 - SHARE_OF_OTHERS } else { 1.0 },
        };
        let mut plan_area = area;
        let opens_child = |moves: &Vec<u32>| moves.len() == path.depth() + 1 && moves.starts_with(&path.moves);
        let is_child_open = request.opened.iter().any(opens_child);
        if is_child_open {
            plan_area.along.1 -= measures.children.chip + area.gap();
        }
        let mut plan = measures.plan(&plan_area, &request.options);
        if is_child_open {
            plan.left += measures.children.chip + area.gap();
        }
        let mut outline = Self {
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
            room_for_marks: 0.0,
        };
        outline.make_room_for_marks(plan_area);
        outline.widen();
        let mut left = outline.plan.left;
        outline.below = below::below(&mut left, &outline.below_request());
        outline.plan.left = left;
        outline
    }

    /// Widens columns for the marks of the focus's children and of the path's siblings where there is room.
    pub(super) fn widen(&mut self) {
        let wanted = self.room_for_marks();
        if wanted <= self.plan.left {
            self.plan.left -= wanted;
            self.room_for_marks = wanted;
        }
        for distance in 0..self.plan.shorts.len() {
            let wanted =
                Some(self.wanted_for_marks(distance)).filter(|&wanted| wanted <= self.plan.left).unwrap_or(0.0);
            self.plan.left -= wanted;
            self.widened.push(wanted);
        }
    }

    /// Draws the path smaller, or less of it as boards, where the marks of its siblings have no room otherwise; the children of
    /// the focus stay as they are.
    fn make_room_for_marks(&mut self, area: Area) {
        let form_of_children = |plan: &Plan| {
            plan.children.map(|children| (std::mem::discriminant(&children.form), children.lens.is_some()))
        };
        for _ in 0..MOST_PLANS {
            let path = (0..self.plan.shorts.len()).map(|distance| self.wanted_for_marks(distance));
            let wanted = path.sum::<f32>() + self.room_for_marks();
            if wanted <= self.plan.left {
                return;
            }
            let mut smaller = area;
            smaller.along.1 -= wanted;
            let plan = self.measures.plan(&smaller, &self.request.options);
            let is_good = plan.shorts.len() >= LEAST_BOARDS.min(self.plan.shorts.len());
            if !is_good || form_of_children(&plan) != form_of_children(&self.plan) {
                return;
            }
            self.plan = Plan { left: plan.left + wanted, ..plan };
        }
    }

    /// The additional width of the column of a node of the path with which the marks of all its siblings have room; 0 if no width
    /// helps, or they are bars.
    fn wanted_for_marks(&self, distance: usize) -> f32 {
        if self.families[distance].len() < 2 {
            return 0.0;
        }
        let thickness = self.measures.path_thickness(&self.area, distance, self.plan.shorts[distance]);
        let is_marked = |by: f32| self.sibling_forms(distance, self.area.breadth(), thickness + by)[0].is_marked();
        if is_marked(0.0) {
            return 0.0;
        }
        let candidates = match self.area.orientation {
            Orientation::LeftToRight => {
                let family = &self.families[distance];
                [self.widest_line_below(family) - thickness, self.marked_chip(family) - thickness - self.reach_room()]
            }
            Orientation::TopDown => [1.0, 2.0].map(|rows| rows * (high_chip(&self.words) + CHIP_GAP)),
        };
        candidates.into_iter().find(|&by| by > 0.0 && is_marked(by)).unwrap_or(0.0)
    }

    pub(super) fn below_request(&self) -> below::Request<'_> {
        below::Request {
            view: self.request,
            area: &self.area,
            words: &self.words,
            shape: self.shape,
            path: self.path,
            children: &self.children,
            plan: self.plan.children,
        }
    }

    pub(super) fn lens_thickness(&self) -> f32 {
        let short = self.plan.children.and_then(|children| children.lens);
        short.map_or(0.0, |short| self.measures.child_extent(&self.area, short).0 + LENS_GAP)
    }

    /// Whether all children of the focus are unfolded, and not only those that a person opened.
    pub(super) fn unfolds(&self) -> bool {
        self.below.first().is_some_and(|below| !below.is_for_opened)
    }

    /// The least size of a chip, along and across.
    pub(super) fn chip_of<'k>(&self, kids: impl Iterator<Item = &'k Kid>) -> (f32, f32) {
        let widest = kids.map(|kid| text_width(&kid.text, self.words.small)).fold(0.0, f32::max);
        let width = chip_width(&self.words, widest);
        match self.area.orientation {
            Orientation::LeftToRight => (width, CHIP_PITCH),
            Orientation::TopDown => (CHIP_PITCH, width + 4.0),
        }
    }

    pub(super) fn fits_chips(&self, chip: f32, span: (f32, f32)) -> bool {
        self.area.orientation == Orientation::TopDown || span.1 - span.0 + 0.5 >= chip
    }

    /// The room for words above and below a board of the path: no more than its column.
    pub(super) fn label_room(&self, span: (f32, f32), width: f32) -> f32 {
        match self.area.orientation {
            Orientation::LeftToRight => span.1 - span.0,
            Orientation::TopDown => width,
        }
    }
}

/// Whether the column of the focus's children has to hold other families too.
pub(super) fn has_others(request: &FocusRequest<'_>, path: &Path) -> bool {
    let depth = path.depth();
    let is_beside = |moves: &[u32]| moves.len() >= depth && !moves.starts_with(&path.moves);
    request.opened.iter().any(|moves| moves.len() == depth && is_beside(moves))
        || request.in_sight.iter().any(|moves| moves.len() > depth && is_beside(moves))
}
