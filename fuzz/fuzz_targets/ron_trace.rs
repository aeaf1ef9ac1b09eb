//! Traces in RON; each trace that opens is examined.
#![no_main]

use edagari::trace::file::read_ron;
use edagari_fuzz::{MEMORY_LIMIT, look_at};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(trace) = read_ron(data, MEMORY_LIMIT, &Default::default()) {
        look_at(&trace);
    }
});
