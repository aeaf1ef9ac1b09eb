//! The inputs for drawing a focus view, in addition to its layout, and the named pieces that are
//! drawn.

use std::collections::HashSet;

use super::cross_fade::{Change, between, change_of, eased, port, sunk};
use super::layout::{FocusLayout, Lens};
use super::node::{FocusNode, Form, Label};
use super::part::Part;
use super::request::Moment;
use crate::scene::{Color, ColumnColors, Point, Rect, Scene, Shape, Way};
use edagari_core::analysis::OrderReport;
use edagari_core::language::Language;
use edagari_core::trace::{FrameKind, NodeState, Trace, VisitId};

/// How a focus view is drawn at a frame.
#[derive(Clone, Copy, Debug)]
pub struct FocusLook<'a> {
    /// The frame to draw.
    pub frame: usize,
    /// The motion towards the frame, while nodes move.
    pub way: Option<Way>,
    /// The current node of that frame, and the child that has returned.
    pub moment: &'a Moment,
    /// The strength of the afterglow of the changes of the frame, from 0 to 1.
    pub glow: f32,
    /// The moves of the best line so far, from the start of the run.
    pub best_line: &'a [u32],
    /// The nodes with the same position as the selected one.
    pub equal: &'a [usize],
    /// The keys of the nodes that a compared run shows as well, which are drawn faintly. `None` if all are drawn normally.
    pub alike: Option<&'a HashSet<u64>>,
    /// The column that defines the colours; `None` for the usual colours.
    pub colors: Option<&'a ColumnColors>,
    /// The node types and the minimal tree, if they are marked.
    pub order: Option<&'a OrderReport>,
    /// Whether the score that the focus returns next is shown; `false` while it is the answer to an open question.
    pub tells_next: bool,
    /// The language of the texts beside groups.
    pub language: Language,
}

impl<'a> FocusLook<'a> {
    /// Creates the look of a frame at rest, without marks.
    #[must_use]
    pub const fn plain(frame: usize, moment: &'a Moment, language: Language) -> Self {
        Self {
            frame,
            way: None,
            moment,
            glow: 0.0,
            best_line: &[],
            equal: &[],
            alike: None,
            colors: None,
            order: None,
            tells_next: true,
            language,
        }
    }
}

/// The state that drawing a node needs, apart from the node.
#[derive(Clone)]
pub(super) struct Drawing<'a> {
    pub trace: &'a Trace,
    pub layout: &'a FocusLayout,
    pub look: &'a FocusLook<'a>,
    pub states: Vec<NodeState>,
    /// The size of each board relative to its place.
    pub sizes: Vec<f32>,
    /// The shown nodes of the current path.
    pub current_path: Vec<usize>,
    /// The current node, if it is shown.
    pub current: Option<usize>,
    /// The child that is the current node or has just returned, or the group that contains it.
    pub child: Option<usize>,
    /// The child as a separate node, if a group contains it.
    pub member: Option<FocusNode>,
    /// The child of the focus that the search enters next.
    pub next: Option<usize>,
    /// The child of the focus with the best score so far.
    pub best: Option<usize>,
    pub best_line: Vec<usize>,
    /// The nodes that were the current one, or had just returned, before the motion.
    pub marked_before: Vec<usize>,
    /// The focus whose caption, numbers and open child are drawn, and the places of these.
    pub focus: usize,
    pub caption: Option<Rect>,
    pub key_chips: &'a [Rect],
    pub lens: Option<Lens>,
    pub player_label: Option<Label>,
    /// The node to draw instead of the one with that index, while it is drawn in another form.
    pub instead: Option<(usize, &'a FocusNode)>,
    /// The opacities of the move and note of the form that is drawn, and of the content of its
    /// frame.
    pub opacities: ([f32; 2], f32),
    /// Whether the form that is drawn is that of a node before a motion.
    pub leaves: bool,
    pub shapes: Vec<Shape>,
    /// The pieces to which the shapes belong.
    pub begins: Vec<Begin>,
}

