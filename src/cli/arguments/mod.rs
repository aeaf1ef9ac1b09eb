//! Arguments shared by several commands, and the objects that they name.

pub(super) mod begin_args;
pub(super) mod chosen_game;
pub(super) mod game_args;
pub(super) mod parse;
pub(super) mod pass_args;
pub(super) mod recording;
pub(super) mod rule_args;
pub(super) mod setup_args;
pub(super) mod side_arg;
pub(super) mod table_args;
#[cfg(feature = "export")]
pub(super) mod wish_args;
