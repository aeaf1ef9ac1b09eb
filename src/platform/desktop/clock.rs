//! The clock.

pub(crate) use std::time::Instant;
