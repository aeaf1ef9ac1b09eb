//! Arrows between nodes, wherever a picture has these.

use super::{Arrow, Color, FocusLayout};

/// An arrow between two nodes, each by the moves that lead to it.
#[derive(Clone, Debug)]
pub struct Pointer {
    /// Where it begins.
    pub from: Vec<u32>,
    /// Where it points.
    pub to: Vec<u32>,
    /// Its colour.
    pub color: Color,
    /// The label beside it.
    pub label: String,
    /// Whether it is dashed.
    pub dashed: bool,
}

/// Arrows that are drawn at most; longer lines keep to the sentences.
const MOST_ARROWS: usize = 40;

impl Pointer {
    /// An arrow that a note has.
    #[must_use]
    pub const fn of_note(from: Vec<u32>, to: Vec<u32>, label: String) -> Self {
        Self { from, to, color: Color::CurrentText, label, dashed: false }
    }

    /// The arrow in a picture, between the nodes, or the nearest above them that are shown.
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

    /// The arrows of a picture.
    pub fn arrows(pointers: &[Self], layout: &FocusLayout) -> impl Iterator<Item = Arrow> {
        pointers.iter().take(MOST_ARROWS).filter_map(|pointer| pointer.arrow(layout))
    }
}
