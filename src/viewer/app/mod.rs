//! The application: owns the session and the panels, arranges them, and executes commands.

mod apply;
mod arrangement;
mod command_palette;
mod edagari;
#[cfg(target_arch = "wasm32")]
mod fonts_in_page;
mod history;
mod keyboard;
mod keys;
mod menu_bar;
#[cfg(target_arch = "wasm32")]
mod names_in_page;
mod one_tile;
mod open_panels;
mod saving;
#[cfg(target_arch = "wasm32")]
mod start_in_page;
#[cfg(not(target_arch = "wasm32"))]
mod start_up;
mod tiles;
#[cfg(any(target_arch = "wasm32", test))]
mod widgets_named;
mod window;

pub use apply::HeldSession;
pub use edagari::Edagari;
#[cfg(target_arch = "wasm32")]
pub use start_in_page::run_in_page;
#[cfg(not(target_arch = "wasm32"))]
pub use start_up::{ViewError, run, run_program, run_with};
