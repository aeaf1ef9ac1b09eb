//! The columns of a focus view, one a depth, from the root towards the leaves. Where the tree grows downwards, a column is a row.

use super::across::{Block, FAMILY_GAP, pack};
use super::column::{Column, Content, center_across};
use super::family::THICKEST_BAR;
use super::kid::Kid;
use super::layout::FocusLayout;
use super::node::Form;
use super::outline::{Outline, SHARE_OF_OTHERS};

/// The widest gap between two columns, where there is room to spare.
const WIDEST_GAP: f32 = 96.0;
/// The least share of the longer side of its place that the picture takes.
const LEAST_SHARE: f32 = 0.55;
/// Where the path lies across the tree, where nothing speaks against it.
const AXIS: f32 = 0.44;

impl Outline<'_> {
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

    pub(super) fn contents(&self) -> Vec<(Content, f32)> {
        let boards = self.plan.shorts.iter().enumerate().rev();
        let mut contents: Vec<(Content, f32)> = boards
            .map(|(distance, &short)| {
                let widened = self.widened.get(distance).copied().unwrap_or(0.0);
                (Content::Path(distance), self.measures.path_thickness(&self.area, distance, short) + widened)
            })
            .collect();
        let children = self.plan.children.map(|children| (Content::Children, children.thickness + self.room_for_marks));
        contents.extend(children);
        contents.extend(self.below.iter().enumerate().map(|(level, below)| (Content::Below(level), below.thickness)));
        contents
    }

    /// Places everything; the path goes straight on, or, over so much of the breadth, from one corner to the other.
    pub(super) fn emit(&self, contents: &[(Content, f32)], slope: Option<f32>) -> FocusLayout {
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
        if let Some(chip) = self.plan.band {
            let hidden = self.path.depth() + 1 - self.plan.shorts.len();
            super::band::band(self.request, &self.area, chip, self.path, hidden, axis(0), &mut layout);
            start += self.area.band_thickness(chip) + gap;
        }
        let mut before = 0..layout.nodes.len();
        let first_depth = self.path.depth() + 1 - self.plan.shorts.len();
        for (index, &(content, thickness)) in contents.iter().enumerate() {
            let (depth, span) = (first_depth + index, (start, start + thickness));
            let first = layout.nodes.len();
            self.column(content, depth, span, axis(index), before.clone(), &mut layout);
            before = first..layout.nodes.len();
            layout.columns.push(Column { depth, span });
            start += thickness + gap;
        }
        self.unfold(contents, &mut layout);
        Self::note_folded(&mut layout);
        layout
    }

    pub(super) fn gap(&self, contents: &[(Content, f32)]) -> f32 {
        let gaps = (contents.len() + usize::from(self.plan.band.is_some())).saturating_sub(1).max(1) as f32;
        let least = self.area.gap();
        let left = self.plan.left.max(0.0);
        let (length, breadth) = self.area.turned((self.request.options.width, self.request.options.height));
        // Where a child opens, there is nothing most of the time.
        let taken = self.area.length() - left - self.lens_thickness();
        let wanted = if length >= breadth { (LEAST_SHARE * length - taken).max(0.0) } else { 0.0 };
        least + (left / gaps).min((WIDEST_GAP - least).max(wanted / gaps))
    }

    pub(super) fn column(
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
            Self::uniform(parent, kids, form, pitch, center_across(&self.area, layout.nodes[parent].rect))
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

    /// Only nodes whose children are out of sight, or but bars, are folded.
    pub(super) fn note_folded(layout: &mut FocusLayout) {
        let mut has_children = vec![false; layout.nodes.len()];
        for node in layout.nodes.iter().filter(|node| node.form != Form::Bar) {
            if let Some(parent) = node.parent {
                has_children[parent] = true;
            }
        }
        for (node, has_children) in layout.nodes.iter_mut().zip(has_children) {
            node.is_folded &= !has_children && !node.is_on_path;
            if !node.is_folded {
                node.drop_fold(&layout.words);
            }
        }
    }
}
