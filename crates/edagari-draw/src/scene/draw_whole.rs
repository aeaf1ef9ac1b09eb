//! Drawing of a whole tree as nodes and links, with collapsed subtrees as glyphs. At any zoom, it
//! draws no more shapes than can be distinguished.

use std::collections::HashMap;

use super::whole_view::{RETURNED_OUTLINE, SMALLEST_ROUND, SMALLEST_TARGET, fitting, text_width};
use super::{
    Anchor, Color, Ink, Orientation, Point, Rect, Shape, Stroke, Target, WholeArea, WholeLook, WholeNode, WholeScene,
    WholeTree, draw_board,
};
use edagari_core::analysis::{returned_text, short_pass_name, short_score_text, signed_text};
use edagari_core::game::Player;
use edagari_core::trace::{FrameKind, NodeId, NodeState, Subtree, VisitId};

/// Subtrees narrower than this many points are drawn as one stroke down to their deepest level.
const SMALLEST_SUBTREE: f64 = 3.0;
/// Share of its unit that a node covers.
const NODE_SHARE: f64 = 0.82;
/// Share of the distance to the next depth that a node may cover.
const DEPTH_SHARE: f32 = 0.55;
const LARGEST_NODE: f32 = 64.0;
/// Size of a child that has just returned, relative to its siblings, within the unit of a node; and its minimum, in points.
const GROWN: f32 = 1.2;
const SMALLEST_GROWN: f32 = 9.0;
/// Size of the text of a score on its way to the parent, in points.
const TOKEN_TEXT: f32 = 12.0;
const SMALLEST_BOARD: f32 = 13.0;
const SMALLEST_TEXT: f32 = 20.0;
/// Minimum size of a glyph, in points, to show figures.
const SMALLEST_FIGURES: f32 = 34.0;
/// Maximum number of cached figures; the cache is cleared beyond it.
const MAX_CACHED: usize = 20_000;

/// Cache of the figures of collapsed subtrees, kept from one drawing to the next: by visit, and whether each visit is drawn separately.
#[derive(Clone, Debug, Default)]
pub struct GlyphFigures(HashMap<(VisitId, bool), Subtree>);

/// Draws the visible part of a whole tree.
#[must_use]
pub fn draw_whole(look: &WholeLook<'_>, tree: &WholeTree, area: &WholeArea, known: &mut GlyphFigures) -> WholeScene {
    if known.0.len() > MAX_CACHED {
        known.0.clear();
    }
    let size = (area.points_per_unit() * NODE_SHARE) as f32;
    let size = size.min(area.depth_pitch * DEPTH_SHARE).clamp(1.0, LARGEST_NODE);
    let returned = look.trace.returned_child(look.frame);
    let (scene, strong, strokes) = (WholeScene::default(), Vec::new(), HashMap::new());
    let current = look.current();
    let mut drawing = WholeDrawing { look, tree, area, known, size, scene, current, returned, strong, strokes };
    drawing.draw();
    drawing.scene
}

struct WholeDrawing<'a> {
    look: &'a WholeLook<'a>,
    tree: &'a WholeTree,
    area: &'a WholeArea,
    known: &'a mut GlyphFigures,
    /// Width of a node, in points.
    size: f32,
    scene: WholeScene,
    /// The visit of the frame, and the child that has just returned.
    current: Option<VisitId>,
    returned: Option<VisitId>,
    /// Edges of the current path, and to the child that has just returned: drawn above the others.
    strong: Vec<Shape>,
    /// Per depth: column (in whole points) of the last stroke, and the depth to which it extends.
    strokes: HashMap<u32, (i64, u32)>,
}

