use crate::game::Player;

/// A point; x grows to the right, y downwards, in points at zoom 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

impl Point {
    /// The point at (x, y).
    #[must_use]
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }
}

/// A rectangle with sides along the axes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    /// The corner with the smallest x and y.
    pub min: Point,
    /// The corner with the largest x and y.
    pub max: Point,
}

impl Rect {
    /// A rectangle from two corners.
    #[must_use]
    pub const fn new(min_x: f32, min_y: f32, max_x: f32, max_y: f32) -> Self {
        Self { min: Point::new(min_x, min_y), max: Point::new(max_x, max_y) }
    }

    /// The square of a given width around a point.
    #[must_use]
    pub fn square(center: Point, width: f32) -> Self {
        let half = width / 2.0;
        Self::new(center.x - half, center.y - half, center.x + half, center.y + half)
    }

    /// The width.
    #[must_use]
    pub fn width(self) -> f32 {
        self.max.x - self.min.x
    }

    /// The height.
    #[must_use]
    pub fn height(self) -> f32 {
        self.max.y - self.min.y
    }

    /// The middle.
    #[must_use]
    pub fn center(self) -> Point {
        Point::new(f32::midpoint(self.min.x, self.max.x), f32::midpoint(self.min.y, self.max.y))
    }

    /// The rectangle grown by `margin` on all sides.
    #[must_use]
    pub fn grown(self, margin: f32) -> Self {
        Self::new(self.min.x - margin, self.min.y - margin, self.max.x + margin, self.max.y + margin)
    }

    /// The rectangle, moved.
    #[must_use]
    pub fn shifted(self, by: Point) -> Self {
        Self::new(self.min.x + by.x, self.min.y + by.y, self.max.x + by.x, self.max.y + by.y)
    }

    /// Whether the two share a point.
    #[must_use]
    pub fn touches(self, other: Self) -> bool {
        self.min.x <= other.max.x && other.min.x <= self.max.x && self.min.y <= other.max.y && other.min.y <= self.max.y
    }

    /// The smallest rectangle that holds both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self::new(
            self.min.x.min(other.min.x),
            self.min.y.min(other.min.y),
            self.max.x.max(other.max.x),
            self.max.y.max(other.max.y),
        )
    }
}

/// A colour by its meaning; a theme gives the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// The max player, and α.
    Max,
    /// The min player, and β.
    Min,
    /// Words about the min player, and β in words.
    MinText,
    /// The current path and frame.
    Current,
    /// Words about the current path.
    CurrentText,
    /// A cut.
    Cut,
    /// The transposition table.
    Table,
    /// What only one of two traces visited.
    Only,
    /// Words and numbers.
    Text,
    /// Words and numbers that matter less.
    SecondaryText,
    /// Lines that separate.
    Line,
    /// Lines of the tree, which have to be followed by eye.
    Edge,
    /// What everything is drawn on.
    Ground,
    /// The shade of every other depth.
    DepthShade,
    /// The ground of a node.
    Node,
    /// The ground of a pruned node.
    PrunedNode,
    /// In a whole tree: what has been visited.
    Visited,
    /// In a whole tree: what has not been visited yet.
    Unvisited,
    /// In a whole tree: what was pruned.
    Pruned,
    /// The ground of the place that the last move changed.
    LastMove,
    /// A step of the scale for the numbers of a column, from 0 to 7.
    Step(u8),
    /// One of the words of a column, from 0 to 7.
    Word(u8),
    /// All words of a column that have no colour of their own.
    OtherWord,
}

impl From<Player> for Color {
    fn from(player: Player) -> Self {
        match player {
            Player::Max => Self::Max,
            Player::Min => Self::Min,
        }
    }
}

/// A colour and its opacity, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ink {
    /// The colour.
    pub color: Color,
    /// The opacity.
    pub opacity: f32,
}

impl Ink {
    /// An opaque colour.
    #[must_use]
    pub const fn full(color: Color) -> Self {
        Self { color, opacity: 1.0 }
    }

    /// A colour with this opacity.
    #[must_use]
    pub const fn faded(color: Color, opacity: f32) -> Self {
        Self { color, opacity }
    }
}

