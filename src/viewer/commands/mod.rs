//! The requests of panels: actions have names and keys, commands carry values.

mod action;
mod command;

pub use action::Action;
pub use command::{Command, PracticeCommand};
