//! Browser platform: a single thread, and no files except those that the user gives to the page.

pub mod clock;
#[cfg(feature = "files")]
pub mod compression;
pub mod files;
pub mod memory;
#[cfg(feature = "files")]
pub mod replacing;
pub mod stack;
pub mod threads;
