//! What can be asked for: actions have names and keys, commands carry values.

mod action;
mod command;

pub use action::Action;
pub use command::Command;
