//! Zstandard streams, from the crate `zstd`.

pub use zstd::{Decoder, Encoder};
