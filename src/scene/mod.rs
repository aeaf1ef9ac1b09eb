//! Pictures of trees in plain numbers: which nodes are shown, where they lie, and a display list in named colours.
//!
//! Nothing here knows of egui; the viewer paints the list, and an export can write the same list.

mod arrow;
mod chart;
mod draw;
mod layout;
mod palette;
mod shape;
mod view_tree;

pub use arrow::Arrow;
pub use chart::{Chart, Series, SeriesKind, axis_number};
pub use draw::{Appearance, draw_board, draw_tree};
pub use layout::{CELL_PITCH, COLUMN_PITCH, Layout, NODE_SIZE, Orientation};
pub use palette::{Ground, Style};
pub use shape::{Anchor, Color, Ink, Point, Rect, Scene, Shape, Stroke};
pub use view_tree::{Levels, MOST_NODES, ViewNode, ViewOptions, ViewTree};
