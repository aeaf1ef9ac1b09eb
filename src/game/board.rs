/// A drawing of a position in the unit square, (0, 0) at the top left, without colours: each mark names its role.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The marks, back to front.
    pub marks: Vec<Mark>,
    /// The share of the square's height that the drawing takes, centred.
    pub height: f32,
}

impl Board {
    /// A drawing that takes the whole square.
    #[must_use]
    pub const fn square(marks: Vec<Mark>) -> Self {
        Self { marks, height: 1.0 }
    }

    /// The drawing without the lines between its places.
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
    /// A straight stroke.
    Line {
        /// One end.
        from: [f32; 2],
        /// The other end.
        to: [f32; 2],
        /// Its role.
        ink: Ink,
    },
    /// A circle's outline.
    Ring {
        /// The centre.
        center: [f32; 2],
        /// The radius.
        radius: f32,
        /// Its role.
        ink: Ink,
    },
    /// A filled circle.
    Disc {
        /// The centre.
        center: [f32; 2],
        /// The radius.
        radius: f32,
        /// Its role.
        ink: Ink,
    },
    /// Two strokes that cross.
    Cross {
        /// Where they cross.
        center: [f32; 2],
        /// Half the width of the square they span.
        radius: f32,
        /// Its role.
        ink: Ink,
    },
    /// A filled square.
    Square {
        /// The centre.
        center: [f32; 2],
        /// Half its width.
        radius: f32,
        /// Its role.
        ink: Ink,
    },
    /// A text, centred.
    Text {
        /// The middle of the text.
        center: [f32; 2],
        /// The height of the font.
        size: f32,
        /// The text.
        text: String,
        /// Its role.
        ink: Ink,
    },
}

/// The role of a mark; the viewer chooses the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A mark of the max player, such as a stone.
    Max,
    /// A mark of the min player.
    Min,
    /// The lines of the board.
    Grid,
    /// Words and numbers.
    Text,
    /// The ground of the place that the last move changed.
    Last,
}
