//! Output of the command line: lines and tables, errors, interrupts, and data of other programs.

pub(super) mod error;
pub(super) mod interrupt;
pub(super) mod layer;
pub(super) mod printing;
pub(super) mod samples;
pub(super) mod text;

pub use error::CliError;
pub use printing::install_panic_hook;
