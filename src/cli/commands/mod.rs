//! Subcommands, one file each.

pub(super) mod check;
pub(super) mod compare;
pub(super) mod diff;
#[cfg(feature = "export")]
pub(super) mod exercise;
pub(super) mod experiment;
#[cfg(feature = "export")]
pub(super) mod export;
pub(super) mod fate;
pub(super) mod find;
pub(super) mod frame;
pub(super) mod grade;
mod grade_folder;
pub(super) mod guesses;
pub(super) mod lesson;
pub(super) mod matches;
pub(super) mod noise;
pub(super) mod order;
pub(super) mod perft;
pub(super) mod positions;
pub(super) mod record;
pub(super) mod serve;
#[cfg(feature = "export")]
pub(super) mod share;
pub(super) mod solve;
pub(super) mod solve_check;
pub(super) mod state;
pub(super) mod view;
pub(super) mod what_if;
