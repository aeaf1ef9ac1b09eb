//! Display list of a tree at a frame, and the marks shared by all pictures of trees.

use super::text_lines::{LINE_PITCH, broken};
use super::{
    Anchor, CELL_PITCH, COLUMN_PITCH, Color, Ink, Layout, NODE_SIZE, Orientation, Point, Rect, Scene, Shape, Stroke,
    ViewTree,
};
use edagari_core::analysis::{short_score_text, signed_text, window_text};
use edagari_core::game::{Board, Ink as BoardInk, Mark, Player};
use edagari_core::language::{Language, Text};
use edagari_core::trace::{NodeState, Trace};

/// Parameters for drawing a tree at a frame.
#[derive(Clone, Debug)]
pub struct Appearance<'a> {
    /// Frame whose states are drawn.
    pub frame: usize,
    /// Visible part of the scene; nodes outside it are skipped.
    pub visible: Rect,
    /// Screen points per scene point: small nodes are drawn with fewer details.
    pub zoom: f32,
    /// Indexes in the tree of the nodes on the current path, the current node last.
    pub current_path: &'a [usize],
    /// Indexes in the tree of the nodes on the best line.
    pub best_line: &'a [usize],
    /// Text beside each node instead of its score; empty to show scores.
    pub notes: &'a [String],
    /// Language of the labels beside groups.
    pub language: Language,
}

/// Minimum width of a node on screen, in points, to show its board.
const SMALLEST_BOARD: f32 = 13.0;
/// Minimum width of a node on screen, in points, to show text beside it.
const SMALLEST_TEXT: f32 = 12.0;

const SCORE_SIZE: f32 = 13.0;
const SMALL_SIZE: f32 = 11.0;
/// Target height of scores on screen, in points: in a small picture scores are set larger, as far as there is room.
const READABLE_SIZE: f32 = 11.0;
const LARGEST_SIZE: f32 = 20.0;
/// Minimum height on screen, in points, at which a window is readable.
const SMALLEST_SIZE: f32 = 9.0;
/// Gap between the text beside a node and the next depth.
const EDGE_ROOM: f32 = 8.0;
/// Width of a digit over the height of the font; wide enough for the fonts in use.
const DIGIT_WIDTH: f32 = 0.58;
/// Gap between a node and the text beside it.
const TEXT_GAP: f32 = 7.0;

/// Opacity of the grid lines of a board of opacity 0, and its increase to a board of opacity 1.
const GRID: (f32, f32) = (0.28, 0.2);

/// The font size of a label on a board, relative to the board's width: the largest, and the smallest on boards on which
/// [`SMALL_SIZE`] would be too large.
const LARGEST_LETTERS: f32 = 0.12;
const SMALLEST_LETTERS: f32 = 0.25;

/// Draws the visible part of a tree.
///
/// ```
/// use edagari_core::language::Language;
/// use edagari_draw::scene::{Appearance, Layout, Orientation, Shape, ViewOptions, ViewTree, draw_tree};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let tree = ViewTree::new(&trace, &[], ViewOptions::default()).expect("there is a root");
/// let layout = Layout::new(&tree, Orientation::LeftToRight, 1.0);
/// let appearance = Appearance {
///     frame: trace.frame_count() - 1,
///     visible: layout.bounds,
///     zoom: 1.0,
///     current_path: &[],
///     best_line: &[],
///     notes: &[],
///     language: Language::English,
/// };
/// let scene = draw_tree(&trace, &tree, &layout, &appearance);
/// assert!(scene.shapes.iter().any(|shape| matches!(shape, Shape::Text { text, .. } if text == "3")));
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[must_use]
pub fn draw_tree(trace: &Trace, tree: &ViewTree, layout: &Layout, appearance: &Appearance<'_>) -> Scene {
    let states = tree.nodes.iter().map(|node| trace.state(node.place, appearance.frame)).collect();
    let mut drawing = Drawing { trace, tree, layout, appearance, states, shapes: Vec::new() };
    drawing.depth_shades();
    drawing.edges();
    for node in 0..tree.nodes.len() {
        // The margin covers the score and the move beside the node.
        if layout.node_rect(node).grown(COLUMN_PITCH / 2.0).touches(appearance.visible) {
            drawing.node(node);
        }
    }
    Scene { shapes: drawing.shapes }
}

