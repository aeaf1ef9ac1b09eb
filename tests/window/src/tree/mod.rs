//! The tree of a run: what it shows, how it moves, and two runs side by side.

mod explained;
mod focus_view;
mod motion;
mod selected;
mod side_by_side;
