//! Requests of panels: actions have names and keys, commands carry values.

mod action;
mod by_hand;
mod command;
mod synonyms;
mod what_if;

pub use action::Action;
pub use by_hand::ByHandCommand;
pub use command::{CodeCommand, Command, PracticeCommand, SharedPage};
pub(crate) use synonyms::synonyms;
pub use what_if::WhatIfCommand;
