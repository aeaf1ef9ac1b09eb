//! Local HTTP server that shows the window in a browser, for machines without a display.
//!
//! It listens on the loopback address only and requires a random token in every address. It checks the headers `Host` and
//! `Origin`, so that no other page in the browser can reach it. It serves the web build of the program, the given traces, and a
//! growing stream. Requests cannot change anything.

mod http;
mod serving;
mod site;

pub use http::{Answer, Body, Encoding, Refusal, Request};
pub use serving::{listener, serve};
pub use site::{GrowingStream, NoProgramError, Site, percent_encoded};
