//! Time controls: strips, transport buttons, slider.

mod pass_bands;
mod results;
mod strip;
mod time_bar;

pub(crate) use strip::Strips;
pub(crate) use time_bar::time_bar_ui;
