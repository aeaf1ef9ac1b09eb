//! The layout of a focus view: the place of each node.

use std::sync::Arc;

use super::families::Path;
use super::node::{FocusNode, Form, Label, Route};
use super::part::{Part, child_key};
use super::request::FocusRequest;
use super::sizes::{Words, line};
use crate::scene::{Orientation, Point, Rect};
use edagari_core::trace::Trace;

/// The strength of the edge of a bar.
const FAINT: f32 = 0.5;

/// The nodes of a focus view and their places, in points from the upper left corner of the view.
///
/// ```
/// use std::collections::BTreeSet;
///
/// use edagari_core::language::Language;
/// use edagari_draw::scene::{FocusLayout, FocusLook, FocusOptions, FocusRequest, Moment, draw_focus, focus_at};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let cut = trace.next_cut(0).expect("α-β cuts");
/// let request = FocusRequest {
///     trace: &trace,
///     focus: &focus_at(&trace, cut),
///     in_sight: &[],
///     opened: &BTreeSet::new(),
///     other: None,
///     options: FocusOptions::default(),
/// };
/// let layout = FocusLayout::new(&request).expect("there is a root");
/// assert_eq!(layout.path(layout.focus), [0, 1]);
/// let scene = draw_focus(&trace, &layout, &FocusLook::plain(cut, &Moment::of(&trace, cut), Language::English));
/// assert!(scene.shapes.len() > layout.nodes.len());
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FocusLayout {
    /// The nodes, each after its parent.
    pub nodes: Vec<FocusNode>,
    /// The index of the focus.
    pub focus: usize,
    /// The direction in which the tree grows.
    pub orientation: Orientation,
    /// The width and height of the view, in points.
    pub size: (f32, f32),
    /// Whether the whole tree is shown, without strip and stage.
    pub is_whole: bool,
    /// The numbers of levels of the path that are hidden above and below those in the band.
    pub band_left_out: (usize, usize),
    /// The direction from the focus to its children.
    pub(super) flow: Orientation,
    /// The room for the lines beside the focus; `None` if there is none.
    pub(super) caption: Option<Rect>,
    /// The rooms for the key siblings, where the children of the focus are bars.
    pub(super) key_chips: Vec<Rect>,
    pub(super) words: Words,
    pub(super) lens: Option<Lens>,
    /// The line above the focus that shows the player to move, after the focus's move.
    pub(super) player_label: Option<Label>,
    /// The moves from the start of the run to the focus.
    pub(super) path: Vec<u32>,
    /// The state of the transition; `None` in a picture at rest.
    pub(super) crossing: Option<Arc<CrossFade>>,
}

/// The place where the board of a child of the focus opens that is drawn as a chip or a bar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lens {
    /// The rectangle of the board.
    pub rect: Rect,
    /// The room for the child's move.
    pub move_label: Label,
    /// The room for the child's score.
    pub note_label: Label,
}

/// The state of a picture between two layouts.
#[derive(Clone, Debug)]
pub(super) struct CrossFade {
    /// The transitions of the nodes, in the order of the picture's nodes.
    pub nodes: Vec<NodeFade>,
    /// The share of the way, from 0 to 1.
    pub share: f32,
    /// The two layouts, and the index of each node in the first layout, if it is in it.
    pub from: FocusLayout,
    pub to: FocusLayout,
    pub before: Vec<Option<usize>>,
    /// The lines of the first layout's edges as they were drawn, if it was itself in motion; else empty.
    pub lines: Vec<Option<EdgeLine>>,
    /// The opacity of caption, chips and open board of the focus.
    pub own: f32,
    /// Caption, chips and open board of earlier focuses, and their opacities.
    pub beside: Vec<(BesideFocus, f32)>,
}

/// The line of an edge, and the places of parent and node that it connects.
#[derive(Clone, Debug)]
pub(super) struct EdgeLine {
    pub points: Vec<Point>,
    pub parent: Rect,
    pub node: Rect,
}

