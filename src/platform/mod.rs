//! What a desktop and a browser have in different ways: threads, the clock, the stack, files, compression, memory, and where settings
//! are kept. Each of the two has the same names in it, so nothing else asks where the program runs.

#[cfg(not(target_arch = "wasm32"))]
mod desktop;
#[cfg(feature = "files")]
pub(crate) mod page_contents;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use desktop::*;
#[cfg(target_arch = "wasm32")]
pub(crate) use web::*;
