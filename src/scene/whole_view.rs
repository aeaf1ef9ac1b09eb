//! The places of the parts of a whole tree on screen, shared by the drawings of whole trees.

use std::ops::Range;

use super::branches::are_apart;
use super::{Anchor, Color, ColumnColors, Ink, Orientation, Point, Rect, Shape, Stroke};
use crate::analysis::{OrderReport, VisitOrdered};
use crate::language::Language;
use crate::trace::{Activity, NodeId, NodeState, Place, Trace, VisitId};

/// The part of a whole tree that is on screen. Across its direction of growth a tree is measured in units (nodes, leaves or
/// visits), along it in depths.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeArea {
    /// Where it is drawn, in points.
    pub rect: Rect,
    /// The direction in which the tree grows.
    pub orientation: Orientation,
    /// The units from one side of the rectangle to the other.
    pub across: Range<f64>,
    /// The points scrolled away at the root's end.
    pub scrolled: f32,
    /// Points from one depth to the next.
    pub depth_pitch: f32,
}

impl WholeArea {
    /// Points of the side along which units run.
    #[must_use]
    pub fn length(&self) -> f32 {
        match self.orientation {
            Orientation::LeftToRight => self.rect.height(),
            Orientation::TopDown => self.rect.width(),
        }
    }

    /// Points for each unit.
    #[must_use]
    pub fn points_per_unit(&self) -> f64 {
        f64::from(self.length()) / (self.across.end - self.across.start).max(f64::MIN_POSITIVE)
    }

    /// Points from the beginning of the side to a place in units.
    #[must_use]
    pub fn points(&self, units: f64) -> f64 {
        (units - self.across.start) * self.points_per_unit()
    }

    /// Points from the root's end to the beginning of a depth.
    #[must_use]
    pub fn along(&self, depth: usize) -> f32 {
        depth as f32 * self.depth_pitch - self.scrolled
    }

    /// The rectangle from one place to another across and along, in points from the corner of the area.
    #[must_use]
    pub fn place(&self, across: Range<f64>, along: Range<f32>) -> Rect {
        let (a, b) = (across.start as f32, across.end as f32);
        let corner = self.rect.min;
        match self.orientation {
            Orientation::LeftToRight => {
                Rect::new(corner.x + along.start, corner.y + a, corner.x + along.end, corner.y + b)
            }
            Orientation::TopDown => Rect::new(corner.x + a, corner.y + along.start, corner.x + b, corner.y + along.end),
        }
    }

    /// A point across and along, in points from the corner of the area.
    #[must_use]
    pub fn point(&self, across: f64, along: f32) -> Point {
        self.place(across..across, along..along).min
    }

    /// Points in the direction of the depths.
    #[must_use]
    pub fn depth_length(&self) -> f32 {
        match self.orientation {
            Orientation::LeftToRight => self.rect.width(),
            Orientation::TopDown => self.rect.height(),
        }
    }

    /// The depths that are on screen, of `count` depths.
    #[must_use]
    pub fn depths(&self, count: usize) -> Range<usize> {
        let first = (self.scrolled / self.depth_pitch).floor().max(0.0) as usize;
        let end = ((self.scrolled + self.depth_length()) / self.depth_pitch).ceil().max(0.0) as usize;
        first.min(count)..end.min(count)
    }
}

/// A part of a drawing that can be pointed at.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Where it is.
    pub rect: Rect,
    /// The node, or the first of several.
    pub node: NodeId,
    /// The number of visits, or skipped nodes, it stands for.
    pub count: u64,
    /// The visit it stands for, where each is drawn for itself.
    pub layer: Option<VisitId>,
}

/// A drawing of a whole tree, in points of the screen.
#[derive(Clone, Debug, Default)]
pub struct WholeScene {
    /// What to draw, back to front.
    pub shapes: Vec<Shape>,
    /// The number of nodes drawn as such, or as a part of several that are too small.
    pub drawn: usize,
    /// The parts large enough to be pointed at.
    pub targets: Vec<Target>,
}

/// The inputs for drawing a whole tree at a frame.
#[derive(Clone, Copy, Debug)]
pub struct WholeLook<'a> {
    /// The trace.
    pub trace: &'a Trace,
    /// The frame.
    pub frame: usize,
    /// The node at the centre of the view, which is outlined.
    pub selected: Option<NodeId>,
    /// Whether each visit is drawn for itself, not each node once with all its layers.
    pub apart: bool,
    /// The column that gives the colours.
    pub colors: Option<&'a ColumnColors>,
    /// What is marked of the types of nodes, and of the minimal tree.
    pub order: Option<&'a OrderReport>,
    /// The language of numbers and of the names of passes.
    pub language: Language,
}

/// The fewest points at which something can be pointed at.
pub(super) const SMALLEST_TARGET: f32 = 6.0;
/// The least size of a box with round corners.
pub(super) const SMALLEST_ROUND: f32 = 16.0;
/// The most frames of a visit that are asked for what it left out.
const MOST_OWN_FRAMES: usize = 512;
/// The radius of the dots that say what is left out on a guess, from one to the next, and from their middle to the edge below.
const DOT: f32 = 1.4;
pub(super) const DOT_PITCH: f32 = 5.0;
pub(super) const DOTS_ABOVE_EDGE: f32 = 5.0;
/// The least size of a dashed frame: on smaller ones the dashes would merge.
pub(super) const SMALLEST_DASHED: f32 = 12.0;

