//! All that the command line says: lines and tables, errors, and what other programs said.

pub(super) mod error;
pub(super) mod interrupt;
pub(super) mod layer;
pub(super) mod panic;
pub(super) mod printing;
pub(super) mod text;

pub use error::CliError;
pub use panic::tell_panics;
