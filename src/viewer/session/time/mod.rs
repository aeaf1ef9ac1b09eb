//! The current frames of the runs: playing, breakpoints, live runs, and links.

pub(super) mod breakpoints;
pub(super) mod link;
pub(super) mod live;
pub(super) mod places;
pub(super) mod playing;

pub use link::Followed;