impl WholeLook<'_> {
    pub(super) fn state(&self, node: NodeId) -> NodeState {
        self.trace.state(Place { node, below: 0 }, self.frame)
    }

    /// Whether each visit is drawn for itself.
    pub(super) fn is_apart(&self) -> bool {
        are_apart(self.trace, self.apart)
    }

    /// The visit that is drawn, where each is drawn for itself.
    pub(super) fn layer(&self, visit: VisitId) -> Option<VisitId> {
        Some(visit).filter(|_| self.is_apart())
    }

    /// The state of what is drawn for a visit: of that alone, or of its node.
    pub(super) fn state_of(&self, visit: VisitId) -> NodeState {
        match self.layer(visit) {
            Some(visit) => self.trace.state_by(visit, self.frame),
            None => self.state(self.trace.node_of(visit)),
        }
    }

    /// The state of a child that was not visited, or not by the visit `by`.
    pub(super) fn state_left_out(&self, child: NodeId, by: Option<VisitId>) -> NodeState {
        by.map_or_else(|| self.state(child), |by| self.trace.state_left_out(by, child, self.frame))
    }

    /// Whether what is drawn for a visit is selected: of several visits of the selected node the latest, or the first to come.
    pub(super) fn is_selected(&self, visit: VisitId) -> bool {
        let node = self.trace.node_of(visit);
        let is_layer =
            || self.trace.layer_at(node, self.frame).or_else(|| self.trace.layers(node).next()) == Some(visit);
        self.selected == Some(node) && (!self.is_apart() || is_layer())
    }

    /// Whether the visit that is shown left moves out on a guess by the frame.
    pub(super) fn leaves_out(&self, visit: VisitId) -> bool {
        if self.trace.skips().is_empty() {
            return false;
        }
        let visit = self.shown(visit);
        // Moves are left out at a frame of the visit itself, so its few frames are asked, not all that lie between them.
        let first = self.trace.span(visit).0;
        let frames = std::iter::successors(Some(first), |&frame| self.trace.next_frame_of(visit, frame));
        let mut frames = frames.take(MOST_OWN_FRAMES).take_while(|&frame| frame <= self.frame);
        frames.any(|frame| self.trace.skips_at(frame).iter().any(|skip| skip.visit() == visit))
    }

    /// The visit that what is drawn shows at the frame: the layer drawn, or the latest; `visit` is any of its visits.
    fn shown(&self, visit: VisitId) -> VisitId {
        if self.trace.has_layers() && !self.apart {
            self.trace.layer_at(self.trace.node_of(visit), self.frame).unwrap_or(visit)
        } else {
            visit
        }
    }

    /// The colour that the chosen column gives to a visit that has begun; `None` without a column or a value.
    pub(super) fn column_ink(&self, visit: VisitId) -> Option<Ink> {
        let visit = self.shown(visit);
        let colors = self.colors.filter(|_| self.trace.span(visit).0 <= self.frame)?;
        colors.color(self.trace, visit).map(Ink::full)
    }

    /// What the order says of a visit that is shown and has begun, if that is marked.
    pub(super) fn ordered(&self, visit: VisitId) -> Option<VisitOrdered> {
        self.order?.at_frame(self.trace, self.shown(visit), self.frame)
    }

    /// The colour of a node that is too small to show more: what becomes of it or, once it has been left, what the chosen column says.
    pub(super) fn small_ink(&self, visit: VisitId) -> Ink {
        let ink = self.ink(visit);
        if self.colors.is_none() || matches!(ink.color, Color::Current | Color::Unvisited) {
            return ink;
        }
        self.column_ink(visit).unwrap_or(Ink::full(Color::Visited))
    }

    /// The colour of what became of a node, by the layer drawn or by the latest; `visit` is any of its visits.
    pub(super) fn ink(&self, visit: VisitId) -> Ink {
        let visit = self.shown(visit);
        let (start, end) = self.trace.span(visit);
        if start > self.frame {
            return Ink::full(Color::Unvisited);
        }
        if end.is_none_or(|end| end > self.frame) && self.trace.is_search() {
            return Ink::full(Color::Current);
        }
        if self.trace.answered(visit).is_some() {
            return Ink::full(Color::Table);
        }
        let has_cut = self.trace.cut_frame(visit).is_some() && self.trace.pruned_children(visit).len() > 0;
        Ink::full(if has_cut { Color::Cut } else { Color::Visited })
    }
}

impl WholeScene {
    pub(super) fn fill(&mut self, rect: Rect, ink: Ink) {
        self.shapes.push(Shape::Rect { rect, corner: 0.0, fill: Some(ink), stroke: None });
    }

