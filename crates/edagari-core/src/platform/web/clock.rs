//! Clock of the browser, with the interface of `std::time`.

pub use web_time::Instant;
