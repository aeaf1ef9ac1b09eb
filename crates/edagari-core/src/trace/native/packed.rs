//! A part of a native file before it is written: bytes that are kept compressed, because the length of each part comes first.

use std::io::{self, Read as _, Write};

use crate::platform::compression::{Decoder, Encoder};

/// Number of bytes that are compressed together.
const BLOCK: usize = 1 << 18;
/// Compression level: nearly all bytes are zeros, so the fastest one is enough.
const LEVEL: i32 = 1;

/// Bytes that can be appended and read again in order.
#[derive(Default)]
pub(super) struct Packed {
    /// Full blocks of [`BLOCK`] bytes.
    blocks: Vec<Block>,
    /// The bytes after the full blocks.
    last: Vec<u8>,
}

enum Block {
    Packed(Vec<u8>),
    /// A block that could not be compressed.
    Plain(Vec<u8>),
}

impl Block {
    fn of(bytes: &[u8]) -> Self {
        let packed = || {
            let mut encoder = Encoder::new(Vec::new(), LEVEL)?;
            encoder.set_pledged_src_size(Some(bytes.len() as u64))?;
            encoder.write_all(bytes)?;
            encoder.finish()
        };
        match packed() {
            Ok(mut packed) => {
                packed.shrink_to_fit();
                Self::Packed(packed)
            }
            Err(_) => Self::Plain(bytes.to_vec()),
        }
    }
}

impl Packed {
    /// Number of bytes.
    pub(super) fn len(&self) -> u64 {
        (self.blocks.len() * BLOCK + self.last.len()) as u64
    }

    /// Appends bytes; a full block is compressed at once.
    pub(super) fn extend(&mut self, mut bytes: &[u8]) {
        while self.last.len() + bytes.len() >= BLOCK {
            let (now, rest) = bytes.split_at(BLOCK - self.last.len());
            self.last.extend_from_slice(now);
            self.blocks.push(Block::of(&self.last));
            self.last.clear();
            bytes = rest;
        }
        self.last.extend_from_slice(bytes);
    }

    /// Passes all bytes to `take` in order, in pieces of limited size.
    pub(super) fn pieces(&self, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut bytes = Vec::new();
        for block in &self.blocks {
            match block {
                Block::Plain(plain) => take(plain)?,
                Block::Packed(packed) => {
                    bytes.clear();
                    Decoder::with_buffer(packed.as_slice())?.read_to_end(&mut bytes)?;
                    take(&bytes)?;
                }
            }
        }
        take(&self.last)
    }
}

impl Write for Packed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_in_order_and_take_little_memory() {
        let bytes: Vec<u8> = (0..3 * BLOCK + 7).map(|at| if at % 1000 == 0 { (at / 1000) as u8 } else { 0 }).collect();
        let mut packed = Packed::default();
        for piece in bytes.chunks(777) {
            packed.extend(piece);
        }
        packed.extend(&bytes);
        let mut read = Vec::new();
        packed.pieces(|piece| read.write_all(piece)).expect("decoded");
        assert!(read == [bytes.as_slice(), &bytes].concat());
        assert_eq!(packed.len(), read.len() as u64);
        let kept: usize = packed
            .blocks
            .iter()
            .map(|block| match block {
                Block::Packed(bytes) | Block::Plain(bytes) => bytes.len(),
            })
            .sum();
        assert!(kept < read.len() / 20, "{kept} of {}", read.len());
    }
}
