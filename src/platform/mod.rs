//! Platform layer of the application: dialogs, fallback fonts, storage of settings, workers and growing files, for desktop and
//! browser. Both modules export the same names, so no other code depends on the platform.

#[cfg(not(target_arch = "wasm32"))]
mod desktop;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use desktop::*;
#[cfg(target_arch = "wasm32")]
pub(crate) use web::*;
