//! Shapes, colours and geometry of a display list.

use edagari_core::game::Player;

/// A point; x grows to the right, y downwards, in points at zoom 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// Coordinate that grows to the right.
    pub x: f32,
    /// Coordinate that grows downwards.
    pub y: f32,
}

impl Point {
    /// Creates the point (x, y).
    #[must_use]
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }
}

/// A rectangle with sides parallel to the axes.
///
/// ```
/// use edagari_draw::scene::{Point, Rect};
///
/// let node = Rect::square(Point::new(10.0, 10.0), 4.0);
/// let area = node.union(Rect::new(0.0, 0.0, 5.0, 5.0));
/// assert_eq!((area.width(), area.height()), (12.0, 12.0));
/// assert!(area.touches(node) && !node.touches(Rect::new(0.0, 0.0, 5.0, 5.0)));
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    /// Corner with the smallest x and y.
    pub min: Point,
    /// Corner with the largest x and y.
    pub max: Point,
}

impl Rect {
    /// Creates a rectangle from its smallest and its largest coordinates.
    #[must_use]
    pub const fn new(min_x: f32, min_y: f32, max_x: f32, max_y: f32) -> Self {
        Self { min: Point::new(min_x, min_y), max: Point::new(max_x, max_y) }
    }

    /// Creates the square of a given width around a point.
    #[must_use]
    pub fn square(center: Point, width: f32) -> Self {
        let half = width / 2.0;
        Self::new(center.x - half, center.y - half, center.x + half, center.y + half)
    }

    /// Width, in points.
    #[must_use]
    pub fn width(self) -> f32 {
        self.max.x - self.min.x
    }

    /// Height, in points.
    #[must_use]
    pub fn height(self) -> f32 {
        self.max.y - self.min.y
    }

    /// Centre of the rectangle.
    #[must_use]
    pub fn center(self) -> Point {
        Point::new(f32::midpoint(self.min.x, self.max.x), f32::midpoint(self.min.y, self.max.y))
    }

    /// Returns the rectangle grown by `margin` on all sides.
    #[must_use]
    pub fn grown(self, margin: f32) -> Self {
        Self::new(self.min.x - margin, self.min.y - margin, self.max.x + margin, self.max.y + margin)
    }

    /// Returns the rectangle moved by a vector.
    #[must_use]
    pub fn shifted(self, by: Point) -> Self {
        Self::new(self.min.x + by.x, self.min.y + by.y, self.max.x + by.x, self.max.y + by.y)
    }

    /// Whether the two rectangles share a point.
    #[must_use]
    pub fn touches(self, other: Self) -> bool {
        self.min.x <= other.max.x && other.min.x <= self.max.x && self.min.y <= other.max.y && other.min.y <= self.max.y
    }

    /// Returns the smallest rectangle that contains both.
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

/// A colour, named by its meaning; a theme defines the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// Max player, and α.
    Max,
    /// Min player, and β.
    Min,
    /// Text about the min player, and β in text.
    MinText,
    /// Current path and frame.
    Current,
    /// Text about the current path.
    CurrentText,
    /// Cuts: strokes, marks and text about them.
    Cut,
    /// Transposition table: entries, hits and bounds.
    Table,
    /// Text about the transposition table.
    TableText,
    /// Node that only one of two compared traces visited; also the outline of the selected node.
    Only,
    /// Text and numbers.
    Text,
    /// Text and numbers of secondary importance.
    SecondaryText,
    /// Lines that separate parts of a picture.
    Line,
    /// Edges of the tree, which have to be followed by eye.
    Edge,
    /// Background of the picture.
    Ground,
    /// Shade of every other depth.
    DepthShade,
    /// Background of a node.
    Node,
    /// Background of a pruned node.
    PrunedNode,
    /// Visited nodes, in a whole tree.
    Visited,
    /// Nodes not visited yet, in a whole tree.
    Unvisited,
    /// Pruned nodes, in a whole tree.
    Pruned,
    /// Pieces of the max player on a faint board: opaque, because pieces consist of polygons that overlap.
    FaintMax,
    /// Pieces of the min player on a faint board.
    FaintMin,
    /// Background of the square that the last move changed.
    LastMove,
    /// Step of the scale for the numbers of a column, from 0 to 7.
    Step(u8),
    /// One of the words of a column with a colour of its own, from 0 to 7.
    Word(u8),
    /// All words of a column without a colour of their own.
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

/// A colour and its opacity.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ink {
    /// Colour, named by its meaning.
    pub color: Color,
    /// Opacity, from 0 to 1.
    pub opacity: f32,
}

