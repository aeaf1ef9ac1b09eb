//! Streams that arrive in parts.

use edagari::trace::Progress;
use edagari::trace::file::ArrivingStream;
use proptest::prelude::*;

/// Figures of the parsed stream, or the error.
fn taken(parts: &[&[u8]]) -> Result<Option<(usize, usize, u64)>, String> {
    let progress = Progress::default();
    let mut stream = ArrivingStream::new(1 << 20);
    for part in parts {
        if !stream.take(part, &progress).map_err(|error| error.to_string())? {
            break;
        }
    }
    stream.end(&progress).map_err(|error| error.to_string())?;
    let importer = stream.importer();
    Ok(importer.map(|importer| {
        let trace = importer.trace(&progress).expect("room");
        (trace.frame_count(), trace.visit_count(), importer.passed_over().map_or(0, |passed_over| passed_over.count))
    }))
}

fn lines() -> impl Strategy<Value = String> {
    let event = prop_oneof![
        4 => Just("{\"event\":\"enter\"}\n"),
        4 => Just("{\"event\":\"leave\",\"score\":3}\n"),
        1 => Just("info string für\n"),
        1 => Just("\r\n"),
        1 => Just("{\"event\":\n"),
        1 => Just("{\"event\":\"leave\",\"sco"),
    ];
    let header = prop_oneof![4 => Just("{\"edagari\":1}\n"), 1 => Just(""), 1 => Just("id engine\n{\"edagari\":1}\n")];
    (header, prop::collection::vec(event, 0..30)).prop_map(|(header, events)| header.to_owned() + &events.concat())
}

proptest! {
    #[test]
    fn stream_in_any_parts_gives_the_same_result(text in lines(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8)) {
        let bytes = text.as_bytes();
        let whole = taken(&[bytes]);
        let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        places.extend([0, bytes.len()]);
        places.sort_unstable();
        let parts: Vec<&[u8]> = places.windows(2).map(|ends| &bytes[ends[0]..ends[1]]).collect();
        prop_assert_eq!(taken(&parts), whole);
    }

    #[test]
    fn any_bytes_are_accepted_or_refused(parts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..6)) {
        let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        let _ = taken(&parts);
    }
}
