//! Arrows between nodes that are identified by their moves, independent of any layout.

use super::{Arrow, Color, FocusLayout};

/// An arrow between two nodes, each identified by the moves that lead to it.
#[derive(Clone, Debug)]
pub struct Pointer {
    /// Moves to the node at the arrow's tail.
    pub from: Vec<u32>,
    /// Moves to the node at the arrow's head.
    pub to: Vec<u32>,
    /// Colour of the arrow.
    pub color: Color,
    /// Label beside the arrow; empty for none.
    pub label: String,
    /// Whether the line is dashed.
    pub dashed: bool,
}

/// Maximum number of arrows drawn; longer chains are shown as sentences only.
const MOST_ARROWS: usize = 40;

impl Pointer {
    /// Creates the solid arrow of a note.
    #[must_use]
    pub const fn of_note(from: Vec<u32>, to: Vec<u32>, label: String) -> Self {
        Self { from, to, color: Color::CurrentText, label, dashed: false }
    }

    /// Returns the arrow in a layout. A node that is not shown is replaced by its nearest ancestor that is.
    #[must_use]
    pub fn arrow(&self, layout: &FocusLayout) -> Option<Arrow> {
        let center = |path: &[u32]| {
            let node = layout.indexes_on_path(path).0.last().copied()?;
            Some(layout.nodes[node].rect.center())
        };
        Some(Arrow {
            from: center(&self.from)?,
            to: center(&self.to)?,
            color: self.color,
            label: self.label.clone(),
            label_width: Arrow::width_of(&self.label),
            dashed: self.dashed,
        })
    }

    /// Arrows in a layout, for at most `MOST_ARROWS` pointers.
    pub fn arrows(pointers: &[Self], layout: &FocusLayout) -> impl Iterator<Item = Arrow> {
        pointers.iter().take(MOST_ARROWS).filter_map(|pointer| pointer.arrow(layout))
    }
}
