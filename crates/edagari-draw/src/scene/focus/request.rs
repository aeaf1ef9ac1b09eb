//! The inputs of a focus view: the request for a layout, and the moment that is drawn.

use std::collections::BTreeSet;

use crate::scene::Orientation;
use edagari_core::trace::{NodeId, Trace};

/// A request for a focus view: run, focus, opened nodes and size.
#[derive(Clone, Copy, Debug)]
pub struct FocusRequest<'a> {
    /// The run that is shown.
    pub trace: &'a Trace,
    /// The moves from the start of the run to the focus.
    pub focus: &'a [u32],
    /// The moves to other nodes that must be visible, such as the current node while the user looks elsewhere. Linked pictures have those of
    /// both, so that nodes that both show are at the same places.
    pub in_sight: &'a [Vec<u32>],
    /// The moves to the nodes that the user opened: their children are shown.
    pub opened: &'a BTreeSet<Vec<u32>>,
    /// The linked run: nodes that it never visited are marked, and both pictures have the nodes that they share at the same places. `None` without a
    /// linked run.
    pub other: Option<&'a Trace>,
    /// The options of the layout.
    pub options: FocusOptions,
}

impl FocusRequest<'_> {
    /// Whether each visit is shown separately: only if the option is set and nodes are visited several times.
    pub(super) fn is_apart(&self) -> bool {
        self.options.passes_apart && self.trace.has_layers()
    }

    /// Whether this picture or the linked one shows each visit separately: both have the room.
    pub(super) fn is_apart_in_either(&self) -> bool {
        self.is_apart() || self.options.passes_apart && self.other.is_some_and(Trace::has_layers)
    }
}

/// The options of a focus view's layout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FocusOptions {
    /// The width of the view, in points.
    pub width: f32,
    /// The height of the view, in points.
    pub height: f32,
    /// The direction in which the tree grows.
    pub orientation: Orientation,
    /// Whether siblings that a cut skips together are merged into one.
    pub group_pruned: bool,
    /// Whether each visit of a node that has several is shown separately.
    pub passes_apart: bool,
    /// Whether families are in the game's order: more than two linked runs search in different orders.
    pub game_order: bool,
    /// The change of the room for the levels below the focus, from −3 to 3; 0 is the usual room.
    pub weight_below: i8,
    /// The factor for the font sizes, 1 for the usual ones.
    pub text_scale: f32,
    /// The smallest and the largest finite score of the run; room is reserved for them, so that nothing moves when they appear.
    pub scores: Option<(i32, i32)>,
    /// The number of levels by which the band of far ancestors is scrolled towards the root.
    pub band_scroll: usize,
}

impl Default for FocusOptions {
    fn default() -> Self {
        Self {
            width: 960.0,
            height: 600.0,
            orientation: Orientation::LeftToRight,
            group_pruned: false,
            passes_apart: false,
            game_order: false,
            weight_below: 0,
            text_scale: 1.0,
            scores: None,
            band_scroll: 0,
        }
    }
}

/// The current node of a frame, and the child that has just returned.
///
/// ```
/// use edagari_draw::scene::Moment;
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let cut = trace.next_cut(0).expect("α-β cuts");
/// let moment = Moment::of(&trace, cut);
/// assert_eq!(moment, Moment { current: Some(vec![0, 1]), returned: Some(0) });
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moment {
    /// The moves to the current node; `None` if the run has no frames.
    pub current: Option<Vec<u32>>,
    /// The move from the current node to the child that has just returned.
    pub returned: Option<u32>,
}

impl Moment {
    /// Returns the moment of `frame`.
    #[must_use]
    pub fn of(trace: &Trace, frame: usize) -> Self {
        let current = trace.step(frame).map(|step| trace.path(step.node));
        let returned = trace.returned_child(frame).and_then(|child| trace.move_of(trace.node_of(child)));
        Self { current, returned }
    }

    /// Returns the moves to the child that has just returned, or to the current node if none has. `None` if there is no current node.
    #[must_use]
    pub fn child(&self) -> Option<Vec<u32>> {
        let mut path = self.current.clone()?;
        path.extend(self.returned);
        Some(path)
    }
}

/// Returns the moves to the focus of a frame: the current node, or its parent if the visit has no children, like those
/// of leaves, at a depth limit, and that the table answers. Therefore nothing moves while the search steps through leaves.
#[must_use]
pub fn focus_at(trace: &Trace, frame: usize) -> Vec<u32> {
    let Some(step) = trace.step(frame) else { return Vec::new() };
    let mut path = trace.path(step.node);
    if step.node != NodeId::ROOT && trace.is_leaf_visit(step.visit) {
        path.pop();
    }
    path
}