struct Drawing<'a> {
    trace: &'a Trace,
    tree: &'a ViewTree,
    layout: &'a Layout,
    appearance: &'a Appearance<'a>,
    states: Vec<NodeState>,
    shapes: Vec<Shape>,
}

/// Score or window of a node, as text.
#[derive(Clone)]
struct Note {
    text: String,
    color: Color,
    size: f32,
    /// Whether the text is placed between its node and the next depth; below the node otherwise.
    is_beside: bool,
}

impl Note {
    fn width(&self) -> f32 {
        self.text.chars().count() as f32 * DIGIT_WIDTH * self.size
    }
}

/// Opacities of a node's board and frame, by its state.
struct Strength {
    board: f32,
    frame: f32,
}

impl Drawing<'_> {
    fn strength(&self, node: usize) -> Strength {
        match self.states[node] {
            NodeState::Unvisited => Strength { board: 0.4, frame: 0.45 },
            NodeState::Skipped { .. } => Strength { board: 0.4, frame: 0.6 },
            NodeState::Pruned { .. } => Strength { board: 0.35, frame: 0.8 },
            NodeState::Open { .. } | NodeState::Scored { .. } => Strength { board: 1.0, frame: 1.0 },
        }
    }

    fn depth_shades(&mut self) {
        let visible = self.appearance.visible;
        for depth in self.layout.first_depth..self.layout.first_depth + self.layout.depth_count {
            let (start, end) = self.layout.depth_span(depth);
            let rect = match self.layout.orientation {
                Orientation::LeftToRight => Rect::new(start, visible.min.y, end, visible.max.y),
                Orientation::TopDown => Rect::new(visible.min.x, start, visible.max.x, end),
            };
            if depth % 2 == 1 && rect.touches(visible) {
                self.shapes.push(Shape::Rect {
                    rect,
                    corner: 0.0,
                    fill: Some(Ink::full(Color::DepthShade)),
                    stroke: None,
                });
            }
        }
    }

    fn edges(&mut self) {
        // Highlighted edges are drawn last, so that no other edge crosses them.
        let (mut highlighted, mut best) = (Vec::new(), Vec::new());
        for node in 0..self.tree.nodes.len() {
            if self.appearance.current_path.contains(&node) {
                highlighted.push(node);
            } else if self.appearance.best_line.contains(&node) {
                best.push(node);
            } else {
                let stroke = match self.states[node] {
                    NodeState::Unvisited => Stroke::dashed(1.0, Ink::faded(Color::Edge, 0.5)),
                    NodeState::Pruned { .. } | NodeState::Skipped { .. } => {
                        Stroke::dashed(1.0, Ink::faded(Color::Edge, 0.35))
                    }
                    _ => Stroke::solid(1.0, Ink::full(Color::Edge)),
                };
                self.edge(node, stroke);
            }
        }
        for node in best {
            self.edge(node, Stroke::solid(2.5, Ink::full(Color::Text)));
        }
        for node in highlighted {
            self.edge(node, Stroke::solid(3.0, Ink::full(Color::Current)));
        }
    }

    fn edge(&mut self, node: usize, stroke: Stroke) {
        let Some(parent) = self.tree.nodes[node].parent else { return };
        let (from, to) = (self.layout.centers[parent], self.layout.centers[node]);
        let box_of_edge = Rect::new(from.x.min(to.x), from.y.min(to.y), from.x.max(to.x), from.y.max(to.y));
        if !box_of_edge.touches(self.appearance.visible) {
            return;
        }
        let half = NODE_SIZE / 2.0;
        let beside = self.note(parent).filter(|note| note.is_beside);
        let points = match self.layout.orientation {
            Orientation::LeftToRight => {
                let trunk = to.x - half - 12.0;
                let room = beside.as_ref().map_or(0.0, |note| note.width() + TEXT_GAP * 2.0);
                let start = (from.x + half + room).min(trunk);
                vec![
                    Point::new(start, from.y),
                    Point::new(trunk, from.y),
                    Point::new(trunk, to.y),
                    Point::new(to.x - half, to.y),
                ]
            }
            Orientation::TopDown => {
                let trunk = to.y - half - 12.0;
                let start = (from.y + half + beside.as_ref().map_or(0.0, |note| note.size + TEXT_GAP)).min(trunk);
                vec![
                    Point::new(from.x, start),
                    Point::new(from.x, trunk),
                    Point::new(to.x, trunk),
                    Point::new(to.x, to.y - half),
                ]
            }
        };
        self.shapes.push(Shape::Line { points, stroke });
        if matches!(self.states[node], NodeState::Pruned { .. }) && self.cut_happens_above(node) {
            self.cut_strokes(to);
        }
    }

    /// Whether the cut that prunes a node happened at its parent, not at a more distant ancestor.
    fn cut_happens_above(&self, node: usize) -> bool {
        self.tree.nodes[node].place.recorded().is_some()
    }

    /// Adds two strokes across the edge that leads to a node.
    fn cut_strokes(&mut self, to: Point) {
        let half = NODE_SIZE / 2.0;
        let stroke = Stroke::solid(2.0, Ink::full(Color::Cut));
        for offset in [-2.5, 2.5] {
            let points = match self.layout.orientation {
                Orientation::LeftToRight => {
                    let x = to.x - half - 6.0 + offset;
                    vec![Point::new(x - 2.5, to.y - 6.0), Point::new(x + 2.5, to.y + 6.0)]
                }
                Orientation::TopDown => {
                    let y = to.y - half - 6.0 + offset;
                    vec![Point::new(to.x - 6.0, y - 2.5), Point::new(to.x + 6.0, y + 2.5)]
                }
            };
            self.shapes.push(Shape::Line { points, stroke });
        }
    }

    fn node(&mut self, index: usize) {
        let node = &self.tree.nodes[index];
        let rect = self.layout.node_rect(index);
        let strength = self.strength(index);
        let is_pruned = matches!(self.states[index], NodeState::Pruned { .. });
        let is_unvisited = self.states[index] == NodeState::Unvisited;
        let is_current = self.appearance.current_path.last() == Some(&index);
        let on_path = self.appearance.current_path.contains(&index);

        if node.stands_for > 1 {
            // The edges of two more sheets are visible below a group.
            let offset = |by: f32| Rect::new(rect.min.x + by, rect.min.y + by, rect.max.x + by, rect.max.y + by);
            for by in [6.0, 3.0] {
                self.shapes.push(Shape::Rect {
                    rect: offset(by),
                    corner: 4.0,
                    fill: Some(Ink::full(Color::Node)),
                    stroke: Some(Stroke::solid(1.0, Ink::full(Color::Line))),
                });
            }
        }
        let ground = if is_pruned { Color::PrunedNode } else { Color::Node };
        let outline = if on_path {
            Stroke::solid(if is_current { 3.0 } else { 2.0 }, Ink::full(Color::Current))
        } else {
            let color = if is_pruned { Color::Edge } else { Color::from(node.player) };
            let ink = Ink::faded(color, strength.frame);
            if is_pruned || is_unvisited { Stroke::dashed(1.0, ink) } else { Stroke::solid(1.25, ink) }
        };
        self.shapes.push(Shape::Rect { rect, corner: 4.0, fill: Some(Ink::full(ground)), stroke: Some(outline) });

        let on_screen = NODE_SIZE * self.appearance.zoom;
        if on_screen >= SMALLEST_BOARD && node.stands_for == 1 {
            let inside = rect.grown(-3.0);
            draw_board(&node.board, inside, strength.board, &mut self.shapes);
        }
        if node.stands_for > 1 {
            let text = format!("×{}", node.stands_for);
            self.text(rect.center(), Anchor::Center, SCORE_SIZE, text, Color::SecondaryText, true);
        }
        if node.position.score().is_none() {
            self.shapes.push(player_mark(rect, node.player, strength.frame));
        }
        if is_pruned {
            let points =
                vec![Point::new(rect.min.x + 3.0, rect.max.y - 3.0), Point::new(rect.max.x - 3.0, rect.min.y + 3.0)];
            self.shapes.push(Shape::Line { points, stroke: Stroke::solid(1.75, Ink::full(Color::Cut)) });
        }
        if on_screen >= SMALLEST_TEXT {
            self.beside(index, rect);
        }
    }

    /// Adds the score or the window, and the move below the node.
    fn beside(&mut self, index: usize, rect: Rect) {
        let node = &self.tree.nodes[index];
        if node.stands_for > 1 {
            let is_pruned = matches!(self.states[index], NodeState::Pruned { .. });
            let text = if is_pruned { Text::GroupPruned } else { Text::GroupAhead };
            let text = self.appearance.language.fill(text, &[("count", &node.stands_for.to_string())]);
            let at = match self.layout.orientation {
                Orientation::LeftToRight => Point::new(rect.max.x + TEXT_GAP + 8.0, rect.center().y),
                Orientation::TopDown => Point::new(rect.center().x, rect.max.y + TEXT_GAP + 4.0),
            };
            let anchor = self.side_anchor();
            let size = (READABLE_SIZE / self.appearance.zoom).clamp(SMALL_SIZE, LARGEST_SIZE);
            self.text(at, anchor, size, text, Color::SecondaryText, false);
            return;
        }
        let Some(Note { text, color, size, is_beside }) = self.note(index) else { return };
        let below = Point::new(rect.center().x, rect.max.y + 2.0);
        let (at, anchor) = match self.layout.orientation {
            Orientation::LeftToRight if is_beside => (Point::new(rect.max.x + TEXT_GAP, rect.center().y), Anchor::Left),
            _ => (below, Anchor::Top),
        };
        if self.is_answered(index) {
            self.ring(at, anchor, &Note { text: text.clone(), color, size, is_beside });
        }
        self.text(at, anchor, size, text, color, true);
    }

    /// Whether a node was evaluated because the search stopped there, not because the game ended.
    fn is_horizon(&self, index: usize) -> bool {
        let node = &self.tree.nodes[index];
        self.trace.setup.limit.is_some()
            && node.position.score().is_none()
            && !self.is_answered(index)
            && node.place.recorded().is_some_and(|recorded| self.trace.children(recorded).len() == 0)
    }

    /// Whether the score of a node comes from the transposition table.
    fn is_answered(&self, index: usize) -> bool {
        let is_scored = matches!(self.states[index], NodeState::Scored { .. });
        let visit = self.trace.visit_at(self.tree.nodes[index].place, self.appearance.frame);
        is_scored && visit.is_some_and(|visit| self.trace.table().answered(visit).is_some())
    }

    /// Adds a ring around a score.
    fn ring(&mut self, at: Point, anchor: Anchor, note: &Note) {
        const MARGIN: f32 = 4.0;
        let (width, height) = (note.width(), note.size * 1.2);
        let left = match anchor {
            Anchor::Left => at.x,
            _ => at.x - width / 2.0,
        };
        let top = match anchor {
            Anchor::Top => at.y,
            _ => at.y - height / 2.0,
        };
        let rect = Rect::new(left, top, left + width, top + height).grown(MARGIN / 2.0);
        self.shapes.push(Shape::Rect {
            rect: Rect::new(rect.min.x - MARGIN / 2.0, rect.min.y, rect.max.x + MARGIN / 2.0, rect.max.y),
            corner: rect.height() / 2.0,
            fill: None,
            stroke: Some(Stroke::solid(1.75, Ink::full(Color::Table))),
        });
    }

    /// Score of a scored node or window of an open one, as large as the room beside the node allows. A window that would be too
    /// small there is placed below its node.
    fn note(&self, index: usize) -> Option<Note> {
        let zoom = self.appearance.zoom;
        let (text, color) = self.side_text(index).filter(|_| NODE_SIZE * zoom >= SMALLEST_TEXT)?;
        let is_window = matches!(self.states[index], NodeState::Open { .. });
        let usual = if is_window { SMALL_SIZE } else { SCORE_SIZE };
        let wanted = (READABLE_SIZE / zoom).clamp(usual, LARGEST_SIZE);
        let room = match self.layout.orientation {
            Orientation::LeftToRight => self.layout.depth_pitch - NODE_SIZE - TEXT_GAP * 2.0 - EDGE_ROOM,
            Orientation::TopDown => CELL_PITCH,
        };
        let fitting = room / (text.chars().count() as f32 * DIGIT_WIDTH);
        let is_beside = fitting >= wanted || fitting * zoom >= SMALLEST_SIZE || !is_window;
        let size = if is_beside && is_window { wanted.min(fitting) } else { wanted };
        Some(Note { text, color, size, is_beside })
    }

    fn side_anchor(&self) -> Anchor {
        match self.layout.orientation {
            Orientation::LeftToRight => Anchor::Left,
            Orientation::TopDown => Anchor::Top,
        }
    }

    /// Text beside a node and its colour: the caller's note if there is one, else the score of a scored node or the window of an open one.
    fn side_text(&self, index: usize) -> Option<(String, Color)> {
        if let Some(note) = self.appearance.notes.get(index) {
            return Some((note.clone(), Color::Text));
        }
        match self.states[index] {
            NodeState::Scored { score, kind } => {
                let score = short_score_text(self.trace, score);
                let is_horizon = self.is_horizon(index);
                let text = if is_horizon { format!("≈ {score}") } else { signed_text(self.trace, kind, score) };
                Some((text, Color::Text))
            }
            NodeState::Open { window } if self.trace.has_windows() => {
                let color = if window.is_closed() { Color::Cut } else { Color::CurrentText };
                Some((window_text(self.trace, window), color))
            }
            _ => None,
        }
    }

    fn text(&mut self, at: Point, anchor: Anchor, size: f32, text: String, color: Color, strong: bool) {
        self.shapes.push(Shape::Text { at, anchor, size, text, ink: Ink::full(color), strong });
    }
}

