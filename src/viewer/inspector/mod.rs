//! The inspector panel: the selected node, the figures of the runs, plots.

mod change_buttons;
mod children_list;
mod compare_table;
mod fold;
mod layer_list;
mod panel;
mod plots;
mod selected;
mod table_links;
mod tally_plots;
mod window_line;

pub(crate) use change_buttons::{field_name, field_of_action};
pub(crate) use compare_table::run_name;
pub(crate) use panel::open;
pub(crate) use table_links::{next_use, source_of};
