//! What the tests and benches of the window share.
#![expect(
    missing_docs,
    clippy::must_use_candidate,
    clippy::missing_panics_doc,
    reason = "helpers of tests, which panic where a test fails"
)]

pub mod commands;
pub mod driven;
pub mod driving;
