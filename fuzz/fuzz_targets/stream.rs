//! Streams; what opens is checked frame by frame.
#![no_main]

use edagari::analysis::check;
use edagari::trace::file::StreamReader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(trace) = StreamReader::new(data, 32 << 20).read(&Default::default()) {
        let _ = check(&trace, false, &Default::default());
    }
});
