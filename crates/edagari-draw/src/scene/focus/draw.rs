//! The display list of a focus view at a frame.

use super::draw_chip::key_chips;
use super::draw_edges::edges;
use super::draw_node::{lens, node};
use super::draw_words::{caption, who_moves};
use super::drawing::{Begin, Piece, PieceKind, pieces};
use super::drawing::{Drawing, FocusLook, entered_next, sizes_by_visits};
use super::effects::{afterglow, resting_score};
use super::layout::FocusLayout;
use super::marks::type_badges;
use super::node::FocusNode;
use super::request::Moment;
use crate::scene::Scene;
use crate::scene::shape::fade;
use edagari_core::game::Player;
use edagari_core::trace::{NodeState, Trace};

/// The opacity of nodes that a compared run has as well, if only differences are shown.
const ALIKE: f32 = 0.2;

/// Draws a layout as one scene, badges on top.
#[must_use]
pub fn draw_focus(trace: &Trace, layout: &FocusLayout, look: &FocusLook<'_>) -> Scene {
    let (mut scene, badges) = draw_focus_below(trace, layout, look);
    scene.shapes.extend(badges.shapes);
    scene
}

/// Draws a layout like [`draw_focus`], split into its pieces.
#[must_use]
pub fn draw_focus_pieces(trace: &Trace, layout: &FocusLayout, look: &FocusLook<'_>) -> Vec<Piece> {
    let mut drawing = below_badges(trace, layout, look);
    badges(&mut drawing);
    pieces(Scene { shapes: drawing.shapes }, &drawing.begins)
}

/// Draws a layout into two scenes: everything but the badges, and the badges, which are drawn above the marks of nodes.
#[must_use]
pub fn draw_focus_below(trace: &Trace, layout: &FocusLayout, look: &FocusLook<'_>) -> (Scene, Scene) {
    let mut drawing = below_badges(trace, layout, look);
    let below = Scene { shapes: std::mem::take(&mut drawing.shapes) };
    badges(&mut drawing);
    (below, Scene { shapes: drawing.shapes })
}

fn badges(drawing: &mut Drawing<'_>) {
    type_badges(drawing);
}

/// Prepares the drawing of a layout: finds the nodes that are marked at the frame.
pub(super) fn prepared<'a>(trace: &'a Trace, layout: &'a FocusLayout, look: &'a FocusLook<'_>) -> Drawing<'a> {
    let states = layout.nodes.iter().map(|node| node.state(trace, look.frame)).collect();
    let (current_path, is_in_sight) = match &look.moment.current {
        Some(current) => layout.showing_path(trace, current, look.frame),
        None => (Vec::new(), false),
    };
    let current = current_path.last().copied().filter(|_| is_in_sight);
    let path = look.moment.child();
    let child = path.as_ref().and_then(|path| layout.showing(trace, path, look.frame));
    let group = path.as_ref().filter(|_| child.is_none()).and_then(|path| layout.group_with(path));
    let member = group.zip(path).and_then(|(group, path)| layout.member(trace, group, &path));
    let current = current.or(group.filter(|_| look.moment.returned.is_none()));
    let child = child.or(group);
    let best_line = layout.showing_path(trace, look.best_line, look.frame).0;
    let best_line = if look.best_line.is_empty() { Vec::new() } else { best_line };
    let shapes = Vec::with_capacity(layout.nodes.len() * 24);
    let begins = Vec::with_capacity(layout.nodes.len() * 2);
    let (next, best) = (None, None);
    let mut drawing = Drawing {
        trace,
        layout,
        look,
        states,
        sizes: sizes_by_visits(trace, layout, look.frame),
        current_path,
        current,
        child,
        member,
        next,
        best,
        best_line,
        marked_before: marked_before(trace, layout, look),
        focus: layout.focus,
        caption: layout.caption,
        key_chips: &layout.key_chips,
        lens: layout.lens,
        player_label: layout.player_label,
        instead: None,
        opacities: ([1.0; 2], 1.0),
        leaves: false,
        shapes,
        begins,
    };
    drawing.find_children_that_matter();
    drawing
}

/// Draws everything but the badges.
fn below_badges<'a>(trace: &'a Trace, layout: &'a FocusLayout, look: &'a FocusLook<'_>) -> Drawing<'a> {
    let mut drawing = prepared(trace, layout, look);
    edges(&mut drawing);
    for index in 0..layout.nodes.len() {
        if drawing.is_drawn(index) {
            drawing.begin_at_node(PieceKind::Node, index);
            node(&mut drawing, index);
        }
    }
    beside_focus(&mut drawing);
    fade_alike(&mut drawing);
    resting_score(&mut drawing);
    afterglow(&mut drawing);
    drawing
}

/// Returns the nodes that were the current one, or had just returned, at the frame where a motion starts.
fn marked_before(trace: &Trace, layout: &FocusLayout, look: &FocusLook<'_>) -> Vec<usize> {
    let Some(way) = look.way.filter(|way| way.share < 1.0) else { return Vec::new() };
    let before = Moment::of(trace, way.from);
    let shown = |path: Vec<u32>| layout.showing(trace, &path, way.from);
    let child = before.child();
    before.current.into_iter().chain(child).filter_map(shown).collect()
}

