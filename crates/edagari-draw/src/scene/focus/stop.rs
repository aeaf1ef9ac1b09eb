//! The picture that an interrupted motion leaves: every shape stays where it was drawn, as the start of the next motion.

use std::sync::Arc;

use super::cross_fade::{Change, sunk};
use super::draw::prepared;
use super::draw_edges::lines_drawn;
use super::drawing::{Drawing, FocusLook};
use super::layout::{CrossFade, FocusLayout, NodeFade};
use super::node::{FocusNode, Label};
use super::request::Moment;
use crate::scene::{Point, Way};
use edagari_core::language::Language;
use edagari_core::trace::Trace;

/// Returns a picture in the state in which it was drawn on the way to a frame: growing or shrinking
/// boards keep their current size, and sinking skipped siblings their current place. Otherwise a
/// later frame, which marks other nodes, would draw them elsewhere.
#[must_use]
pub fn stopped(trace: &Trace, layout: &FocusLayout, frame: usize, way: Way) -> FocusLayout {
    let moment = Moment::of(trace, frame);
    let look = FocusLook { way: Some(way), ..FocusLook::plain(frame, &moment, Language::English) };
    let mut drawing = prepared(trace, layout, &look);
    let mut stopped = layout.clone();
    for (index, node) in stopped.nodes.iter_mut().enumerate() {
        stop(&mut drawing, index, node);
    }
    let lines = lines_drawn(&drawing);
    let crossing = layout.crossing.as_deref();
    let mut nodes =
        crossing.map_or_else(|| layout.nodes.iter().map(NodeFade::still).collect(), |now| now.nodes.clone());
    for (index, (now, before)) in nodes.iter_mut().zip(crossing.map_or(&[][..], |now| &now.nodes)).enumerate() {
        for (form, drawn) in now.forms.iter_mut().zip(&before.forms) {
            drawing.instead = Some((index, &drawn.node));
            stop(&mut drawing, index, &mut form.node);
        }
        drawing.instead = None;
        for (node, _) in &mut now.leaving {
            shift_words(node, sinking(&drawing, index));
        }
    }
    stopped.crossing = None;
    let before = (0..stopped.nodes.len()).map(Some).collect();
    let (from, to) = (stopped.clone(), stopped.clone());
    let (own, beside) = crossing.map_or_else(|| (1.0, Vec::new()), |now| (now.own, now.beside.clone()));
    stopped.crossing = Some(Arc::new(CrossFade { nodes, share: 0.0, from, to, before, lines, own, beside }));
    stopped
}

fn stop(drawing: &mut Drawing<'_>, index: usize, node: &mut FocusNode) {
    let by = sinking(drawing, index);
    (node.rect, node.grown) = (drawing.rect_now(index), None);
    shift_words(node, by);
}

/// Returns how far a skipped sibling is from its place.
fn sinking(drawing: &Drawing<'_>, index: usize) -> Point {
    match drawing.change(index) {
        Some((Change::Pruned, share)) => sunk(drawing.layout, index, share),
        _ => Point::default(),
    }
}

fn shift_words(node: &mut FocusNode, by: Point) {
    let shifted = |label: Label| Label { rect: label.rect.shifted(by), ..label };
    (node.move_label, node.note_label) = (node.move_label.map(shifted), node.note_label.map(shifted));
    node.mark = node.mark.map(|mark| mark.shifted(by));
}
