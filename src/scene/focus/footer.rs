//! The footer: the depths, and α and β of each level of the current path.

use super::along::has_bounds_below;
use super::drawing::Drawing;
use super::piece::PieceKind;
use super::sizes::line;
use crate::scene::{Anchor, Color, Ink, Orientation, Point, Shape};
use crate::score::{Score, Window};
use crate::trace::NodeState;

/// Levels thinner than this have their depth alone beside them, where the tree grows downwards.
const THINNEST: f32 = 42.0;

pub(super) fn footer(drawing: &mut Drawing<'_>) {
    let small = drawing.layout.words.small;
    let row = line(small);
    let (_, height) = drawing.layout.size;
    let has_bounds_below = has_bounds_below(height, drawing.trace.is_search());
    let lines = if has_bounds_below { 3.0 } else { 1.0 };
    let top = height - lines * row - 2.0;
    if has_bounds_below && drawing.layout.orientation == Orientation::LeftToRight {
        drawing.begin(PieceKind::FooterNames, 0, Point::default());
        for (place, text, color) in [(0.0, "α", Color::Max), (1.0, "β", Color::Min)] {
            word(drawing, Point::new(3.0, top + row * (place + 0.5)), Anchor::Left, text.to_owned(), Ink::full(color));
        }
    }
    let mut before: Option<Window> = None;
    for column in drawing.layout.columns.clone() {
        let middle = f32::midpoint(column.span.0, column.span.1);
        let window = window_at(drawing, column.depth);
        let bounds = window.map(|window| {
            let faded = |same: bool, color| if same { Ink::faded(color, 0.6) } else { Ink::full(color) };
            let [same_alpha, same_beta] = match before {
                Some(before) => [before.alpha == window.alpha, before.beta == window.beta],
                None => [window.alpha == Score::NEG_INFINITY, window.beta == Score::INFINITY],
            };
            [(window.alpha, faded(same_alpha, Color::Max)), (window.beta, faded(same_beta, Color::Min))]
        });
        before = window.or(before);
        drawing.begin_at_depth(PieceKind::FooterLevel, column.depth, column.span.0);
        let depth = column.depth.to_string();
        let quiet = Ink::full(Color::SecondaryText);
        match drawing.layout.orientation {
            Orientation::LeftToRight => {
                let shown = bounds.filter(|_| has_bounds_below);
                for (place, (score, ink)) in shown.into_iter().flatten().enumerate() {
                    let at = Point::new(middle, top + row * (place as f32 + 0.5));
                    word(drawing, at, Anchor::Center, drawing.trace.in_unit(score).to_string(), ink);
                }
                word(drawing, Point::new(middle, top + row * (lines - 0.5)), Anchor::Center, depth, quiet);
            }
            Orientation::TopDown => {
                let has_room = column.span.1 - column.span.0 >= THINNEST;
                let shown = bounds.filter(|_| has_room);
                let first = if shown.is_some() { middle - row } else { middle };
                word(drawing, Point::new(8.0, first), Anchor::Left, depth, quiet);
                for (place, (score, ink)) in shown.into_iter().flatten().enumerate() {
                    let at = Point::new(8.0, middle + row * place as f32);
                    word(drawing, at, Anchor::Left, drawing.trace.in_unit(score).to_string(), ink);
                }
            }
        }
    }
}

/// The window of the current path at a depth.
fn window_at(drawing: &Drawing<'_>, depth: usize) -> Option<Window> {
    let index = *drawing.current_path.iter().find(|&&index| drawing.layout.nodes[index].depth == depth)?;
    match drawing.states[index] {
        NodeState::Open { window } if drawing.trace.is_search() => Some(window),
        _ => None,
    }
}

fn word(drawing: &mut Drawing<'_>, at: Point, anchor: Anchor, text: String, ink: Ink) {
    let size = drawing.layout.words.small;
    drawing.shapes.push(Shape::Text {
        at,
        anchor,
        size,
        text,
        ink,
        strong: ink.opacity >= 1.0 && ink.color != Color::SecondaryText,
    });
}
