//! The layout of a focus view: the place of every node.

use std::sync::Arc;

use super::families::Path;
use super::node::{FocusNode, Form, Label, Route};
use super::part::{Part, child_key};
use super::request::FocusRequest;
use super::sizes::Words;
use crate::scene::{Orientation, Point, Rect};
use crate::trace::Trace;

/// The strength of the edge of a bar.
const FAINT: f32 = 0.5;

/// The nodes of a focus view and their places, in points from the upper left corner of the place.
#[derive(Clone, Debug)]
pub struct FocusLayout {
    /// The nodes, each behind its parent.
    pub nodes: Vec<FocusNode>,
    /// The index of the focus.
    pub focus: usize,
    /// The direction in which the tree grows.
    pub orientation: Orientation,
    /// The width and height of the place.
    pub size: (f32, f32),
    /// Whether the whole tree is shown.
    pub is_whole: bool,
    /// The numbers of levels of the path that the band leaves out above and below.
    pub band_left_out: (usize, usize),
    /// The direction from the focus to its children.
    pub(super) flow: Orientation,
    /// Room for the lines beside the focus.
    pub(super) caption: Option<Rect>,
    /// Room for the siblings that matter, where the children of the focus are bars.
    pub(super) key_chips: Vec<Rect>,
    pub(super) words: Words,
    pub(super) lens: Option<Lens>,
    /// The line above the focus that says who moves there, behind its move.
    pub(super) player_label: Option<Label>,
    /// The moves to the focus.
    pub(super) path: Vec<u32>,
    /// The state of the transition, in a picture between two others.
    pub(super) crossing: Option<Arc<Crossing>>,
}

/// The place where a child of the focus that is no board opens.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lens {
    /// The place of its board.
    pub rect: Rect,
    /// Room for its move.
    pub move_label: Label,
    /// Room for its score.
    pub note_label: Label,
}

/// The state of a picture on its way to another.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// The nodes, in the order of the picture.
    pub nodes: Vec<NodeCrossing>,
    /// The part of the way, from 0 to 1.
    pub share: f32,
    /// The two pictures, and the place in the first of each node that is in it.
    pub from: FocusLayout,
    pub to: FocusLayout,
    pub before: Vec<Option<usize>>,
    /// The edges of the first picture as they were drawn, where that was on its way itself.
    pub edges: Vec<Option<Vec<Point>>>,
    /// The opacity of caption, chips and open board of the focus.
    pub own: f32,
    /// Those of focuses before, and their opacities.
    pub beside: Vec<(BesideFocus, f32)>,
}

/// Caption, chips and open board of a focus.
#[derive(Clone, Debug)]
pub(super) struct BesideFocus {
    /// The index of that focus.
    pub focus: usize,
    pub caption: Option<Rect>,
    pub key_chips: Vec<Rect>,
    pub lens: Option<Lens>,
    pub player_label: Option<Label>,
}

/// A node on its way.
#[derive(Clone, Debug)]
pub(super) struct NodeCrossing {
    /// The forms in which it is drawn, if it changes its form: old ones fade out, the new one fades in.
    pub forms: Vec<FormCrossing>,
    /// The node with words that go, and their opacity.
    pub leaving: Vec<(FocusNode, f32)>,
    /// The opacities of its move and of its note.
    pub words: [f32; 2],
    /// The opacity of what is in its frame.
    pub inside: f32,
    /// The opacity of its edge: what is drawn where siblings share a trunk too, and what is not.
    pub edge: [f32; 2],
    /// How faint its edge is for its form.
    pub faint: f32,
}

/// A form of a node on its way.
#[derive(Clone, Debug)]
pub(super) struct FormCrossing {
    pub node: FocusNode,
    pub opacity: f32,
    /// Whether it is the form of a picture before.
    pub leaves: bool,
    /// The opacities of its move and of its note, and of what is in its frame.
    pub words: [f32; 2],
    pub inside: f32,
}

