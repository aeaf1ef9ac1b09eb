//! Screen positions of the parts of a whole tree, shared by the drawings of whole trees.

use std::ops::Range;

use super::whole_tree::are_apart;
use super::{Anchor, Color, ColumnColors, Ink, Orientation, Point, Rect, Shape, Stroke};
use edagari_core::analysis::{OrderReport, VisitOrdered, decimal_text, proof_note};
use edagari_core::language::Language;
use edagari_core::trace::{Activity, NodeId, NodeState, Place, Subtree, Trace, VisitId};

/// The visible part of a whole tree. Positions across its direction of growth are measured in units (nodes, leaves or visits),
/// positions along it in depths.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeArea {
    /// Rectangle of the drawing, in points.
    pub rect: Rect,
    /// Direction in which the tree grows.
    pub orientation: Orientation,
    /// Range of units from one side of the rectangle to the other.
    pub across: Range<f64>,
    /// Scroll offset along the direction of growth, in points.
    pub scrolled: f32,
    /// Distance from one depth to the next, in points.
    pub depth_pitch: f32,
}

impl WholeArea {
    /// Length in points of the side along which units are measured.
    #[must_use]
    pub fn length(&self) -> f32 {
        match self.orientation {
            Orientation::LeftToRight => self.rect.height(),
            Orientation::TopDown => self.rect.width(),
        }
    }

    /// Number of points per unit.
    #[must_use]
    pub fn points_per_unit(&self) -> f64 {
        f64::from(self.length()) / (self.across.end - self.across.start).max(f64::MIN_POSITIVE)
    }

    /// Converts a position in units to points from the start of the side.
    #[must_use]
    pub fn points(&self, units: f64) -> f64 {
        (units - self.across.start) * self.points_per_unit()
    }

    /// Returns the start of a depth, in points from the side of the root.
    #[must_use]
    pub fn along(&self, depth: usize) -> f32 {
        depth as f32 * self.depth_pitch - self.scrolled
    }

    /// Returns the rectangle between two positions across and two along, each in points from the corner of the area.
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

    /// Returns the point at a position across and along, each in points from the corner of the area.
    #[must_use]
    pub fn point(&self, across: f64, along: f32) -> Point {
        self.place(across..across, along..along).min
    }

    /// Length in points of the side along which depths are measured.
    #[must_use]
    pub fn depth_length(&self) -> f32 {
        match self.orientation {
            Orientation::LeftToRight => self.rect.width(),
            Orientation::TopDown => self.rect.height(),
        }
    }

    /// Range of visible depths, limited to `count`.
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
    /// Screen area of the part.
    pub rect: Rect,
    /// The node, or the first of several.
    pub node: NodeId,
    /// Number of visits, or of skipped nodes, that the part represents.
    pub count: u64,
    /// The visit shown, when each visit is drawn separately; `None` otherwise.
    pub layer: Option<VisitId>,
}

/// A drawing of a whole tree, in screen points.
#[derive(Clone, Debug, Default)]
pub struct WholeScene {
    /// Shapes, back to front.
    pub shapes: Vec<Shape>,
    /// Number of nodes drawn individually, plus the number of groups of narrow ones.
    pub drawn: usize,
    /// Parts large enough to be pointed at.
    pub targets: Vec<Target>,
}

/// Inputs for drawing a whole tree at a frame.
#[derive(Clone, Copy, Debug)]
pub struct WholeLook<'a> {
    /// Trace whose tree is drawn.
    pub trace: &'a Trace,
    /// Frame whose states are shown.
    pub frame: usize,
    /// Node at the centre of the view, which is outlined.
    pub selected: Option<NodeId>,
    /// Whether each visit is drawn separately; otherwise each node appears once, with all its layers.
    pub apart: bool,
    /// Colours by a column; `None` for the usual colours.
    pub colors: Option<&'a ColumnColors>,
    /// Report that marks node types and the minimal tree; `None` for no marks.
    pub order: Option<&'a OrderReport>,
    /// Language of numbers and of the names of passes.
    pub language: Language,
}

