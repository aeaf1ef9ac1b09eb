//! The display list of a focus view at a frame.

use super::draw_edges::edges;
use super::draw_node::{lens, node};
use super::drawing::{Drawing, FocusLook};
use super::footer::footer;
use super::layer_badge::layer_badges;
use super::layout::FocusLayout;
use super::piece::{Piece, PieceKind, pieces};
use super::type_badge::type_badges;
use crate::scene::{Color, Ink, Orientation, Rect, Scene, Shape};
use crate::trace::Trace;

/// Draws a layout.
#[must_use]
pub fn draw_focus(trace: &Trace, layout: &FocusLayout, look: &FocusLook<'_>) -> Scene {
    let (mut scene, badges) = draw_focus_below(trace, layout, look);
    scene.shapes.extend(badges.shapes);
    scene
}

/// Draws a layout as [`draw_focus`] does, by its pieces.
#[must_use]
pub fn draw_focus_pieces(trace: &Trace, layout: &FocusLayout, look: &FocusLook<'_>) -> Vec<Piece> {
    let mut drawing = below_badges(trace, layout, look);
    badges(&mut drawing);
    pieces(Scene { shapes: drawing.shapes }, &drawing.begins)
}

/// Draws a layout, and apart from it the badges that lie above what marks a node.
#[must_use]
pub fn draw_focus_below(trace: &Trace, layout: &FocusLayout, look: &FocusLook<'_>) -> (Scene, Scene) {
    let mut drawing = below_badges(trace, layout, look);
    let below = Scene { shapes: std::mem::take(&mut drawing.shapes) };
    badges(&mut drawing);
    (below, Scene { shapes: drawing.shapes })
}

fn badges(drawing: &mut Drawing<'_>) {
    layer_badges(drawing);
    type_badges(drawing);
}

/// All but the badges.
fn below_badges<'a>(trace: &'a Trace, layout: &'a FocusLayout, look: &'a FocusLook<'_>) -> Drawing<'a> {
    let states = layout.nodes.iter().map(|node| node.state(trace, look.frame)).collect();
    let (current_path, is_in_sight) = match &look.moment.current {
        Some(current) => layout.showing_path(trace, current, look.frame),
        None => (Vec::new(), false),
    };
    let current = current_path.last().copied().filter(|_| is_in_sight);
    let child = look.moment.child().and_then(|path| layout.showing(trace, &path, look.frame));
    let best_line = layout.showing_path(trace, look.best_line, look.frame).0;
    let best_line = if look.best_line.is_empty() { Vec::new() } else { best_line };
    let shapes = Vec::with_capacity(layout.nodes.len() * 24);
    let begins = Vec::with_capacity(layout.nodes.len() * 2);
    let mut drawing = Drawing { trace, layout, look, states, current_path, current, child, best_line, shapes, begins };
    drawing.depth_shades();
    edges(&mut drawing);
    for index in 0..layout.nodes.len() {
        drawing.begin_at_node(PieceKind::Node, index);
        node(&mut drawing, index);
    }
    if let Some(child) = child {
        drawing.begin_at_node(PieceKind::Lens, child);
        lens(&mut drawing, child);
    }
    footer(&mut drawing);
    drawing
}

impl Drawing<'_> {
    fn depth_shades(&mut self) {
        let (width, height) = self.layout.size;
        let columns = &self.layout.columns;
        for (index, column) in columns.iter().enumerate() {
            if column.depth % 2 == 0 {
                continue;
            }
            let middle = |a: f32, b: f32| f32::midpoint(a, b);
            let start = match index.checked_sub(1) {
                Some(before) => middle(columns[before].span.1, column.span.0),
                None => column.span.0 - 8.0,
            };
            let edge = match self.layout.orientation {
                Orientation::LeftToRight => width,
                Orientation::TopDown => height,
            };
            let end = columns.get(index + 1).map_or(edge, |next| middle(column.span.1, next.span.0));
            let rect = match self.layout.orientation {
                Orientation::LeftToRight => Rect::new(start, 0.0, end, height),
                Orientation::TopDown => Rect::new(0.0, start, width, end),
            };
            self.begin_at_depth(PieceKind::Shade, column.depth, start);
            let fill = Some(Ink::full(Color::DepthShade));
            self.shapes.push(Shape::Rect { rect, corner: 0.0, fill, stroke: None });
        }
    }
}
