//! Platform layer of the core: threads, the clock, the stack, files, compression and memory, for desktop and browser. Both modules
//! export the same names, so no other code depends on the platform.
//!
//! Public for the other crates of Edagari only; it can change at any time.

#[cfg(not(target_arch = "wasm32"))]
mod desktop;
#[cfg(feature = "files")]
pub mod page_contents;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub use desktop::*;
#[cfg(target_arch = "wasm32")]
pub use web::*;