impl NodeCrossing {
    /// A node at rest.
    pub(super) fn still(node: &FocusNode) -> Self {
        let edge = match node.route {
            Route::Hidden => [0.0; 2],
            Route::Bus { .. } => [1.0, 0.0],
            Route::Curve(_) | Route::Elbow { .. } => [1.0; 2],
        };
        let faint = if node.form == Form::Bar { FAINT } else { 1.0 };
        Self { forms: Vec::new(), leaving: Vec::new(), words: [1.0; 2], inside: 1.0, edge, faint }
    }
}

/// All that a focus view is laid out from.
#[derive(Clone, Copy)]
pub(super) struct Outline<'a> {
    pub request: &'a FocusRequest<'a>,
    pub words: Words,
    pub path: &'a Path,
    /// The height of a board over its width.
    pub shape: f32,
}

impl Outline<'_> {
    /// The shorter side of the place.
    pub(super) fn short_side(&self) -> f32 {
        self.request.options.width.min(self.request.options.height)
    }

    /// An empty picture.
    pub(super) fn blank(&self) -> FocusLayout {
        let options = &self.request.options;
        FocusLayout {
            nodes: Vec::new(),
            focus: 0,
            orientation: options.orientation,
            size: (options.width, options.height),
            is_whole: false,
            band_left_out: (0, 0),
            flow: options.orientation,
            caption: None,
            key_chips: Vec::new(),
            words: self.words,
            lens: None,
            player_label: None,
            path: self.path.moves.clone(),
            crossing: None,
        }
    }
}

impl FocusLayout {
    /// Only nodes whose children are out of sight, or but bars, are folded.
    pub(super) fn note_folded(&mut self) {
        let mut has_children = vec![false; self.nodes.len()];
        for node in self.nodes.iter().filter(|node| node.form != Form::Bar) {
            if let Some(parent) = node.parent {
                has_children[parent] = true;
            }
        }
        for (node, has_children) in self.nodes.iter_mut().zip(has_children) {
            node.is_folded &= !has_children && !node.is_on_path;
            if !node.is_folded {
                node.fold = None;
            }
        }
    }

    /// Whether another layout has the same nodes in the same places.
    #[must_use]
    pub fn is_in_the_same_places(&self, other: &Self) -> bool {
        let place = |node: &FocusNode| (node.key, node.rect, node.form);
        self.nodes.len() == other.nodes.len() && self.nodes.iter().map(place).eq(other.nodes.iter().map(place))
    }

    /// The moves from the start of the run to a node.
    #[must_use]
    pub fn path(&self, node: usize) -> Vec<u32> {
        let mut moves = Vec::new();
        let mut at = Some(node);
        while let Some(index) = at {
            let node = &self.nodes[index];
            if node.is_on_path {
                moves.extend(self.path[..node.depth].iter().rev());
                break;
            }
            moves.extend(node.mv);
            if node.parent.is_none() {
                // Its parent is a node of the path that is out of sight.
                moves.extend(self.path[..node.depth.saturating_sub(1)].iter().rev());
            }
            at = node.parent;
        }
        moves.reverse();
        moves
    }

    /// The shown nodes that lie on a path from the start of the run, and whether the end of the path is among them.
    #[must_use]
    pub fn indexes_on_path(&self, path: &[u32]) -> (Vec<usize>, bool) {
        let mut key = 0;
        let mut indexes: Vec<usize> = self.node_with(0).into_iter().collect();
        let mut is_end = path.is_empty() && !indexes.is_empty();
        for (index, &mv) in path.iter().enumerate() {
            key = child_key(key, mv);
            if let Some(found) = self.node_with(key) {
                indexes.push(found);
                is_end = index + 1 == path.len();
            }
        }
        (indexes, is_end)
    }

    /// The node with a path; where its visits alone are shown, the latest of them.
    fn node_with(&self, path_key: u64) -> Option<usize> {
        let of_path = |node: &FocusNode| node.path_key == path_key && node.stands_for == 1;
        self.node_with_key(path_key).or_else(|| self.nodes.iter().rposition(of_path))
    }

