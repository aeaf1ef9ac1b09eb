//! Browser platform: a single thread, and no files except those that the user gives to the page.

#[cfg(feature = "viewer")]
pub(crate) mod child;
#[cfg(feature = "viewer")]
pub(crate) mod dialogs;
#[cfg(feature = "viewer")]
pub(crate) mod dropped;
#[cfg(feature = "viewer")]
pub(crate) mod fonts;
#[cfg(feature = "viewer")]
pub(crate) mod growing;
#[cfg(feature = "viewer")]
pub(crate) mod names;
#[cfg(feature = "viewer")]
pub(crate) mod page;
#[cfg(feature = "viewer")]
pub(crate) mod persistence;
#[cfg(feature = "viewer")]
pub(crate) mod program;
#[cfg(feature = "viewer")]
pub(crate) mod worker;
