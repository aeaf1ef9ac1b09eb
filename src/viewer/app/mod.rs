//! The application: it holds the session and the panels, arranges them, and carries out commands.

mod apply;
mod arrangement;
mod command_palette;
mod dropped_files;
mod edagari;
mod keys;
mod menu_bar;
mod open_panels;
mod panel_list;
mod saving;
mod start_up;
mod tab;
mod tiles;
mod window;

pub use apply::HeldSession;
pub use edagari::Edagari;
pub use start_up::{ViewError, run, run_with};
