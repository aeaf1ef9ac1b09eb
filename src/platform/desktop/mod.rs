//! Desktop platform.

pub(crate) mod clock;
#[cfg(feature = "files")]
pub(crate) mod compression;
#[cfg(feature = "viewer")]
pub(crate) mod dialogs;
#[cfg(feature = "viewer")]
pub(crate) mod dropped;
pub(crate) mod files;
#[cfg(feature = "viewer")]
pub(crate) mod fonts;
#[cfg(feature = "viewer")]
pub(crate) mod growing;
#[cfg(feature = "viewer")]
pub(crate) mod kept;
pub(crate) mod memory;
#[cfg(feature = "viewer")]
pub(crate) mod page;
#[cfg(any(feature = "cli", feature = "viewer"))]
pub(crate) mod program;
#[cfg(feature = "files")]
pub(crate) mod replacing;
pub(crate) mod stack;
pub(crate) mod threads;
#[cfg(feature = "viewer")]
pub(crate) mod worker;