/// The caption, chips and open board of a focus.
#[derive(Clone, Debug)]
pub(super) struct BesideFocus {
    /// The index of the focus to which they belong.
    pub focus: usize,
    pub caption: Option<Rect>,
    pub key_chips: Vec<Rect>,
    pub lens: Option<Lens>,
    pub player_label: Option<Label>,
}

/// The transition of a node.
#[derive(Clone, Debug)]
pub(super) struct NodeFade {
    /// The forms in which the node is drawn, if it changes its form: old ones fade out, the new one fades in.
    pub forms: Vec<FormFade>,
    /// Copies of the node with texts that fade out, and their opacities.
    pub leaving: Vec<(FocusNode, f32)>,
    /// The opacities of the move and the note.
    pub words: [f32; 2],
    /// The opacity of the content of the frame.
    pub inside: f32,
    /// The opacities of the edge: of the parts that are drawn even where siblings share a trunk, and of the parts that are not.
    pub edge: [f32; 2],
    /// The opacity factor of the edge for the form of the node: lower for bars.
    pub faint: f32,
}

/// A form of a node in transition.
#[derive(Clone, Debug)]
pub(super) struct FormFade {
    pub node: FocusNode,
    pub opacity: f32,
    /// Whether it is the form in the previous picture.
    pub leaves: bool,
    /// The opacities of the move and the note, and of the content of the frame.
    pub words: [f32; 2],
    pub inside: f32,
}

impl NodeFade {
    /// Creates the transition of a node at rest.
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

/// The inputs of a layout.
#[derive(Clone, Copy)]
pub(super) struct Outline<'a> {
    pub request: &'a FocusRequest<'a>,
    pub words: Words,
    pub path: &'a Path,
    /// The height of a board divided by its width.
    pub shape: f32,
}

