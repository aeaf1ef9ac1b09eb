//! The icicle: a whole tree as boxes whose widths are proportional to the number of visits or leaves.

use super::whole_tree::{Branch, LeftOut, branches, roots};
use super::whole_view::{
    DOT_PITCH, DOTS_ABOVE_EDGE, SMALLEST_DASHED, SMALLEST_ROUND, SMALLEST_TARGET, fitting, text_width,
};
use super::{Anchor, Color, Ink, Point, Rect, Shape, Stroke, Target, WholeArea, WholeLook, WholeScene, draw_board};
use edagari_core::analysis::{short_score_text, signed_text, window_text};
use edagari_core::game::Player;
use edagari_core::trace::{Activity, NodeId, NodeState, Trace, VisitId, VisitOrder};

/// Unit of a box's width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum IcicleWidth {
    /// Visits, of the node itself and of all nodes below it.
    #[default]
    Visits,
    /// Recorded nodes without recorded children; each unvisited child counts as one.
    Leaves,
}

/// Minimum width of a box, in points; narrower ones are not divided further, but drawn together with their neighbours.
const SMALLEST_BOX: f64 = 3.0;
/// Minimum size of a box, in points, to show a board.
const SMALLEST_BOARD: f32 = 22.0;
const LARGEST_BOARD: f32 = 96.0;
/// Minimum share of its largest size to which a board shrinks for a text beside it.
const SMALLER_BOARD: f32 = 0.5;
const TEXT_SIZE: f32 = 11.0;
/// Height of the place of a text below a board, in points.
const ROOM_BELOW: f32 = 22.0;
/// How far the outline of a child that has just returned reaches over its siblings, and its minimum size, in points.
const GROWN_BY: f32 = 3.0;
const SMALLEST_GROWN: f32 = 9.0;

/// Returns the width of a whole trace, in units.
#[must_use]
pub fn icicle_units(look: &WholeLook<'_>, width: IcicleWidth) -> f64 {
    let units = match width {
        IcicleWidth::Visits => look.trace.visits_of_subtree(NodeId::ROOT),
        IcicleWidth::Leaves => look.trace.leaves_of_subtree(NodeId::ROOT),
    };
    units.max(1) as f64
}

/// Whether unvisited children have boxes of their own: when widths count leaves, and the trace has no layers.
#[must_use]
pub fn shows_left_out(trace: &Trace, width: IcicleWidth) -> bool {
    width == IcicleWidth::Leaves && !trace.has_layers()
}

/// Draws the visible part of the icicle.
#[must_use]
pub fn draw_icicle(look: &WholeLook<'_>, area: &WholeArea, width: IcicleWidth) -> WholeScene {
    let returned = look.trace.returned_child(look.frame);
    let (scene, small) = (WholeScene::default(), Vec::new());
    let current = look.current();
    let mut drawing = Icicle { look, area, width, current, returned, place_of_returned: None, scene, small };
    drawing.draw();
    drawing.draw_small();
    if let Some(Rect { min, max }) = drawing.place_of_returned {
        let more = |length: f32| (SMALLEST_GROWN - length).max(2.0 * GROWN_BY) / 2.0;
        let (x, y) = (more(max.x - min.x), more(max.y - min.y));
        drawing.scene.returned(Rect::new(min.x - x, min.y - y, max.x + x, max.y + y));
    }
    drawing.scene
}

/// A subtree that has a box of its own.
struct Boxed {
    visit: VisitId,
    /// Number of visits in the subtree.
    visits: usize,
    depth: usize,
    /// First unit of the box.
    first: f64,
}

/// Adjacent narrow subtrees that are drawn together, about one point wide.
struct Small {
    frames: std::ops::Range<usize>,
    depth: usize,
    /// Range across, in points.
    across: std::ops::Range<f64>,
}

struct Icicle<'a> {
    look: &'a WholeLook<'a>,
    area: &'a WholeArea,
    width: IcicleWidth,
    /// The visit of the frame.
    current: Option<VisitId>,
    /// The child that has just returned, and its place, if that is in sight.
    returned: Option<VisitId>,
    place_of_returned: Option<Rect>,
    scene: WholeScene,
    small: Vec<Small>,
}

