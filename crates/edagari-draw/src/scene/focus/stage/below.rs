//! The nodes below the children of the focus.

use super::{Stage, WIDEST_MOVE};
use crate::scene::focus::families::{kids, node_of};
use crate::scene::focus::layout::FocusLayout;
use crate::scene::focus::node::{Form, Route};
use crate::scene::focus::sizes::{CHIP_GAP, chip_height, chip_pitch, chip_width, text_width};
use crate::scene::{Orientation, Rect};

/// The minimum and maximum size of a bar below a child.
const BELOW_BAR: (f32, f32) = (3.5, 12.0);
/// The maximum number of nodes that are unfolded.
const MOST_BELOW: usize = 240;

impl Stage<'_> {
    /// Unfolds the children of entered children in the room at their right, as chips or as bars.
    pub(super) fn below(&self, first: usize, (from, to): (f32, f32), height: f32, layout: &mut FocusLayout) {
        let words = *self.words();
        let depth = self.of.path.depth() + 1;
        let Some(focus) = self.of.path.positions.last() else { return };
        let total: usize = self.family.iter().filter_map(|kid| kid.position(focus)).map(|at| at.move_count()).sum();
        if total > MOST_BELOW {
            return;
        }
        for (index, kid) in self.family.iter().enumerate().filter(|(_, kid)| kid.stands_for == 1) {
            let Some(position) = kid.position(focus) else { continue };
            let is_entered = kid.place.recorded().is_some_and(|node| self.of.request.trace.children(node).len() > 0);
            if !is_entered {
                continue;
            }
            let below = kids(self.of.request, (kid.place, kid.part), depth, &position);
            let count = below.len();
            let widest = below.iter().map(|kid| text_width(&kid.text, words.small)).fold(0.0, f32::max);
            let chip = chip_width(&words, widest.min(WIDEST_MOVE * words.small));
            let parent = first + index;
            let middle = layout.nodes[parent].rect.center().y;
            let (room, wide) = (height, to - from);
            let columns = ((wide + CHIP_GAP) / (chip + CHIP_GAP)) as usize;
            let rows = count.checked_div(columns).map_or(usize::MAX, |_| count.div_ceil(columns.max(1)));
            let is_chips = rows != usize::MAX && rows as f32 * chip_pitch(&words) <= room;
            let columns = if is_chips && count as f32 * chip_pitch(&words) <= room { 1 } else { columns.max(1) };
            let rows = count.div_ceil(columns).max(1);
            let bar = (room / count.max(1) as f32).min(BELOW_BAR.1);
            if !is_chips && bar < BELOW_BAR.0 {
                continue;
            }
            let parent_node = layout.nodes[parent].clone();
            for (at, kid) in below.iter().enumerate() {
                let mut node = node_of(self.of.request, kid, Some(parent), Some(&parent_node));
                node.text_size = words.small;
                if is_chips {
                    let (column, row) = (at % columns, at / columns);
                    let x = from + column as f32 * (chip + CHIP_GAP);
                    let y = middle + (row as f32 - rows as f32 / 2.0) * chip_pitch(&words);
                    node.form = Form::Chip;
                    node.rect = Rect::new(x, y, x + chip, y + chip_height(&words));
                    node.route = if column == 0 { Route::Curve(Orientation::LeftToRight) } else { Route::Hidden };
                } else {
                    let y = middle + (at as f32 - count as f32 / 2.0) * bar;
                    node.form = Form::Bar;
                    node.rect = Rect::new(from, y, from + wide.min(110.0), y + bar - 1.0);
                    node.route = Route::Curve(Orientation::LeftToRight);
                }
                layout.nodes.push(node);
            }
        }
    }
}