    pub(super) fn node_with_key(&self, key: u64) -> Option<usize> {
        self.nodes.iter().position(|node| node.key == key && node.stands_for == 1)
    }

    /// The place in the picture where a node is seen at a frame: the node itself or, where its visits alone are shown, the one that is
    /// the latest then, or stands for it.
    #[must_use]
    pub fn showing(&self, trace: &Trace, path: &[u32], frame: usize) -> Option<usize> {
        let key = path.iter().fold(0, |key, &mv| child_key(key, mv));
        self.node_with_key(key).or_else(|| self.visits_showing(trace, key, frame).next())
    }

    /// The places that show the visit of a node which is the latest at a frame.
    fn visits_showing(&self, trace: &Trace, path_key: u64, frame: usize) -> impl Iterator<Item = usize> {
        let shows = move |node: &FocusNode| {
            node.path_key == path_key && node.part != Part::Node && node.part.shows(trace.visit_at(node.place, frame))
        };
        self.nodes.iter().enumerate().filter(move |(_, node)| shows(node)).map(|(index, _)| index)
    }

    /// What is shown of the nodes on a path from the start of the run at a frame, and whether the end of the path is among them.
    #[must_use]
    pub fn showing_path(&self, trace: &Trace, path: &[u32], frame: usize) -> (Vec<usize>, bool) {
        let mut key = 0;
        let mut indexes = Vec::new();
        let mut is_end = false;
        for length in 0..=path.len() {
            if let Some(before) = length.checked_sub(1) {
                key = child_key(key, path[before]);
            }
            let before = indexes.len();
            // The visit comes first, so that the node itself is the last.
            indexes.extend(self.visits_showing(trace, key, frame));
            indexes.extend(self.node_with_key(key));
            is_end = length == path.len() && indexes.len() > before;
        }
        (indexes, is_end)
    }

    /// The node that a path leads to, if it is shown.
    #[must_use]
    pub fn node_at_path(&self, path: &[u32]) -> Option<usize> {
        self.node_with(path.iter().fold(0, |key, &mv| child_key(key, mv)))
    }

    /// The node at a point.
    #[must_use]
    pub fn node_at(&self, point: Point) -> Option<usize> {
        let holds = |rect: Rect| {
            rect.min.x <= point.x && point.x <= rect.max.x && rect.min.y <= point.y && point.y <= rect.max.y
        };
        self.nodes.iter().position(|node| holds(node.rect))
    }

    /// The transition of a node, in a picture between two others.
    pub(super) fn crossing_of(&self, node: usize) -> Option<&NodeCrossing> {
        self.crossing.as_ref()?.nodes.get(node)
    }

    /// The place where the board of a child of the focus opens while it is the current node or has just returned, if it is a chip or a bar, or a
    /// member of a group.
    #[must_use]
    pub fn lens(&self, node: usize) -> Option<Lens> {
        let node = &self.nodes[node];
        self.lens.filter(|_| node.parent == Some(self.focus) && node.form != Form::Board)
    }

    /// The area of the band of far ancestors, if it leaves some of them out.
    #[must_use]
    pub fn band(&self) -> Option<Rect> {
        let chips = self.nodes.iter().filter(|node| node.is_on_path && node.form == Form::Chip);
        let covers = chips.map(|node| node.rect).reduce(Rect::union);
        covers.filter(|_| self.band_left_out != (0, 0))
    }

    /// Where it says how many nodes lie below a node; nothing where these are in sight or there is no room for it.
    #[must_use]
    pub fn folded_mark(&self, node: usize) -> Option<Rect> {
        let node = &self.nodes[node];
        let width = node.fold?.width(&self.words);
        let mark = node.mark.filter(|mark| mark.width() + 0.5 >= width)?;
        let left = if node.form == Form::Chip { mark.max.x - width } else { mark.min.x };
        Some(Rect::new(left, mark.min.y, left + width, mark.max.y))
    }

    /// The area that all nodes cover.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.nodes.iter().map(FocusNode::extent).chain(self.caption).reduce(Rect::union).unwrap_or_default()
    }
}
