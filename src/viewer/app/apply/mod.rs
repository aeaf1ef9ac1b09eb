//! The only place where commands are executed: nothing else can change the session.

mod action;
mod beginning;
mod by_hand;
mod command;
mod held;
mod jumps;
mod notes;
mod panels;
mod practice;
mod undo;
mod what_if;

pub use held::HeldSession;
