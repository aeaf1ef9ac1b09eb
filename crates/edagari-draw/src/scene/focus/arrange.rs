//! Layout of a focus view: the whole tree where it fits, otherwise the path as a strip and the family of the focus on the stage.

use super::families::Path;
use super::layout::{FocusLayout, Outline};
use super::request::FocusRequest;
use super::sizes::Words;
use super::{dock, path_boards, stage, whole};
use crate::scene::Rect;

/// The margin around the whole picture.
const MARGIN: f32 = 8.0;

impl FocusLayout {
    /// Lays out the request. `None` if the run has no root.
    #[must_use]
    pub fn new(request: &FocusRequest<'_>) -> Option<Self> {
        let path = Path::new(request.trace, request.focus)?;
        let outline = Outline::of(request, &path);
        Some(whole::whole(&outline).unwrap_or_else(|| outline.lay_out()))
    }
}

impl<'a> Outline<'a> {
    fn of(request: &'a FocusRequest<'a>, path: &'a Path) -> Self {
        let words = Words::of(request);
        let shape = path.positions[path.depth()].board().height.clamp(0.1, 1.0);
        Self { request, words, path, shape }
    }

    /// Returns the area inside the margin.
    fn tile(&self) -> Rect {
        let options = &self.request.options;
        let margin = MARGIN.min(self.short_side() * 0.05);
        Rect::new(margin, margin, options.width - margin, options.height - margin)
    }

    /// Lays out the path as a strip, the family of the focus on the stage, and the dock below it.
    fn lay_out(&self) -> FocusLayout {
        let mut layout = self.blank();
        let mut left = path_boards::place(self, self.tile(), &mut layout);
        let rest = left.place;
        let height = dock::height(self, rest, &layout);
        let below = Rect::new(rest.min.x, rest.max.y - height, rest.max.x, rest.max.y);
        left.place.max.y -= height;
        stage::place(self, left, &mut layout);
        dock::place(self, below, &mut layout);
        layout.note_folded();
        layout
    }
}
