//! Figures of whole runs in panels: move ordering, passes, guesses.

mod guesses;
mod order;
mod passes;
