//! Requests of panels: actions have names and keys, commands carry values.

mod action;
mod command;
mod synonyms;

pub use action::Action;
pub use command::{ByHandCommand, CodeCommand, Command, PracticeCommand, SharedPage, WhatIfCommand};
pub(crate) use synonyms::synonyms;
