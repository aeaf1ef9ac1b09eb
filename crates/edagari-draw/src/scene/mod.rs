//! Pictures of trees as plain data: the nodes that are shown, their positions, and a display list in named colours.
//!
//! This module does not depend on egui. The viewer paints the display list; exports write it to files.

mod arrow;
mod chart;
mod column_colors;
mod draw;
mod draw_whole;
mod focus;
mod icicle;
mod motion;
mod palette;
pub(crate) mod shape;
mod text_lines;
mod tidy;
mod view_tree;
mod whole_tree;
mod whole_view;

pub use arrow::{Arrow, Pointer};
pub use chart::{Chart, Series, SeriesKind, axis_number, draw_chart};
pub use column_colors::{ColumnColors, ColumnKey, MAX_WORDS, SCALE_STEPS};
pub use draw::{Appearance, draw_board, draw_tree};
pub use draw_whole::{GlyphFigures, draw_whole, icicle_place, whole_place};
pub use focus::{
    FocusLayout, FocusLook, FocusNode, FocusOptions, FocusRequest, Fold, Form, Label, Lens, MEAN_BAR, Member, Moment,
    Part, Piece, PieceKind, PieceName, Route, draw_effects, draw_focus, draw_focus_below, draw_focus_pieces, eased,
    focus_at, score_so_far, stopped, tween, visited_below,
};
pub use icicle::{IcicleWidth, draw_icicle, icicle_units, shows_left_out};
pub use motion::{AFTERGLOW, FASTEST_MOTION, LONGEST_MOTION, Way, afterglow, is_jump, motion_of_frame, stages};
pub use palette::{Ground, Style};
pub use shape::{Anchor, Color, Ink, Point, Rect, Scene, Shape, Stroke};
pub use tidy::Tidy;
pub use view_tree::{
    CELL_PITCH, COLUMN_PITCH, Layout, Levels, MAX_NODES, NODE_SIZE, Orientation, ViewNode, ViewOptions, ViewTree,
};
pub use whole_tree::{MAX_WHOLE_NODES, WholeNode, WholeTree};
pub use whole_view::{Target, WholeArea, WholeLook, WholeScene};
