//! Streams; each trace that opens is examined.
#![no_main]

use edagari::trace::Progress;
use edagari::trace::file::{ArrivingStream, StreamReader};
use edagari_fuzz::{MEMORY_LIMIT, look_at};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(trace) = StreamReader::new(data, MEMORY_LIMIT).read(&Default::default()) {
        look_at(&trace);
    }
    // The result is the same whether the bytes arrive at once or in parts.
    let arriving = |part: usize| {
        let mut stream = ArrivingStream::new(MEMORY_LIMIT);
        let mut parts = data.chunks(part);
        let goes_on = parts.try_fold(true, |goes_on, part| Ok(goes_on && stream.take(part, &Progress::default())?));
        let ended = goes_on.and_then(|goes_on| if goes_on { stream.end(&Progress::default()) } else { Ok(()) });
        let events = stream.importer().map(|importer| (importer.event_count(), importer.passed_over().cloned()));
        (ended.map_err(|error| error.to_string()), events)
    };
    assert_eq!(arriving(1 + data.len() / 3), arriving(data.len().max(1)));
});
