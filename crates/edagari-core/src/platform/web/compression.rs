//! Zstandard streams in pure Rust, with the interface of the crate `zstd`.

use std::io::{self, Read, Write};

use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress};

/// Decoder of one frame. It verifies the frame's checksum.
pub struct Decoder<'d, R: Read> {
    frame: StreamingDecoder<R, ruzstd::decoding::FrameDecoder>,
    _lifetime: std::marker::PhantomData<&'d ()>,
}

impl<R: Read> Decoder<'_, R> {
    pub fn with_buffer(source: R) -> io::Result<Self> {
        let frame = StreamingDecoder::new(source).map_err(io::Error::other)?;
        Ok(Self { frame, _lifetime: std::marker::PhantomData })
    }

    /// Does nothing: the decoder always reads a single frame.
    #[must_use]
    pub fn single_frame(self) -> Self {
        self
    }

    /// Returns the source, with the bytes after the frame.
    pub fn finish(self) -> R {
        self.frame.into_inner()
    }
}

impl<R: Read> Decoder<'_, io::BufReader<R>> {
    pub fn new(source: R) -> io::Result<Self> {
        Self::with_buffer(io::BufReader::new(source))
    }
}

impl<R: Read> Read for Decoder<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.frame.read(buffer)?;
        if count == 0 && !buffer.is_empty() {
            let decoder = &self.frame.decoder;
            let (stored, found) = (decoder.get_checksum_from_data(), decoder.get_calculated_checksum());
            if stored.is_some() && stored != found {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum is another one"));
            }
        }
        Ok(count)
    }
}

/// Encoder. It buffers all data and compresses it in `finish`.
pub struct Encoder<'e, W: Write> {
    target: W,
    bytes: Vec<u8>,
    _lifetime: std::marker::PhantomData<&'e ()>,
}

impl<W: Write> Encoder<'_, W> {
    /// Creates an encoder. The compression level is ignored: there is only one.
    pub fn new(target: W, _: i32) -> io::Result<Self> {
        Ok(Self { target, bytes: Vec::new(), _lifetime: std::marker::PhantomData })
    }

    /// Does nothing: the checksum is always included.
    pub fn include_checksum(&mut self, _: bool) -> io::Result<()> {
        Ok(())
    }

    pub fn set_pledged_src_size(&mut self, size: Option<u64>) -> io::Result<()> {
        self.bytes.reserve(size.and_then(|size| usize::try_from(size).ok()).unwrap_or(0));
        Ok(())
    }

    pub fn finish(mut self) -> io::Result<W> {
        compress(self.bytes.as_slice(), &mut self.target, CompressionLevel::Fastest);
        Ok(self.target)
    }
}

impl<W: Write> Write for Encoder<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
