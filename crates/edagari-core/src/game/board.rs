//! Pictures of positions, as marks with roles.

/// A picture of a position in the unit square, (0, 0) at the top left, without colours: each mark has a role.
///
/// ```
/// use edagari_core::game::{Board, Ink, Mark};
///
/// let line = Mark::Line { from: [0.0, 0.5], to: [1.0, 0.5], ink: Ink::Grid };
/// let disc = Mark::Disc { center: [0.5, 0.25], radius: 0.1, ink: Ink::Max };
/// let board = Board::square(vec![line, disc.clone()]);
/// assert_eq!(board.without_grid().marks, [disc]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The marks, in painting order: back to front.
    pub marks: Vec<Mark>,
    /// The used height as a fraction of the square's height; the picture is centred vertically.
    pub height: f32,
}

impl Board {
    /// A picture that fills the whole square.
    #[must_use]
    pub const fn square(marks: Vec<Mark>) -> Self {
        Self { marks, height: 1.0 }
    }

    /// The picture without grid lines and without the highlight of the last move.
    #[must_use]
    pub fn without_grid(mut self) -> Self {
        let is_grid = |mark: &Mark| matches!(mark, Mark::Line { .. } | Mark::Square { ink: Ink::Last, .. });
        self.marks.retain(|mark| !is_grid(mark));
        self
    }
}

/// One mark of a [`Board`].
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A straight line.
    Line {
        /// The start point.
        from: [f32; 2],
        /// The end point.
        to: [f32; 2],
        /// The role of the line.
        ink: Ink,
    },
    /// The outline of a circle.
    Ring {
        /// The centre.
        center: [f32; 2],
        /// The radius.
        radius: f32,
        /// The role of the ring.
        ink: Ink,
    },
    /// A filled circle.
    Disc {
        /// The centre.
        center: [f32; 2],
        /// The radius.
        radius: f32,
        /// The role of the disc.
        ink: Ink,
    },
    /// Two crossing lines.
    Cross {
        /// The crossing point.
        center: [f32; 2],
        /// Half the width of the square that the lines span.
        radius: f32,
        /// The role of the cross.
        ink: Ink,
    },
    /// A filled square.
    Square {
        /// The centre.
        center: [f32; 2],
        /// Half the width.
        radius: f32,
        /// The role of the square.
        ink: Ink,
    },
    /// A filled convex polygon.
    Polygon {
        /// The corners, in order around the polygon; none for an empty polygon.
        corners: Vec<[f32; 2]>,
        /// The role of the polygon.
        ink: Ink,
    },
    /// A centred text.
    Text {
        /// The centre of the text.
        center: [f32; 2],
        /// The font size, as a fraction of the square.
        size: f32,
        /// The characters of the text.
        text: String,
        /// The role of the text.
        ink: Ink,
    },
    /// A long text, centred in a box. It is broken into lines when it is drawn, because only then the font size is known.
    Label {
        /// The centre of the box.
        center: [f32; 2],
        /// The width and height of the box, as fractions of the square.
        size: [f32; 2],
        /// The characters of the text.
        text: String,
        /// The role of the text.
        ink: Ink,
    },
}

/// The role of a mark; the viewer chooses the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A mark of the max player, such as a disc.
    Max,
    /// A mark of the min player.
    Min,
    /// Grid lines of the board.
    Grid,
    /// Text: words and numbers.
    Text,
    /// Highlight of the square that the last move changed.
    Last,
    /// The background, for the hollow parts of a mark.
    Ground,
}