/// Draws caption, chips and open board of the focus. When the focus changes, those of the old focus fade out while the new ones fade in.
fn beside_focus(drawing: &mut Drawing<'_>) {
    let layout = drawing.layout;
    let crossing = layout.crossing.as_deref();
    for (before, opacity) in crossing.map_or(&[][..], |crossing| &crossing.beside) {
        let first = drawing.shapes.len();
        (drawing.focus, drawing.caption, drawing.player_label) = (before.focus, before.caption, before.player_label);
        (drawing.key_chips, drawing.lens) = (&before.key_chips, before.lens);
        all_beside_focus(drawing);
        fade(&mut drawing.shapes[first..], *opacity);
    }
    (drawing.focus, drawing.caption, drawing.player_label) = (layout.focus, layout.caption, layout.player_label);
    (drawing.key_chips, drawing.lens) = (&layout.key_chips, layout.lens);
    let first = drawing.shapes.len();
    all_beside_focus(drawing);
    if let Some(own) = crossing.map(|crossing| crossing.own).filter(|&own| own < 1.0) {
        fade(&mut drawing.shapes[first..], own);
    }
}

fn all_beside_focus(drawing: &mut Drawing<'_>) {
    if let Some(child) = drawing.child {
        drawing.begin_at_node(PieceKind::Lens, child);
        lens(drawing, child);
    }
    key_chips(drawing);
    caption(drawing);
    who_moves(drawing);
}

/// Fades the nodes that a compared run shows as well, and the edges to them, except on the current path.
fn fade_alike(drawing: &mut Drawing<'_>) {
    let Some(alike) = drawing.look.alike else { return };
    let on_path: Vec<u64> = drawing.current_path.iter().map(|&index| drawing.layout.nodes[index].key).collect();
    let ends = drawing.begins.iter().skip(1).map(|next| next.first).chain([drawing.shapes.len()]);
    let is_faint = |begin: &&(Begin, usize)| {
        matches!(begin.0.name.kind, PieceKind::Edge | PieceKind::Node | PieceKind::Lens | PieceKind::Layers)
            && alike.contains(&begin.0.name.of)
            && !on_path.contains(&begin.0.name.of)
    };
    let parts: Vec<(Begin, usize)> = drawing.begins.iter().copied().zip(ends).collect();
    for (begin, end) in parts.iter().filter(is_faint) {
        fade(&mut drawing.shapes[begin.first..*end], ALIKE);
    }
}

impl Drawing<'_> {
    /// Whether a node is drawn. Unvisited nodes below an unvisited or pruned child of the focus are
    /// not drawn, unless the whole tree is shown.
    pub(super) fn is_drawn(&self, index: usize) -> bool {
        let node = &self.layout.nodes[index];
        let Some(parent) = node.parent.filter(|_| self.states[index] == NodeState::Unvisited) else { return true };
        let is_below_child = self.layout.nodes[parent].parent == Some(self.layout.focus);
        self.layout.is_whole
            || !is_below_child
            || !matches!(self.states[parent], NodeState::Unvisited | NodeState::Pruned { .. })
    }

    /// Finds the child of the focus that the search enters at the next frame, unless a question about the run is open, and the child with the
    /// best score so far.
    fn find_children_that_matter(&mut self) {
        let (layout, frame) = (self.layout, self.look.frame);
        let focus = &layout.nodes[layout.focus];
        let children = || {
            layout.nodes.iter().enumerate().skip(layout.focus + 1).filter(|(_, node)| node.parent == Some(layout.focus))
        };
        let visit = focus.visit_at(self.trace, frame);
        if self.look.tells_next {
            let entered = visit.and_then(|visit| entered_next(self.trace, visit, frame));
            let place = entered.map(|visit| self.trace.node_of(visit));
            let is_entered =
                |node: &FocusNode| node.stands_for == 1 && node.place.recorded() == place && node.part.shows(entered);
            let mut children = children().filter(|(_, node)| place.is_some() && is_entered(node));
            self.next = children.next().map(|(index, _)| index);
        }
        if let Some(proofs) = self.trace.proofs() {
            // In a proof the best child is the one that most easily proves the claim, or disproves it.
            let number = |node: &FocusNode| {
                let numbers = proofs.of(node.place.recorded()?, frame)?;
                Some(if focus.player == Some(Player::Min) { numbers.disproof } else { numbers.proof })
            };
            let numbered = |(index, node): (usize, &FocusNode)| Some((number(node)?, index));
            self.best =
                children().filter(|(_, node)| node.stands_for == 1).filter_map(numbered).min().map(|(_, at)| at);
            return;
        }
        let value = visit.and_then(|visit| self.trace.value_by(visit, frame as u32));
        self.best = value.and_then(|value| {
            let has_value =
                |index: &usize| matches!(self.states[*index], NodeState::Scored { score, .. } if score == value);
            let own = |&(index, node): &(usize, &FocusNode)| node.stands_for == 1 && !self.is_from_before(index);
            children().filter(own).map(|(index, _)| index).find(has_value)
        });
    }
}