/// Draws a board into a square.
pub fn draw_board(board: &Board, into: Rect, opacity: f32, shapes: &mut Vec<Shape>) {
    let width = into.width();
    let at = |[x, y]: [f32; 2]| Point::new(into.min.x + x * width, into.min.y + y * width);
    let ink_of = |ink: BoardInk| {
        let color = match ink {
            BoardInk::Max => Color::Max,
            BoardInk::Min => Color::Min,
            // The grid of a faint board must remain visible, because it shows the shape of the
            // board.
            BoardInk::Grid => return Ink::full(Color::Line),
            BoardInk::Text => Color::Text,
            BoardInk::Last => Color::LastMove,
            // Hollow marks of a faint board must not let the board shine through.
            BoardInk::Ground => return Ink::full(Color::Node),
        };
        Ink::faded(color, opacity)
    };
    let of_part = |ink: BoardInk| match ink {
        BoardInk::Max if opacity < 1.0 => Ink::full(Color::FaintMax),
        BoardInk::Min if opacity < 1.0 => Ink::full(Color::FaintMin),
        ink => ink_of(ink),
    };
    let of_line = |ink: BoardInk| match ink {
        BoardInk::Grid => Ink::faded(Color::Edge, GRID.0 + GRID.1 * opacity),
        ink => ink_of(ink),
    };
    let thick = (width / 18.0).clamp(1.0, 6.0);
    for mark in &board.marks {
        match mark {
            Mark::Line { from, to, ink } => shapes.push(Shape::Line {
                points: vec![at(*from), at(*to)],
                stroke: Stroke::solid((thick / 2.0).max(1.0), of_line(*ink)),
            }),
            Mark::Ring { center, radius, ink } => shapes.push(Shape::Ring {
                center: at(*center),
                radius: radius * width,
                // On boards of many squares the stroke is limited, so that the middle of a ring stays open.
                stroke: Stroke::solid(thick.min(radius * width * 0.56).max(1.0), ink_of(*ink)),
            }),
            Mark::Disc { center, radius, ink } => {
                shapes.push(Shape::Disc { center: at(*center), radius: radius * width, fill: of_part(*ink) });
            }
            Mark::Cross { center, radius, ink } => {
                let [x, y] = *center;
                let r = *radius;
                for ends in [[[x - r, y - r], [x + r, y + r]], [[x - r, y + r], [x + r, y - r]]] {
                    let points = ends.map(at).to_vec();
                    shapes.push(Shape::Line { points, stroke: Stroke::solid(thick, ink_of(*ink)) });
                }
            }
            Mark::Square { center, radius, ink } => shapes.push(Shape::Rect {
                rect: Rect::square(at(*center), radius * 2.0 * width),
                corner: width / 40.0,
                fill: Some(ink_of(*ink)),
                stroke: None,
            }),
            Mark::Polygon { corners, ink } => {
                let corners = corners.iter().copied().map(at).collect();
                shapes.push(Shape::Polygon { corners, fill: of_part(*ink) });
            }
            Mark::Text { center, size, text, ink } => shapes.push(Shape::Text {
                at: at(*center),
                anchor: Anchor::Center,
                size: size * width,
                text: text.clone(),
                ink: ink_of(*ink),
                strong: true,
            }),
            Mark::Label { center, size, text, ink } => {
                let sizes = [SMALL_SIZE.min(SMALLEST_LETTERS * width), LARGEST_LETTERS * width];
                let (lines, size) = broken(text, size.map(|side| side * width), sizes);
                let pitch = LINE_PITCH * size;
                let (middle, ink) = (at(*center), ink_of(*ink));
                let first = middle.y - (lines.len() as f32 - 1.0) / 2.0 * pitch;
                for (number, text) in lines.into_iter().enumerate() {
                    let at = Point::new(middle.x, first + number as f32 * pitch);
                    shapes.push(Shape::Text { at, anchor: Anchor::Center, size, text, ink, strong: true });
                }
            }
        }
    }
}

/// Returns ● at the top of a chance node.
pub(super) fn chance_mark(node: Rect, opacity: f32) -> Shape {
    let center = Point::new(node.center().x, node.min.y);
    Shape::Disc { center, radius: 4.0, fill: Ink::faded(Color::SecondaryText, opacity) }
}

/// Returns ▲ at the corner of a max node, ▼ at the corner of a min node.
pub(super) fn player_mark(node: Rect, player: Player, opacity: f32) -> Shape {
    let (x, y) = (node.min.x, node.min.y);
    let (tip, base) = match player {
        Player::Max => (y - 5.0, y + 3.0),
        Player::Min => (y + 4.0, y - 4.0),
    };
    Shape::Polygon {
        corners: vec![Point::new(x, tip), Point::new(x - 4.5, base), Point::new(x + 4.5, base)],
        fill: Ink::faded(Color::from(player), opacity),
    }
}
