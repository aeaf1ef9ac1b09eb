//! A page of a sheet while it is drawn, the paper sizes, and the contents of its nodes: blanks, names or the solution.

use super::words::{LINE, faint, words, wrapped};
use crate::export::ExportError;
use crate::export::pdf::{Pdf, Role};
use crate::export::svg::svg_in_parts;
use crate::scene::{Anchor, Ground, Point, Rect, Scene, Shape, Style};
use edagari_core::language::{Language, Text};

pub(super) const MARGIN: f32 = 42.0;
/// Font size of small text.
pub(super) const SMALL: f32 = 8.5;

/// Paper size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Paper {
    /// ISO A4, 210 mm by 297 mm.
    #[default]
    A4,
    /// US Letter, 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Returns width and height in points.
    #[must_use]
    pub const fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => (595.276, 841.89),
            Self::Letter => (612.0, 792.0),
        }
    }
}

/// Contents of the nodes of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Filled {
    /// Blanks to be filled in.
    #[default]
    Blank,
    /// Right answer.
    Solution,
    /// Only names: the answer is written elsewhere.
    Names,
}

/// Page that is filled from top to bottom; `y` is the current position.
pub(super) struct Page {
    pub width: f32,
    pub height: f32,
    pub shapes: Vec<Shape>,
    pub y: f32,
    /// Parts of the page in reading order: index of the first shape, and role.
    parts: Vec<(usize, Role)>,
}

impl Page {
    pub(super) const fn new((width, height): (f32, f32)) -> Self {
        Self { width, height, shapes: Vec::new(), y: MARGIN, parts: Vec::new() }
    }

    pub(super) const fn inner_width(&self) -> f32 {
        self.width - 2.0 * MARGIN
    }

    /// Begins a part of the page, which ends where the next one begins.
    pub(super) fn begin(&mut self, role: Role) {
        self.parts.push((self.shapes.len(), role));
    }

    /// Adds the page to a file.
    pub(super) fn add_to(self, pdf: &mut Pdf) -> Result<(), ExportError> {
        let bounds = Rect::new(0.0, 0.0, self.width, self.height);
        let starts: Vec<usize> = self.parts.iter().map(|&(start, _)| start).collect();
        let svg = svg_in_parts(&Scene { shapes: self.shapes }, &starts, bounds, Style::Print, Ground::Light, 1.0);
        let roles: Vec<Role> = self.parts.into_iter().map(|(_, role)| role).collect();
        pdf.page(&svg, &roles)
    }

    /// Adds a paragraph in small text.
    pub(super) fn paragraph(&mut self, text: &str) {
        self.begin(Role::Paragraph);
        for line in wrapped(text, SMALL, self.inner_width()) {
            self.shapes.push(words(Point::new(MARGIN, self.y + SMALL / 2.0), Anchor::Left, SMALL, line));
            self.y += SMALL * LINE;
        }
    }

    /// Adds the page number in the footer.
    pub(super) fn foot(&mut self, number: usize, count: usize, language: Language) {
        let values = [number, count].map(|number| language.number(number as u64));
        let text = language.fill(Text::SheetPage, &[("page", &values[0]), ("pages", &values[1])]);
        let at = Point::new(self.width - MARGIN, self.height - MARGIN / 2.0);
        self.begin(Role::Paragraph);
        self.shapes.push(faint(at, Anchor::Right, SMALL, text));
    }
}
