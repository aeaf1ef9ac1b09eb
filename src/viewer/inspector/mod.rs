//! The inspector: the current frame, the figures of the runs, plots.

mod column_values;
mod compare_table;
mod fold;
mod layer_list;
mod panel;
mod plots;
mod run_name;
mod table_links;
mod tally_plots;
mod window_line;

pub(crate) use panel::open;
pub(crate) use plots::power_of_ten;
pub(crate) use run_name::run_name;
pub(crate) use table_links::{next_use, source_of};
