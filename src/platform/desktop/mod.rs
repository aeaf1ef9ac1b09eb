//! Desktop platform.

#[cfg(feature = "viewer")]
pub(crate) mod child;
#[cfg(any(feature = "mcp", feature = "viewer"))]
pub(crate) mod command;
#[cfg(feature = "viewer")]
pub(crate) mod dialogs;
#[cfg(feature = "viewer")]
pub(crate) mod dropped;
#[cfg(feature = "viewer")]
pub(crate) mod fonts;
#[cfg(feature = "viewer")]
pub(crate) mod growing;
#[cfg(feature = "viewer")]
pub(crate) mod page;
#[cfg(feature = "viewer")]
pub(crate) mod persistence;
#[cfg(any(feature = "cli", feature = "viewer"))]
pub(crate) mod program;
#[cfg(feature = "viewer")]
mod uci;
#[cfg(all(feature = "viewer", test))]
pub(crate) mod worker;