/// Minimum size of a part, in points, that can be pointed at.
pub(super) const SMALLEST_TARGET: f32 = 6.0;
/// Minimum size of a box, in points, to have rounded corners.
pub(super) const SMALLEST_ROUND: f32 = 16.0;
/// Width of the outline of a child that has just returned, and of the edge to it, in points.
pub(super) const RETURNED_OUTLINE: f32 = 3.0;
/// Maximum number of a visit's own frames that are searched for skipped moves.
const MAX_OWN_FRAMES: usize = 512;
/// Radius of the dots that mark skipped moves; below, their distance from each other and from their centre to the lower edge.
const DOT: f32 = 1.4;
pub(super) const DOT_PITCH: f32 = 5.0;
pub(super) const DOTS_ABOVE_EDGE: f32 = 5.0;
/// Minimum size of a dashed frame, in points: on smaller frames the dashes would merge.
pub(super) const SMALLEST_DASHED: f32 = 12.0;

impl WholeLook<'_> {
    pub(super) fn state(&self, node: NodeId) -> NodeState {
        self.trace.state(Place { node, below: 0 }, self.frame)
    }

    /// Proof and disproof number of a node, or the iterations through it and their mean; `None` in other searches.
    pub(super) fn total_text(&self, node: NodeId) -> Option<String> {
        if self.trace.proofs().is_some() {
            return proof_note(self.trace, node, self.frame, self.language);
        }
        let sample = self.trace.samples()?.of(node, self.frame);
        Some(format!("{} · {}", self.language.number(sample.visits.into()), decimal_text(sample.mean()?)))
    }

    /// Whether each visit is drawn separately.
    pub(super) fn is_apart(&self) -> bool {
        are_apart(self.trace, self.apart)
    }

    /// Returns `visit` when each visit is drawn separately, `None` otherwise.
    pub(super) fn layer(&self, visit: VisitId) -> Option<VisitId> {
        Some(visit).filter(|_| self.is_apart())
    }

    /// Returns the state drawn for a visit: of the visit alone when visits are separate, otherwise of its node.
    pub(super) fn state_of(&self, visit: VisitId) -> NodeState {
        match self.layer(visit) {
            Some(visit) => self.trace.state_by(visit, self.frame),
            None => self.state(self.trace.node_of(visit)),
        }
    }

    /// Returns the state of a child that was not visited, either by any visit or by the visit `by`.
    pub(super) fn state_left_out(&self, child: NodeId, by: Option<VisitId>) -> NodeState {
        by.map_or_else(|| self.state(child), |by| self.trace.state_left_out(by, child, self.frame))
    }

    /// Returns the visit of the frame, if the trace is that of a search.
    pub(super) fn current(&self) -> Option<VisitId> {
        self.trace.step(self.frame).filter(|_| self.trace.is_search()).map(|step| step.visit)
    }

    /// Whether the drawing of a visit shows another one, if there is one.
    pub(super) fn is_shown_by(&self, visit: VisitId, other: Option<VisitId>) -> bool {
        let is_shown = |other: VisitId| {
            visit == other || !self.is_apart() && self.trace.node_of(visit) == self.trace.node_of(other)
        };
        other.is_some_and(is_shown)
    }

    /// Figures of the subtree of a visit; of several visits of a node that are drawn as one, only their number.
    #[must_use]
    pub fn subtree(&self, visit: VisitId) -> Subtree {
        let node = self.trace.node_of(visit);
        if self.is_apart() || self.trace.layers(node).nth(1).is_none() {
            return self.trace.subtree(visit);
        }
        Subtree { visits: self.trace.visits_of_subtree(node) as u64, pruned: None, scores: None }
    }

    /// Whether the drawing of a visit is selected. Among several visits of the selected node, that is the latest one by the
    /// frame, or the first.
    pub(super) fn is_selected(&self, visit: VisitId) -> bool {
        let node = self.trace.node_of(visit);
        let is_layer =
            || self.trace.layer_at(node, self.frame).or_else(|| self.trace.layers(node).next()) == Some(visit);
        self.selected == Some(node) && (!self.is_apart() || is_layer())
    }

    /// Whether the shown visit has skipped moves by the frame (forward pruning).
    pub(super) fn leaves_out(&self, visit: VisitId) -> bool {
        if self.trace.skips().is_empty() {
            return false;
        }
        let visit = self.shown(visit);
        // A skip is recorded at a frame of the visit itself, so only its own frames are searched, not all frames up to its end.
        let first = self.trace.span(visit).0;
        let frames = std::iter::successors(Some(first), |&frame| self.trace.next_frame_of(visit, frame));
        let mut frames = frames.take(MAX_OWN_FRAMES).take_while(|&frame| frame <= self.frame);
        frames.any(|frame| self.trace.skips_at(frame).iter().any(|skip| skip.visit() == visit))
    }

    /// Returns the visit whose data is shown at the frame: `visit` itself when visits are drawn separately, otherwise the latest
    /// layer of its node.
    fn shown(&self, visit: VisitId) -> VisitId {
        if self.trace.has_layers() && !self.apart {
            self.trace.layer_at(self.trace.node_of(visit), self.frame).unwrap_or(visit)
        } else {
            visit
        }
    }

    /// Returns the colour of a visit in the chosen column; `None` before the visit starts, or without a column or value.
    pub(super) fn column_ink(&self, visit: VisitId) -> Option<Ink> {
        let visit = self.shown(visit);
        let colors = self.colors.filter(|_| self.trace.span(visit).0 <= self.frame)?;
        colors.color(self.trace, visit).map(Ink::full)
    }

    /// Returns the move-ordering marks of the shown visit, if a report is present and the visit has started.
    pub(super) fn ordered(&self, visit: VisitId) -> Option<VisitOrdered> {
        self.order?.at_frame(self.trace, self.shown(visit), self.frame)
    }

    /// Colour of a node too small to show details: its outcome, or the value of the chosen column once it is no longer open; that of
    /// the current node if it is that.
    pub(super) fn small_ink(&self, visit: VisitId, is_current: bool) -> Ink {
        if is_current {
            return Ink::full(Color::Current);
        }
        let ink = self.ink(visit);
        if self.colors.is_none() || matches!(ink.color, Color::Current | Color::Unvisited) {
            return ink;
        }
        self.column_ink(visit).unwrap_or(Ink::full(Color::Visited))
    }

    /// Colour of the outcome of the shown visit; `visit` may be any visit of the node.
    pub(super) fn ink(&self, visit: VisitId) -> Ink {
        let visit = self.shown(visit);
        let (start, end) = self.trace.span(visit);
        if start > self.frame {
            return Ink::full(Color::Unvisited);
        }
        if end.is_none_or(|end| end > self.frame) && self.trace.is_search() {
            return Ink::full(Color::Current);
        }
        if self.trace.table().answered(visit).is_some() {
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

    /// Adds one cell of a zoomed-out picture: the shares of cuts and table hits among its visits, or the colour of the chosen
    /// column when the cell is not ahead of the frame.
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

    /// Adds a place that was not visited: dashed, crossed by a stroke if pruned, with dots if skipped by the search.
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

    /// Adds three dots around a point, the mark of skipped moves, if they fit into `rect`.
    pub(super) fn dots(&mut self, middle: Point, rect: Rect) {
        if rect.width() < 3.0 * DOT_PITCH || rect.height() < 2.0 * DOTS_ABOVE_EDGE {
            return;
        }
        for place in [-1.0, 0.0, 1.0] {
            let center = Point::new(middle.x + place * DOT_PITCH, middle.y);
            self.shapes.push(Shape::Disc { center, radius: DOT, fill: Ink::full(Color::Text) });
        }
    }

    /// Adds the move-ordering marks of a node: letters in a lower corner, and a dashed frame if it is outside the minimal tree.
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
        // The letters may overlap a board.
        let ground = Rect::new(left, bottom - size - 2.0, left + width, bottom);
        self.fill(ground, Ink::full(Color::Node));
        self.words(ground.center(), Anchor::Center, size, letters, color);
    }

    pub(super) fn words(&mut self, at: Point, anchor: Anchor, size: f32, text: String, color: Color) {
        self.shapes.push(Shape::Text { at, anchor, size, text, ink: Ink::full(color), strong: false });
    }

    /// Outlines the child that has just returned.
    pub(super) fn returned(&mut self, rect: Rect) {
        self.outline(rect, RETURNED_OUTLINE, Color::Current);
    }

    pub(super) fn outline(&mut self, rect: Rect, width: f32, color: Color) {
        let stroke = Some(Stroke::solid(width, Ink::full(color)));
        self.shapes.push(Shape::Rect { rect, corner: 3.0, fill: None, stroke });
    }
}

/// Returns the text if it fits into `room` points, otherwise `None`.
pub(super) fn fitting(text: &str, size: f32, room: f32) -> Option<String> {
    (text_width(text, size) <= room).then(|| text.to_owned())
}

/// Estimated width of a text, in points.
pub(super) fn text_width(text: &str, size: f32) -> f32 {
    text.chars().count() as f32 * size * 0.58
}
