//! The window for the browsers of this machine: a small server for where there is no display.
//!
//! It listens at the loopback address alone, and answers only who has the link: a random token is in all its addresses. It knows the names by which a browser
//! may call it and the pages that may ask, so that no other page in the browser reaches it. It gives out the program for browsers, the traces it was
//! given, and a stream while it grows; nothing that it is sent changes anything.

mod answer;
mod growing;
mod request;
mod serving;
mod site;

pub use answer::{Answer, Body};
pub use growing::GrowingStream;
pub use request::{Refusal, Request};
pub use serving::{listener, serve};
pub use site::{NoProgramError, Site};