impl Ink {
    /// Creates an opaque ink.
    #[must_use]
    pub const fn full(color: Color) -> Self {
        Self { color, opacity: 1.0 }
    }

    /// Creates an ink of the given opacity.
    #[must_use]
    pub const fn faded(color: Color, opacity: f32) -> Self {
        Self { color, opacity }
    }
}

/// Width, colour and dashes of a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stroke {
    /// Width, in points.
    pub width: f32,
    /// Colour and opacity.
    pub ink: Ink,
    /// Whether the line is dashed.
    pub dashed: bool,
}

impl Stroke {
    /// Creates a solid line style.
    #[must_use]
    pub const fn solid(width: f32, ink: Ink) -> Self {
        Self { width, ink, dashed: false }
    }

    /// Creates a dashed line style.
    #[must_use]
    pub const fn dashed(width: f32, ink: Ink) -> Self {
        Self { width, ink, dashed: true }
    }
}

/// The point of a text that is placed at its position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anchor {
    /// Middle of the left side.
    Left,
    /// Middle of the right side.
    Right,
    /// Centre of the text.
    Center,
    /// Middle of the top.
    Top,
}

/// One shape of a display list.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A rectangle, optionally filled and outlined.
    Rect {
        /// Position and size.
        rect: Rect,
        /// Radius of the rounded corners.
        corner: f32,
        /// Fill colour; `None` for no fill.
        fill: Option<Ink>,
        /// Outline, drawn inside the rectangle; `None` for no outline.
        stroke: Option<Stroke>,
    },
    /// A line through several points.
    Line {
        /// Vertices, in order.
        points: Vec<Point>,
        /// Style of the line.
        stroke: Stroke,
    },
    /// Outline of a circle.
    Ring {
        /// Centre of the circle.
        center: Point,
        /// Radius of the circle.
        radius: f32,
        /// Style of the outline.
        stroke: Stroke,
    },
    /// A filled circle.
    Disc {
        /// Centre of the circle.
        center: Point,
        /// Radius of the circle.
        radius: f32,
        /// Fill colour.
        fill: Ink,
    },
    /// A filled convex polygon.
    Polygon {
        /// The corners, in order around the polygon.
        corners: Vec<Point>,
        /// Fill colour.
        fill: Ink,
    },
    /// One line of text.
    Text {
        /// Position of the anchor point.
        at: Point,
        /// The point of the text that is placed at `at`.
        anchor: Anchor,
        /// Font height, in points.
        size: f32,
        /// Text content, without line breaks.
        text: String,
        /// Text colour.
        ink: Ink,
        /// Whether the text is set in the heavier weight.
        strong: bool,
    },
}

impl Shape {
    /// Returns a characteristic point: the first one of a line, the centre of a circle, the upper left corner of a rectangle, the
    /// first corner of a polygon, the position of a text.
    #[must_use]
    pub fn start(&self) -> Point {
        match self {
            Self::Rect { rect, .. } => rect.min,
            Self::Line { points, .. } => points.first().copied().unwrap_or_default(),
            Self::Ring { center, .. } | Self::Disc { center, .. } => *center,
            Self::Polygon { corners, .. } => corners.first().copied().unwrap_or_default(),
            Self::Text { at, .. } => *at,
        }
    }
}

/// A display list, back to front.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// Shapes, back to front.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// Multiplies the opacity of every shape by a factor from 0 to 1.
    pub fn fade(&mut self, share: f32) {
        fade(&mut self.shapes, share);
    }
}

/// Multiplies the opacity of all `shapes` by `share`, from 0 to 1.
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
            Shape::Disc { fill, .. } | Shape::Polygon { fill, .. } => *fill = faded(*fill),
            Shape::Text { ink, .. } => *ink = faded(*ink),
        }
    }
}

/// Moves all `shapes` by a vector.
pub(crate) fn shift(shapes: &mut [Shape], by: Point) {
    let shifted = |point: Point| Point::new(point.x + by.x, point.y + by.y);
    for shape in shapes {
        match shape {
            Shape::Rect { rect, .. } => *rect = rect.shifted(by),
            Shape::Line { points, .. } => points.iter_mut().for_each(|point| *point = shifted(*point)),
            Shape::Ring { center, .. } | Shape::Disc { center, .. } => *center = shifted(*center),
            Shape::Polygon { corners, .. } => corners.iter_mut().for_each(|corner| *corner = shifted(*corner)),
            Shape::Text { at, .. } => *at = shifted(*at),
        }
    }
}
