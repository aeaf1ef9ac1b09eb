//! Arguments shared by several commands, and the objects that they name.

pub(super) mod begin_args;
pub(super) mod game_args;
pub(super) mod guess_args;
pub(super) mod parse;
pub(super) mod part_args;
pub(super) mod proof_args;
pub(super) mod recording;
#[cfg(feature = "export")]
pub(super) mod requirement_args;
pub(super) mod sampling_args;
pub(super) mod setup_args;
pub(super) mod side_arg;
