//! Clock of the desktop: the types of `std::time`.

pub(crate) use std::time::Instant;
