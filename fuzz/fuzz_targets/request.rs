//! Requests to the server for browsers.
#![no_main]

use edagari::server::Request;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let whole = Request::parse(data);
    let Ok(Some(request)) = &whole else { return };
    assert!(request.path.starts_with('/'));
    let _ = request.number("from");
    // Whatever has arrived of it by then, it is waited for.
    for arrived in 0..data.len() {
        let part = Request::parse(&data[..arrived]);
        assert!(matches!(part, Ok(None)) || part == whole, "{part:?}");
    }
});