impl Outline<'_> {
    /// Returns the shorter side of the view, in points.
    pub(super) fn short_side(&self) -> f32 {
        self.request.options.width.min(self.request.options.height)
    }

    /// Creates a layout without nodes.
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
    /// Clears the fold of nodes on the path and of nodes that have a child drawn as board or chip: only the others are folded.
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

    /// Whether another layout has the same nodes in the same places and forms.
    #[must_use]
    pub fn is_in_the_same_places(&self, other: &Self) -> bool {
        let place = |node: &FocusNode| (node.key, node.rect, node.form);
        self.nodes.len() == other.nodes.len() && self.nodes.iter().map(place).eq(other.nodes.iter().map(place))
    }

    /// Returns the moves from the start of the run to a node.
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
                // The parent is a node of the path that is not shown.
                moves.extend(self.path[..node.depth.saturating_sub(1)].iter().rev());
            }
            at = node.parent;
        }
        moves.reverse();
        moves
    }

    /// Returns the shown nodes on a path from the start of the run, and whether the end of the path is among them.
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

    /// Returns the node with a path; if only its visits are shown, the latest of them.
    fn node_with(&self, path_key: u64) -> Option<usize> {
        let of_path = |node: &FocusNode| node.path_key == path_key && node.stands_for == 1;
        self.node_with_key(path_key).or_else(|| self.nodes.iter().rposition(of_path))
    }

    pub(super) fn node_with_key(&self, key: u64) -> Option<usize> {
        self.nodes.iter().position(|node| node.key == key && node.stands_for == 1)
    }

    /// Returns the index of the node that shows the end of `path` at a frame: the node itself or, if only its visits are shown, the one that is or
    /// contains the latest visit at that frame.
    #[must_use]
    pub fn showing(&self, trace: &Trace, path: &[u32], frame: usize) -> Option<usize> {
        let key = path.iter().fold(0, |key, &mv| child_key(key, mv));
        self.node_with_key(key).or_else(|| self.visits_showing(trace, key, frame).next())
    }

    /// Returns the indexes of the nodes that show the latest visit of a node at a frame.
    fn visits_showing(&self, trace: &Trace, path_key: u64, frame: usize) -> impl Iterator<Item = usize> {
        let shows = move |node: &FocusNode| {
            node.path_key == path_key && node.part != Part::Node && node.part.shows(trace.visit_at(node.place, frame))
        };
        self.nodes.iter().enumerate().filter(move |(_, node)| shows(node)).map(|(index, _)| index)
    }

    /// Returns the shown nodes and visits on a path from the start of the run at a frame, and whether the end of the path is among them.
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
            // The visit comes before its node, so that the node is the last element.
            indexes.extend(self.visits_showing(trace, key, frame));
            indexes.extend(self.node_with_key(key));
            is_end = length == path.len() && indexes.len() > before;
        }
        (indexes, is_end)
    }

    /// Returns the node that a path leads to, if it is shown.
    #[must_use]
    pub fn node_at_path(&self, path: &[u32]) -> Option<usize> {
        self.node_with(path.iter().fold(0, |key, &mv| child_key(key, mv)))
    }

    /// Returns the node whose rectangle contains a point.
    #[must_use]
    pub fn node_at(&self, point: Point) -> Option<usize> {
        self.nodes.iter().position(|node| holds(node.rect, point))
    }

    /// Returns the node whose rectangle contains a point, otherwise the node with a text beside its board there.
    #[must_use]
    pub fn node_or_text_at(&self, point: Point) -> Option<usize> {
        let has_text = |node: &FocusNode| {
            [node.move_label, node.note_label].into_iter().flatten().any(|label| holds(label.rect, point))
        };
        self.node_at(point).or_else(|| self.nodes.iter().position(has_text))
    }

    /// Returns the places of the texts: moves and notes beside boards, chips, and the lines beside the focus.
    pub(in crate::scene) fn places_of_texts(&self) -> Vec<Rect> {
        let labels = self.nodes.iter().flat_map(|node| [node.move_label, node.note_label]).flatten();
        let chips = self.nodes.iter().filter(|node| node.form == Form::Chip).map(|node| node.rect);
        labels.map(|label| label.rect).chain(chips).chain(self.key_chips.iter().copied()).chain(self.caption).collect()
    }

    /// Returns the transition of a node; `None` in a picture at rest.
    pub(super) fn crossing_of(&self, node: usize) -> Option<&NodeFade> {
        self.crossing.as_ref()?.nodes.get(node)
    }

    /// Returns the place where the board of a child of the focus opens while it is the current node or has just returned, if it is drawn as a chip, a
    /// bar or a member of a group.
    #[must_use]
    pub fn lens(&self, node: usize) -> Option<Lens> {
        let node = &self.nodes[node];
        self.lens.filter(|_| node.parent == Some(self.focus) && node.form != Form::Board)
    }

    /// Returns the area of the band of far ancestors, if it hides some of them.
    #[must_use]
    pub fn band(&self) -> Option<Rect> {
        let chips = self.nodes.iter().filter(|node| node.is_on_path && node.form == Form::Chip);
        let covers = chips.map(|node| node.rect).reduce(Rect::union);
        covers.filter(|_| self.band_left_out != (0, 0))
    }

    /// Returns the area of the number of nodes below a folded node. `None` if the nodes below are shown or there is no room.
    #[must_use]
    pub fn folded_mark(&self, node: usize) -> Option<Rect> {
        self.nodes[node].folded_mark(&self.words)
    }

    /// Whether there is a second line beside the focus, which has the next step.
    #[must_use]
    pub fn has_room_for_next_step(&self) -> bool {
        let least = line(self.words.caption) + line(self.words.small);
        self.caption.is_some_and(|caption| !self.is_whole && caption.height() >= least - 0.5)
    }

    /// Returns the smallest rectangle that contains all nodes and the caption.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.nodes.iter().map(FocusNode::extent).chain(self.caption).reduce(Rect::union).unwrap_or_default()
    }
}

fn holds(rect: Rect, point: Point) -> bool {
    rect.min.x <= point.x && point.x <= rect.max.x && rect.min.y <= point.y && point.y <= rect.max.y
}
