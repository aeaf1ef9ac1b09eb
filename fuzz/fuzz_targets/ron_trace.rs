//! Traces written as RON; what opens is checked frame by frame.
#![no_main]

use edagari::analysis::check;
use edagari::trace::file::read_ron;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(trace) = read_ron(data, 32 << 20, &Default::default()) {
        let _ = check(&trace, false, &Default::default());
    }
});
