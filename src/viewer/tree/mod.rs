//! The tile of a run: its heading and its tree, and the motion from frame to frame.

mod beside;
mod breadcrumb;
mod camera;
mod color_by;
mod explained;
mod focus_nodes;
mod focus_view;
mod group_list;
mod marks;
mod minimap;
mod motion;
mod run_tile;
mod run_view;
mod whole_camera;
mod whole_fade;
mod whole_legend;
mod whole_marks;
mod whole_shown;
mod whole_tree_view;

pub(crate) use color_by::column_choices;
pub(crate) use focus_view::zoom_around;
pub(crate) use motion::{Motion, Pace, Picture, has_stages};
pub(crate) use run_tile::{run_tile_ui, run_title};
pub(crate) use run_view::RunView;
pub(crate) use whole_tree_view::zoom_to_node;
