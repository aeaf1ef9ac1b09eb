//! Shared code of the fuzz targets.

mod looked_at;
mod told_search;

pub use looked_at::{MEMORY_LIMIT, look_at};
pub use told_search::{ToldSearch, told_search};