impl WholeDrawing<'_> {
    /// Position across of a node's centre, in points. The unit of a node begins half a unit before its centre.
    fn across(&self, node: usize) -> f64 {
        self.area.points(self.tree.places.across[node] + 0.5)
    }

    fn along(&self, node: usize) -> f32 {
        self.area.along(self.tree.depths[node] as usize) + self.area.depth_pitch / 2.0
    }

    fn draw(&mut self) {
        let length = f64::from(self.area.length());
        let depths = self.area.depths(usize::MAX);
        // The artificial root above several runs is not drawn.
        let mut open = vec![0];
        let mut nodes = Vec::new();
        while let Some(node) = open.pop() {
            nodes.push(node);
            let is_above = self.tree.nodes[node] == WholeNode::Runs;
            if !is_above && self.tree.depths[node] as usize + 1 >= depths.end {
                continue;
            }
            for child in self.tree.children(node) {
                let (first, last) = self.tree.places.extents[child];
                let (first, last) = (self.area.points(first), self.area.points(last + 1.0));
                if last < -f64::from(LARGEST_NODE) || first > length + f64::from(LARGEST_NODE) {
                    // The subtree is outside the visible part, but the link to it may not be.
                    continue;
                }
                if last - first < SMALLEST_SUBTREE {
                    let parent = Some(node).filter(|_| !is_above);
                    self.stroke(parent, child, f64::midpoint(first, last));
                } else {
                    if !is_above {
                        self.link(node, child);
                    }
                    open.push(child);
                }
            }
        }
        self.scene.shapes.append(&mut self.strong);
        for node in nodes {
            if self.tree.nodes[node] != WholeNode::Runs {
                self.node(node);
            }
        }
    }

    /// Adds one stroke for a subtree narrower than `SMALLEST_SUBTREE`.
    fn stroke(&mut self, parent: Option<usize>, child: usize, across: f64) {
        let depth = self.tree.depths[child];
        let deepest = self.tree.deepest[child];
        let column = across.floor() as i64;
        let is_returned = self.is_returned(child);
        if !is_returned && self.strokes.get(&depth).is_some_and(|&(last, deep)| last == column && deep >= deepest) {
            return;
        }
        self.strokes.insert(depth, (column, deepest));
        self.scene.drawn += 1;
        let ink = match self.tree.nodes[child] {
            WholeNode::Visit(visit) | WholeNode::Collapsed(visit) => self.look.small_ink(visit, self.is_current(visit)),
            WholeNode::Skipped { first, by, .. } => match self.look.state_left_out(first, by) {
                NodeState::Pruned { .. } => Ink::full(Color::Pruned),
                _ => Ink::full(Color::Unvisited),
            },
            WholeNode::Runs => return,
        };
        let from = parent.map_or(self.along(child) - self.size, |parent| self.along(parent)) + self.size / 2.0;
        let to = self.area.along(deepest as usize) + self.area.depth_pitch / 2.0;
        let half = if is_returned { f64::from(RETURNED_OUTLINE) / 2.0 } else { 0.5 };
        let rect = self.area.place(across - half..across + half, from.min(to)..to);
        self.scene.fill(rect, if is_returned { Ink::full(Color::Current) } else { ink });
    }

    fn is_current(&self, visit: VisitId) -> bool {
        self.look.is_shown_by(visit, self.current)
    }

    /// Whether a node shows the child that has just returned.
    fn is_returned(&self, node: usize) -> bool {
        match self.tree.nodes[node] {
            WholeNode::Visit(visit) | WholeNode::Collapsed(visit) => self.look.is_shown_by(visit, self.returned),
            WholeNode::Runs | WholeNode::Skipped { .. } => false,
        }
    }

    fn link(&mut self, parent: usize, child: usize) {
        // Clamped to just outside the picture: the invisible dashes of a very long link would only cost time.
        let margin = f64::from(LARGEST_NODE);
        let in_sight = |across: f64| across.clamp(-margin, f64::from(self.area.length()) + margin);
        let (from, to) = (in_sight(self.across(parent)), in_sight(self.across(child)));
        let half = self.size / 2.0;
        let (start, end) = (self.along(parent) + half, self.along(child) - half);
        let trunk = end - (end - start) * 0.4;
        let points = vec![
            self.area.point(from, start),
            self.area.point(from, trunk),
            self.area.point(to, trunk),
            self.area.point(to, end),
        ];
        let stroke = match self.tree.nodes[child] {
            WholeNode::Runs | WholeNode::Skipped { .. } => Stroke::dashed(1.0, Ink::full(Color::Unvisited)),
            WholeNode::Visit(visit) | WholeNode::Collapsed(visit) => match self.look.state_of(visit) {
                _ if self.is_returned(child) => Stroke::solid(RETURNED_OUTLINE, Ink::full(Color::Current)),
                NodeState::Open { .. } if self.look.trace.is_search() => Stroke::solid(3.0, Ink::full(Color::Current)),
                _ if self.is_current(visit) => Stroke::solid(3.0, Ink::full(Color::Current)),
                NodeState::Unvisited => Stroke::dashed(1.0, Ink::full(Color::Unvisited)),
                _ => Stroke::solid(1.0, Ink::full(Color::Visited)),
            },
        };
        // Dashes on small nodes cannot be distinguished and would only cost time.
        let stroke = if self.size < SMALLEST_TARGET { Stroke { dashed: false, ..stroke } } else { stroke };
        let is_strong = stroke.ink.color == Color::Current;
        let lines = if is_strong { &mut self.strong } else { &mut self.scene.shapes };
        lines.push(Shape::Line { points, stroke });
        if self.is_returned(child) {
            self.score_on_the_way(self.area.point(to, trunk), 2.0 * (end - trunk));
        }
    }

    /// Draws the score of the child that has just returned around the bend of the edge to its parent, if there is room for it between them.
    fn score_on_the_way(&mut self, at: Point, room: f32) {
        let (trace, frame) = (self.look.trace, self.look.frame);
        let is_on_the_way = trace.step(frame).is_some_and(|step| step.kind == FrameKind::Score);
        let Some(text) = returned_text(trace, frame, self.look.language).filter(|_| is_on_the_way) else { return };
        let [wide, high] = [text_width(&text, TOKEN_TEXT) + TOKEN_TEXT, TOKEN_TEXT + 4.0];
        let along = match self.area.orientation {
            Orientation::TopDown => high,
            Orientation::LeftToRight => wide,
        };
        if along + 4.0 > room {
            return;
        }
        let rect = Rect::new(at.x - wide / 2.0, at.y - high / 2.0, at.x + wide / 2.0, at.y + high / 2.0);
        let fill = Some(Ink::full(Color::Current));
        self.strong.push(Shape::Rect { rect, corner: high / 2.0, fill, stroke: None });
        let ink = Ink::full(Color::Ground);
        self.strong.push(Shape::Text { at, anchor: Anchor::Center, size: TOKEN_TEXT, text, ink, strong: true });
    }

    fn node(&mut self, index: usize) {
        self.scene.drawn += 1;
        let across = self.across(index);
        let margin = f64::from(LARGEST_NODE);
        if across < -margin || across > f64::from(self.area.length()) + margin {
            return;
        }
        let is_returned = self.is_returned(index);
        let size = if is_returned { (self.size * GROWN).max(SMALLEST_GROWN) } else { self.size };
        let rect = Rect::square(self.area.point(across, self.along(index)), size);
        let trace = self.look.trace;
        let (node, count, layer, is_selected) = match self.tree.nodes[index] {
            WholeNode::Runs => return,
            WholeNode::Visit(visit) => {
                self.visit(visit, rect);
                if self.tree.depths[index] == 0 && self.look.is_apart() {
                    self.pass(visit, rect);
                }
                (trace.node_of(visit), 1, self.look.layer(visit), self.look.is_selected(visit))
            }
            WholeNode::Collapsed(visit) => {
                self.glyph(visit, rect);
                let (node, layer) = (trace.node_of(visit), self.look.layer(visit));
                let visits = layer.map_or_else(|| trace.visits_of_subtree(node), |layer| trace.visits_below(layer));
                (node, visits as u64, layer, self.look.is_selected(visit))
            }
            WholeNode::Skipped { first, count, by } => {
                let state = self.look.state_left_out(first, by);
                self.scene.left_out(rect, state);
                // Skipped (forward-pruned) nodes are marked with "?" in every picture.
                let sign = if matches!(state, NodeState::Skipped { .. }) { "? " } else { "" };
                let several = if count > 1 { format!("×{count}") } else { String::new() };
                let text = format!("{sign}{several}");
                if !text.is_empty() && self.size >= SMALLEST_TEXT {
                    self.scene.words(rect.center(), Anchor::Center, 12.0, text, Color::SecondaryText);
                }
                (first, count.into(), None, self.look.selected == Some(first))
            }
        };
        if is_returned {
            self.scene.returned(rect);
        }
        if is_selected {
            self.scene.outline(rect.grown(3.0), 2.0, Color::Only);
        }
        if self.size >= SMALLEST_TARGET {
            self.scene.targets.push(Target { rect, node, count, layer });
        }
    }

    fn visit(&mut self, visit: VisitId, rect: Rect) {
        let trace = self.look.trace;
        let ink = self.look.ink(visit);
        if self.size < SMALLEST_TARGET {
            self.scene.fill(rect, self.look.small_ink(visit, self.is_current(visit)));
            return;
        }
        let node = trace.node_of(visit);
        let state = self.look.state_of(visit);
        let is_unvisited = state == NodeState::Unvisited;
        let player = match trace.player_of(visit) {
            Player::Max => Color::Max,
            Player::Min => Color::Min,
        };
        let stroke = match state {
            NodeState::Open { .. } if trace.is_search() => Stroke::solid(2.5, Ink::full(Color::Current)),
            _ if self.is_current(visit) => Stroke::solid(2.5, Ink::full(Color::Current)),
            NodeState::Unvisited => Stroke::dashed(1.0, Ink::full(Color::Unvisited)),
            _ => Stroke::solid(1.25, Ink::full(player)),
        };
        let of_column = self.look.column_ink(visit);
        let fill = of_column.or(Some(Ink::full(Color::Node)));
        let corner = if self.size >= SMALLEST_ROUND { self.size / 10.0 } else { 0.0 };
        self.scene.shapes.push(Shape::Rect { rect, corner, fill, stroke: Some(stroke) });
        if self.size >= SMALLEST_BOARD
            && let Some(position) = trace.position(&trace.path(node))
        {
            let opacity = if is_unvisited { 0.4 } else { 1.0 };
            let mut board = rect.grown(-self.size / 12.0);
            if of_column.is_some() {
                // The colour becomes a broad frame around the board, which keeps its own background.
                board = rect.grown(-self.size / 7.0);
                self.scene.fill(rect.grown(-self.size / 9.0), Ink::full(Color::Node));
            }
            draw_board(&position.board(), board, opacity, &mut self.scene.shapes);
        }
        if let Some(found) = self.look.ordered(visit) {
            self.scene.ordered(found, rect, Anchor::Left);
        }
        if ink.color == Color::Cut || ink.color == Color::Table {
            // Outcome of the visit: two strokes for a cut, a ring for a table hit.
            let corner = Point::new(rect.max.x, rect.max.y);
            let radius = (self.size / 10.0).clamp(2.0, 5.0);
            if ink.color == Color::Table {
                let stroke = Stroke::solid(1.75, ink);
                self.scene.shapes.push(Shape::Ring { center: corner, radius, stroke });
            } else {
                for by in [-1.5, 1.5] {
                    let points = vec![
                        Point::new(corner.x + by - radius / 2.0, corner.y - radius),
                        Point::new(corner.x + by + radius / 2.0, corner.y + radius),
                    ];
                    self.scene.shapes.push(Shape::Line { points, stroke: Stroke::solid(1.5, ink) });
                }
            }
        }
        if self.size >= SMALLEST_TEXT
            && let NodeState::Scored { score, kind } = state
        {
            let total = self.look.total_text(trace.node_of(visit));
            let score = || signed_text(self.look.trace, kind, short_score_text(self.look.trace, score));
            self.beside(rect, total.unwrap_or_else(score), Color::Text);
        }
    }

    /// Adds the name of the pass above the root at which it begins.
    fn pass(&mut self, root: VisitId, rect: Rect) {
        let trace = self.look.trace;
        let Some(name) = trace.pass_of(root).map(|place| short_pass_name(trace, place, self.look.language)) else {
            return;
        };
        let size = (self.size / 3.0).clamp(9.0, 13.0);
        if let Some(name) = fitting(&name, size, self.area.depth_pitch).filter(|_| self.size >= SMALLEST_TEXT) {
            let at = Point::new(rect.center().x, rect.min.y - size);
            self.scene.words(at, Anchor::Center, size, name, Color::SecondaryText);
        }
    }

    /// Adds text next to a node, on the side of its children, above the link.
    fn beside(&mut self, rect: Rect, text: String, color: Color) {
        let size = (self.size / 3.0).clamp(9.0, 13.0);
        let (at, anchor) = match self.area.orientation {
            Orientation::LeftToRight => (Point::new(rect.max.x + 5.0, rect.center().y - 0.7 * size), Anchor::Left),
            Orientation::TopDown => (Point::new(rect.center().x + 4.0, rect.max.y + 0.7 * size), Anchor::Left),
        };
        self.scene.words(at, anchor, size, text, color);
    }

    /// Adds a collapsed subtree: a triangle that widens with the depth, with the share of pruned nodes marked at its wide side.
    fn glyph(&mut self, visit: VisitId, rect: Rect) {
        // The cut colour is not used here, because the pruned part of the glyph shows the cut.
        let ink = match self.look.small_ink(visit, self.is_current(visit)) {
            ink if ink.color == Color::Cut => Ink::full(Color::Visited),
            ink => ink,
        };
        let (tip, left, right) = match self.area.orientation {
            Orientation::LeftToRight => (
                Point::new(rect.min.x, rect.center().y),
                Point::new(rect.max.x, rect.max.y),
                Point::new(rect.max.x, rect.min.y),
            ),
            Orientation::TopDown => (
                Point::new(rect.center().x, rect.min.y),
                Point::new(rect.min.x, rect.max.y),
                Point::new(rect.max.x, rect.max.y),
            ),
        };
        self.scene.shapes.push(Shape::Polygon { corners: vec![tip, left, right], fill: ink });
        if self.size < SMALLEST_BOARD {
            return;
        }
        let trace = self.look.trace;
        let key = (visit, self.look.is_apart());
        let figures = *self.known.0.entry(key).or_insert_with(|| self.look.subtree(visit));
        // The outcome is hidden until the visit has ended.
        let has_ended = trace.span(visit).1.is_some_and(|end| end <= self.look.frame);
        let figures = if has_ended { figures } else { Subtree { pruned: None, scores: None, ..figures } };
        if let Some(share) = figures.share_pruned().filter(|&share| share > 0.0) {
            let toward = |a: Point, b: Point, t: f32| Point::new(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
            // Scale of the unpruned part: the pruned share of the area is measured from the wide side.
            let cut = (1.0 - share).sqrt() as f32;
            let (near_left, near_right) = (toward(tip, left, cut), toward(tip, right, cut));
            let fill = Ink::full(Color::Pruned);
            self.scene.shapes.push(Shape::Polygon { corners: vec![near_left, left, right], fill });
            self.scene.shapes.push(Shape::Polygon { corners: vec![near_left, right, near_right], fill });
        }
        if self.size >= SMALLEST_FIGURES {
            self.figures(rect, &figures);
        }
    }

    /// Adds the figures of a collapsed subtree: its number of visits, its share of pruned nodes, and the range of its values.
    /// They are placed beyond the glyph, where nothing else is drawn; on the glyph's colours they would be unreadable.
    fn figures(&mut self, rect: Rect, figures: &Subtree) {
        let mut lines = vec![self.look.language.number(figures.visits)];
        lines
            .extend(figures.share_pruned().filter(|&share| share > 0.0).map(|share| format!("{:.0} %", share * 100.0)));
        let has_scores = self.look.trace.has_minimax_scores();
        lines.extend(figures.scores.filter(|_| has_scores).map(|(low, high)| {
            let text = |score| short_score_text(self.look.trace, score);
            if low == high { text(low) } else { format!("{}…{}", text(low), text(high)) }
        }));
        let size = (self.size / 4.0).clamp(9.0, 13.0);
        let height = 1.2 * size;
        let behind = self.area.depth_pitch - self.size;
        let (first, anchor, room, most) = match self.area.orientation {
            Orientation::LeftToRight => {
                let above = height * (lines.len() - 1) as f32 / 2.0;
                let first = Point::new(rect.max.x + 5.0, rect.center().y - above);
                (first, Anchor::Left, behind - 6.0, lines.len())
            }
            Orientation::TopDown => {
                let first = Point::new(rect.center().x, rect.max.y + height);
                (first, Anchor::Center, self.size / NODE_SHARE as f32, (behind / height) as usize)
            }
        };
        for (line, text) in lines.into_iter().take(most).enumerate() {
            let at = Point::new(first.x, first.y + height * line as f32);
            if let Some(text) = fitting(&text, size, room) {
                self.scene.words(at, anchor, size, text, Color::Text);
            }
        }
    }
}

