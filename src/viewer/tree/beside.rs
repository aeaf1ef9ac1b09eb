//! Two runs side by side: the nodes that are the same in both, and the node under the pointer in
//! one tile, which is marked in all.

use std::collections::HashSet;

use egui::emath::TSTransform;
use egui::{Id, Painter, Stroke, StrokeKind, Ui};

use crate::viewer::kit::paint::on_screen;
use crate::viewer::kit::theme::Palette;
use crate::viewer::session::{Run, RunId, Session};
use edagari_core::analysis::path_in;
use edagari_core::trace::NodeState;
use edagari_draw::scene::FocusLayout;

/// Returns the keys of the nodes that look the same in the run beside: they have the same state
/// and, once it is settled, the same score. `None` if no run beside it has the same game.
pub(super) fn alike_nodes(session: &Session, run: &Run, layout: &FocusLayout) -> Option<HashSet<u64>> {
    let trace = session.compared_with(run.id)?;
    let other = session.shown_runs().find(|other| std::sync::Arc::ptr_eq(&other.trace, &trace))?;
    let is_alike = |index: usize| {
        let node = &layout.nodes[index];
        let Some(path) = path_in(&run.trace, &layout.path(index), &other.trace) else { return false };
        let there = other.trace.state(other.trace.place(&path), other.frame);
        match (node.state(&run.trace, run.frame), there) {
            (NodeState::Scored { score, kind }, NodeState::Scored { score: other_score, kind: other_kind }) => {
                kind == other_kind
                    && run.trace.in_unit(score).in_billionths() == other.trace.in_unit(other_score).in_billionths()
            }
            (here, there) => std::mem::discriminant(&here) == std::mem::discriminant(&there),
        }
    };
    let single = (0..layout.nodes.len()).filter(|&index| layout.nodes[index].stands_for == 1);
    Some(single.filter(|&index| is_alike(index)).map(|index| layout.nodes[index].key).collect())
}

/// The node under the pointer: its run, and the moves that lead to it.
#[derive(Clone, PartialEq)]
struct Pointed {
    run: RunId,
    path: Vec<u32>,
}

/// Records the node under the pointer if it is in this tile, and returns the moves to the node under the pointer in another tile.
pub(super) fn pointed_elsewhere(
    ui: &Ui,
    session: &Session,
    run: &Run,
    has_pointer: bool,
    here: Option<Vec<u32>>,
) -> Option<Vec<u32>> {
    let id = Id::unique("node under the pointer");
    let before: Option<Pointed> = ui.data(|data| data.get_temp(id)).flatten();
    let is_mine = before.as_ref().is_some_and(|before| before.run == run.id);
    if has_pointer || is_mine {
        let now = here.filter(|_| has_pointer).map(|path| Pointed { run: run.id, path });
        if now != before {
            ui.data_mut(|data| data.insert_temp(id, now));
            // The other tiles may already be drawn for this redraw.
            ui.ctx().request_repaint();
        }
        return None;
    }
    let pointed = before?;
    let other = session.run(pointed.run).filter(|other| other.has_nodes_of(run))?;
    path_in(&other.trace, &pointed.path, &run.trace)
}

/// Draws a double ring around the node under the pointer, in its tile and in the others.
pub(super) fn pointed_mark(
    painter: &Painter,
    palette: &Palette,
    layout: &FocusLayout,
    node: Option<usize>,
    screen_from_scene: TSTransform,
) {
    let Some(node) = node.and_then(|node| layout.nodes.get(node)) else { return };
    for (reach, width) in [(2.5, 1.0), (5.5, 1.0)] {
        let rect = on_screen(node.rect.grown(reach), screen_from_scene);
        painter.rect_stroke(rect, 5.0 + reach, Stroke::new(width, palette.action), StrokeKind::Middle);
    }
}
