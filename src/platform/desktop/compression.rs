//! Zstandard.

pub(crate) use zstd::{Decoder, Encoder};
