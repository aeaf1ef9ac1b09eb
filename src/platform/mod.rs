//! Platform layer: threads, the clock, the stack, files, compression, memory, and storage of settings, for desktop and browser.
//! Both modules export the same names, so no other code depends on the platform.

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
