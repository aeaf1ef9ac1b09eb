//! The window: one file a panel. Panels show state and emit [`Command`]s; [`Edagari::apply`] alone carries them out.

mod action;
mod app;
mod apply;
mod bounds_explorer;
mod command_palette;
mod compare_table;
mod equal_panel;
mod fonts;
mod form;
mod game_form;
mod icons;
mod inspector;
mod job;
mod keyboard_help;
mod menu_bar;
mod number_line;
mod paint;
mod pane;
mod plots;
mod recording;
mod search_form;
mod settings;
mod setup_form;
mod solve_panel;
mod start_up;
mod table_form;
mod table_links;
mod table_panel;
mod theme;
mod time_bar;
mod tree_view;

pub use action::{Action, Command, Link};
pub use app::Edagari;
pub use pane::Pane;
pub use settings::{PlotOf, Settings, SettingsStore, ThemeChoice};
pub use start_up::{ViewError, run};
