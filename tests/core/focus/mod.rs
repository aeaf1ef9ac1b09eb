//! The focus view: what it shows, its room, its motion, what comes next, and visits apart.

mod coming;
mod leaps;
mod motion;
mod passes_apart;
mod room;
mod view;
