//! Desktop platform.

pub mod clock;
#[cfg(feature = "files")]
pub mod compression;
pub mod files;
pub mod memory;
#[cfg(feature = "files")]
pub mod replacing;
pub mod stack;
pub mod threads;