impl<'a> Drawing<'a> {
    /// Returns the node to draw at an index: in a motion, the form that is being drawn.
    pub(super) fn node(&self, index: usize) -> &'a FocusNode {
        match self.instead {
            Some((of, node)) if of == index => node,
            _ => &self.layout.nodes[index],
        }
    }

    /// Whether the shown visit of a node, or of a node above it, was made before the latest visit of its parent, which has not
    /// entered the node yet.
    pub(super) fn is_from_before(&self, index: usize) -> bool {
        // In a Monte-Carlo tree search, and in a proof-number search, the numbers of a node are those of all iterations.
        if self.trace.samples().is_some() || self.trace.proofs().is_some() {
            return false;
        }
        let visit = |index: usize| {
            let node = &self.layout.nodes[index];
            node.visit_at(self.trace, self.look.frame).filter(|_| node.stands_for == 1)
        };
        let FocusNode { parent, part, .. } = self.layout.nodes[index];
        if part != Part::Node {
            return false;
        }
        visit(index).zip(parent.and_then(visit)).is_some_and(|(visit, parent)| visit < parent)
            || parent.is_some_and(|parent| self.is_from_before(parent))
    }

    /// Returns the place where the board of a child opens that is only a chip or a bar.
    pub(super) fn lens(&self, index: usize) -> Option<Lens> {
        let node = &self.layout.nodes[index];
        self.lens.filter(|_| node.parent == Some(self.focus) && node.form != Form::Board)
    }

    /// Begins a piece: all shapes that are drawn from now on belong to it.
    pub(super) fn begin(&mut self, kind: PieceKind, of: u64, at: Point) {
        self.begins.push(Begin { name: PieceName { kind, of }, at, first: self.shapes.len() });
    }

    /// Begins a piece of a node.
    pub(super) fn begin_at_node(&mut self, kind: PieceKind, index: usize) {
        let node = &self.layout.nodes[index];
        self.begin(kind, node.key, node.rect.min);
    }

    /// Returns the place of a node's board, chip or bar without its change. A node that becomes the current one, or returns, grows to its larger
    /// place during the motion to the frame; a node that no longer is shrinks back.
    pub(super) fn rect(&self, index: usize) -> Rect {
        let rect = self.place(index);
        let (center, half) = (rect.center(), self.sizes[index] / 2.0);
        let (x, y) = (rect.width() * half, rect.height() * half);
        Rect::new(center.x - x, center.y - y, center.x + x, center.y + y)
    }

    /// Returns the place of a node in its full size.
    fn place(&self, index: usize) -> Rect {
        let node = self.node(index);
        let Some(grown) = node.grown else { return node.rect };
        let is_marked = self.current == Some(index) || self.child == Some(index);
        let was_marked = self.marked_before.contains(&index);
        match self.look.way {
            Some(way) if way.share < 1.0 && was_marked != is_marked => {
                let (from, to) = if is_marked { (node.rect, grown) } else { (grown, node.rect) };
                between(from, to, eased(way.share))
            }
            _ if is_marked => grown,
            _ => node.rect,
        }
    }

    /// Returns the change of a node on the way to the frame, and its progress from 0 to 1.
    pub(super) fn change(&self, index: usize) -> Option<(Change, f32)> {
        let way = self.look.way?;
        let change = change_of(self.trace, self.node(index), self.states[index], way)?;
        Some((change, eased(way.share)))
    }

    /// Returns the colour that the chosen column gives to the shown visit of a node, or the colour of edges if the visit has no value. `None` without
    /// a column, or if no visit has begun.
    pub(super) fn column_color(&self, index: usize) -> Option<Color> {
        let colors = self.look.colors?;
        let is_single = self.layout.nodes[index].stands_for == 1;
        let visit = self.layout.nodes[index].visit_at(self.trace, self.look.frame).filter(|_| is_single)?;
        Some(colors.color(self.trace, visit).unwrap_or(Color::Edge))
    }

    /// Returns the rectangle at which edges meet a node.
    pub(super) fn rect_now(&self, index: usize) -> Rect {
        let rect = self.rect(index);
        match self.change(index) {
            Some((Change::Pruned, share)) => rect.shifted(sunk(self.layout, index, share)),
            Some((Change::Generated, share)) if self.layout.nodes[index].form == Form::Board => {
                self.growing(index, rect, share)
            }
            _ => rect,
        }
    }

    /// Returns the place of a node that grows out of its parent into `into`.
    pub(super) fn growing(&self, index: usize, into: Rect, share: f32) -> Rect {
        let Some(parent) = self.layout.nodes[index].parent else { return into };
        let root = port(self.rect_now(parent), self.layout.flow);
        between(Rect::square(root, 0.0), into, share)
    }

    /// Whether a node is on the current path. A node that is drawn in its previous state is not.
    pub(super) fn is_on_current_path(&self, index: usize) -> bool {
        self.current_path.contains(&index) && self.states[index] != NodeState::Unvisited
    }

    /// Whether a node is the current one or has just returned.
    pub(super) fn is_child(&self, index: usize) -> bool {
        self.child == Some(index) && self.states[index] != NodeState::Unvisited
    }
}

