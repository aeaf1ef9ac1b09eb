//! Zstandard streams, from the crate `zstd`.

pub(crate) use zstd::{Decoder, Encoder};
