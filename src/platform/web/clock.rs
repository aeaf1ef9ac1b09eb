//! The clock.

pub(crate) use web_time::Instant;