/// Returns the position across of a recorded node in a whole tree, in units.
#[must_use]
pub fn whole_place(look: &WholeLook<'_>, tree: &WholeTree, node: NodeId) -> f64 {
    tree.places.across[tree.holding(look.trace, node, look.frame)] + 0.5
}

/// Returns the start and the width of a recorded node in an icicle, in units; those of its parent if the node has no box of its own.
#[must_use]
pub fn icicle_place(look: &WholeLook<'_>, width: super::IcicleWidth, node: NodeId) -> (f64, f64) {
    let trace = look.trace;
    let is_by_visits = width == super::IcicleWidth::Visits;
    if look.is_apart() {
        let above = || trace.parent(node).and_then(|parent| trace.layer_at(parent, look.frame));
        let layer = trace.layer_at(node, look.frame).or_else(|| trace.layers(node).next()).or_else(above);
        let Some(layer) = layer else { return (0.0, 1.0) };
        let (before, visits) = (layer.0 as usize, trace.visits_below(layer));
        let units = |first: u32, visits: usize| {
            (if is_by_visits { visits } else { trace.leaves_within(VisitId(first), visits) }) as f64
        };
        return (units(0, before), units(layer.0, visits));
    }
    let visit = trace.visit_of(node).or_else(|| trace.parent(node).and_then(|parent| trace.visit_of(parent)));
    let Some(visit) = visit else { return (0.0, 1.0) };
    if trace.is_search() && is_by_visits && !trace.has_layers() {
        return (f64::from(visit.0), trace.visits_below(visit) as f64);
    }
    let units =
        |node: NodeId| if is_by_visits { trace.visits_of_subtree(node) } else { trace.leaves_of_subtree(node) } as f64;
    let node = trace.node_of(visit);
    let mut first = 0.0;
    let mut at = node;
    while let Some(parent) = trace.parent(at) {
        first += if is_by_visits { trace.layers(parent).len() as f64 } else { 0.0 };
        first += trace.children(parent).take_while(|&child| child != at).map(units).sum::<f64>();
        at = parent;
    }
    (first, units(node))
}