/// The size of a board without visits, relative to the most visited of its siblings.
const MIN_BY_VISITS: f32 = 0.7;

/// Returns the size of each board relative to its place: in a Monte-Carlo tree search, the children of the focus grow with the square root of
/// their visits, up to the most visited one.
pub(super) fn sizes_by_visits(trace: &Trace, layout: &FocusLayout, frame: usize) -> Vec<f32> {
    let mut sizes = vec![1.0; layout.nodes.len()];
    let Some(samples) = trace.samples().filter(|_| !layout.is_whole) else { return sizes };
    let is_board = |node: &FocusNode| node.parent == Some(layout.focus) && node.form == Form::Board;
    let visits = |node: &FocusNode| node.place.recorded().map_or(0.0, |node| samples.of(node, frame).visits as f32);
    let boards: Vec<(usize, f32)> = (0..)
        .zip(&layout.nodes)
        .filter(|(_, node)| is_board(node))
        .map(|(index, node)| (index, visits(node)))
        .collect();
    let most = boards.iter().map(|&(_, visits)| visits).fold(1.0, f32::max);
    for (index, visits) in boards {
        sizes[index] = MIN_BY_VISITS + (1.0 - MIN_BY_VISITS) * (visits / most).sqrt();
    }
    sizes
}

/// Returns the child that a visit enters at the next frame, if it enters one there.
pub(super) fn entered_next(trace: &Trace, visit: VisitId, frame: usize) -> Option<VisitId> {
    let next = trace.step(frame + 1).filter(|next| trace.is_search() && next.kind == FrameKind::Start)?;
    (trace.parent_visit(next.visit) == Some(visit)).then_some(next.visit)
}

/// The kind of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PieceKind {
    /// The edge from the parent to a node.
    Edge,
    /// A node, with the texts beside it.
    Node,
    /// The board that opens beside the chip of a node.
    Lens,
    /// The caption: the lines beside the focus.
    Caption,
    /// The player who moves at the focus.
    Player,
    /// The number of visits of a node.
    Layers,
    /// The badge with the type of a node.
    Type,
    /// The score at rest on its way to the parent.
    Score,
    /// An arrow of a note.
    Arrow,
}

/// The name of a piece, unique within a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PieceName {
    /// The kind of the piece.
    pub kind: PieceKind,
    /// The key of the node, see [`FocusNode::key`](super::FocusNode::key); or the number of the arrow.
    pub of: u64,
}

/// The shapes of one piece of a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// The name of the piece.
    pub name: PieceName,
    /// The origin of the piece: if only this differs between two pictures, the shapes are the same, moved.
    pub at: Point,
    /// The shapes, back to front, in coordinates of the picture.
    pub shapes: Vec<Shape>,
}

/// The start of a piece in a list of shapes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begin {
    pub name: PieceName,
    pub at: Point,
    pub first: usize,
}

/// Splits a list of shapes into the pieces that begin in it. Pieces without shapes are omitted.
pub(super) fn pieces(scene: Scene, begins: &[Begin]) -> Vec<Piece> {
    let mut shapes = scene.shapes.into_iter();
    let ends = begins.iter().skip(1).map(|next| Some(next.first)).chain([None]);
    let piece = |(begin, end): (&Begin, Option<usize>)| {
        let count = end.map_or(usize::MAX, |end| end - begin.first);
        Piece { name: begin.name, at: begin.at, shapes: shapes.by_ref().take(count).collect() }
    };
    begins.iter().zip(ends).map(piece).filter(|piece| !piece.shapes.is_empty()).collect()
}
