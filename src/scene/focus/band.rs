//! The far part of a long path: a band of chips, which can be scrolled.

use super::along::Area;
use super::families::{Path, path_node};
use super::layout::FocusLayout;
use super::node::Form;
use super::request::FocusRequest;
use super::sizes::{CHIP_HEIGHT, CHIP_PITCH};
use crate::scene::{Orientation, Rect};

/// Adds chips of width `chip` for the first `levels` levels of the path, as many as fit; the root always, and those
/// nearest to the focus unless the band is scrolled.
pub(super) fn band(
    request: &FocusRequest<'_>,
    area: &Area,
    chip: f32,
    path: &Path,
    levels: usize,
    axis: f32,
    layout: &mut FocusLayout,
) {
    let pitch = match area.orientation {
        Orientation::LeftToRight => CHIP_PITCH,
        Orientation::TopDown => chip + 4.0,
    };
    let room = ((area.breadth() / pitch).floor() as usize).max(1);
    let shown: Vec<usize> = if levels <= room {
        (0..levels).collect()
    } else {
        let scrolled = request.options.band_scroll.min(levels - room);
        let end = levels - scrolled;
        let rest = room - 1;
        layout.band_left_out = (end - rest - 1, scrolled);
        std::iter::once(0).filter(|_| rest > 0).chain(end - rest.max(1)..end).collect()
    };
    let total = shown.len() as f32 * pitch;
    let start = match area.orientation {
        // The last chip lies where the path goes on.
        Orientation::LeftToRight => axis + pitch / 2.0 - total,
        Orientation::TopDown => axis - total / 2.0,
    };
    let start = start.min(area.across.1 - total).max(area.across.0);
    for (row, &depth) in shown.iter().enumerate() {
        let mut node = path_node(request, path, depth, layout.nodes.len().checked_sub(1));
        let across = start + row as f32 * pitch;
        node.form = Form::Chip;
        node.rect = match area.orientation {
            Orientation::LeftToRight => Rect::new(area.along.0, across, area.along.0 + chip, across + CHIP_HEIGHT),
            Orientation::TopDown => Rect::new(across, area.along.0, across + chip, area.along.0 + CHIP_HEIGHT),
        };
        layout.nodes.push(node);
    }
}
