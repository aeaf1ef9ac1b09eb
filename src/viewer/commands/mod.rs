//! The requests of panels: actions have names and keys, commands carry values.

mod action;
mod command;
mod what_if;

pub use action::Action;
pub use command::{Command, PracticeCommand};
pub use what_if::WhatIfCommand;