impl Icicle<'_> {
    /// Whether unvisited children have no width.
    fn has_no_room_for_left_out(&self) -> bool {
        !shows_left_out(self.look.trace, self.width)
    }

    fn units(&self, boxed: &Boxed) -> f64 {
        match self.width {
            IcicleWidth::Visits => boxed.visits as f64,
            IcicleWidth::Leaves if self.look.trace.has_layers() && !self.look.apart => {
                self.look.trace.leaves_of_subtree(self.look.trace.node_of(boxed.visit)) as f64
            }
            IcicleWidth::Leaves => self.look.trace.leaves_within(boxed.visit, boxed.visits) as f64,
        }
    }

    fn draw(&mut self) {
        let mut open = Vec::new();
        let mut first = 0.0;
        for (visit, visits) in roots(self.look.trace, self.look.apart) {
            first += self.put(Boxed { visit, visits, depth: 0, first }, &mut open);
        }
        open.reverse();
        let depths = self.area.depths(usize::MAX);
        while let Some(boxed) = open.pop() {
            let units = self.units(&boxed);
            self.draw_box(&boxed, units);
            if boxed.depth + 1 >= depths.end {
                continue;
            }
            let first_child = open.len();
            self.children(&boxed, &mut open);
            // Reversed, so that the leftmost child is popped first.
            open[first_child..].reverse();
        }
    }

    /// Pushes the children that are wide enough onto the stack, and draws the others.
    fn children(&mut self, boxed: &Boxed, open: &mut Vec<Boxed>) {
        let trace = self.look.trace;
        let end = boxed.visit.0 as usize + boxed.visits;
        let depth = boxed.depth + 1;
        // The visits of the node itself precede those of its children.
        let own = match self.width {
            IcicleWidth::Leaves => 0,
            IcicleWidth::Visits if self.look.apart => 1,
            IcicleWidth::Visits => trace.layers(trace.node_of(boxed.visit)).len(),
        };
        let mut first = boxed.first + own as f64;
        for branch in branches(trace, boxed.visit, end, self.look.apart) {
            match branch {
                Branch::Visit(visit, visits) => first += self.put(Boxed { visit, visits, depth, first }, open),
                Branch::LeftOut(LeftOut { first: node, count, .. }) => {
                    if !self.has_no_room_for_left_out() {
                        self.draw_skipped(node, count as usize, first, depth);
                    }
                }
            }
            if self.area.points(first) > f64::from(self.area.length()) {
                break;
            }
        }
    }

    /// Pushes a box onto the stack, if it is wide enough and visible; returns its width in units.
    fn put(&mut self, boxed: Boxed, open: &mut Vec<Boxed>) -> f64 {
        let units = self.units(&boxed);
        let across = self.area.points(boxed.first)..self.area.points(boxed.first + units);
        if across.start > f64::from(self.area.length()) || across.end < 0.0 {
            return units;
        }
        if self.look.is_shown_by(boxed.visit, self.returned) {
            self.place_of_returned = Some(self.row(across.clone(), boxed.depth));
        }
        if across.end - across.start >= SMALLEST_BOX {
            open.push(boxed);
        } else {
            self.add_small(&boxed, across);
        }
        units
    }

    /// Merges a narrow subtree with the previous one while both together are about one point wide; otherwise starts a new group.
    fn add_small(&mut self, boxed: &Boxed, across: std::ops::Range<f64>) {
        let trace = self.look.trace;
        let (start, end) = trace.span(boxed.visit);
        let frames = match trace.visit_order() {
            VisitOrder::DepthFirst if trace.is_search() => start..end.map_or(trace.frame_count(), |end| end + 1),
            // One frame per visit.
            VisitOrder::DepthFirst => start..start + boxed.visits,
            VisitOrder::BreadthFirst | VisitOrder::Other => start..start + 1,
        };
        if let Some(last) = self.small.last_mut()
            && last.depth == boxed.depth
            && (last.across.end - across.start).abs() < 1e-6
            && across.end - last.across.start <= 1.25
            && (trace.is_search() || last.frames.end == frames.start)
        {
            last.across.end = across.end;
            last.frames.end = frames.end;
            return;
        }
        self.small.push(Small { frames, depth: boxed.depth, across });
    }

    /// Draws the narrow subtrees by their activity, depth by depth.
    fn draw_small(&mut self) {
        let small = std::mem::take(&mut self.small);
        self.scene.drawn += small.len();
        match self.look.trace.visit_order() {
            VisitOrder::DepthFirst => self.draw_columns(small),
            VisitOrder::BreadthFirst => self.draw_levels(&small, usize::MAX),
            // Lower levels become visible after zooming in.
            VisitOrder::Other => self.draw_levels(&small, 1),
        }
    }

    /// Draws `levels` levels of the narrow subtrees, whose visits at each level are contiguous.
    fn draw_levels(&mut self, small: &[Small], levels: usize) {
        for part in small {
            let mut visits = part.frames.clone();
            for depth in (part.depth..).take(levels) {
                if visits.is_empty() {
                    break;
                }
                let activity = Activity { visits: visits.len() as u32, ..Activity::default() };
                let is_ahead = visits.start > self.look.frame;
                self.scene.activity(self.row(part.across.clone(), depth), &activity, is_ahead, None);
                visits = self.look.trace.visits_one_below(visits);
            }
        }
    }

    /// Draws narrow subtrees, each of which was entered in a contiguous range of frames.
    fn draw_columns(&mut self, mut small: Vec<Small>) {
        let trace = self.look.trace;
        let block = trace.block_length();
        small.sort_unstable_by_key(|small| small.frames.start);
        // In a column of very many frames, whole blocks are precise enough.
        let mut before = 0;
        let mut ranges = Vec::with_capacity(small.len());
        for part in &small {
            let (mut start, mut end) = (part.frames.start, part.frames.end);
            if part.frames.len() >= 8 * block {
                (start, end) = (start / block * block, end / block * block);
            }
            start = start.max(before);
            end = end.max(start);
            before = end;
            ranges.push(start..end);
        }
        let rows = trace.depths_per_row();
        for (part, column) in small.iter().zip(trace.strip_of(&ranges)) {
            let is_ahead = part.frames.start > self.look.frame;
            let Some(deepest) = column.deepest else { continue };
            let colors = self.look.colors.map(|colors| colors.rows(trace, column.frames.clone(), column.rows.len()));
            for depth in part.depth..(deepest + 1) * rows {
                let Some(activity) = column.rows.get(depth / rows) else { continue };
                if activity.visits > 0 {
                    let rect = self.row(part.across.clone(), depth);
                    let of_column = colors.as_ref().map(|colors| colors[depth / rows].unwrap_or(Color::Visited));
                    self.scene.activity(rect, activity, is_ahead, of_column);
                }
            }
        }
    }

    fn row(&self, across: std::ops::Range<f64>, depth: usize) -> Rect {
        let along = self.area.along(depth);
        let length = f64::from(self.area.length());
        let across = across.start.max(-4.0)..across.end.min(length + 4.0);
        self.area.place(across, along..along + self.area.depth_pitch - 1.0)
    }

    fn draw_skipped(&mut self, first: NodeId, count: usize, at: f64, depth: usize) {
        let across = self.area.points(at)..self.area.points(at + count as f64);
        if across.end < 0.0 || across.start > f64::from(self.area.length()) || across.end - across.start < 0.5 {
            return;
        }
        let rect = self.row(across, depth);
        let state = self.look.state(first);
        self.scene.left_out(rect, state);
        if rect.width().min(rect.height()) >= SMALLEST_TARGET {
            self.scene.targets.push(Target { rect, node: first, count: count as u64, layer: None });
        }
    }

    fn draw_box(&mut self, boxed: &Boxed, units: f64) {
        self.scene.drawn += 1;
        let trace = self.look.trace;
        let node = trace.node_of(boxed.visit);
        let across = self.area.points(boxed.first)..self.area.points(boxed.first + units);
        let rect = self.row(across, boxed.depth);
        let state = self.look.state_of(boxed.visit);
        let ink = self.look.ink(boxed.visit);
        let is_current = self.look.is_shown_by(boxed.visit, self.current);
        let is_unvisited = state == NodeState::Unvisited;
        let (width, height) = (rect.width(), rect.height());
        let is_large = width.min(height) >= SMALLEST_TARGET;
        let of_column = self.look.column_ink(boxed.visit);
        let fill = if is_large {
            of_column.unwrap_or(Ink::full(Color::Node))
        } else {
            self.look.small_ink(boxed.visit, is_current)
        };
        let player = match trace.player_of(boxed.visit) {
            Player::Max => Color::Max,
            Player::Min => Color::Min,
        };
        let outline = match state {
            NodeState::Open { .. } if trace.is_search() => Stroke::solid(2.0, Ink::full(Color::Current)),
            _ if is_current => Stroke::solid(2.0, Ink::full(Color::Current)),
            _ if is_unvisited => {
                let dashed = width.min(height) >= SMALLEST_DASHED;
                Stroke { dashed, ..Stroke::solid(1.0, Ink::full(Color::Unvisited)) }
            }
            _ => Stroke::solid(1.25, Ink::full(player)),
        };
        let stroke = is_large.then_some(outline);
        let inside = Rect::new(rect.min.x, rect.min.y, rect.max.x - 0.75, rect.max.y - 0.75);
        // Rounded corners cost three times as much, and are invisible on small boxes.
        let corner = if width.min(height) >= SMALLEST_ROUND { 2.0 } else { 0.0 };
        self.scene.shapes.push(Shape::Rect { rect: inside, corner, fill: Some(fill), stroke });
        if is_large {
            // A bar at the edge shows the outcome of the visit.
            let bar = Rect::new(rect.min.x + 2.0, rect.max.y - 4.0, rect.max.x - 3.0, rect.max.y - 2.0);
            self.scene.fill(bar, ink);
            let layer = self.look.layer(boxed.visit);
            self.scene.targets.push(Target { rect, node, count: boxed.visits as u64, layer });
            self.contents(node, rect, state, of_column.is_some());
            if let Some(found) = self.look.ordered(boxed.visit) {
                self.scene.ordered(found, inside.grown(-2.5), Anchor::Right);
            }
            if self.has_no_room_for_left_out() && self.look.leaves_out(boxed.visit) {
                // Skipped moves have no boxes below this one, so the box itself is marked.
                let at = Point::new(rect.max.x - 2.0 - 2.0 * DOT_PITCH, rect.max.y - 4.0 - DOTS_ABOVE_EDGE);
                self.scene.dots(at, rect);
            }
        }
        if self.look.is_selected(boxed.visit) {
            self.scene.outline(rect.grown(1.5), 2.0, Color::Only);
        }
    }

    /// Adds a node-coloured background, so that text is readable on the colour of a column.
    fn ground(&mut self, center: Point, width: f32, height: f32) {
        let (half, tall) = (width / 2.0 + 3.0, height / 2.0 + 1.0);
        let rect = Rect::new(center.x - half, center.y - tall, center.x + half, center.y + tall);
        let fill = Some(Ink::full(Color::Node));
        self.scene.shapes.push(Shape::Rect { rect, corner: 2.0, fill, stroke: None });
    }

    /// Draws the board and the score of a box that has room for them, within its visible part.
    fn contents(&mut self, node: NodeId, rect: Rect, state: NodeState, is_coloured: bool) {
        let is_unvisited = state == NodeState::Unvisited;
        let area = self.area.rect;
        let shown = Rect::new(
            rect.min.x.max(area.min.x),
            rect.min.y.max(area.min.y),
            rect.max.x.min(area.max.x),
            rect.max.y.min(area.max.y),
        );
        let (width, height) = (shown.width(), shown.height());
        let score = match state {
            _ if let Some(numbers) = self.look.total_text(node) => numbers,
            NodeState::Scored { score, kind } => {
                signed_text(self.look.trace, kind, short_score_text(self.look.trace, score))
            }
            NodeState::Open { window } if self.look.trace.has_windows() => window_text(self.look.trace, window),
            _ => String::new(),
        };
        let largest = (height - 8.0).min(width - 8.0).min(LARGEST_BOARD);
        if largest < SMALLEST_BOARD {
            if let Some(text) = fitting(&score, TEXT_SIZE, width - 6.0).filter(|_| height >= TEXT_SIZE + 6.0) {
                if is_coloured && !text.is_empty() {
                    self.ground(shown.center(), text_width(&text, TEXT_SIZE), TEXT_SIZE + 3.0);
                }
                self.scene.words(shown.center(), Anchor::Center, TEXT_SIZE, text, Color::Text);
            }
            return;
        }
        // A smaller board leaves room for the text at its right.
        let room = width - 14.0 - text_width(&score, TEXT_SIZE + 1.0);
        let size = if room >= largest * SMALLER_BOARD { largest.min(room) } else { largest };
        let text = fitting(&score, TEXT_SIZE + 1.0, width - size - 14.0);
        let middle = match &text {
            Some(_) => Point::new(shown.min.x + 5.0 + size / 2.0, shown.center().y - 1.0),
            None => Point::new(shown.center().x, shown.center().y - 1.0),
        };
        if let Some(position) = self.look.trace.position(&self.look.trace.path(node)) {
            let opacity = if is_unvisited { 0.4 } else { 1.0 };
            if is_coloured {
                self.ground(middle, size, size);
            }
            draw_board(&position.board(), Rect::square(middle, size), opacity, &mut self.scene.shapes);
        }
        // In a narrow and tall box the text is below the board.
        let has_room_below = text.is_none() && height >= size + 2.0 * ROOM_BELOW;
        if let Some(text) = fitting(&score, TEXT_SIZE, width - 6.0).filter(|_| has_room_below) {
            let at = Point::new(middle.x, middle.y + size / 2.0 + ROOM_BELOW / 2.0);
            if is_coloured && !text.is_empty() {
                self.ground(at, text_width(&text, TEXT_SIZE), TEXT_SIZE + 3.0);
            }
            self.scene.words(at, Anchor::Center, TEXT_SIZE, text, Color::Text);
        }
        if let Some(text) = text {
            let at = Point::new(middle.x + size / 2.0 + 6.0, middle.y);
            if is_coloured && !text.is_empty() {
                let width = text_width(&text, TEXT_SIZE + 1.0);
                self.ground(Point::new(at.x + width / 2.0, at.y), width, TEXT_SIZE + 4.0);
            }
            self.scene.words(at, Anchor::Left, TEXT_SIZE + 1.0, text, Color::Text);
        }
    }
}
