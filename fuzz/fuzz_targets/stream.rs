//! Streams; what opens is looked at.
#![no_main]

use edagari::trace::file::StreamReader;
use edagari_fuzz::{MEMORY_LIMIT, look_at};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(trace) = StreamReader::new(data, MEMORY_LIMIT).read(&Default::default()) {
        look_at(&trace);
    }
});
