//! Clock of the browser, with the interface of `std::time`.

pub(crate) use web_time::Instant;
