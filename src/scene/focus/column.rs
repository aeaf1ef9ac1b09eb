//! One depth of a focus view, and places along and across the tree.

use super::along::Area;
use crate::scene::{Orientation, Point, Rect};

/// One depth of the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Column {
    pub depth: usize,
    /// From where to where its nodes lie, along the tree.
    pub span: (f32, f32),
}

/// The contents of a column.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content {
    /// The node of the path so far from the focus, and its siblings.
    Path(usize),
    Children,
    /// So many levels below the children of the focus.
    Below(usize),
}

pub(super) fn point(area: &Area, along: f32, across: f32) -> Point {
    match area.orientation {
        Orientation::LeftToRight => Point::new(along, across),
        Orientation::TopDown => Point::new(across, along),
    }
}

pub(super) fn center_across(area: &Area, rect: Rect) -> f32 {
    match area.orientation {
        Orientation::LeftToRight => rect.center().y,
        Orientation::TopDown => rect.center().x,
    }
}

pub(super) fn centered(center: Point, width: f32, height: f32) -> Rect {
    let (x, y) = (width / 2.0, height / 2.0);
    Rect::new(center.x - x, center.y - y, center.x + x, center.y + y)
}
