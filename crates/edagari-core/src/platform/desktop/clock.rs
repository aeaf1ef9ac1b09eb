//! Clock of the desktop: the types of `std::time`.

pub use std::time::Instant;