/// The width, colour and dashes of a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stroke {
    /// Its width.
    pub width: f32,
    /// Its colour.
    pub ink: Ink,
    /// Whether it is broken into dashes.
    pub dashed: bool,
}

impl Stroke {
    /// An unbroken line.
    #[must_use]
    pub const fn solid(width: f32, ink: Ink) -> Self {
        Self { width, ink, dashed: false }
    }

    /// A dashed line.
    #[must_use]
    pub const fn dashed(width: f32, ink: Ink) -> Self {
        Self { width, ink, dashed: true }
    }
}

/// Which point of a text lies at its place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anchor {
    /// The middle of its left side.
    Left,
    /// The middle of its right side.
    Right,
    /// Its middle.
    Center,
    /// The middle of its top.
    Top,
}

/// One shape to draw.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A rectangle with rounded corners.
    Rect {
        /// Where.
        rect: Rect,
        /// The radius of its corners.
        corner: f32,
        /// Its ground.
        fill: Option<Ink>,
        /// Its outline, drawn inside.
        stroke: Option<Stroke>,
    },
    /// A line through points.
    Line {
        /// The points.
        points: Vec<Point>,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A circle's outline.
    Ring {
        /// Its centre.
        center: Point,
        /// Its radius.
        radius: f32,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A filled circle.
    Disc {
        /// Its centre.
        center: Point,
        /// Its radius.
        radius: f32,
        /// Its colour.
        fill: Ink,
    },
    /// A filled triangle.
    Triangle {
        /// Its corners.
        corners: [Point; 3],
        /// Its colour.
        fill: Ink,
    },
    /// A line of text.
    Text {
        /// Where.
        at: Point,
        /// Which point of the text lies there.
        anchor: Anchor,
        /// The height of the font.
        size: f32,
        /// The text.
        text: String,
        /// Its colour.
        ink: Ink,
        /// Whether it is set in the heavier weight.
        strong: bool,
    },
}

impl Shape {
    /// The point that it begins with: the first of a line, the middle of a circle, the upper left corner of a rectangle.
    #[must_use]
    pub fn start(&self) -> Point {
        match self {
            Self::Rect { rect, .. } => rect.min,
            Self::Line { points, .. } => points.first().copied().unwrap_or_default(),
            Self::Ring { center, .. } | Self::Disc { center, .. } => *center,
            Self::Triangle { corners, .. } => corners[0],
            Self::Text { at, .. } => *at,
        }
    }
}

/// A display list, back to front.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// The shapes.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// Multiplies the opacity of every shape by a factor from 0 to 1.
    pub fn fade(&mut self, share: f32) {
        fade(&mut self.shapes, share);
    }
}

/// Leaves only a part of what is seen of some shapes, from 0 to 1.
pub(super) fn fade(shapes: &mut [Shape], share: f32) {
    let faded = |ink: Ink| Ink { opacity: ink.opacity * share, ..ink };
    let thin = |stroke: Stroke| Stroke { ink: faded(stroke.ink), ..stroke };
    for shape in shapes {
        match shape {
            Shape::Rect { fill, stroke, .. } => {
                *fill = fill.map(faded);
                *stroke = stroke.map(thin);
            }
            Shape::Line { stroke, .. } | Shape::Ring { stroke, .. } => *stroke = thin(*stroke),
            Shape::Disc { fill, .. } | Shape::Triangle { fill, .. } => *fill = faded(*fill),
            Shape::Text { ink, .. } => *ink = faded(*ink),
        }
    }
}

/// Moves some shapes.
pub(super) fn shift(shapes: &mut [Shape], by: Point) {
    let shifted = |point: Point| Point::new(point.x + by.x, point.y + by.y);
    for shape in shapes {
        match shape {
            Shape::Rect { rect, .. } => *rect = rect.shifted(by),
            Shape::Line { points, .. } => points.iter_mut().for_each(|point| *point = shifted(*point)),
            Shape::Ring { center, .. } | Shape::Disc { center, .. } => *center = shifted(*center),
            Shape::Triangle { corners, .. } => *corners = corners.map(shifted),
            Shape::Text { at, .. } => *at = shifted(*at),
        }
    }
}
