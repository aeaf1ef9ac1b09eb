//! The focus view: what it shows, its room, its motion, and visits apart.

mod motion;
mod passes_apart;
mod room;
mod view;
