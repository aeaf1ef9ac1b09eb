//! Native files; each trace that opens is examined.
#![no_main]

use edagari::trace::file::read_native;
use edagari_fuzz::{MEMORY_LIMIT, look_at};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // Wraps the data so that the columns are reached without a valid checksum.
    let mut file = b"EDAGARI\x1a\x01\0\0\0".to_vec();
    file.extend(zstd_frame(data));
    for bytes in [data, &file] {
        // With a low memory limit, files open in part.
        for memory_limit in [MEMORY_LIMIT, 8 * data.len() as u64] {
            if let Ok(trace) = read_native(bytes, memory_limit) {
                look_at(&trace);
            }
        }
    }
});

/// Builds a Zstandard frame of raw blocks that contains the data uncompressed (RFC 8878).
fn zstd_frame(data: &[u8]) -> Vec<u8> {
    const MOST: usize = 1 << 16;
    // Magic number, frame header without checksum or size, window of 128 KiB.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38];
    let mut blocks = data.chunks(MOST).peekable();
    if blocks.peek().is_none() {
        frame.extend([1, 0, 0]);
    }
    while let Some(block) = blocks.next() {
        let header = (block.len() as u32) << 3 | u32::from(blocks.peek().is_none());
        frame.extend(&header.to_le_bytes()[..3]);
        frame.extend(block);
    }
    frame
}
