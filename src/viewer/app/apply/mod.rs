//! The only place where commands are executed: nothing else can change the session.

mod action;
mod beginning;
mod command;
mod held;
mod jumps;
mod learning;
mod panels;
mod undo;

pub use held::HeldSession;
