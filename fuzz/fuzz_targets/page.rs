//! Arbitrary text as the trace of a page: the page opens or is refused in one sentence.
#![no_main]

use edagari::trace::Progress;
use edagari::trace::file::read_trace;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let whole = [b"<!DOCTYPE html><script type=\"application/octet-stream\" id=\"trace\">", bytes].concat();
    for page in [&whole[..], &[b"<!DOCTYPE html>", bytes].concat()] {
        if let Err(error) = read_trace(page, 1 << 26, &Progress::default()) {
            assert!(!error.to_string().contains('\n'));
        }
    }
});