    /// What happened in one cell of a picture from afar: how much of what was visited was cut, or answered by the table; or, once it
    /// has happened, what the chosen column says.
    pub(super) fn activity(&mut self, rect: Rect, activity: &Activity, is_ahead: bool, of_column: Option<Color>) {
        if let Some(color) = of_column.filter(|_| !is_ahead) {
            self.fill(rect, Ink::full(color));
            return;
        }
        let share = |part: u32| part as f32 / part.max(activity.visits).max(1) as f32;
        let (base, strength) = if is_ahead { (Color::Unvisited, 0.3) } else { (Color::Visited, 1.0) };
        self.fill(rect, Ink::full(base));
        for (part, color) in [(activity.cuts, Color::Cut), (activity.answered, Color::Table)] {
            if part > 0 {
                self.fill(rect, Ink::faded(color, share(part) * strength));
            }
        }
    }

    /// A place that was not visited: dashed, with a stroke across where it is pruned, with dots where it is left out on a guess.
    pub(super) fn left_out(&mut self, rect: Rect, state: NodeState) {
        let is_pruned = matches!(state, NodeState::Pruned { .. });
        let is_large = rect.width().min(rect.height()) >= 4.0;
        let color = if is_pruned { Color::Pruned } else { Color::Unvisited };
        let fill = match (is_large, is_pruned) {
            (false, _) => Ink::full(color),
            (true, true) => Ink::faded(color, 0.35),
            (true, false) => Ink::faded(Color::Node, 0.6),
        };
        let dashed = rect.width().min(rect.height()) >= SMALLEST_DASHED;
        let stroke = is_large.then_some(Stroke { dashed, ..Stroke::solid(1.0, Ink::full(color)) });
        self.shapes.push(Shape::Rect { rect, corner: 0.0, fill: Some(fill), stroke });
        if is_pruned && is_large {
            let points = vec![Point::new(rect.min.x, rect.max.y), Point::new(rect.max.x, rect.min.y)];
            self.shapes.push(Shape::Line { points, stroke: Stroke::solid(1.25, Ink::full(Color::Cut)) });
        }
        if matches!(state, NodeState::Skipped { .. }) {
            self.dots(Point::new(rect.center().x, rect.max.y - DOTS_ABOVE_EDGE), rect);
        }
    }

    /// Three dots round a point, which say that something is left out on a guess, where there is room for them in `rect`.
    pub(super) fn dots(&mut self, middle: Point, rect: Rect) {
        if rect.width() < 3.0 * DOT_PITCH || rect.height() < 2.0 * DOTS_ABOVE_EDGE {
            return;
        }
        for place in [-1.0, 0.0, 1.0] {
            let center = Point::new(middle.x + place * DOT_PITCH, middle.y);
            self.shapes.push(Shape::Disc { center, radius: DOT, fill: Ink::full(Color::Text) });
        }
    }

    /// What the order says of a node: its letters in a lower corner, and a dashed frame outside the minimal tree.
    pub(super) fn ordered(&mut self, found: VisitOrdered, rect: Rect, corner: Anchor) {
        let least = rect.width().min(rect.height());
        let color = match (found.is_outside(), found.is_wasted) {
            (false, _) => Color::Text,
            (true, true) => Color::Cut,
            (true, false) => Color::SecondaryText,
        };
        if found.is_outside() && least >= SMALLEST_DASHED {
            let stroke = Some(Stroke::dashed(1.5, Ink::full(color)));
            self.shapes.push(Shape::Rect { rect: rect.grown(2.0), corner: 0.0, fill: None, stroke });
        }
        let size = (least / 4.5).clamp(9.0, 12.0);
        let Some(letters) = found.letters().and_then(|letters| fitting(&letters, size, rect.width() - 6.0)) else {
            return;
        };
        if rect.height() < 2.0 * size {
            return;
        }
        let (width, bottom) = (text_width(&letters, size) + 4.0, rect.max.y - 4.0);
        let left = if corner == Anchor::Right { rect.max.x - 2.0 - width } else { rect.min.x + 2.0 };
        // They can lie on a board.
        let ground = Rect::new(left, bottom - size - 2.0, left + width, bottom);
        self.fill(ground, Ink::full(Color::Node));
        self.words(ground.center(), Anchor::Center, size, letters, color);
    }

    pub(super) fn words(&mut self, at: Point, anchor: Anchor, size: f32, text: String, color: Color) {
        self.shapes.push(Shape::Text { at, anchor, size, text, ink: Ink::full(color), strong: false });
    }

    pub(super) fn outline(&mut self, rect: Rect, width: f32, color: Color) {
        let stroke = Some(Stroke::solid(width, Ink::full(color)));
        self.shapes.push(Shape::Rect { rect, corner: 3.0, fill: None, stroke });
    }
}

/// The text if it fits into `room` points, or `None`.
pub(super) fn fitting(text: &str, size: f32, room: f32) -> Option<String> {
    (text_width(text, size) <= room).then(|| text.to_owned())
}

/// About how wide a text is.
pub(super) fn text_width(text: &str, size: f32) -> f32 {
    text.chars().count() as f32 * size * 0.58
}
